"""The file that the journal is: its tables, and how a file of an earlier release becomes one of this.

Lives here: the schema, opening, and turning SQLite's failures into `StoreError`. Not here: what is written and read
(`sqlite_journal`).

A row of `appends` is all that one append brought: its events, one a line, numbered from `seq` to `head`, and the id of
the command behind them. Rows are kept in the order in which they came, so that what many tables store at once lies
together, and each names the one `before` it of its game; `ends` knows the last one of each game. An index by game would
have to write a page for every table that stores something; so a commit writes a few pages for all of them.
"""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from daemon.journal.interface import StoreError

JOURNAL: Final = "journal.sqlite"
"""Its name in a data folder."""
VERSION: Final = 4
ORDINARY, TELLING, ENDING = 0, 1, 2
"""The kinds of appends: with events that a game's summary is made of, with one that ends it, and all others."""
PAGES_BEFORE_A_CHECKPOINT: Final = 8000
"""Pages of 4 KiB that gather in the WAL: many tables write the same pages again and again, and each is copied once."""
TIME_FOR_OTHERS: Final = 5000
"""Milliseconds that a commit in the thread waits for another program that writes to the file."""
_APPENDS: Final = """
CREATE TABLE appends (
    n INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games, before INTEGER NOT NULL, seq INTEGER NOT NULL,
    head INTEGER NOT NULL, at TEXT NOT NULL, kind INTEGER NOT NULL, events TEXT NOT NULL, id TEXT, digest TEXT
) STRICT;
CREATE TABLE ends (game TEXT PRIMARY KEY REFERENCES games, n INTEGER NOT NULL, head INTEGER NOT NULL) STRICT;
CREATE TABLE next_games (game TEXT PRIMARY KEY REFERENCES games, next TEXT NOT NULL) STRICT;
"""
_GUARDS: Final = """
CREATE INDEX telling_appends ON appends (game, seq) WHERE kind > 0;
CREATE INDEX ending_appends ON appends (game) WHERE kind = 2;
CREATE TRIGGER appends_follow_each_other AFTER INSERT ON appends BEGIN
    UPDATE ends SET n = NEW.n, head = NEW.head WHERE game = NEW.game AND n = NEW.before AND head = NEW.seq - 1;
    SELECT RAISE(ABORT, 'not at the end of its game') WHERE changes() = 0;
END;
CREATE TRIGGER appends_are_never_changed BEFORE UPDATE ON appends BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER appends_are_never_deleted BEFORE DELETE ON appends BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER ends_only_move_on BEFORE UPDATE ON ends
    WHEN NEW.game IS NOT OLD.game OR NEW.n <= OLD.n OR NEW.head <= OLD.head
    BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER ends_are_never_deleted BEFORE DELETE ON ends BEGIN SELECT RAISE(ABORT, 'append only'); END;
"""
_SCHEMA: Final = f"""
CREATE TABLE games (
    game TEXT PRIMARY KEY, "table" TEXT NOT NULL, at TEXT NOT NULL, password TEXT, is_home INTEGER NOT NULL
) STRICT;
{_APPENDS}
{_GUARDS}
CREATE TABLE tokens (
    n INTEGER PRIMARY KEY, game TEXT NOT NULL, seat INTEGER NOT NULL, digest TEXT, is_host INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_of_game ON tokens (game);
CREATE TABLE commands (
    game TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
"""
_FROM_VERSION_1: Final = """
CREATE TABLE appends (
    n INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games, seq INTEGER NOT NULL, head INTEGER NOT NULL,
    at TEXT NOT NULL, kind INTEGER NOT NULL, events TEXT NOT NULL, id TEXT, digest TEXT
) STRICT;
INSERT INTO appends (game, seq, head, at, kind, events)
    SELECT game, seq, seq, at,
        CASE WHEN type IN ('match_won', 'match_abandoned') THEN 2
            WHEN type IN ('table_opened', 'seat_taken', 'seat_left', 'match_started') THEN 1 ELSE 0 END,
        event
    FROM entries ORDER BY game, seq;
DROP TABLE entries;
"""
"""There an entry was a row, and every id lay in `commands`, where those of commands without an entry still do."""
_FROM_VERSION_2: Final = f"""
ALTER TABLE appends RENAME TO rows_by_game;
{_APPENDS}
INSERT INTO appends
    SELECT n, game, lag(n, 1, 0) OVER (PARTITION BY game ORDER BY seq), seq, head, at, kind, events, id, digest
    FROM rows_by_game;
INSERT INTO ends
    SELECT game, coalesce(n, 0), coalesce(max(head), 0) FROM games LEFT JOIN appends USING (game) GROUP BY game;
DROP TABLE rows_by_game;
{_GUARDS}
"""  # noqa: S608 - no text of users
"""There rows did not lead to each other, and an index found those of a game."""
_FROM_VERSION_3: Final = "ALTER TABLE games ADD COLUMN is_home INTEGER NOT NULL DEFAULT 0;"
"""There nothing told the host's own games from those of guests."""
_FROM_VERSION_2_ON: Final = _FROM_VERSION_2 + _FROM_VERSION_3
_UPDATES: Final = {1: _FROM_VERSION_1 + _FROM_VERSION_2_ON, 2: _FROM_VERSION_2_ON, 3: _FROM_VERSION_3}

log = logging.getLogger("fivesd.journal")


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """The database at `path`, made if it is not there. Raises `StoreError` for a file that is no journal."""
    with told_plainly(path):
        if read_only:
            database = sqlite3.connect(
                _address_to_read(path.resolve()), uri=True, isolation_level=None, check_same_thread=False
            )
        else:
            database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            _prepare(database, path, read_only=read_only)
        except BaseException:  # whatever it is, Ctrl-C too: nobody else holds the file's handle
            database.close()
            raise
    return database


def _address_to_read(path: Path) -> str:
    """The file as SQLite takes it. Even to read it, it makes two more beside it, unless it is told that nobody writes.

    That is so where the folder cannot be written, as with a copy on a read-only medium, and no WAL lies there.
    """
    is_at_rest = not path.with_name(f"{path.name}-wal").exists() and not os.access(path.parent, os.W_OK)
    return f"{path.as_uri()}?mode=ro{'&immutable=1' if is_at_rest else ''}"


def _prepare(database: sqlite3.Connection, path: Path, *, read_only: bool) -> None:
    database.execute(f"PRAGMA busy_timeout = {TIME_FOR_OTHERS}")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    is_empty = database.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    if version == 0 and is_empty and not read_only:
        database.executescript(f"PRAGMA journal_mode = WAL; BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
    elif version in _UPDATES and read_only:
        raise StoreError(
            f"{path} was written by an earlier release: start fivesd on it once, which brings it up to date"
        )
    elif version in _UPDATES:
        log.info("%s is brought up to date", path)
        database.executescript(f"BEGIN IMMEDIATE; {_UPDATES[version]} PRAGMA user_version = {VERSION}; COMMIT;")
    elif version != VERSION:
        raise StoreError(f"{path} is no journal of this release (version {version}, not {VERSION})")
    database.execute("PRAGMA synchronous = FULL")
    database.execute(f"PRAGMA wal_autocheckpoint = {PAGES_BEFORE_A_CHECKPOINT}")
    database.execute("PRAGMA fullfsync = 1")


@contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Failures of SQLite leave as `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"the journal {path} cannot be used: {error}") from error
