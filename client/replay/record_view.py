"""A record as one viewer sees it: the table and the score sheet after any of its entries.

Here: folds over what `see` leaves of each entry, with random access. Not here: the position shown (`cursor`).
"""

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

import attrs

from client.model.sheet import Sheet
from client.view.view import View
from protocol.game.table_options import Assist
from protocol.log.events import Entry
from protocol.log.sight import Viewer, see
from protocol.log.table import Table, empty_table, evolve

T = TypeVar("T")
_CHECKPOINT_EVERY: Final = 32


def spectator_view(table: Table, *, is_drawn: bool = False, own: int | None = None) -> View:
    """The table as a spectator sees it, with every assistance: no game is at stake. `own`: the reader's seat."""
    return View(table, None, Assist.POINTS, is_drawn, own)


class Fold(Generic[T]):
    """A fold over numbered entries with checkpoints, so that every position is a few steps away.

    `step(so_far, number)` returns a new value and does not change `so_far`.
    """

    def __init__(self, start: T, step: Callable[[T, int], T]) -> None:
        self._step = step
        self._checkpoints = [start]
        self._last = (0, start)

    def at(self, position: int) -> T:
        """The value after this number of entries."""
        start, value = self._nearest(position)
        for number in range(start + 1, position + 1):
            value = self._step(value, number)
            if number == len(self._checkpoints) * _CHECKPOINT_EVERY:
                self._checkpoints.append(value)
        self._last = (position, value)
        return value

    def _nearest(self, position: int) -> tuple[int, T]:
        checkpoint = min(position // _CHECKPOINT_EVERY, len(self._checkpoints) - 1)
        last, value = self._last
        if checkpoint * _CHECKPOINT_EVERY <= last <= position:
            return last, value
        return checkpoint * _CHECKPOINT_EVERY, self._checkpoints[checkpoint]


class RecordView:
    """The entries of a record as one viewer sees them, and the folds over them. `own`: the reader's seat, if any."""

    def __init__(
        self, entries: Sequence[Entry], viewer: Viewer, *, is_drawn: bool = False, own: int | None = None
    ) -> None:
        self._is_drawn = is_drawn
        self._own = own
        self.entries = tuple(Entry(entry.seq, entry.at, see(entry.event, viewer).event) for entry in entries)
        self._tables = Fold(empty_table(), self._evolved)
        self._sheets = Fold(Sheet(), self._noted)

    def table_at(self, position: int) -> Table:
        """The table after this number of entries."""
        return self._tables.at(position)

    def sheet_at(self, position: int) -> Sheet:
        """The score sheet after this number of entries."""
        return self._sheets.at(position)

    def _evolved(self, table: Table, number: int) -> Table:
        return evolve(table, self.entries[number - 1].event)

    def _noted(self, sheet: Sheet, number: int) -> Sheet:
        copy = attrs.evolve(sheet, rounds=list(sheet.rounds), log=list(sheet.log))
        before = spectator_view(self.table_at(number - 1), is_drawn=self._is_drawn, own=self._own)
        copy.note(number, before, self.entries[number - 1].event)
        return copy
