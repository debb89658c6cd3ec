"""What is said at the table: chat, reactions, what spectators say in a round, and who has won how often this evening.

Not here: sending any of it (`asking`), the sentences (`words.presence_words`, `words.reaction_words`,
`words.evening_words`).
"""

from collections import deque

from attrs import define, field

from client.model.announcements import Announcement, Subject
from client.view.view import View
from client.words import evening_words, presence_words, reaction_words
from protocol.log.events import Said
from protocol.log.reactions import Reaction
from protocol.wire.notices import EveningNotice, ReactionNotice, SaidNotice

LONGEST_CHAT = 500


def _remarks() -> deque[Said]:
    return deque(maxlen=LONGEST_CHAT)


@define
class Talk:
    """`chat`: with reactions, the newest last. `evening`: who has won how many matches, in a sentence, after a match.

    What other spectators say in a round is chat at once, for a spectator; its entry comes after the round.
    """

    chat: deque[Said] = field(factory=_remarks)
    evening: str = ""
    _early: deque[Said] = field(factory=_remarks)

    def begin(self, *, among_others: bool) -> None:
        """Begin another game, among other people or the same ones."""
        self.evening = ""
        self._early.clear()
        if among_others:
            self.chat.clear()

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
                before, self.evening = self.evening, evening_words.tonight(view, notice.totals)
                return [] if self.evening == before else [Announcement(Subject.MATCH, self.evening)]

    def _see_reaction(self, view: View, notice: ReactionNotice) -> list[Announcement]:
        seat, seats = notice.seat, view.table.seats
        if notice.text not in tuple(Reaction) or not 0 <= seat < len(seats):
            return []
        reaction = Reaction(notice.text)
        self.chat.append(Said(seat, seats[seat].name or "", reaction_words.exclaimed(reaction)))
        return [_announced(reaction_words.saying(view, seat, reaction), seat)]


def _announced(saying: presence_words.Saying, seat: int | None = None) -> Announcement:
    return Announcement(Subject.CHAT, str(saying), seat, saying=saying)
