"""The tables of a club's database.

Here: making them, and their version. Not here: the connection (`postgres_database`), reading and writing them
(`postgres_reading`, `postgres_writer`).

`entries` and `appends` are as in the file of a house (`sqlite_file`). `daemons` has a row for each running daemon, with
the end of its lease: with this one row it renews the lease on all that it owns. `owners` has a row for each game and
each table's name, with the daemon that had it last. Its `epoch` grows whenever it is owned anew, and an append that
carries another one stores nothing. A key is anybody's after its own `until`, too: infinite, at first. `games` is
made from the entries (`postgres_games`), for questions about all games at once. The certificate is the club's.

Only plain SQL is used, with which other databases that speak PostgreSQL's protocol could do, too: no advisory locks, no
triggers, and no LISTEN, which takes a lock over the whole database in each commit.
"""

import time
from contextlib import suppress
from typing import Final

from daemon.club.postgres_database import Database, KeyExistsError
from daemon.journal.interface import StoreError, UnusableError
from daemon.journal.reading import IS_LAST, IS_SUMMARY

VERSION: Final = 1
_SUMMARY_INDEX: Final = f"CREATE INDEX IF NOT EXISTS summary_entries ON entries (game, seq) WHERE {IS_SUMMARY}"
"""Databases of the first builds lack it."""
_TABLES: Final = f"""
CREATE TABLE fives (version integer NOT NULL, certificate bytea);
INSERT INTO fives VALUES ({VERSION});
CREATE TABLE entries (
    game text COLLATE "C", seq integer, at text NOT NULL, type text NOT NULL, event text NOT NULL,
    PRIMARY KEY (game, seq)
);
CREATE TABLE appends (
    game text COLLATE "C", n integer, head integer NOT NULL, private text NOT NULL, checksum text NOT NULL,
    PRIMARY KEY (game, n)
);
CREATE INDEX last_entries ON entries (game) WHERE {IS_LAST};
{_SUMMARY_INDEX};
CREATE TABLE daemons (daemon text PRIMARY KEY, address text NOT NULL, until timestamptz NOT NULL);
CREATE TABLE owners (
    key text COLLATE "C" PRIMARY KEY, daemon text NOT NULL, epoch bigint NOT NULL, until timestamptz NOT NULL
);
CREATE TABLE games (
    game text COLLATE "C" PRIMARY KEY, name text NOT NULL, at text COLLATE "C" NOT NULL, opened_by text,
    instead_of text, is_over boolean NOT NULL, is_left boolean NOT NULL, is_used boolean NOT NULL,
    has_free_seat boolean NOT NULL, players integer NOT NULL, words text NOT NULL, back_at text COLLATE "C" NOT NULL
);
CREATE INDEX names ON games (name, at);
CREATE INDEX open_games ON games (game) WHERE NOT is_over;
CREATE INDEX replaced_games ON games (instead_of) WHERE instead_of IS NOT NULL;
CREATE TABLE guesses (household text PRIMARY KEY, wrong integer NOT NULL, at timestamptz NOT NULL);
"""  # noqa: S608 - our own text
TIME_TO_SHOW: Final = 5.0
"""Seconds in which new tables must be seen, behind a pooler that reads from a standby."""
_PAUSE: Final = 0.2


def prepare(database: Database) -> None:
    """Make the tables if there are none. Raises `UnusableError` if they are not of this release."""
    try:
        version = _version(database)
        if version is None:
            version = _version_made(database)
    except StoreError as error:
        raise UnusableError(str(error)) from error
    if version != VERSION:
        raise UnusableError(f"the database {database.name} is of another release (version {version}, not {VERSION})")


def add_missing_index(database: Database) -> None:
    """Make the index that an older database lacks. While it is made, no daemon of the club stores anything.

    Without it lists of all games take longer, so nothing is raised, as without the rights or the time for it.
    """
    with suppress(StoreError):
        if database.run("SELECT to_regclass('summary_entries')") == [(None,)]:
            database.run(_SUMMARY_INDEX)


def _version(database: Database) -> int | None:
    """The version of the tables; None without any."""
    ((table, encoding),) = database.run("SELECT to_regclass('fives'), current_setting('server_encoding')")
    if encoding != "UTF8":
        raise StoreError(f"the database {database.name} has the encoding {encoding}; make one with UTF8")
    if table is None:
        return None
    rows = database.run("SELECT version FROM fives")
    if len(rows) != 1:
        raise StoreError(f"the table fives of {database.name} is damaged: it has {len(rows)} rows, not one")
    return int(rows[0][0])


def _version_made(database: Database) -> int:
    """The version of the tables once they are made, here or by another daemon meanwhile."""
    failure: StoreError | None = None
    give_up_at = time.monotonic() + TIME_TO_SHOW
    try:
        database.run(_TABLES)
    except StoreError as error:
        failure = error
    while (version := _version(database)) is None:
        if failure is not None and not isinstance(failure, KeyExistsError):
            raise failure
        if time.monotonic() > give_up_at:
            why = "a pooler or balancer reads from a standby that is late"
            raise StoreError(f"the database {database.name} does not show the tables that were made there: {why}")
        time.sleep(_PAUSE)
    return version
