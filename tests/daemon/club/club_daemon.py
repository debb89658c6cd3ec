"""A daemon of a club, as its database sees it: it owns games and appends to them, without a house around it."""

from collections.abc import Sequence
from contextlib import closing

import psycopg

from daemon.club.interface import TIME_OF_LEASE, Owner
from daemon.club.postgres_database import Database
from daemon.club.postgres_owners import Lease, Owners
from daemon.club.postgres_reading import open_postgres_reader
from daemon.club.postgres_tables import prepare
from daemon.club.postgres_writer import PostgresWriter, Release, Takeover
from daemon.journal.batches import Deletion, Job, PendingAppend
from daemon.journal.interface import GameOpened, Private, StoredRows
from protocol.log.events import Entry
from tests.daemon.journal.journals import AT, entries_of, opened_table, sayings

LEASE = 2 * TIME_OF_LEASE - 5
"""As long as it is believed."""


class ClubDaemon:
    """A daemon with a writer that is called here, not in a thread. Its lease is renewed only by `renew`."""

    def __init__(self, url: str, address: str = "a.example:5533") -> None:
        self._database = Database(url)
        self._lease_database = Database(url)
        prepare(self._database)
        self._lease = Lease(self._lease_database, address, LEASE)
        self._owners = Owners(self._database, self._lease.daemon)
        self._writer = PostgresWriter(self._database, self._owners)
        self._lease.renew()

    @property
    def id(self) -> str:
        return self._lease.daemon

    def own(self, key: str) -> Owner | None:
        """Own a key, or the other daemon that owns it. Raises `StoreError`."""
        takeover = Takeover([key], lambda _: None)
        self._do(takeover)
        return takeover.owner

    def release(self, *keys: str) -> None:
        """Release keys. Raises `StoreError`."""
        self._do(Release(keys, lambda _: None))

    def delete(self, *games: str) -> None:
        """Delete games. Raises `StoreError`."""
        self._do(Deletion(games, lambda _: None))

    def _do(self, job: Job) -> None:
        self._writer.do(job)
        if job.error is not None:
            raise job.error

    def renew(self) -> None:
        self._lease.renew()

    def append(
        self, game: str, after: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> Exception | None:
        """Append to a game; the error, or None if it is stored."""
        return self.append_all(PendingAppend(game, after, entries, private, lambda _: None))[0]

    def append_all(self, *appends: PendingAppend) -> list[Exception | None]:
        """Append these in one batch; the error of each."""
        self._writer.commit(appends)
        return [append.error for append in appends]

    def begin(self, game: str, table: str = "oak") -> Exception | None:
        """Begin a game; the error, or None if it is stored."""
        return self.append(game, 0, entries_of(opened_table()), [GameOpened(table, AT)])

    def say(self, game: str, after: int, count: int = 1) -> Exception | None:
        """Append so many entries; the error, or None if they are stored."""
        return self.append(game, after, sayings(count, after=after))

    def close(self) -> None:
        self._database.close()
        self._lease_database.close()


def stored(url: str, game: str) -> StoredRows:
    """What the database has of a game, which is undamaged."""
    with open_postgres_reader(url) as reader:
        return reader.read(game)


def execute(url: str, *statements: str) -> None:
    """Change the database without a daemon: each statement is a transaction."""
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def run_out(url: str, daemon: ClubDaemon) -> None:
    """Have the lease of this daemon run out."""
    execute(url, f"UPDATE daemons SET until = now() WHERE daemon = '{daemon.id}'")
