"""Copying a malformed journal: its readable rows go into a new file before anything else is written.

Here: the copy, and keeping the old file. Not here: when a file is malformed (`sqlite_reading`), and which games are
damaged by it, which checksums and heads show.
"""

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from daemon.journal.interface import StoreError, UnusableError
from daemon.journal.sqlite_file import connect

_MOST_MISSES: Final = 100_000
"""After this many consecutive unreadable row numbers, the rest of a table counts as lost."""

log = logging.getLogger("fivesd.salvage")


class NotCopiedError(UnusableError):
    """A malformed journal could not be copied, because the disk failed; nothing was changed."""


def salvage(path: Path) -> None:
    """Replace the journal with a copy of all readable rows, and keep the old file beside it.

    No connection to the journal may be open. Raises `NotCopiedError`.
    """
    copy = path.with_name(f"{path.name}.copy")
    try:
        _remove(copy)
        _copy(path, copy)
        kept = _swap(path, copy)
    except (OSError, sqlite3.Error, StoreError) as error:
        with suppress(OSError):
            _remove(copy)
        raise NotCopiedError(
            f"the journal {path} is malformed, and what can be read of it cannot be copied: {error}; nothing was"
            " changed; make room on the disk, and start again"
        ) from error
    log.error("the journal was malformed: what can be read of it was copied, and the old file is kept as %s", kept)


def _copy(path: Path, copy: Path) -> None:
    with closing(connect(path, read_only=True)) as old, closing(connect(copy)) as new:
        new.execute("BEGIN")
        for table in ("entries", "appends"):
            for row in _rows(old, table):
                with suppress(sqlite3.IntegrityError):  # it cannot be what was written
                    new.execute(f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?)", row)  # noqa: S608 - our names
        new.execute("COMMIT")


def _rows(old: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """The readable rows of a table, in the order in which they were written."""
    query = f"SELECT rowid, * FROM {table} NOT INDEXED WHERE rowid > ? ORDER BY rowid"  # noqa: S608 - our names
    last = misses = 0
    while misses < _MOST_MISSES:
        try:
            for rowid, *row in old.execute(query, (last,)):
                last, misses = max(last, rowid), 0
                yield tuple(row)
        except sqlite3.DatabaseError:
            last, misses = last + 1, misses + 1
        else:
            return


def _swap(path: Path, copy: Path) -> Path:
    """Replace the journal with the copy; returns the new path of the old file. There is a journal at every moment."""
    candidates = (path.with_name(f"{path.stem}-damaged-{number}.sqlite") for number in count(1))
    kept = next(candidate for candidate in candidates if not candidate.exists())
    try:
        os.link(path, kept)
    except OSError:  # not every file system has links
        shutil.copy2(path, kept)
    with suppress(FileNotFoundError):  # the copy must not find it
        path.with_name(f"{path.name}-wal").replace(kept.with_name(f"{kept.name}-wal"))
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    copy.replace(path)
    return kept


def _remove(copy: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
