"""Bringing the games of a house into the database of a club: row by row as they are, checksums included.

Here: one game at a time, whole or not at all; it may be done again. Not here: which games (`daemon.program.importing`).
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import Enum, auto

from daemon.club.postgres_database import Database
from daemon.club.postgres_games import row_of
from daemon.club.postgres_owners import Lease, Owners, Possession
from daemon.club.postgres_store import store
from daemon.club.postgres_tables import prepare
from daemon.journal.batches import BatchRows
from daemon.journal.chain import NO_HEAD, Head
from daemon.journal.interface import GameInfo


class Arrival(Enum):
    """What became of a game."""

    IMPORTED = auto()
    KNOWN = auto()
    """The database has all of it already, and perhaps more."""
    DIFFERENT = auto()
    """The database has a game with this id that went on differently."""
    OWNED = auto()
    """A daemon of the club has it."""


class Import:
    """A database into which games are brought."""

    def __init__(self, database: Database, owners: Owners) -> None:
        self._database = database
        self._owners = owners

    def add(self, info: GameInfo, rows: BatchRows) -> Arrival:
        """Bring in a game with all its rows, or with those that the database does not have yet. Raises `StoreError`."""
        game, appends = info.game, rows.appends
        common = self._database.run(
            "SELECT n, checksum FROM appends WHERE game = %s AND n <= %s ORDER BY n DESC LIMIT 1", game, len(appends)
        )
        known = appends[: common[0][0]] if common else []
        if known and known[-1][4] != common[0][1]:
            return Arrival.DIFFERENT
        if len(known) == len(appends):
            return Arrival.KNOWN
        owned = self._owners.own([game])
        if not owned:
            return Arrival.OWNED
        end = Head(len(known), known[-1][2], known[-1][4]) if known else NO_HEAD
        rest = BatchRows({}, appends[len(known) :], [entry for entry in rows.entries if entry[1] > end.seq])
        row = row_of(info, back_at=info.last_at)
        stored = store(self._database, self._owners.daemon, {game: Possession(owned[game].epoch, end)}, {}, rest, [row])
        return Arrival.IMPORTED if stored else Arrival.OWNED

    def certificate(self, offered: bytes) -> bytes:
        """Do the same as `Club.certificate`."""
        return self._owners.certificate(offered)


@contextmanager
def open_import(url: str) -> Iterator[Import]:
    """An import into the database at this URL. Raises `UnusableError`."""
    with closing(Database(url)) as database, closing(Database(url)) as leasing:
        prepare(database)
        lease = Lease(leasing, "")
        lease.begin()
        try:
            yield Import(database, Owners(database, lease.daemon))
        finally:
            lease.end()
