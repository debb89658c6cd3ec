"""The journal of a club: opening its PostgreSQL database.

Not here: the journal's calls (`stored_journal`), the thread that writes it (`postgres_writer`), the tables
(`postgres_database`), reading (`postgres_reading`), who owns what (`postgres_owners`).
"""

from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from functools import partial

import trio

from daemon.journal.club import TIME_OF_LEASE, Owner
from daemon.journal.interface import Outcome
from daemon.journal.postgres_database import Database
from daemon.journal.postgres_owners import Lease, Owners
from daemon.journal.postgres_reading import PostgresReader
from daemon.journal.postgres_writer import PostgresWriter, Release, Takeover
from daemon.journal.stored_journal import StoredJournal, journal_with


class PostgresClub:
    """A daemon's `Club` in the database of its journal."""

    def __init__(self, journal: StoredJournal, owners: Owners) -> None:
        self._journal = journal
        self._owners = owners
        self._asking = trio.Lock()

    async def own(self, key: str) -> Owner | None:
        """As `Club.own`."""
        takeovers: list[Takeover] = []

        def takeover(then: Outcome) -> Takeover:
            takeovers.append(Takeover([key], then))
            return takeovers[0]

        await self._journal.done(takeover)
        return takeovers[0].owner

    async def release(self, keys: Collection[str]) -> None:
        """As `Club.release`."""
        await self._journal.done(partial(Release, list(keys)))

    async def owners(self, keys: Collection[str]) -> dict[str, Owner]:
        """As `Club.owners`."""
        async with self._asking:
            return await trio.to_thread.run_sync(self._owners.others, keys)

    async def daemons(self) -> list[Owner]:
        """As `Club.daemons`."""
        async with self._asking:
            return await trio.to_thread.run_sync(self._owners.daemons)


@asynccontextmanager
async def open_club(
    url: str, address: str, lease_time: float = TIME_OF_LEASE
) -> AsyncIterator[tuple[StoredJournal, PostgresClub]]:
    """The journal at this URL and the club of its daemons. Raises `UnusableError`.

    `address`: where players reach this daemon; empty for a command.
    """
    with ExitStack() as stack:
        writing, reading, asking, leasing = (stack.enter_context(closing(Database(url))) for _ in range(4))
        await trio.to_thread.run_sync(writing.prepare)
        lease = Lease(leasing, address, lease_time)
        await trio.to_thread.run_sync(lease.begin)
        try:
            writer = PostgresWriter(writing, Owners(writing, lease.daemon))
            async with journal_with(writer, PostgresReader(reading)) as journal:
                yield journal, PostgresClub(journal, Owners(asking, lease.daemon))
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(lease.end)


@contextmanager
def open_postgres_reader(url: str) -> Iterator[PostgresReader]:
    """The journal at this URL, opened for reading, while daemons write it. Raises `UnusableError`."""
    with closing(Database(url)) as database:
        database.prepare()
        yield PostgresReader(database)
