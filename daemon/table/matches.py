"""How many matches a daemon is to play before it ends, and which of them count."""

from collections.abc import Callable

import trio


class Matches:
    """The matches that are yet to be played: so many, or any number. `done` is set once they have ended.

    `is_guests` says of a table whether a guest has opened it. Where the daemon is private there are no guests.
    """

    def __init__(self, left: int | None, is_guests: Callable[[str], bool], *, is_private: bool) -> None:
        self.done = trio.Event()
        self._left = left
        self._is_guests = is_guests
        self._is_private = is_private
        self._taken_up: set[str] = set()

    def take_up(self, table: str) -> None:
        """Take note that the game at a table was left unfinished by an earlier run of the daemon."""
        self._taken_up.add(table)

    def count(self, table: str, *, is_abandoned: bool) -> bool:
        """Whether a match that has just ended at a table is one of those to be played."""
        counts = self._left is not None and self._is_ours(table, is_abandoned=is_abandoned)
        self._taken_up.discard(table)  # another match there is one of this run
        return counts

    def _is_ours(self, table: str, *, is_abandoned: bool) -> bool:
        if self._is_private:
            # A player who begins another match of the same game ends the one that was left.
            return not (is_abandoned and table in self._taken_up)
        return not self._is_guests(table)  # guests' matches are their own affair

    @property
    def is_another_due(self) -> bool:
        """Whether another match follows one that has just ended and counts."""
        return self._left is not None and self._left > 1

    def finished(self) -> None:
        """Take note that a match that counts has ended, and its record is written."""
        assert self._left is not None
        self._left -= 1
        if self._left <= 0:
            self.done.set()
