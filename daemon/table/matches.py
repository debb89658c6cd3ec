"""How many matches a daemon is to play before it ends, and which of them count.

Lives here: `Matches`. Not here: what ends a match (`consequences`), what follows from its end (`table_game`).
"""

from collections.abc import Callable

import trio


class Matches:
    """The matches that are yet to be played: so many, or any number. `done` is set once they are over.

    `is_guests` tells of a table whether a guest has opened it. Where the daemon is private there are no guests.
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

    def is_followed(self, table: str, *, is_abandoned: bool) -> bool:
        """Whether another match is due at a table where one is over."""
        return self._left is not None and self._left > 1 and self._counts(table, is_abandoned=is_abandoned)

    def finished(self, table: str, *, is_abandoned: bool) -> None:
        """Take note that a match is over at a table, and all that follows from it is done."""
        counts = self._counts(table, is_abandoned=is_abandoned)
        self._taken_up.discard(table)  # another match there is one of this run
        if self._left is not None and counts:
            self._left -= 1
            if self._left <= 0:
                self.done.set()

    def _counts(self, table: str, *, is_abandoned: bool) -> bool:
        if self._is_private:
            # Who begins another match of the same game ends the one that was left.
            return not (is_abandoned and table in self._taken_up)
        return not self._is_guests(table)  # those are the guests' own affair
