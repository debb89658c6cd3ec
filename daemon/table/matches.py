"""The matches of a daemon that end: their records, how many are played before it stops, and which of them count.

Not here: what follows a match at its table (`between_matches`).
"""

import logging
from collections.abc import Sequence
from typing import Final

import trio

from daemon.game_log import GameLog
from daemon.journal.record_folder import Records
from protocol.log.events import Event, MatchAbandoned, MatchWon
from protocol.wire.codec import encode_entry

_ENDS: Final[frozenset[type[Event]]] = frozenset((MatchWon, MatchAbandoned))

log = logging.getLogger("fivesd.table")


def is_the_end(events: Sequence[Event]) -> bool:
    """Whether these events end a match."""
    return not _ENDS.isdisjoint(map(type, events))


class Matches:
    """The number of matches still to play, or None for no limit. `done` is set once all have ended.

    A private daemon has no guests.
    """

    def __init__(self, records: Records, left: int | None, *, is_private: bool) -> None:
        self.done = trio.Event()
        self._records = records
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

    async def end(self, table: str, game: GameLog, *, counts: bool) -> None:
        """Write the record of a match that has ended, and count the match if it `counts`.

        If the daemon is stopped before the record is written, the next start writes it.
        """
        try:
            await self.write_record(table, game)
        finally:
            if counts:
                self._count_down()

    def _count_down(self) -> None:
        assert self._left is not None
        self._left -= 1
        if self._left <= 0:
            self.done.set()

    async def write_record(self, table: str, game: GameLog) -> None:
        """Write the record of a game, if there is none yet."""
        try:
            if await self._records.has(game.game):
                return
            where = await self._records.write(game.header, map(encode_entry, tuple(game.entries)))
        except OSError as error:
            log.warning("%s: no record was written: %s; it will be at the next start", table, error)
        else:
            log.info("%s: the record is %s", table, where)
