"""The folder of records, for a running daemon, which never waits for its disk.

Not here: writing and reading one record (`records`), for which commands do not load trio.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import trio

from daemon.journal.records import SUFFIX, record_path, write_durably
from protocol.wire.record import Header


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
