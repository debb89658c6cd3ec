"""The folder of records: every finished game as one file that can be sent to a friend.

Lives here: writing a record so that it is there whole or not at all. Not here: what its lines are (`protocol.record`).
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from protocol.events import Entry
from protocol.record import Header, Record, RecordError, read_record, write_record

SUFFIX: Final = ".jsonl"


class Records:
    """The records under a data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path_of(self, game: str) -> Path:
        """Where the record of this game is, or will be."""
        return self._folder / f"{game}{SUFFIX}"

    def write(self, header: Header, entries: Iterable[Entry]) -> Path:
        """Write a record beside its place, flush it and only then put it there. Raises `OSError`."""
        path = self.path_of(header.game)
        self._folder.mkdir(parents=True, exist_ok=True)
        write_durably(path, header, entries)
        return path


def write_durably(path: Path, header: Header, entries: Iterable[Entry]) -> None:
    """Put a record at `path`, whole or not at all. Raises `OSError`."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.writelines(write_record(header, entries))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_file(path: Path) -> Record:
    """The record in a file. Raises `OSError` and `RecordError`."""
    with path.open("rb") as file:
        return read_record(file)


__all__ = ["RecordError", "Records", "read_file", "write_durably"]
