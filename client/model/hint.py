"""A hint: whether one is on its way, whether it is still current, and why there can be none.

Here: the request of one player. Not here: the sentences (`words.hint_words`), sending the request (`model`), working
the hint out (the daemon does), the announcement that a player took one (`words.presence_words`).
"""

from attrs import define

from client.view.view import View
from protocol.log.choices import why_no_hint
from protocol.log.commands import TakeHint
from protocol.log.events import Entry, Knocked, RoundDealt, TileDrawn, TilePlayed
from protocol.log.refusals import Reason
from protocol.wire.messages import Do, Hint


@define
class HintRequest:
    """What this player has asked for. `is_awaited`: the daemon is working on a hint.

    `last_move`: the number of the entry that last changed the table.
    """

    is_awaited: bool = False
    last_move: int = 0

    def reset(self) -> None:
        """Start again with an empty log: another game, or the same one from its first entry."""
        self.is_awaited, self.last_move = False, 0

    def accepted(self, do: Do | None) -> None:
        """Note an accepted command; the hint itself follows its `accepted`."""
        if do is not None and isinstance(do.command, TakeHint):
            self.is_awaited = True

    def note(self, entry: Entry) -> None:
        """Note an entry: once the table changes, a hint for the turn before it no longer comes."""
        if isinstance(entry.event, TilePlayed | TileDrawn | Knocked | RoundDealt):
            self.is_awaited, self.last_move = False, entry.seq

    def cancel(self) -> None:
        """Stop waiting: the connection is a new one, or the host cannot give a hint."""
        self.is_awaited = False

    def is_current(self, hint: Hint) -> bool:
        """Whether this hint, which has just come, is about the table as it is now."""
        self.is_awaited = False
        return hint.seq == self.last_move


def why_none(view: View) -> Reason | None:
    """Why I cannot have a hint now, or None if I can."""
    return Reason.NOT_SEATED if view.seat is None else why_no_hint(view.table, view.seat)
