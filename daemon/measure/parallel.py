"""Long computations of a command: in several processes at once, until they are done or the command is stopped.

Here: `run_in_parallel`, which runs one to its end, and `ParallelMap`, which the computation calls with its tasks. Not
here: worker processes (`daemon.table.workers`), what is computed (`arena`, `game_analysis`).
"""

import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar

import trio

from daemon.table.workers import BrokenWorkerError, RunInWorker, open_workers
from daemon.trio_program import first_error, stop_requests
from protocol.shared.exit_status import FailedError

T = TypeVar("T")
Task = TypeVar("Task")
Result = TypeVar("Result")

LONGEST_TURN: Final = 0.0002
"""Seconds for which the thread that computes may keep the event loop waiting, which sends tasks to the other processes.

The loop waits so after each of its system calls. Python's own 5 ms would be a good part of a task, each time.
"""
_NO_WORKERS: Final = "a process that does the computing was ended twice from outside; is there enough memory?"


class ParallelMap:
    """Calls functions. `runs`: how, one for each call at once."""

    def __init__(self, runs: Sequence[RunInWorker]) -> None:
        self._runs = runs

    async def map(
        self, function: Callable[[Task], Result], tasks: Iterable[Task], receive: Callable[[Result], None]
    ) -> None:
        """Call the function with each task, and `receive` with each result, in the order of the tasks.

        Tasks and results must be picklable. Raises the function's errors.
        """
        numbered, results, due = enumerate(tasks), dict[int, Result](), 0

        async def call_one_by_one(run: RunInWorker) -> None:
            nonlocal due
            for number, task in numbered:
                results[number] = await run(partial(function, task))
                while due in results:
                    receive(results.pop(due))
                    due += 1

        async with trio.open_nursery() as nursery:
            for run in self._runs:
                nursery.start_soon(call_one_by_one, run)


def run_in_parallel(
    compute: Callable[[ParallelMap], Awaitable[T]], workers: int | None = None, *, stops_with_stdin: bool = False
) -> T:
    """What `compute` returns. `workers`: how many processes, with this one; by default one per processor.

    `stops_with_stdin`: it also stops at the end of standard input. Raises `KeyboardInterrupt` if it was stopped,
    `FailedError` if worker processes are killed from outside, and the errors of `compute`.
    """
    try:
        return trio.run(_compute, compute, workers or os.cpu_count() or 1, stops_with_stdin)
    except BaseExceptionGroup as group:
        error = first_error(group)
        if isinstance(error, BrokenWorkerError):
            error = FailedError(_NO_WORKERS)
        raise error from group


async def _compute(compute: Callable[[ParallelMap], Awaitable[T]], workers: int, stops_with_stdin: bool) -> T:
    async with stop_requests(stops_with_stdin=stops_with_stdin) as stop, trio.open_nursery() as nursery:
        nursery.start_soon(_cancel_at, stop, nursery.cancel_scope)
        # This process computes, too, as it has loaded already what takes another one a fifth of a second.
        others = workers - 1
        with _quick_turns():
            async with open_workers(max(1, others), niceness=0) as run_in_worker:
                result = await compute(ParallelMap([*[run_in_worker] * others, _run_in_thread]))
        nursery.cancel_scope.cancel()
        return result
    raise KeyboardInterrupt


@contextmanager
def _quick_turns() -> Iterator[None]:
    """The event loop is not kept waiting by the thread that computes, as the other processes wait for it then."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(LONGEST_TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


async def _cancel_at(stop: trio.Event, scope: trio.CancelScope) -> None:
    await stop.wait()
    scope.cancel()


async def _run_in_thread(function: "partial[T]") -> T:
    """The function's result. A thread of this process computes it, so that this process can be stopped meanwhile."""
    return await trio.to_thread.run_sync(function, abandon_on_cancel=True)
