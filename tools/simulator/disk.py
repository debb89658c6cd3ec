"""A disk that outlives daemons, fails on request, and keeps nothing that was not flushed.

`Disk` is the durable part. Each daemon gets its own `DiskJournal`: once that daemon is killed, it can change nothing
any more.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

import trio

from daemon.journal.interface import GameInfo, LostGameError, Outcome, Pieces, Private, StoredRows, StoreError
from protocol.log.events import Entry, Event
from protocol.wire.record import Header, encode_header, read_record
from tests.daemon.journal.memory_journal import MemoryJournal, append_and_report


class KilledError(BaseException):
    """The daemon is dead: nothing in it may catch this, as nothing catches a `kill -9`."""


class Disk:
    """The durable state: the journal and the records."""

    def __init__(self) -> None:
        self.journal = MemoryJournal()
        self.records: dict[str, tuple[Header, tuple[Entry, ...]]] = {}
        self.fails = False


class DiskJournal:
    """A daemon's access to the disk.

    `at_boundary` is asked before and after every flush whether the daemon dies there; `look_at` receives what is to be
    stored.
    """

    trouble = MemoryJournal.trouble

    def __init__(
        self,
        disk: Disk,
        nursery: trio.Nursery,
        at_boundary: Callable[[], bool],
        flush_time: Callable[[], float],
        look_at: Callable[[Sequence[Entry]], None],
    ) -> None:
        self._disk = disk
        self._nursery = nursery
        self._look_at = look_at
        self._at_boundary = at_boundary
        self._flush_time = flush_time
        self.is_dead = False

    def _live(self, *, at_boundary: bool = False) -> None:
        if self.is_dead or (at_boundary and self._at_boundary()):
            self.is_dead = True
            raise KilledError
        if self._disk.fails:
            raise StoreError("no space left on the simulated disk")

    def append_soon(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private], then: Outcome
    ) -> None:
        def report(error: Exception | None) -> None:
            if error is not None and not isinstance(error, StoreError | LostGameError):
                raise error  # otherwise a table would fail and be restored, and the simulation would continue
            then(error)

        self._nursery.start_soon(append_and_report, self, game, expected_seq, entries, private, report)

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        self._live(at_boundary=True)
        self._look_at(entries)
        await trio.sleep(self._flush_time())
        self._live()
        await self._disk.journal.append(game, expected_seq, entries, private)
        if self.is_dead or self._at_boundary():
            self.is_dead = True
            raise KilledError

    async def read(self, game: str, after: int = 0) -> StoredRows:
        self._live()
        return await self._disk.journal.read(game, after)

    def pieces(self, game: str) -> Pieces:
        self._live()
        return self._disk.journal.pieces(game)

    async def games(self, ids: Collection[str] | None = None, *, unfinished_only: bool = False) -> list[GameInfo]:
        self._live()
        return await self._disk.journal.games(ids, unfinished_only=unfinished_only)

    async def finished(self) -> set[str]:
        self._live()
        return await self._disk.journal.finished()

    async def games_with(self, event: type[Event], games: Collection[str]) -> set[str]:
        self._live()
        return await self._disk.journal.games_with(event, games)

    async def forget(self, games: Sequence[str]) -> None:
        self._live()
        await self._disk.journal.forget(games)

    async def has(self, game: str) -> bool:
        """As `Records.has`."""
        await trio.lowlevel.checkpoint()
        return game in self._disk.records

    async def recorded(self) -> set[str]:
        """As `Records.recorded`."""
        await trio.lowlevel.checkpoint()
        return set(self._disk.records)

    async def write(self, header: Header, lines: Iterable[bytes]) -> str:
        """As `Records.write`."""
        self._live(at_boundary=True)
        if self._disk.fails:
            raise OSError("no space left on the simulated disk")
        await trio.sleep(self._flush_time())
        self._disk.records[header.game] = (header, read_record([encode_header(header), *lines]).entries)
        return header.game
