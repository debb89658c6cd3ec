"""Worker processes, which run long thinking, so that it never blocks the event loop and the tables.

Here: the number of workers and their start, the end of frozen ones; `run_here`, which replaces workers in tests and
simulations. Not here: starting and killing processes and sending functions to them (the library `trio-parallel`), the
functions (`daemon.bots`).

A thought may take as long as it needs, but a process has to stay alive: a thread of each worker sends a beat every few
seconds, whatever its function does. A worker without beats is killed, and its call begins again in another one.

Ctrl-C in a terminal also reaches the workers. They ignore it from their first instruction on (on Windows, from their
first call on): it stops the daemon, and the daemon stops them.
"""

import ctypes
import logging
import math
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import Final, Protocol, TypeVar

import trio
import trio_parallel

from daemon.bots.caches import collect_only_new_garbage

NICENESS: Final = 5
"""Workers yield to the event loop if there are not enough processors."""
PATIENCE: Final = 1.0
"""Seconds that a call waits for a worker before it may start an extra one."""
TIME_TO_END: Final = 5.0
BEAT: Final = 2.0
"""Seconds between two beats of a worker."""
MOST_SILENT: Final = 15
"""A worker is frozen after so many looks without a beat. Looks, not seconds: if the daemon itself was stopped, as in a
suspended machine, the first look after that says nothing."""

T = TypeVar("T")

log = logging.getLogger("fivesd.workers")


class RunInWorker(Protocol):
    """Calls a function without blocking the event loop. Its arguments and its result must be picklable."""

    def __call__(self, function: "partial[T]") -> Awaitable[T]:
        """The function's result. Raises the function's errors."""


async def run_here(function: "partial[T]") -> T:
    """The function's result, computed in this process while everything else waits."""
    await trio.lowlevel.checkpoint()
    return function()


class Workers:
    """Up to `most` processes, and as many extra ones for calls that have waited for `PATIENCE`.

    Some choices take seconds, and other tables' bots should not wait for them. A worker is started when it is first
    needed, and then stays.
    """

    def __init__(self, context: trio_parallel.WorkerContext, most: int) -> None:
        self._context = context
        self._places = trio.Semaphore(most)
        self._extra = trio.Semaphore(most)

    async def __call__(self, function: "partial[T]") -> T:
        """The function's result, once a worker is free to call it. A cancelled call kills its worker.

        Raises the function's errors, and `BrokenWorkerError` if it kills two workers one after the other.
        """
        try:
            return await self._call(function)
        except trio_parallel.BrokenWorkerError as error:
            log.warning("a worker process died, another one begins again: %s", error)
            return await self._call(function)

    async def _call(self, function: "partial[T]") -> T:
        result: T = await self._context.run_sync(function, kill_on_cancel=True, limiter=self._place())
        return result

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        places = self._places
        with trio.move_on_after(PATIENCE) as waiting:
            await places.acquire()
        if waiting.cancelled_caught:
            places = self._extra if self._extra.value else self._places
            await places.acquire()
        try:
            yield
        finally:
            places.release()


class _WorkerProcess(SpawnProcess):
    """A process that never sees SIGINT: it inherits the blocked signals of the thread that starts it."""

    def start(self) -> None:
        """As `SpawnProcess.start`."""
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        resource_tracker.ensure_running()  # starting it would unblock the signal
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


@asynccontextmanager
async def open_workers(most: int | None = None, beat: float = BEAT) -> AsyncIterator[Workers]:
    """Workers that end with this context. By default there is one per processor, less one for the event loop.

    `beat`: the seconds between two beats of a worker, and between two looks at them.
    """
    # A worker would look for modules in the current folder first, and import a host's own random.py.
    os.environ["PYTHONSAFEPATH"] = "1"
    SpawnContext.Process = _WorkerProcess  # trio-parallel makes its processes with it
    with suppress(trio_parallel.BrokenWorkerError):  # when closing finds that an idle worker has died
        received, sent = multiprocessing.Pipe(duplex=False)
        async with (
            trio_parallel.open_worker_context(
                idle_timeout=math.inf, init=partial(_start_worker, sent, beat), grace_period=TIME_TO_END
            ) as context,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(_end_frozen_workers, received, beat)
            yield Workers(context, most or max(1, min(4, (os.cpu_count() or 2) - 1)))
            nursery.cancel_scope.cancel()


async def _end_frozen_workers(received: Connection, beat: float) -> None:
    """Kill workers that send no more beats, for ever. One that has sent none yet may still be starting."""
    silent: dict[int | None, int] = {}
    while True:
        await trio.sleep(beat)
        silent = {pid: looks + 1 for pid, looks in silent.items()}
        while received.poll():
            silent[int.from_bytes(received.recv_bytes())] = 0
        workers = {child.pid: child for child in multiprocessing.active_children()}
        silent = {pid: looks for pid, looks in silent.items() if pid in workers}
        for pid, looks in silent.items():
            if looks > MOST_SILENT:
                log.warning("a worker process does not answer any more and is ended")
                workers[pid].kill()


def _start_worker(sent: Connection, beat: float) -> None:
    if sys.platform == "win32":
        this_process = ctypes.c_void_p(-1)
        ctypes.windll.kernel32.SetPriorityClass(this_process, subprocess.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICENESS)
    collect_only_new_garbage()
    Thread(target=_end_with_the_daemon, daemon=True).start()
    Thread(target=_send_beats, args=(sent, beat), daemon=True).start()


def _end_with_the_daemon() -> None:
    # Without this, a worker would notice only after its current call that the daemon was killed.
    daemon = multiprocessing.parent_process()
    assert daemon is not None
    daemon.join()
    os._exit(0)


def _send_beats(sent: Connection, beat: float) -> None:
    with suppress(OSError):  # the daemon has ended
        while True:
            sent.send_bytes(os.getpid().to_bytes(8))
            time.sleep(beat)
