"""The lock on a data folder, which one daemon or command holds at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import filelock

LOCK: Final = "fivesd.lock"


class InUseError(Exception):
    """Another daemon uses the data folder, or has a game of the club that is to be changed."""


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Lock the data folder against other daemons. Raises `InUseError` if one uses it."""
    try:
        with filelock.FileLock(data / LOCK).acquire(timeout=0):
            yield
    except filelock.Timeout:
        raise InUseError(f"another daemon is using {data}; stop it, or choose another folder with --data") from None
