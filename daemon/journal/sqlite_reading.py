"""Reading the journal's file.

Here: how a query is run, also in a malformed file. Not here: the queries and damage (`reading`), the tables
(`sqlite_file`), writing (`sqlite_writer`).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from daemon.journal.chain import Head
from daemon.journal.heads import read_heads
from daemon.journal.reading import JournalReader
from daemon.journal.sqlite_file import connect, plain_errors


class SqliteReader(JournalReader):
    """A journal's file opened for reading, with its own connection. `heads` are from the file beside it."""

    def __init__(self, path: Path, database: sqlite3.Connection, heads: dict[str, Head] | None) -> None:
        super().__init__(str(path), heads)
        self._path = path
        self._database = database
        self.is_malformed = False
        """Whether SQLite has found pages of the file malformed."""

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """As `JournalReader.one_moment`."""
        with plain_errors(self._path):
            self._database.execute("BEGIN")
            try:
                yield
            finally:
                if self._database.in_transaction:  # an error may have ended it already
                    self._database.execute("ROLLBACK")

    def select(self, query: str, *values: str | int) -> tuple[list[Any], str | None]:
        """As `JournalReader.select`."""
        rows = []
        try:
            for row in self._database.execute(query, values):
                rows.append(row)  # noqa: PERF402 - keeps the rows before an error
        except sqlite3.DatabaseError as error:
            self.is_malformed |= getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
            return rows, str(error)
        return rows, None


@contextmanager
def open_reader(path: Path) -> Iterator[SqliteReader]:
    """The journal at `path`, opened for reading, even while a daemon writes it. Raises `StoreError`."""
    heads = read_heads(path)  # first: the writer commits before it writes heads, so the journal is never behind them
    with closing(connect(path, read_only=True)) as database:
        yield SqliteReader(path, database, heads)
