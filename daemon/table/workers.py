"""Worker processes, which run long thinking, so that it never blocks the event loop and the tables.

Here: the number of workers, and the end of one that is frozen; `run_in_this_process`, which replaces workers in tests
and simulations. Not here: the process itself (`worker_process`), sending functions to it (the library `trio-parallel`),
the functions (`daemon.bots`).

A thought is never limited in time: on a slow machine a bot thinks for longer, and no worse. A worker is, as a process:
it sends a sign of life every second, however long the thought takes. Without one for long, it is killed.
"""

import logging
import math
import multiprocessing
import os
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from functools import partial
from multiprocessing.context import SpawnContext
from typing import Final, Protocol, TypeVar

import trio
import trio_parallel

from daemon.table.worker_process import BEAT, WorkerProcess, start_worker

NICENESS: Final = 5
"""Workers yield to the event loop if there are not enough processors."""
PATIENCE: Final = 1.0
"""Seconds that a call waits for a worker before it may start an extra one."""
TIME_TO_END: Final = 5.0

T = TypeVar("T")

log = logging.getLogger("fivesd.workers")


class RunInWorker(Protocol):
    """Calls a function without blocking the event loop. Its arguments and its result must be picklable."""

    def __call__(self, function: "partial[T]") -> Awaitable[T]:
        """The function's result. Raises the function's errors."""


async def run_in_this_process(function: "partial[T]") -> T:
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


@asynccontextmanager
async def open_workers(most: int | None = None, niceness: int = NICENESS) -> AsyncIterator[Workers]:
    """Workers that end with this context. By default there is one per processor, less one for the event loop.

    `niceness`: how much lower their priority is than that of this process.
    """
    # A worker would look for modules in the current folder first, and import a host's own random.py.
    os.environ["PYTHONSAFEPATH"] = "1"
    SpawnContext.Process = WorkerProcess  # trio-parallel makes its processes with it
    async with _open_context(niceness) as context, trio.open_nursery() as nursery:
        nursery.start_soon(_end_frozen_workers)
        yield Workers(context, most or max(1, min(4, (os.cpu_count() or 2) - 1)))
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def _open_context(niceness: int) -> AsyncIterator[trio_parallel.WorkerContext]:
    """The library's workers. Closing them does not fail where an idle one has died."""
    opening = trio_parallel.open_worker_context(
        idle_timeout=math.inf, init=partial(start_worker, niceness), grace_period=TIME_TO_END
    )
    context = await opening.__aenter__()
    try:
        yield context
    finally:
        with suppress(trio_parallel.BrokenWorkerError):
            await opening.__aexit__(None, None, None)


async def _end_frozen_workers() -> None:
    """Kill workers that are frozen. Their calls begin again in others."""
    while True:
        await trio.sleep(BEAT)
        for worker in multiprocessing.active_children():
            if isinstance(worker, WorkerProcess) and worker.is_frozen():
                log.warning("worker process %s shows no sign of life, and is ended", worker.pid)
                worker.kill()
