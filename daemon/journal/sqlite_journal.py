"""The journal on disk: opening its SQLite file.

Not here: its calls (`stored_journal`), the thread that writes it (`sqlite_writer`), the tables (`sqlite_file`), reading
(`sqlite_reading`).
"""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import trio

from daemon.journal.heads import read_heads
from daemon.journal.salvage import salvage
from daemon.journal.sqlite_file import MalformedFileError, connect
from daemon.journal.sqlite_reading import SqliteReader
from daemon.journal.sqlite_writer import SqliteWriter
from daemon.journal.stored_journal import StoredJournal, journal_with


@asynccontextmanager
async def open_journal(path: Path) -> AsyncIterator[StoredJournal]:
    """The journal at `path`, which accepts appends until the end of the block. Raises `StoreError`.

    If SQLite finds the file malformed, its readable rows are first copied into a new file.
    """
    async with AsyncExitStack() as files:
        try:
            journal = await files.enter_async_context(_open_sound(path))
        except MalformedFileError:
            await trio.to_thread.run_sync(salvage, path)
            journal = await files.enter_async_context(_open_sound(path))
        yield journal


@asynccontextmanager
async def _open_sound(path: Path) -> AsyncIterator[StoredJournal]:
    with closing(await trio.to_thread.run_sync(connect, path)) as database:
        async with journal_on(database, path) as journal:
            yield journal


@asynccontextmanager
async def journal_on(database: sqlite3.Connection, path: Path) -> AsyncIterator[StoredJournal]:
    """A journal that writes to this connection. At the end of the block, every append is finished and reported."""
    heads = read_heads(path)  # first: the writer commits before it writes heads, so the journal is never behind them
    with closing(connect(path, read_only=True)) as reading:
        reader = SqliteReader(path, reading, heads)
        writer = await trio.to_thread.run_sync(SqliteWriter, path, database, reader)
        async with journal_with(writer, reader) as journal:
            yield journal
