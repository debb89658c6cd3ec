"""Worker processes, which run long thinking, so that it never blocks the event loop and the tables.

Here: how many there are, which of them is called, and the end of one that is frozen or gives wrong answers;
`run_in_this_process`, which replaces workers in tests and simulations. Not here: the program that they run
(`worker_process`), running a child (`daemon.child`), the functions (`daemon.bots`).

A thought is never limited in time: on a slow machine a bot thinks for longer, and no worse. A worker is, as a process:
it sends a sign of life every second, however long the thought takes. Without one for long, it is killed.
"""

import logging
import os
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import Final, Protocol, TypeVar

import outcome
import trio
from attrs import field

from daemon.child import Child, Supervised, open_child
from daemon.table.worker_process import as_line, from_line
from protocol.frozen import define
from protocol.shared.child_program import child_command

NICENESS: Final = 5
"""Workers yield to the event loop if there are not enough processors."""
PATIENCE: Final = 1.0
"""Seconds that a call waits for a worker before it may start an extra one."""
MOST_SILENT: Final = 30
"""Looks in a row without a sign of life, after which a worker counts as frozen."""
LOOKS_TO_START: Final = 150
"""The same for its first sign of life: starting takes long on a busy machine."""
LONGEST_ANSWER: Final = 16 * 1024 * 1024
"""Bytes of a line."""
LONGEST_LOGGED: Final = 1000
"""Characters of a line that a worker writes to the log."""

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


class BrokenWorkerError(Exception):
    """A worker process has ended, or had to be ended, before it gave an answer."""


@define(eq=False)
class _Pending:
    """A call whose answer is awaited. `done`: it has been answered, or the worker has ended."""

    number: int
    result: "outcome.Outcome[object] | None" = None
    done: trio.Event = field(factory=trio.Event)


@define(eq=False)
class _Worker:
    """A worker process, and the call that it is at."""

    child: Child = field(init=False)
    """Its process, once that has been started."""
    _pending: _Pending | None = None
    _ended: trio.Event = field(factory=trio.Event)

    async def call(self, number: int, line: str) -> "outcome.Outcome[object]":
        """The outcome of the call with this number, which is written in this line. Raises `BrokenWorkerError`.

        A worker that gave no answer has ended then, also if the call was cancelled.
        """
        pending = self._pending = _Pending(number)
        try:
            await self.child.say(line)
            await pending.done.wait()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            log.debug("worker process %s takes no call", self.child.number)
        finally:
            if pending.result is None:
                self.child.kill()
                with trio.CancelScope(shield=True):
                    await self._ended.wait()
        if pending.result is None:
            raise BrokenWorkerError(f"process {self.child.number}, exit status {self.child.status}")
        return pending.result

    def take(self, line: str) -> bool:
        """Take a line that its process has printed. False if that is not the answer to its call."""
        try:
            number, result = from_line(line)
        except Exception:
            # The boundary: whatever it prints, the daemon goes on.
            log.debug("what a worker process printed cannot be read", exc_info=True)
            return False
        pending = self._pending
        if pending is None or number != pending.number or not isinstance(result, outcome.Outcome):
            return False
        self._pending, pending.result = None, result
        pending.done.set()
        return True

    def end(self) -> None:
        """Note that its process has ended."""
        self._ended.set()
        if self._pending is not None:
            self._pending.done.set()


class Workers:
    """Up to `most` processes, and as many extra ones for calls that have waited for `PATIENCE`.

    Some choices take seconds, and other tables' bots should not wait for them. A worker is started when it is first
    needed, and then stays. `nursery`: for a task for each of them.
    """

    def __init__(self, nursery: trio.Nursery, most: int, niceness: int) -> None:
        self._nursery = nursery
        self._command = child_command("daemon.table.worker_process", str(niceness))
        self._places = trio.Semaphore(most)
        self._extra = trio.Semaphore(most)
        self._idle: list[_Worker] = []
        self._numbers = count(1)

    async def __call__(self, function: "partial[T]") -> T:
        """The function's result, once a worker is free to call it. A cancelled call kills its worker.

        Raises the function's errors, and `BrokenWorkerError` if it kills two workers one after the other.
        """
        try:
            return await self._call(function)
        except BrokenWorkerError as error:
            log.warning("a worker process died, another one begins again: %s", error)
            return await self._call(function)

    async def _call(self, function: "partial[T]") -> T:
        number = next(self._numbers)
        line = as_line((number, function))
        async with self._place():
            worker = await self._free_worker()
            result = await worker.call(number, line)
            self._idle.append(worker)
        return result.unwrap()  # type: ignore[return-value]  # what the function returns, in another process

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

    async def _free_worker(self) -> _Worker:
        """The worker that was idle for the shortest time, or a new one. Raises `OSError` if none can be started."""
        while self._idle:
            idle = self._idle.pop()
            if idle.child.is_running:
                return idle
        started: _Worker = await self._nursery.start(self._run)
        return started

    async def _run(self, task_status: "trio.TaskStatus[_Worker]" = trio.TASK_STATUS_IGNORED) -> None:
        """Run a worker to its end."""
        worker = _Worker()
        try:
            async with open_child(self._command, _log_error, LONGEST_ANSWER) as worker.child:
                task_status.started(worker)
                await _read_answers(worker)
        finally:
            worker.end()


async def _read_answers(worker: _Worker) -> None:
    """Give a worker what its process prints, until it prints no more, is frozen, or prints anything else."""
    supervised = Supervised(worker.child, MOST_SILENT, LOOKS_TO_START)
    while (line := await supervised.next_line()) is not None:
        if not worker.take(line):
            log.warning("worker process %s printed something else than its answer, and is ended", worker.child.number)
            worker.child.kill()
            return
    if supervised.is_frozen:
        log.warning("worker process %s shows no sign of life, and is ended", worker.child.number)


@asynccontextmanager
async def open_workers(most: int | None = None, niceness: int = NICENESS) -> AsyncIterator[Workers]:
    """Workers that end with this context. By default there is one per processor, less one for the event loop.

    `niceness`: how much lower their priority is than that of this process.
    """
    async with trio.open_nursery() as nursery:
        yield Workers(nursery, most or max(1, min(4, (os.cpu_count() or 2) - 1)), niceness)
        nursery.cancel_scope.cancel()


def _log_error(line: str) -> None:
    """Write a line of a worker's standard error to the daemon's log."""
    log.warning("a worker process: %s", line[:LONGEST_LOGGED])
