"""`fivesd copy`: copies of the data folder, made while a daemon runs, once or every so often.

Here: where copies may go, when the next one is due, and what the host is told. Not here: making and removing copies
(`copy_folder`).
"""

import os
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import trio

from daemon.journal.journal_copy import CopyContent
from daemon.program.copy_folder import CopyFolder, time_of
from daemon.program.game_places import journal_in
from daemon.program.output import print_error
from daemon.program.stored_games import size_in_words
from daemon.trio_program import first_error, stop_requests
from protocol.clean import brief
from protocol.shared.exit_status import DONE, FAILED, FailedError, MisusedError

KEPT: Final = 7
"""How many copies `--every` keeps."""
TIME_TO_RETRY: Final = timedelta(hours=1)
"""When a copy that failed is tried again, unless the next one is due before."""
_LONGEST_NAP: Final = 60.0
"""Seconds between two looks at the time of day: trio's clock may stand still while the machine sleeps."""
_UNITS: Final = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}
_LARGE: Final = 20_000
"""Pages of a journal whose copying shows its progress."""


def interval_in(typed: str) -> timedelta:
    """The time between two copies, as in `30m`, `12h` or `1d`. Raises `MisusedError`."""
    found = re.fullmatch(r"([0-9]{1,3})([mhd])", typed)
    interval = timedelta() if found is None else int(found[1]) * _UNITS[found[2]]
    if not interval:
        raise MisusedError(f"--every takes minutes, hours or days, like 30m, 12h or 1d, not {brief(typed)}")
    return interval


def copy_data(data: Path, folder: Path, every: timedelta | None) -> int:
    """Copy a data folder into `folder`: once, or again and again until asked to stop. Returns the exit status.

    Raises `FailedError`, or `MisusedError` if there can be no copy there.
    """
    journal_in(data)
    mask = os.umask(0o077)
    try:
        _prepare(data, folder)
        return trio.run(_copy_until_stopped, CopyFolder(data, folder), every)
    except BaseExceptionGroup as group:
        raise first_error(group) from group
    finally:
        os.umask(mask)


def _prepare(data: Path, folder: Path) -> None:
    """Make the folder for copies, if there is none. Raises `MisusedError`."""
    if folder.resolve().is_relative_to(data.resolve()):
        raise MisusedError(f"{folder} is in the data folder, and would be lost with it; choose another folder")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise MisusedError(f"{folder}: {error.strerror or error}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise MisusedError(f"{folder}: you may not write there")


async def _copy_until_stopped(copies: CopyFolder, every: timedelta | None) -> int:
    status = FAILED if every is None else DONE  # if it is stopped
    async with stop_requests(stops_with_stdin=False) as stop, trio.open_nursery() as nursery:
        nursery.start_soon(_cancel_at, stop, nursery.cancel_scope)
        if every is not None:
            await keep_copying(copies, every)
        content = await _copy(copies, _now())
        status = FAILED if content is None or content.damaged else DONE
        nursery.cancel_scope.cancel()
    return status


async def _cancel_at(stop: trio.Event, scope: trio.CancelScope) -> None:
    await stop.wait()
    scope.cancel()


def _now() -> datetime:
    return datetime.now(UTC)


async def keep_copying(copies: CopyFolder, every: timedelta, now: Callable[[], datetime] = _now) -> None:
    """Make a copy whenever the newest one is old enough, and keep the newest. Errors are printed and end nothing."""
    due = max([now(), *(min(now(), time_of(copy)) + every for copy in copies.copies()[-1:])])
    if due > now():
        print(f"the next copy to {copies.folder} is due at {due:%Y-%m-%d %H:%M} UTC", flush=True)
    while True:
        while (left := (due - now()).total_seconds()) > 0:  # noqa: ASYNC110 - the time of day has no event
            await trio.sleep(min(left, _LONGEST_NAP))
        due = now() + every
        content = await _copy(copies, now(), KEPT)
        if content is None:
            due = min(due, now() + TIME_TO_RETRY)


async def _copy(copies: CopyFolder, at: datetime, most: int | None = None) -> CopyContent | None:
    """Make a copy and say what is in it, or why there is none. If it is cancelled, it leaves nothing.

    `most`: how many copies may be left. Only a copy without damage replaces an older one.
    """
    try:
        path, content = await trio.to_thread.run_sync(copies.make, at, _show_progress)
    except FailedError as error:
        print_error(str(error))
        return None
    games = "1 game" if content.games == 1 else f"{content.games} games"
    print(f"copied {games} ({size_in_words(content.size)}) to {path}", flush=True)
    if content.damaged:
        count = len(content.damaged)
        damaged = "1 game in it is" if count == 1 else f"{count} games in it are"
        stays = "" if most is None else ", and no older copy is removed until then"
        print_error(f"{damaged} damaged, as in {copies.data}: `fivesd verify` says what to do{stays}")
    elif most is not None:
        try:
            await trio.to_thread.run_sync(copies.remove_older, path, most)
        except FailedError as error:
            print_error(str(error))
    return content


def _show_progress(copied: int, pages: int) -> None:
    """Show how much of a large journal is copied. Ends the copying if the program has been asked to stop."""
    trio.from_thread.check_cancelled()
    if pages > _LARGE and sys.stderr.isatty():
        end = "\n" if copied == pages else ""
        print(f"\rcopying: {100 * copied // pages} %", end=end, file=sys.stderr, flush=True)
