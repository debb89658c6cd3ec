"""A hint: whether one is on its way, whether it is still current, and why there can be none.

Here: the request of one player, and its answer. Not here: the sentences (`words.hint_words`), sending the request
(`model`), working the hint out (the daemon does), the announcement that a player took one (`words.presence_words`).
"""

from client.model.announcements import Announcement, Subject
from client.view.view import View
from client.words import hint_words, presence_words
from protocol.frozen import define
from protocol.log.choices import why_no_hint
from protocol.log.commands import TakeHint
from protocol.log.events import Entry, Knocked, RoundDealt, TileDrawn, TilePlayed
from protocol.log.refusals import Reason
from protocol.wire.messages import Do, Hint
from protocol.wire.notices import NoHintNotice


@define
class HintRequest:
    """What this player has asked for. `is_awaited`: the daemon is working on a hint.

    `last_move`: the number of the entry that last changed the table. `given`: the last hint; None once play goes on.
    """

    is_awaited: bool = False
    last_move: int = 0
    given: Hint | None = None

    def reset(self) -> None:
        """Start again with an empty log: another game, or the same one from its first entry."""
        self.is_awaited, self.last_move, self.given = False, 0, None

    def accepted(self, do: Do | None) -> None:
        """Note an accepted command; the hint itself follows its `accepted`."""
        if do is not None and isinstance(do.command, TakeHint):
            self.is_awaited = True

    def note(self, entry: Entry) -> None:
        """Note an entry: once the table changes, a hint for the turn before it no longer comes."""
        if isinstance(entry.event, TilePlayed | TileDrawn | Knocked | RoundDealt):
            self.is_awaited, self.last_move, self.given = False, entry.seq, None

    def cancel(self) -> None:
        """Stop waiting: the connection is a new one."""
        self.is_awaited = False

    def hear(self, view: View, answer: Hint | NoHintNotice) -> list[Announcement]:
        """The advice of the hint, if it is about the table as it is now; or why there is none."""
        self.is_awaited = False
        if isinstance(answer, NoHintNotice):
            return [Announcement(Subject.REFUSED, presence_words.trouble(answer.text), view.seat)]
        if answer.seq != self.last_move or not answer.plays:
            return []
        self.given = answer
        return [Announcement(Subject.HINT, hint_words.advice(view, answer), view.seat)]


def why_none(view: View) -> Reason | None:
    """Why I cannot have a hint now, or None if I can."""
    return Reason.NOT_SEATED if view.seat is None else why_no_hint(view.table, view.seat)
