"""A copy of the journal, as it is at one moment, while a daemon may be writing it.

Here: copying the file into another folder with a file of heads that fits, and checking the copy. Not here: which other
files belong to it, its name, older copies (`daemon.program.copy_folder`), saving what is left of a malformed file
(`salvage`).
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from daemon.journal.heads import read_heads, write_heads
from daemon.journal.interface import StoreError
from daemon.journal.sqlite_file import MalformedFileError, connect, plain_errors
from daemon.journal.sqlite_reading import SqliteReader
from protocol.frozen import frozen

_PAGES: Final = 500
"""Pages that are copied between two reports of progress."""

Progress = Callable[[int, int], None]
"""Called with how much has been copied, and how much there is. What it raises ends the copying."""


@frozen
class CopyContent:
    """How many games a copy has, in how many bytes, and those that are damaged and continue as no other game."""

    games: int
    size: int
    damaged: frozenset[str]


def copy_journal(path: Path, folder: Path, progress: Progress) -> CopyContent:
    """Copy a journal into a folder where there is none, and check the copy as a daemon does at its start.

    Raises `StoreError` and `OSError`; then there may be an incomplete copy.
    """
    copy = folder / path.name
    heads = read_heads(path)  # first: the writer commits before it writes heads, so the copy is never behind them
    with closing(connect(path, read_only=True)) as journal:
        _copy(journal, copy, progress)
    with closing(connect(copy, is_at_rest=True)) as database:
        _check_pages(database, path)
        reader = SqliteReader(copy, database, heads)
        verified = reader.verify(unfinished_only=True)
        if reader.is_malformed:
            raise _malformed(path)
        write_heads(copy, {**(heads or {}), **verified})
        damaged = frozenset(reader.damage.keys() - reader.resumed().keys())
        return CopyContent(len(reader.game_ids()), copy.stat().st_size, damaged)


def _copy(journal: sqlite3.Connection, copy: Path, progress: Progress) -> None:
    """Copy the file at this moment: the open transaction keeps what is written meanwhile out of it.

    The new file is not locked. Nobody else knows it, and a folder on another machine may have no locks.
    """
    try:
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?nolock=1", uri=True)) as new:
            journal.execute("BEGIN")
            journal.execute("SELECT 1 FROM appends LIMIT 1").fetchall()  # the moment
            journal.backup(new, pages=_PAGES, progress=lambda _, left, pages: progress(pages - left, pages))
    except sqlite3.Error as error:
        raise StoreError(f"the journal cannot be copied: {error}") from error


def _check_pages(database: sqlite3.Connection, path: Path) -> None:
    with plain_errors(path):
        (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise _malformed(path)


def _malformed(path: Path) -> MalformedFileError:
    return MalformedFileError(
        f"what was read from {path} is malformed; stop the daemon and start it again: it saves what can be read"
    )
