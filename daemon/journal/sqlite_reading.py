"""Reading the journal's file.

Here: how a query is run, also in a malformed file. Not here: the queries and damage (`reading`), the tables
(`sqlite_file`), writing (`sqlite_writer`).
"""

import sqlite3
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from daemon.journal.chain import Head
from daemon.journal.heads import DamagedHeadsError, blocks_of_heads, read_heads
from daemon.journal.noted_heads import NotedHeads
from daemon.journal.reading import IDS, PAGE, JournalReader
from daemon.journal.sqlite_file import connect, plain_errors

_SORTED: Final = f"""
CREATE TEMP TABLE sorted AS {IDS} SELECT ids.game FROM ids LEFT JOIN appends ON appends.game = ids.game AND n = 1
    WHERE ids.game IS NOT NULL ORDER BY substr(private, instr(private, '"at":"') + 6, 24), ids.game
"""  # noqa: S608 - our own text
"""A temporary table, which SQLite keeps in a file where it is large. Times have 24 characters."""


class SqliteReader(JournalReader):
    """A journal's file opened for reading, with its own connection. `heads` are from the file beside it."""

    def __init__(self, path: Path, database: sqlite3.Connection, heads: MutableMapping[str, Head] | None) -> None:
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

    def pages_of_ids(self) -> Iterator[Sequence[str]]:
        """As `JournalReader.pages_of_ids`. If the ids cannot all be read, those that can are sorted as text."""
        self.select("DROP TABLE IF EXISTS temp.sorted")
        _, error = self.select(_SORTED)
        if error is not None:
            ids = sorted(self.game_ids())
            yield from (ids[first : first + PAGE] for first in range(0, len(ids), PAGE))
            return
        first = 0
        while rows := self.select("SELECT game FROM temp.sorted WHERE rowid > ? LIMIT ?", first, PAGE)[0]:
            yield [game for (game,) in rows]
            first += PAGE

    def read_heads_again(self) -> None:
        """As `JournalReader.read_heads_again`."""
        self.heads = read_heads(self._path) or {}


@contextmanager
def open_reader(path: Path) -> Iterator[SqliteReader]:
    """The journal at `path`, opened for a command that reads, even while a daemon writes it. Raises `StoreError`."""
    with closing(connect(path, read_only=True)) as database:
        # Heads first: the writer commits before it writes them, so what is read later is never behind them.
        yield SqliteReader(path, database, _noted_heads(path, database))


def _noted_heads(path: Path, database: sqlite3.Connection) -> MutableMapping[str, Head] | None:
    """The heads that were last written; None if their file is missing or damaged."""
    try:
        return NotedHeads(database, blocks_of_heads(path))
    except (OSError, DamagedHeadsError):
        return None
    except sqlite3.Error:  # no space for a table
        return read_heads(path)
