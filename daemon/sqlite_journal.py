"""The journal on disk: one SQLite file, append-only, in which one flush serves every table that waits.

Lives here: the schema, the committer, and turning SQLite's failures into `StoreError`. Not here: what an entry means.

What waits is committed together: one flush serves all tables, and no append waits for another's turn. Where a flush is
quicker than a thread can be asked to make it, the event loop commits what one turn of it has brought; else a worker
thread does, and the loop never waits for the disk. Which it is, is found out when the journal is opened.

WAL with `synchronous=FULL` makes a commit durable when it returns; `fullfsync` says the same to macOS. Triggers refuse
to change or delete an entry, and the primary key refuses an entry at a place that is taken.
"""

import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from typing import Final

import trio
from attrs import define, field

from daemon.journal import (
    TELLING,
    CommandAccepted,
    GameInfo,
    GameOpened,
    Private,
    Stored,
    StoreError,
    TokenIssued,
    TokensRevoked,
    WrongPlaceError,
    damage_in,
    info_of,
)
from protocol.codec import MalformedError, UnknownEventError, decode_event, encode_event
from protocol.events import WIRE_NAMES, Entry

VERSION: Final = 1
QUICK_FLUSH: Final = 0.001
"""Seconds: a disk that flushes quicker is not worth a thread."""
TRIES_TO_FLUSH: Final = 5
LONG_STALL: Final = 0.005
LONG_STALLS: Final = 20
"""Once so many commits in a row have each held the event loop up for so many seconds, a thread makes the others."""
PAGES_BEFORE_A_CHECKPOINT: Final = 8000
"""Pages of 4 KiB that gather in the WAL: many tables write the same pages again and again, and each is copied once."""
TIME_FOR_OTHERS: Final = 5000
"""Milliseconds that a commit in the thread waits for another program that writes to the file."""
_SCHEMA: Final = """
CREATE TABLE games (game TEXT PRIMARY KEY, "table" TEXT NOT NULL, at TEXT NOT NULL, password TEXT) STRICT;
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games, seq INTEGER NOT NULL, at TEXT NOT NULL, type TEXT NOT NULL,
    event TEXT NOT NULL, PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX telling_entries ON entries (game, seq) WHERE type IN
    ('table_opened', 'seat_taken', 'seat_left', 'match_started', 'match_won', 'match_abandoned');
CREATE INDEX ended_games ON entries (game) WHERE type IN ('match_won', 'match_abandoned');
CREATE TABLE tokens (
    n INTEGER PRIMARY KEY, game TEXT NOT NULL, seat INTEGER NOT NULL, digest TEXT, is_host INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_of_game ON tokens (game);
CREATE TABLE commands (
    game TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'append only'); END;
"""

log = logging.getLogger("fivesd.journal")


@define
class _Append:
    """An append that waits for its commit."""

    game: str
    expected_seq: int
    entries: Sequence[Entry]
    private: Sequence[Private]
    error: Exception | None = None
    done: trio.Event = field(factory=trio.Event)


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """The database at `path`, made if it is not there. Raises `StoreError` for a file that is no journal."""
    with _told_plainly(path):
        if read_only:
            database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        else:
            database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            _prepare(database, path, read_only=read_only)
        except BaseException:
            database.close()
            raise
    return database


def _prepare(database: sqlite3.Connection, path: Path, *, read_only: bool) -> None:
    database.execute(f"PRAGMA busy_timeout = {TIME_FOR_OTHERS}")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    is_empty = database.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    if version == 0 and is_empty and not read_only:
        database.executescript(f"PRAGMA journal_mode = WAL; BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
    elif version != VERSION:
        raise StoreError(f"{path} is no journal of this release (version {version}, not {VERSION})")
    database.execute("PRAGMA synchronous = FULL")
    database.execute(f"PRAGMA wal_autocheckpoint = {PAGES_BEFORE_A_CHECKPOINT}")
    database.execute("PRAGMA fullfsync = 1")


@contextmanager
def _told_plainly(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"the journal {path} cannot be used: {error}") from error


def _flushes_within(seconds: float, database: sqlite3.Connection) -> bool:
    """Whether this disk flushes as quickly as that, as a rule, when this thread asks it to."""
    took = []
    for _ in range(TRIES_TO_FLUSH):
        begun = time.perf_counter()
        try:
            database.execute(f"PRAGMA user_version = {VERSION}")  # it is that already, and is written all the same
        except sqlite3.Error:
            return False
        took.append(time.perf_counter() - begun)
    return median(took) <= seconds


class SqliteJournal:
    """A `Journal` in a file. `open_journal` makes one and runs its committer.

    `is_quick`: commits are made in the event loop, as long as none takes long.
    """

    def __init__(self, path: Path, database: sqlite3.Connection, *, is_quick: bool = False) -> None:
        self._path = path
        self._database = database
        self._is_quick = is_quick
        self._stalls = 0
        self._waiting: list[_Append] = []
        self._something_waits = trio.Event()
        self._in_use = trio.Lock()

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """As `Journal.append`."""
        ticket = _Append(game, expected_seq, entries, private)
        self._waiting.append(ticket)
        self._something_waits.set()
        await ticket.done.wait()
        if ticket.error is not None:
            raise ticket.error

    async def read(self, game: str, after: int = 0) -> Stored:
        """As `Journal.read`."""
        async with self._in_use:
            return await trio.to_thread.run_sync(self.read_now, game, after)

    async def games(self, *, unfinished_only: bool = False) -> list[GameInfo]:
        """As `Journal.games`."""
        async with self._in_use:
            return await trio.to_thread.run_sync(self.games_now, unfinished_only)

    async def commit_what_waits(self) -> None:
        """Run for as long as the journal is open."""
        while True:
            await self._something_waits.wait()
            self._something_waits = trio.Event()
            batch, self._waiting = self._waiting, []
            if not (self._is_quick and self._commit_at_once(batch)):
                # An append that has begun is finished and told, also while everything else shuts down.
                with trio.CancelScope(shield=True):
                    async with self._in_use:
                        await trio.to_thread.run_sync(self._commit, batch)
            for ticket in batch:
                ticket.done.set()

    def _commit_at_once(self, batch: Sequence[_Append]) -> bool:
        """Commit without waiting for anybody; False where somebody else is at the database, and nothing is done."""
        if self._in_use.locked():
            return False
        begun = time.perf_counter()
        self._database.execute("PRAGMA busy_timeout = 0")
        try:
            self._database.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        finally:
            self._database.execute(f"PRAGMA busy_timeout = {TIME_FOR_OTHERS}")
        self._commit(batch)
        self._note_stall(time.perf_counter() - begun)
        return True

    def _note_stall(self, seconds: float) -> None:
        self._stalls = self._stalls + 1 if seconds > LONG_STALL else 0
        if self._stalls >= LONG_STALLS:
            log.info("the disk has become slow: a thread commits from now on")
            self._is_quick = False

    def _commit(self, batch: Sequence[_Append]) -> None:
        """One transaction for the whole batch; an append that is refused leaves the others standing."""
        try:
            if not self._database.in_transaction:
                self._database.execute("BEGIN IMMEDIATE")
            self._write_all(batch)
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            for ticket in batch:
                ticket.error = StoreError(f"the journal {self._path} took nothing: {error}")

    def _write_all(self, batch: Sequence[_Append]) -> None:
        """All appends together; one by one where any of them is refused."""
        self._database.execute("SAVEPOINT every")
        try:
            self._write(batch)
        except (WrongPlaceError, sqlite3.IntegrityError):
            self._database.execute("ROLLBACK TO every")
            for ticket in batch:
                self._write_one(ticket)

    def _write_one(self, ticket: _Append) -> None:
        self._database.execute("SAVEPOINT one")
        try:
            self._write([ticket])
        except (WrongPlaceError, sqlite3.IntegrityError) as error:
            self._database.execute("ROLLBACK TO one")
            ticket.error = error if isinstance(error, WrongPlaceError) else WrongPlaceError(str(error))
        self._database.execute("RELEASE one")

    def _write(self, batch: Sequence[_Append]) -> None:
        """Raises `WrongPlaceError` and `sqlite3.IntegrityError`: each of them means that one is refused."""
        for ticket in batch:
            self._check_place(ticket)
            self._write_private(ticket)
        self._database.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
            [
                (ticket.game, entry.seq, entry.at, WIRE_NAMES[type(entry.event)], encode_event(entry.event))
                for ticket in batch
                for entry in ticket.entries
            ],
        )
        self._database.executemany(
            "INSERT INTO commands VALUES (?, ?, ?, ?)",
            [
                (ticket.game, each.id, each.digest, each.seq)
                for ticket in batch
                for each in ticket.private
                if isinstance(each, CommandAccepted)
            ],
        )

    def _check_place(self, ticket: _Append) -> None:
        query = "SELECT max(seq) FROM entries WHERE game = ?"
        (last,) = self._database.execute(query, (ticket.game,)).fetchone()
        if (last or 0) != ticket.expected_seq:
            raise WrongPlaceError(f"{ticket.game} ends at {last or 0}, not at {ticket.expected_seq}")

    def _write_private(self, ticket: _Append) -> None:
        execute, game = self._database.execute, ticket.game
        for each in ticket.private:
            match each:
                case GameOpened():
                    execute("INSERT INTO games VALUES (?, ?, ?, ?)", (game, each.table, each.at, each.password))
                case TokenIssued():
                    execute(
                        "INSERT INTO tokens (game, seat, digest, is_host) VALUES (?, ?, ?, ?)",
                        (game, each.seat, each.digest, each.is_host),
                    )
                case TokensRevoked():
                    execute(
                        "INSERT INTO tokens (game, seat, digest, is_host) VALUES (?, ?, NULL, 0)", (game, each.seat)
                    )
                case CommandAccepted():
                    pass  # nearly every append has one: they are written together

    def read_now(self, game: str, after: int = 0) -> Stored:
        """As `Journal.read`, in this thread."""
        with _told_plainly(self._path):
            entries = self._entries("game = ? AND seq > ?", (game, after))
            damage = damage_in(entries) if after == 0 else None
            if damage is not None:
                raise StoreError(f"the journal {self._path} is damaged: game {game}, {damage}")
            private: list[Private] = [
                GameOpened(*row)
                for row in self._database.execute('SELECT "table", at, password FROM games WHERE game = ?', (game,))
            ]
            for seat, digest, is_host in self._database.execute(
                "SELECT seat, digest, is_host FROM tokens WHERE game = ? ORDER BY n", (game,)
            ):
                private.append(TokensRevoked(seat) if digest is None else TokenIssued(seat, digest, bool(is_host)))
            private += [
                CommandAccepted(*row)
                for row in self._database.execute("SELECT id, digest, seq FROM commands WHERE game = ?", (game,))
            ]
        return Stored(tuple(entries), tuple(private))

    def games_now(self, unfinished_only: bool = False) -> list[GameInfo]:
        """As `Journal.games`, in this thread."""
        open_only = (
            "WHERE NOT EXISTS (SELECT 1 FROM entries e WHERE e.game = games.game"
            " AND e.type IN ('match_won', 'match_abandoned'))"
        )
        with _told_plainly(self._path):
            rows = self._database.execute(
                'SELECT game, "table", at, password,'  # noqa: S608 - no text of users
                " (SELECT max(seq) FROM entries e WHERE e.game = games.game)"
                f" FROM games {open_only if unfinished_only else ''} ORDER BY at, game"
            ).fetchall()
            types = ", ".join(f"'{name}'" for name in TELLING)
            return [
                info_of(game, GameOpened(*opened), self._entries(f"game = ? AND type IN ({types})", (game,)), last or 0)
                for game, *opened, last in rows
            ]

    def _entries(self, where: str, values: tuple[str | int, ...]) -> list[Entry]:
        entries = []
        query = f"SELECT game, seq, at, event FROM entries WHERE {where} ORDER BY seq"  # noqa: S608 - no text of users
        for game, seq, at, event in self._database.execute(query, values):
            try:
                entries.append(Entry(seq, at, decode_event(event)))
            except (MalformedError, UnknownEventError) as error:
                raise StoreError(f"the journal {self._path} is damaged: game {game}, entry {seq}: {error}") from None
        return entries


@asynccontextmanager
async def open_journal(path: Path, *, quick_flush: float = QUICK_FLUSH) -> AsyncIterator[SqliteJournal]:
    """The journal at `path`, taking appends until the block is left. Raises `StoreError`.

    `quick_flush`: seconds that a flush may take for commits to be made in the event loop.
    """
    database = await trio.to_thread.run_sync(connect, path)
    # Asked here and not in a thread: on a busy machine a thread that sleeps most of the time is served before this one.
    journal = SqliteJournal(path, database, is_quick=_flushes_within(quick_flush, database))
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.commit_what_waits)
            yield journal
            nursery.cancel_scope.cancel()
    finally:
        database.close()
