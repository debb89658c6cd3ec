"""The SQLite file of the journal.

Here: the tables, opening a file, and turning SQLite's errors into `StoreError`. Not here: writing (`sqlite_writer`)
and reading (`sqlite_reading`).

An entry is a row of `entries`. An append is a row of `appends`: the `n`-th of its game, with `head`, the number of the
game's last entry after it, its private rows, and a checksum over the game so far (`heads`). Rows are stored in the
order of writing, with an index by game. So a commit for many games fills one page; rows in key order would touch a page
per game. `forgotten` contains games only while they are being deleted.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from daemon.journal.interface import StoreError
from daemon.journal.reading import IS_LAST, IS_SUMMARY

JOURNAL: Final = "journal.sqlite"
"""The name of the file in a data folder."""
VERSION: Final = 6
PATIENCE: Final = 1.0
"""Seconds to wait while another program locks the file."""


_SUMMARY_INDEX: Final = f"CREATE INDEX IF NOT EXISTS summary_entries ON entries (game, seq) WHERE {IS_SUMMARY}"
"""Journals of the first builds lack it."""
_IF_KEPT: Final = "WHEN old.game NOT IN (SELECT game FROM forgotten)"
_SCHEMA: Final = f"""
CREATE TABLE entries (
    game TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, type TEXT NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT;
CREATE TABLE appends (
    game TEXT NOT NULL, n INTEGER NOT NULL, head INTEGER NOT NULL, private TEXT NOT NULL, checksum TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT;
CREATE INDEX last_entries ON entries (game) WHERE {IS_LAST};
{_SUMMARY_INDEX};
CREATE TABLE forgotten (game TEXT PRIMARY KEY) STRICT;
CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER only_whole_games_go BEFORE DELETE ON entries {_IF_KEPT} BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER appends_are_never_changed BEFORE UPDATE ON appends BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER with_all_their_appends BEFORE DELETE ON appends {_IF_KEPT} BEGIN SELECT RAISE(ABORT, 'append only'); END;
"""


def connect(path: Path, *, read_only: bool = False, is_at_rest: bool = False) -> sqlite3.Connection:
    """The database at `path`; created if it does not exist, unless `read_only`. Raises `StoreError` for other files.

    `is_at_rest`: it is only read, and nobody writes to it or has stopped without finishing.
    """
    read_only |= is_at_rest
    address = _address_to_read(path.resolve(), is_at_rest=is_at_rest) if read_only else path.absolute().as_uri()
    with plain_errors(path):
        database = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            _prepare(database, path, read_only=read_only)
        except BaseException:  # Ctrl-C, too: nothing else closes the file
            database.close()
            raise
    return database


def _address_to_read(path: Path, *, is_at_rest: bool) -> str:
    """The URI with which SQLite opens the file for reading.

    Even then SQLite creates two more files, unless the URI says that nobody writes. This is so if there is no WAL and
    the folder cannot be written to, as on a read-only medium.
    """
    is_at_rest |= not path.with_name(f"{path.name}-wal").exists() and not os.access(path.parent, os.W_OK)
    return f"{path.as_uri()}?mode=ro{'&immutable=1' if is_at_rest else ''}"


def _prepare(database: sqlite3.Connection, path: Path, *, read_only: bool) -> None:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    is_empty = database.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    if version == 0 and is_empty and not read_only:
        database.executescript(f"PRAGMA journal_mode = WAL; BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
    elif version > VERSION:
        raise StoreError(f"{path} was written by a newer release (version {version}, not {VERSION}): update this one")
    elif version != VERSION:
        raise StoreError(f"{path} is no journal of this release (version {version}, not {VERSION})")
    if not read_only:
        with suppress(sqlite3.DatabaseError):  # malformed, full, in use: whoever writes says so, and lists do without
            database.execute(_SUMMARY_INDEX)
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA fullfsync = 1")
    database.execute("PRAGMA wal_autocheckpoint = 0")  # the writer makes the checkpoints


class OpenFile:
    """The journal's file, which this program has opened and alone writes to. Raises nothing.

    SQLite goes on with the file that it has opened, whatever is at its path by now: nobody would find what it writes.
    In WAL mode only a checkpoint writes to the file itself. So whoever changes its size meanwhile is another program.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fault: str | None = None
        self._opened: tuple[int, int, int] | None = None
        self._opened = self._now()

    def _now(self) -> tuple[int, int, int] | None:
        """The device, the number of the file there, and its size; None without a file."""
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return None
        except OSError:
            return self._opened  # nobody can tell
        return status.st_dev, status.st_ino, status.st_size

    def fault(self) -> str | None:
        """What has happened to the file, as the end of a sentence; None if it is in its place. It does not heal."""
        now = self._now()
        if now != self._opened and self._fault is None:
            is_other = now is not None and self._opened is not None and now[:2] != self._opened[:2]
            changed = "was replaced by another file" if is_other else "was overwritten by another program"
            self._fault = "was removed" if now is None else changed
        return self._fault

    def note_checkpoint(self) -> None:
        """Take the size as it is now: this program has written to the file."""
        now = self._now()
        if now is not None and self._opened is not None and now[:2] == self._opened[:2] and self._fault is None:
            self._opened = now


class MalformedFileError(StoreError):
    """SQLite finds pages of the file malformed."""


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """A block whose SQLite errors are raised as `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"the journal {path} cannot be used: {error}") from error
