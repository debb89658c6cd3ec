"""The lock on a data folder, which one daemon or command holds at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import filelock

from protocol.shared.operator_key import read_key

LOCK: Final = "fivesd.lock"
TIME_TO_END: Final = 10.0
"""Seconds for which a daemon that stops is waited for: who starts it again at once need not know that it still says
goodbye (`serve`)."""


class InUseError(Exception):
    """Another daemon uses the data folder, or has a game of the club that is to be changed."""


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Lock the data folder against other daemons. Raises `InUseError` if one uses it.

    A daemon that serves has its key there; one that stops has it no more, and is waited for.
    """
    patience = 0 if read_key(data) else TIME_TO_END
    try:
        with filelock.FileLock(data / LOCK).acquire(timeout=patience):
            yield
    except filelock.Timeout:
        raise InUseError(f"another daemon is using {data}; stop it, or choose another folder with --data") from None
