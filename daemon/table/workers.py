"""Processes that think for the event loop, so that nobody's choice holds up everybody's table.

Lives here: `Workers`, which has a function carried out in a process of its own and waits for what it returns; `Aside`,
the shape of that, and `on_the_spot`, for tests and simulations. Not here: what is thought (`bots`), the process's own
side (`worker`).

A process is started when one is first wanted, and kept. One that dies is replaced; if the next dies too, the function
is called in a thread of this process, so that an answer comes in any case, and an error of ours shows where it is seen.
"""

import logging
import os
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from struct import Struct
from typing import Any, Final, Protocol, TypeVar

import trio

import daemon

LENGTH: Final = Struct(">Q")
"""Before each message, its length in bytes."""
TRIES: Final = 2
LONG: Final = 1.0
"""Seconds that somebody waits for a process before another one may be started."""

T = TypeVar("T")

log = logging.getLogger("fivesd.workers")


class Aside(Protocol):
    """Carries out a module's function, whose arguments and result can be pickled."""

    def __call__(self, function: "partial[T]") -> Awaitable[T]:
        """What the function returns."""


async def on_the_spot(function: "partial[T]") -> T:
    """Call it here and now, which holds everything else up."""
    await trio.lowlevel.checkpoint()
    return function()


class _DiedError(Exception):
    """A worker is gone."""


class Workers:
    """So many processes: by default one a processor, but one processor is left to the event loop.

    There may be as many again for those who have waited `LONG`: some choices take seconds, and nobody else's bots
    should wait for that.
    """

    def __init__(self, most: int | None = None) -> None:
        usual = most or max(1, min(4, (os.cpu_count() or 2) - 1))
        self._free = trio.Semaphore(usual)
        self._more = trio.Semaphore(usual)
        self._idle: list[trio.Process] = []
        self._all: set[trio.Process] = set()

    async def __call__(self, function: "partial[T]") -> T:
        """What the function returns, once a process is free to call it."""
        message = pickle.dumps(function, pickle.HIGHEST_PROTOCOL)
        async with self._a_place():
            for _ in range(TRIES):
                try:
                    answer: T = await self._asked(message)
                except (_DiedError, OSError) as error:
                    log.warning("a process that thinks died and is replaced: %s", error)
                else:
                    return answer
        return await trio.to_thread.run_sync(function, abandon_on_cancel=True)

    async def close(self) -> None:
        """End all processes. They have nothing that would have to be kept."""
        while self._all:
            await _end(self._all.pop())

    @asynccontextmanager
    async def _a_place(self) -> AsyncIterator[None]:
        places = self._free
        with trio.move_on_after(LONG) as waits:
            await places.acquire()
        if waits.cancelled_caught:
            places = self._more if self._more.value else self._free
            await places.acquire()
        try:
            yield
        finally:
            places.release()

    async def _asked(self, message: bytes) -> Any:
        worker = self._idle.pop() if self._idle else await _started()
        self._all.add(worker)
        answered = False
        try:
            answer = await _ask(worker, message)
            answered = True
        finally:
            if answered:
                self._idle.append(worker)
            else:  # dead, or it would answer somebody who has gone
                self._all.discard(worker)
                await _end(worker)
        return answer


async def _end(worker: trio.Process) -> None:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.kill()
    with trio.CancelScope(shield=True):  # it is dead, so nothing here takes long
        await worker.stdin.aclose()
        await worker.stdout.aclose()
        await worker.wait()


async def _ask(worker: trio.Process, message: bytes) -> Any:
    assert worker.stdin is not None
    try:
        await worker.stdin.send_all(LENGTH.pack(len(message)) + message)
        (length,) = LENGTH.unpack(await _exactly(worker, LENGTH.size))
        return pickle.loads(await _exactly(worker, length))  # noqa: S301 - our own process's words
    except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
        raise _DiedError(f"process {worker.pid}") from error


async def _exactly(worker: trio.Process, count: int) -> bytes:
    assert worker.stdout is not None
    received = bytearray()
    while len(received) < count:
        more = await worker.stdout.receive_some(count - len(received))
        if not more:
            raise _DiedError(f"process {worker.pid}")
        received += more
    return bytes(received)


async def _started() -> trio.Process:
    # -P: what lies in the folder where the daemon was started is no module of ours.
    return await trio.lowlevel.open_process(
        [sys.executable, "-P", "-m", "daemon.table.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(_search_path())},
        **_out_of_reach_of_interrupts(),
    )


def _search_path() -> list[str]:
    home = str(Path(daemon.__path__[0]).parent)
    others = os.environ.get("PYTHONPATH")
    return [home, others] if others else [home]


def _out_of_reach_of_interrupts() -> dict[str, Any]:
    """Ctrl-C goes to a terminal's whole group of processes; the daemon alone shall answer it."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
