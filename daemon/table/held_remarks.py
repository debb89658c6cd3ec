"""What spectators have said in the current round: players, and screens before which they sit, get it after the round.

Here: the remarks that are held back, which are stored beside the game's log, and the append that brings them into it.
Not here: which remarks are held back (`table_commands`), sending them to the spectators at once (`guests_present`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from daemon.journal.interface import Private, RemarkHeld, RemarksReleased
from daemon.table.appends import Append
from protocol.log.events import Said
from protocol.log.reactions import running_round
from protocol.log.table import Table

MOST_HELD: Final = 200
"""Remarks of one round."""


class HeldRemarks:
    """The remarks of one game that are held back, oldest first."""

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._remarks: list[RemarkHeld] = []
        for row in private:
            self.take_note(row)

    @property
    def is_full(self) -> bool:
        """Whether no more can be held back in this round."""
        return len(self._remarks) >= MOST_HELD

    def carry(self, _: Mapping[int, int]) -> Sequence[RemarkHeld]:
        """All of them, for the next game: none belongs to a seat."""
        return tuple(self._remarks)

    def rows_without(self, _: int) -> Sequence[RemarkHeld]:
        """Nothing: none belongs to a seat."""
        return ()

    @property
    def said(self) -> Sequence[Said]:
        """All of them, as players get them."""
        return [Said(None, remark.name, remark.text) for remark in self._remarks]

    def take_note(self, row: Private) -> None:
        """Note a stored row."""
        match row:
            case RemarkHeld():
                self._remarks.append(row)
            case RemarksReleased():
                self._remarks.clear()
            case _:
                pass

    def due(self, table: Table) -> Append | None:
        """The append of all of them once their round is over; None before, or if there are none."""
        if not self._remarks or running_round(table) == self._remarks[0].round:
            return None
        return Append(self.said, [RemarksReleased()])
