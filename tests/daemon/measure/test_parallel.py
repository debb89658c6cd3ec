"""Long computations in several processes: their results in order, their errors, and their end."""

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


def _process(_: object) -> int:
    return os.getpid()


def _process_at_once(meeting: Path, number: int) -> int:
    """The process of this call, which does not end before both calls, 0 and 1, have begun."""
    (meeting / str(number)).touch()
    while not (meeting / str(1 - number)).exists():
        time.sleep(0.01)
    return os.getpid()


def _end_another_process(mine: int, _: object) -> None:
    if os.getpid() != mine:
        os._exit(9)


def test_results_are_received_in_the_order_of_the_tasks_whichever_is_ready_first(tmp_path: Path) -> None:
    slower_if_first = partial(_slower_if_first, tmp_path / "meeting")

    assert run_in_parallel(partial(mapped, slower_if_first, [0, 1, 2, 3]), 2) == [0, 1, 2, 3]


def test_one_of_the_processes_is_this_one(tmp_path: Path) -> None:
    both = run_in_parallel(partial(mapped, partial(_process_at_once, tmp_path), [0, 1]), 2)

    assert len(set(both)) == 2
    assert os.getpid() in both
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


def test_a_process_that_is_killed_again_and_again_is_reported_in_one_line() -> None:
    with pytest.raises(FailedError, match="is there enough memory"):
        run_in_parallel(partial(mapped, partial(_end_another_process, os.getpid()), [0, 1]), 2)
