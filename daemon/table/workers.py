"""Worker processes, which run long thinking, so that it never blocks the event loop and the tables.

Here: the number of workers and their start, and the end of one that is frozen; `run_here`, which replaces workers in
tests and simulations. Not here: starting and killing processes and sending functions to them (the library
`trio-parallel`), the functions (`daemon.bots`).

Ctrl-C in a terminal also reaches the workers. They ignore it from their first instruction on (on Windows, from their
first call on): it stops the daemon, and the daemon stops them.

A thought is never limited in time: on a slow machine a bot thinks for longer, and no worse. A worker is, as a process:
a thread of it sends a sign of life every second, however long the thought takes. Without one for long, it is killed.
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
BEAT: Final = 1.0
"""Seconds between two signs of life of a worker, and between two looks at them."""
MOST_SILENT: Final = 30
"""Looks in a row without a sign of life, after which a worker counts as frozen."""
LOOKS_TO_START: Final = 120
"""Looks before the first sign of life is missed: starting takes long on a busy machine."""

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
    """A process that never sees SIGINT, and that sends signs of life."""

    _beats: Connection
    """Where signs of life are sent, in the worker, or received, in the daemon."""
    _silent: int

    def start(self) -> None:
        """As `SpawnProcess.start`."""
        received, sent = multiprocessing.Pipe(duplex=False)
        with sent:
            self._beats = sent
            self._start()
        self._beats, self._silent = received, -LOOKS_TO_START

    def run(self) -> None:
        """As `SpawnProcess.run`; this is the worker."""
        Thread(target=_send_signs_of_life, args=(self._beats,), daemon=True).start()
        super().run()

    def is_frozen(self) -> bool:
        """Look for signs of life; whether there was none for too many looks.

        Looks are counted, not seconds: the daemon may have been suspended together with its workers.
        """
        self._silent += 1
        with suppress(OSError, EOFError):  # a worker that has ended
            while self._beats.poll():
                self._beats.recv_bytes()
                self._silent = 0
        return self._silent > MOST_SILENT

    def _start(self) -> None:
        # The worker inherits the blocked signals of the thread that starts it.
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
async def open_workers(most: int | None = None) -> AsyncIterator[Workers]:
    """Workers that end with this context. By default there is one per processor, less one for the event loop."""
    # A worker would look for modules in the current folder first, and import a host's own random.py.
    os.environ["PYTHONSAFEPATH"] = "1"
    SpawnContext.Process = _WorkerProcess  # trio-parallel makes its processes with it
    with suppress(trio_parallel.BrokenWorkerError):  # when closing finds that an idle worker has died
        async with (
            trio_parallel.open_worker_context(
                idle_timeout=math.inf, init=_start_worker, grace_period=TIME_TO_END
            ) as context,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(_end_frozen_workers)
            yield Workers(context, most or max(1, min(4, (os.cpu_count() or 2) - 1)))
            nursery.cancel_scope.cancel()


async def _end_frozen_workers() -> None:
    """Kill workers that are frozen. Their calls begin again in others."""
    while True:
        await trio.sleep(BEAT)
        for worker in multiprocessing.active_children():
            if isinstance(worker, _WorkerProcess) and worker.is_frozen():
                log.warning("worker process %s shows no sign of life, and is ended", worker.pid)
                worker.kill()


def _send_signs_of_life(beats: Connection) -> None:
    with suppress(OSError):  # the daemon has gone
        while True:
            beats.send_bytes(b"")
            time.sleep(BEAT)


def _start_worker() -> None:
    if sys.platform == "win32":
        this_process = ctypes.c_void_p(-1)
        ctypes.windll.kernel32.SetPriorityClass(this_process, subprocess.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICENESS)
    collect_only_new_garbage()
    Thread(target=_end_with_the_daemon, daemon=True).start()


def _end_with_the_daemon() -> None:
    # Without this, a worker would notice only after its current call that the daemon was killed.
    daemon = multiprocessing.parent_process()
    assert daemon is not None
    daemon.join()
    os._exit(0)
