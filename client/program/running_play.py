"""Which program uses the folder of a private daemon, since when, and where that daemon is: for one whom it locks out.

A program can outlive its terminal, for example under a screen reader that keeps it open; nobody sees it then, and only
its number ends it. Here: the file that says so. Not here: the lock, which is the daemon's (`private_daemon` asks it).
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from client.store.files import write_whole
from client.words.number_words import day_and_time
from protocol.shared.address import Address, parse_address

RUNNING: Final = "running.json"


class RunningPlay(NamedTuple):
    """A program by its number. `since`: when it began, in seconds since 1970. `address`: of its daemon."""

    number: int
    since: float
    address: str

    @property
    def moment(self) -> str:
        """When it began: the time, and the day before it unless that is today."""
        began = datetime.fromtimestamp(self.since).astimezone()
        is_today = began.date() == datetime.now().astimezone().date()
        return f"{began:%H:%M}" if is_today else day_and_time(f"{began:%Y-%m-%d %H:%M}")

    @property
    def ending(self) -> str:
        """The command that ends it."""
        return f"taskkill /F /PID {self.number}" if sys.platform == "win32" else f"kill {self.number}"


@contextmanager
def noted_as_running(data: Path, address: Address) -> Iterator[None]:
    """In this context, a file in the folder says that this program uses it. Without the file, everything works."""
    file, this = data / RUNNING, RunningPlay(os.getpid(), datetime.now().astimezone().timestamp(), str(address))
    with suppress(OSError):
        write_whole(file, json.dumps(this._asdict()).encode())
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()


def running_play(data: Path) -> RunningPlay | None:
    """The program that uses this folder; None if that is not known."""
    try:
        found = RunningPlay(**json.loads((data / RUNNING).read_bytes()))
        datetime.fromtimestamp(found.since).astimezone()
        parse_address(found.address)
    except (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        return None
    return found if type(found.number) is int and found.number > 0 else None
