"""The folder of records: every finished game as one file that can be sent to a friend.

Here: writing a record completely or not at all. Not here: its lines (`protocol.wire.record`).
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Protocol

import trio

from protocol.wire.record import Header, Record, encode_header, lines_in, read_record

RECORDS: Final = "records"
"""The name of the folder of records in a data folder."""
SUFFIX: Final = ".jsonl"


def record_path(folder: Path, game: str) -> Path:
    """The path of a game's record in a folder of records."""
    return folder / f"{game}{SUFFIX}"


class Records(Protocol):
    """A store for the records of finished games."""

    async def has(self, game: str) -> bool:
        """Whether this game's record exists already. Raises `OSError` if this cannot be checked."""

    async def recorded(self) -> set[str]:
        """The games that have a record. Raises `OSError`."""

    async def write(self, header: Header, lines: Iterable[bytes]) -> str:
        """Write a game's record, one line per entry, completely or not at all; returns its path. Raises `OSError`.

        `lines` is iterated in another thread.
        """


class RecordFolder:
    """The records in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _path_of(self, game: str) -> Path:
        return record_path(self._folder, game)

    async def has(self, game: str) -> bool:
        """As `Records.has`."""
        return await trio.Path(self._path_of(game)).exists()

    async def recorded(self) -> set[str]:
        """As `Records.recorded`."""
        try:
            names = await trio.to_thread.run_sync(os.listdir, self._folder)
        except FileNotFoundError:
            return set()
        return {name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)}

    async def write(self, header: Header, lines: Iterable[bytes]) -> str:
        """As `Records.write`."""
        path = self._path_of(header.game)
        await trio.Path(self._folder).mkdir(parents=True, exist_ok=True)
        await trio.to_thread.run_sync(write_durably, path, header, lines)
        return str(path)


def write_durably(path: Path, header: Header, lines: Iterable[bytes]) -> None:
    """Write a record to `path`, completely or not at all. Raises `OSError`."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(encode_header(header))
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_file(path: Path) -> Record:
    """The record in a file. Raises `OSError` and `RecordError`."""
    with path.open("rb") as file:
        return read_record(lines_in(file))
