"""How many matches a daemon plays before it stops, and which of them count."""

import trio


class Matches:
    """The number of matches still to play, or None for no limit. `done` is set once all have ended.

    A private daemon has no guests.
    """

    def __init__(self, left: int | None, *, is_private: bool) -> None:
        self.done = trio.Event()
        self._left = left
        self._is_private = is_private
        self._unfinished: set[str] = set()

    def note_unfinished(self, table: str) -> None:
        """Note that the game at a table was begun in an earlier run of the daemon."""
        self._unfinished.add(table)

    def count(self, table: str, *, is_guests: bool, is_abandoned: bool) -> bool:
        """Whether the match that has just ended at a table counts. To be called once for each match.

        `is_guests`: a guest opened the table, in this run of the daemon or an earlier one.
        """
        counts = self._left is not None and self._may_count(table, is_guests=is_guests, is_abandoned=is_abandoned)
        self._unfinished.discard(table)  # the next match there belongs to this run
        return counts

    def _may_count(self, table: str, *, is_guests: bool, is_abandoned: bool) -> bool:
        if self._is_private:
            # A player who begins another match of the same game abandons the unfinished one.
            return not (is_abandoned and table in self._unfinished)
        return not is_guests  # guests' matches never count

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
