"""How many matches a daemon plays before it stops, and which of them count."""

from collections.abc import Callable

import trio


class Matches:
    """The number of matches still to play, or None for no limit. `done` is set once all have ended.

    `is_guests` says whether a guest opened a table. A private daemon has no guests.
    """

    def __init__(self, left: int | None, is_guests: Callable[[str], bool], *, is_private: bool) -> None:
        self.done = trio.Event()
        self._left = left
        self._is_guests = is_guests
        self._is_private = is_private
        self._taken_up: set[str] = set()

    def take_up(self, table: str) -> None:
        """Note that the game at a table is unfinished from an earlier run of the daemon."""
        self._taken_up.add(table)

    def count(self, table: str, *, is_abandoned: bool) -> bool:
        """Whether a match that has just ended at a table counts."""
        counts = self._left is not None and self._is_ours(table, is_abandoned=is_abandoned)
        self._taken_up.discard(table)  # the next match there belongs to this run
        return counts

    def _is_ours(self, table: str, *, is_abandoned: bool) -> bool:
        if self._is_private:
            # A player who begins another match of the same game abandons the unfinished one.
            return not (is_abandoned and table in self._taken_up)
        return not self._is_guests(table)  # guests' matches never count

    @property
    def is_another_due(self) -> bool:
        """Whether another match follows one that has just ended and counts."""
        return self._left is not None and self._left > 1

    def finished(self) -> None:
        """Note that a match that counts has ended, and its record is written."""
        assert self._left is not None
        self._left -= 1
        if self._left <= 0:
            self.done.set()
