"""What is said at the table: chat, reactions, what spectators say in a round, and who has won how often this evening.

Here: also the last lines of it for the waiting room, with arrivals and departures. Not here: sending any of it
(`asking`), the sentences (`words.presence_words`, `words.reaction_words`, `words.evening_words`).
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

from attrs import field

from client.model.announcements import Announcement, Subject
from client.view.view import View
from client.words import evening_words, presence_words, reaction_words
from protocol.frozen import define
from protocol.log.events import Event, Said, SeatLeft, SeatTaken
from protocol.log.reactions import Reaction
from protocol.wire.notices import EveningNotice, MatchesWon, ReactionNotice, SaidNotice

LONGEST_CHAT = 500
MOST_READ_OUT: Final = 3
"""Earlier remarks that are read to a player who comes and does not see them."""
MOST_IN_ROOM: Final = 5
"""Lines that the waiting room shows."""


def _remarks() -> deque[Said]:
    return deque(maxlen=LONGEST_CHAT)


@define
class Talk:
    """`chat`: with reactions, the newest last. `evening`: who has won how many matches, in a sentence, after a match.

    What other spectators say in a round is chat at once, for a spectator; its entry comes after the round.
    """

    chat: deque[Said] = field(factory=_remarks)
    evening: str = ""
    room: deque[str] = field(factory=lambda: deque[str](maxlen=MOST_IN_ROOM))
    """The last lines for the waiting room: what was said, and who came and went."""
    _early: deque[Said] = field(factory=_remarks)
    _told: Sequence[MatchesWon] = ()
    """The totals that were announced last: they come again with each change of the table, and each connection."""

    def begin(self, *, among_others: bool) -> None:
        """Begin another game, among other people or the same ones."""
        self.evening = ""
        self._early.clear()
        if among_others:
            self.chat.clear()
            self.room.clear()

    def note_in_room(self, before: View, event: Event) -> None:
        """Note an entry before a match for the waiting room: what somebody says, and a person who comes or goes."""
        match event:
            case Said():
                self.room.append(presence_words.said(before, event))
            case SeatTaken() if event.bot is None and event.seat != before.seat:
                self.room.append(presence_words.seat_taken(before, event))
            case SeatLeft() if event.seat != before.seat and before.seat_at(event.seat).bot is None:
                self.room.append(presence_words.seat_left(before, event))

    def hear_of_presence(self, lines: Sequence[str]) -> None:
        """Note who is away, back or watches, for the waiting room; a new connection tells the same again."""
        for line in lines:
            if not self.room or self.room[-1] != line:
                self.room.append(line)

    def note(self, said: Said) -> bool:
        """Note an entry; whether it is new to me."""
        if said in self._early:
            self._early.remove(said)
            return False
        self.chat.append(said)
        return True

    def hear(self, view: View, notice: ReactionNotice | SaidNotice | EveningNotice) -> list[Announcement]:
        """Note what is not in the log, and announce it."""
        match notice:
            case ReactionNotice():
                return self._see_reaction(view, notice)
            case SaidNotice():
                said = Said(None, notice.name, notice.text)
                self._early.append(said)
                self.chat.append(said)
                return [_announced(presence_words.saying_to_spectators(said))]
            case EveningNotice():
                before, self._told = self._told, notice.totals
                self.evening = evening_words.tonight(view, notice.totals)
                return [] if self._told == before else [Announcement(Subject.MATCH, self.evening)]

    def _see_reaction(self, view: View, notice: ReactionNotice) -> list[Announcement]:
        seat, seats = notice.seat, view.table.seats
        if notice.text not in tuple(Reaction) or not 0 <= seat < len(seats):
            return []
        reaction = Reaction(notice.text)
        self.chat.append(Said(seat, seats[seat].name or "", reaction_words.exclaimed(reaction)))
        saying = reaction_words.saying(view, seat, reaction)
        self.room.append(str(saying))
        return [_announced(saying, seat)]


def _announced(saying: presence_words.Saying, seat: int | None = None) -> Announcement:
    return Announcement(Subject.CHAT, str(saying), seat, saying=saying)
