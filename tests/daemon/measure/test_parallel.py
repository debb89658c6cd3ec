"""Long computations in worker processes: their results in order, their errors, and their end."""

import os
import time
from functools import partial
from pathlib import Path

import pytest

from daemon.measure.parallel import ParallelMap, run_in_parallel
from protocol.shared.exit_status import FailedError


async def mapped(function: object, tasks: list[object], parallel: ParallelMap) -> list[object]:
    """The results of the function, as they are received."""
    results: list[object] = []
    await parallel.map(function, tasks, results.append)  # type: ignore[arg-type]  # any function
    return results


def _slower_if_first(meeting: Path, number: int) -> int:
    """The number; the first call ends after the second one."""
    if number == 0:
        while not meeting.exists():
            time.sleep(0.01)
    elif number == 1:
        meeting.touch()
    return number


def _raise(error: Exception) -> None:
    raise error


def _parent(_: object) -> int:
    return os.getppid()


def _process(_: object) -> int:
    return os.getpid()


def test_results_are_received_in_the_order_of_the_tasks_whichever_is_ready_first(tmp_path: Path) -> None:
    slower_if_first = partial(_slower_if_first, tmp_path / "meeting")

    assert run_in_parallel(partial(mapped, slower_if_first, [0, 1, 2, 3]), 2) == [0, 1, 2, 3]


def test_several_workers_are_processes_of_their_own_and_a_single_one_is_not() -> None:
    assert run_in_parallel(partial(mapped, _parent, [0, 1]), 2) == [os.getpid()] * 2
    assert run_in_parallel(partial(mapped, _process, [0, 1]), 1) == [os.getpid()] * 2


def test_without_tasks_there_are_no_results() -> None:
    assert run_in_parallel(partial(mapped, _process, []), 2) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_function_is_raised(workers: int) -> None:
    with pytest.raises(ZeroDivisionError):
        run_in_parallel(partial(mapped, _raise, [ZeroDivisionError()]), workers)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_receiver_is_raised(workers: int) -> None:
    """Such as standard error that is closed."""

    async def refused(parallel: ParallelMap) -> None:
        await parallel.map(_process, [0, 1, 2], lambda _: _raise(BrokenPipeError()))

    with pytest.raises(BrokenPipeError):
        run_in_parallel(refused, workers)


def test_workers_that_are_killed_again_and_again_are_reported_in_one_line() -> None:
    with pytest.raises(FailedError, match="is there enough memory"):
        run_in_parallel(partial(mapped, os._exit, [9]), 2)
