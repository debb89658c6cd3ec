"""The journal on disk: one SQLite file and one thread that writes it.

Here: the writer. Not here: the tables (`sqlite_file`), reading (`sqlite_reading`).

The thread owns the write connection. All appends that wait when it is free are one transaction, so one flush serves
all tables, and the event loop never waits for the disk. WAL with `synchronous=FULL` makes a commit durable when it
returns; `fullfsync` says the same to macOS.

Between commits the thread holds the next transaction open: SQLite lets no other program write to the file, a second
daemon least of all, and lets all of them read it.
"""

import math
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import trio
from attrs import define, frozen

from daemon.journal.interface import GameInfo, Outcome, Private, Stored, StoreError, WrongPlaceError
from daemon.journal.rows import EntryRow, encode_private, entry_row
from daemon.journal.sqlite_file import connect, plain_errors
from daemon.journal.sqlite_reading import SqliteReader, reading
from protocol.log.events import Entry


@define
class _Append:
    """An append, and in the end its error."""

    game: str
    expected_seq: int
    entries: Sequence[Entry]
    private: Sequence[Private]
    then: Outcome
    error: Exception | None = None


@frozen
class _Head:
    """The end of a game: how many appends it has, and the number of its last entry."""

    n: int
    seq: int


_EMPTY = _Head(0, 0)
_Waiting = SimpleQueue[_Append | None]
"""Appends in their order; None: there will be no more."""


class _Writer:
    """Commits appends, in a thread of its own."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self._path = path
        self._database = database
        with plain_errors(path):
            try:
                database.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                raise StoreError(f"another program is writing to {path}; stop it, or choose another folder") from error
            rows = database.execute("SELECT game, max(n), max(head) FROM appends GROUP BY game")
            self._heads = {game: _Head(n, seq) for game, n, seq in rows}

    def run(self, waiting: _Waiting, report: Callable[[list[_Append]], None]) -> None:
        """Commit what waits until there will be no more, and report each batch."""
        is_open = True
        while is_open:
            found = [waiting.get(), *(waiting.get_nowait() for _ in range(waiting.qsize()))]
            is_open = None not in found
            batch = [each for each in found if each is not None]
            self.commit(batch)
            report(batch)
        with suppress(sqlite3.Error):
            self._database.execute("ROLLBACK")

    def commit(self, batch: Sequence[_Append]) -> None:
        """Store all of these in one transaction, but for those that are refused; each gets its error."""
        heads: dict[str, _Head] = {}
        appends: list[tuple[str, int, int, str]] = []
        entries: list[EntryRow] = []
        for append in batch:
            try:
                head = heads.get(append.game) or self._heads.get(append.game, _EMPTY)
                if append.expected_seq != head.seq:
                    raise WrongPlaceError(f"{append.game} ends at {head.seq}, not at {append.expected_seq}")
                rows = [entry_row(append.game, entry) for entry in append.entries]
                private = encode_private(append.private)
            except Exception as error:  # noqa: BLE001 - the table that waits for it raises it; the others go on
                append.error = error
                continue
            head = heads[append.game] = _Head(head.n + 1, head.seq + len(rows))
            appends.append((append.game, head.n, head.seq, private))
            entries += rows
        try:
            self._store(appends, entries)
        except Exception as error:  # noqa: BLE001 - as above, for every table
            is_disk = isinstance(error, sqlite3.Error)
            failure = StoreError(f"the journal {self._path} took nothing: {error}") if is_disk else error
            for append in batch:
                append.error = append.error or failure
        else:
            self._heads |= heads
        with suppress(sqlite3.Error):  # the next commit tries again and reports it
            self._database.execute("BEGIN IMMEDIATE")

    def _store(self, appends: Sequence[tuple[str, int, int, str]], entries: Sequence[EntryRow]) -> None:
        try:
            if not self._database.in_transaction:
                self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", entries)
            self._database.executemany("INSERT INTO appends VALUES (?, ?, ?, ?)", appends)
            self._database.execute("COMMIT")
        finally:
            if self._database.in_transaction:
                with suppress(sqlite3.Error):  # the file is damaged
                    self._database.execute("ROLLBACK")


class SqliteJournal:
    """A `Journal` in a file. `open_journal` makes one and runs its writer."""

    def __init__(self, waiting: _Waiting, reader: SqliteReader) -> None:
        self._waiting = waiting
        self._reader = reader
        self._reading = trio.Lock()

    def append_soon(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private], then: Outcome
    ) -> None:
        """Do as `Journal.append_soon`."""
        self._waiting.put(_Append(game, expected_seq, entries, private, then))

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """Do as `Journal.append`."""
        outcome: list[Exception | None] = []
        is_decided = trio.Event()

        def then(error: Exception | None) -> None:
            outcome.append(error)
            is_decided.set()

        self.append_soon(game, expected_seq, entries, private, then)
        await is_decided.wait()
        if outcome[0] is not None:
            raise outcome[0]

    async def read(self, game: str, after: int = 0) -> Stored:
        """As `Journal.read`."""
        async with self._reading:
            return await trio.to_thread.run_sync(self._reader.read, game, after)

    async def games(self, *, unfinished_only: bool = False) -> list[GameInfo]:
        """As `Journal.games`."""
        async with self._reading:
            return await trio.to_thread.run_sync(partial(self._reader.games, unfinished_only=unfinished_only))


@asynccontextmanager
async def open_journal(path: Path) -> AsyncIterator[SqliteJournal]:
    """The journal at `path`, which takes appends until the block is left. Raises `StoreError`."""
    with closing(await trio.to_thread.run_sync(connect, path)) as database:
        async with running_on(database, path) as journal:
            yield journal


@asynccontextmanager
async def running_on(database: sqlite3.Connection, path: Path) -> AsyncIterator[SqliteJournal]:
    """A journal that writes to this connection. Every append that was begun is finished and reported at the end."""
    writer = await trio.to_thread.run_sync(_Writer, path, database)
    waiting: _Waiting = SimpleQueue()
    send, receive = trio.open_memory_channel[list[_Append]](math.inf)
    loop = trio.lowlevel.current_trio_token()

    def report(batch: list[_Append]) -> None:
        loop.run_sync_soon(send.send_nowait, batch)

    thread = threading.Thread(target=writer.run, args=(waiting, report), name="journal", daemon=True)
    with reading(path) as reader:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_report_outcomes, receive)
            thread.start()
            try:
                yield SqliteJournal(waiting, reader)
            finally:
                waiting.put(None)
                with trio.CancelScope(shield=True):
                    await trio.to_thread.run_sync(thread.join)
                send.close()


async def _report_outcomes(batches: trio.MemoryReceiveChannel[list[_Append]]) -> None:
    """Call what waits for each append, in the event loop and also while everything shuts down."""
    with trio.CancelScope(shield=True):
        async for batch in batches:
            for append in batch:
                append.then(append.error)
