"""The journal on disk: one SQLite file, append-only, in which one flush serves every table that waits.

Lives here: the committer. Not here: the file and its tables (`sqlite_file`), reading it (`sqlite_reading`).

What waits is committed together: one flush serves all tables, and no append waits for another's turn. Where a flush is
quicker than a thread can be asked to make it, the event loop commits what one turn of it has brought; else a worker
thread does, and the loop never waits for the disk. Which it is, is found out when the journal is opened.

WAL with `synchronous=FULL` makes a commit durable when it returns; `fullfsync` says the same to macOS. Triggers refuse
to change or delete what was appended, and an append anywhere but at the end of its game.
"""

import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Final

import trio
from attrs import define

from daemon.journal.interface import (
    SUMMED_UP,
    CommandAccepted,
    GameInfo,
    GameOpened,
    Outcome,
    Private,
    Stored,
    StoreError,
    TokenIssued,
    TokensRevoked,
    WentOn,
    WrongPlaceError,
    wait_for,
)
from daemon.journal.sqlite_file import ENDING, ORDINARY, TELLING, TIME_FOR_OTHERS, VERSION, connect
from daemon.journal.sqlite_reading import SqliteReader
from protocol.log.events import Entry, Event, MatchAbandoned, MatchWon
from protocol.wire.codec import encode_event

QUICK_FLUSH: Final = 0.001
"""Seconds: a disk that flushes quicker is not worth a thread."""
TRIES_TO_FLUSH: Final = 5
FAIR_SHARE: Final = 0.005
"""Seconds for which a commit may hold the event loop up."""
TOO_LONG: Final = 0.1
"""Seconds by which commits, one with another, may take more than their share before a thread makes the others."""

Row = tuple[str, str, int, int, str, int, str, str | None, str | None]
_INSERT: Final = """
INSERT INTO appends (game, before, seq, head, at, kind, events, id, digest)
    VALUES (?, (SELECT n FROM ends WHERE game = ?), ?, ?, ?, ?, ?, ?, ?)
"""
_KINDS: Final[dict[type[Event], int]] = {
    **dict.fromkeys(SUMMED_UP, TELLING),
    **dict.fromkeys((MatchWon, MatchAbandoned), ENDING),
}

log = logging.getLogger("fivesd.journal")


@define
class _Append:
    """An append that waits for its commit."""

    game: str
    expected_seq: int
    entries: Sequence[Entry]
    private: Sequence[Private]
    then: Outcome
    error: Exception | None = None


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

    def __init__(
        self, path: Path, database: sqlite3.Connection, reader: SqliteReader, *, is_quick: bool = False
    ) -> None:
        self._path = path
        self._database = database
        self._is_quick = is_quick
        self._stalled = 0.0
        self._patience = TIME_FOR_OTHERS
        self._waiting: list[_Append] = []
        self._something_waits = trio.Event()
        self._reader = reader
        self._reading = trio.Lock()

    def append_soon(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private], then: Outcome
    ) -> None:
        """As `Journal.append_soon`."""
        self._waiting.append(_Append(game, expected_seq, entries, private, then))
        self._something_waits.set()

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """As `Journal.append`."""
        await wait_for(self, game, expected_seq, entries, private)

    async def read(self, game: str, after: int = 0) -> Stored:
        """As `Journal.read`."""
        async with self._reading:
            return await trio.to_thread.run_sync(self._reader.read, game, after)

    async def games(self, *, unfinished_only: bool = False) -> list[GameInfo]:
        """As `Journal.games`."""
        async with self._reading:
            return await trio.to_thread.run_sync(self._reader.games, unfinished_only)

    # Committing.

    async def commit_what_waits(self) -> None:
        """Run for as long as the journal is open."""
        while True:
            await self._something_waits.wait()
            self._something_waits = trio.Event()
            batch, self._waiting = self._waiting, []
            if not (self._is_quick and self._commit_at_once(batch)):
                # An append that has begun is finished and told, also while everything else shuts down.
                with trio.CancelScope(shield=True):
                    await trio.to_thread.run_sync(self._commit, batch)
            for each in batch:
                each.then(each.error)

    def _commit_at_once(self, batch: Sequence[_Append]) -> bool:
        """Commit without waiting for anybody; False where somebody else is at the database, and nothing is done."""
        begun = time.perf_counter()
        try:
            self._begin(patience=0)
        except sqlite3.Error:
            return False  # whatever it is, a thread comes to it again and says so
        self._commit(batch)
        self._note_stall(time.perf_counter() - begun)
        return True

    def _note_stall(self, seconds: float) -> None:
        self._stalled = max(0.0, self._stalled + seconds - FAIR_SHARE)
        if self._stalled > TOO_LONG:
            log.info("the disk has become slow: a thread commits from now on")
            self._is_quick = False

    def _begin(self, patience: int) -> None:
        """Begin a transaction, waiting so many milliseconds for another program that writes to the file."""
        if patience != self._patience:
            self._database.execute(f"PRAGMA busy_timeout = {patience}")
            self._patience = patience
        self._database.execute("BEGIN IMMEDIATE")

    def _commit(self, batch: Sequence[_Append]) -> None:
        """One transaction for the whole batch; an append that is refused leaves the others standing."""
        try:
            if not self._database.in_transaction:
                self._begin(patience=TIME_FOR_OTHERS)
            self._write_all(batch)
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            if self._database.in_transaction:
                with suppress(sqlite3.Error):  # the file is damaged
                    self._database.execute("ROLLBACK")
            for each in batch:
                each.error = StoreError(f"the journal {self._path} took nothing: {error}")

    def _write_all(self, batch: Sequence[_Append]) -> None:
        """All appends together; one by one where any of them is refused."""
        try:
            self._write(batch)
        except (WrongPlaceError, sqlite3.IntegrityError):
            self._database.execute("ROLLBACK")
            self._database.execute("BEGIN IMMEDIATE")
            for each in batch:
                self._write_one(each)

    def _write_one(self, append: _Append) -> None:
        self._database.execute("SAVEPOINT one")
        try:
            self._write([append])
        except (WrongPlaceError, sqlite3.IntegrityError):
            self._database.execute("ROLLBACK TO one")
            append.error = _wrong_place(append)
        self._database.execute("RELEASE one")

    def _write(self, batch: Sequence[_Append]) -> None:
        """Raises `WrongPlaceError` and `sqlite3.IntegrityError`: each of them means that one is refused."""
        rows: list[Row] = []
        for append in batch:
            rows += self._rows(append)
        self._database.executemany(_INSERT, rows)

    def _rows(self, append: _Append) -> Sequence[Row]:
        """The rows of an append, as a rule one; whatever is private but for the id of its command is written here."""
        game, entries, private = append.game, append.entries, append.private
        accepted = private[-1] if private else None
        if entries and isinstance(accepted, CommandAccepted) and accepted.seq == entries[-1].seq:
            private = private[:-1]
        else:
            accepted = None
        for each in private:
            self._write_private(game, each)
        if not entries:
            self._check_end(append)
            return ()
        if entries[0].at == entries[-1].at:
            return (_row(game, entries, accepted),)
        rows = [_row(game, list(those), None) for _, those in groupby(entries, key=lambda entry: entry.at)]
        return rows if accepted is None else [*rows[:-1], (*rows[-1][:-2], accepted.id, accepted.digest)]

    def _check_end(self, append: _Append) -> None:
        """Raises `WrongPlaceError`. What brings entries need not be checked here: the database does."""
        query = "SELECT 1 FROM ends WHERE game = ? AND head = ?"
        if self._database.execute(query, (append.game, append.expected_seq)).fetchone() is None:
            raise _wrong_place(append)

    def _write_private(self, game: str, private: Private) -> None:
        execute = self._database.execute
        match private:
            case GameOpened():
                execute(
                    "INSERT INTO games VALUES (?, ?, ?, ?, ?)",
                    (game, private.table, private.at, private.password, private.is_home),
                )
                execute("INSERT INTO ends VALUES (?, 0, 0)", (game,))
            case TokenIssued():
                execute(
                    "INSERT INTO tokens (game, seat, digest, is_host) VALUES (?, ?, ?, ?)",
                    (game, private.seat, private.digest, private.is_host),
                )
            case TokensRevoked():
                execute("INSERT INTO tokens (game, seat, digest, is_host) VALUES (?, ?, NULL, 0)", (game, private.seat))
            case CommandAccepted():
                execute("INSERT INTO commands VALUES (?, ?, ?, ?)", (game, private.id, private.digest, private.seq))
            case WentOn():
                execute("INSERT OR IGNORE INTO next_games VALUES (?, ?)", (game, private.game))


def _wrong_place(append: _Append) -> WrongPlaceError:
    return WrongPlaceError(f"{append.game} does not end at {append.expected_seq}")


def _row(game: str, entries: Sequence[Entry], accepted: CommandAccepted | None) -> Row:
    kinds = [_KINDS[type(entry.event)] for entry in entries if type(entry.event) in _KINDS]  # as a rule none
    kind = max(kinds) if kinds else ORDINARY
    events = "\n".join([encode_event(entry.event) for entry in entries])
    id_, digest = (None, None) if accepted is None else (accepted.id, accepted.digest)
    return (game, game, entries[0].seq, entries[-1].seq, entries[0].at, kind, events, id_, digest)


@asynccontextmanager
async def open_journal(path: Path, *, quick_flush: float = QUICK_FLUSH) -> AsyncIterator[SqliteJournal]:
    """The journal at `path`, taking appends until the block is left. Raises `StoreError`.

    `quick_flush`: seconds that a flush may take for commits to be made in the event loop.
    """
    with ExitStack() as stack:
        database = stack.enter_context(closing(await trio.to_thread.run_sync(connect, path)))
        beside = stack.enter_context(closing(await trio.to_thread.run_sync(partial(connect, path, read_only=True))))
        # Asked here and not in a thread: on a busy machine a thread that sleeps most of the time is served before this.
        is_quick = _flushes_within(quick_flush, database)
        journal = SqliteJournal(path, database, SqliteReader(path, beside), is_quick=is_quick)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.commit_what_waits)
            yield journal
            nursery.cancel_scope.cancel()
