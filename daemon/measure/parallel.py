"""Long computations of a command: in worker processes, in parallel, until they are done or the command is stopped.

Here: `run_in_parallel`, which runs one to its end, and `ParallelMap`, which the computation calls with its tasks. Not
here: worker processes (`daemon.table.workers`), what is computed (`arena`, `game_analysis`).
"""

import os
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final, TypeVar

import trio

from daemon.table.workers import BrokenWorkerError, RunInWorker, open_workers
from daemon.trio_program import first_error, stop_requests
from protocol.shared.exit_status import FailedError

T = TypeVar("T")
Task = TypeVar("Task")
Result = TypeVar("Result")

_NO_WORKERS: Final = "a process that does the computing was ended twice from outside; is there enough memory?"


class ParallelMap:
    """Calls functions in workers. `most`: how many calls at once."""

    def __init__(self, run: RunInWorker, most: int) -> None:
        self._run = run
        self._most = most

    async def map(
        self, function: Callable[[Task], Result], tasks: Iterable[Task], receive: Callable[[Result], None]
    ) -> None:
        """Call the function with each task, and `receive` with each result, in the order of the tasks.

        Tasks and results must be picklable. Raises the function's errors.
        """
        numbered, results, due = enumerate(tasks), dict[int, Result](), 0

        async def call_one_by_one() -> None:
            nonlocal due
            for number, task in numbered:
                results[number] = await self._run(partial(function, task))
                while due in results:
                    receive(results.pop(due))
                    due += 1

        async with trio.open_nursery() as nursery:
            for _ in range(self._most):
                nursery.start_soon(call_one_by_one)


def run_in_parallel(
    compute: Callable[[ParallelMap], Awaitable[T]], workers: int | None = None, *, stops_with_stdin: bool = False
) -> T:
    """What `compute` returns. `workers`: how many processes, by default one per processor; 1 means this one.

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
        if workers == 1:
            result = await compute(ParallelMap(_run_in_thread, workers))
        else:
            async with open_workers(workers, niceness=0) as run_in_worker:
                result = await compute(ParallelMap(run_in_worker, workers))
        nursery.cancel_scope.cancel()
        return result
    raise KeyboardInterrupt


async def _cancel_at(stop: trio.Event, scope: trio.CancelScope) -> None:
    await stop.wait()
    scope.cancel()


async def _run_in_thread(function: "partial[T]") -> T:
    """The function's result. A thread of this process computes it, so that this process can be stopped meanwhile."""
    return await trio.to_thread.run_sync(function, abandon_on_cancel=True)
