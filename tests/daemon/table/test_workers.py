"""Processes that think for the event loop: they answer, are kept, are replaced, and end."""

import os
import pickle
import signal
import subprocess
import sys
import time
from functools import partial
from subprocess import PIPE

import pytest
import trio
import trio.testing

from daemon.table.workers import LENGTH, Workers, on_the_spot


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pids_of(workers: Workers) -> list[int]:
    return [worker.pid for worker in workers._all]


async def test_a_function_is_called_in_another_process() -> None:
    workers = Workers(1)
    try:
        assert await workers(partial(os.getpid)) != os.getpid()
        assert await workers(partial(sum, range(10_000))) == sum(range(10_000))
    finally:
        await workers.close()


async def test_no_process_is_started_before_one_is_wanted_and_then_it_is_kept() -> None:
    workers = Workers(1)
    try:
        assert pids_of(workers) == []
        first = await workers(partial(os.getpid))
        assert await workers(partial(os.getpid)) == first
        assert pids_of(workers) == [first]
    finally:
        await workers.close()


async def test_a_process_that_died_is_replaced_and_the_answer_comes_anyway() -> None:
    workers = Workers(1)
    try:
        first = await workers(partial(os.getpid))
        os.kill(first, signal.SIGTERM)
        assert await workers(partial(max, 3, 5)) == 5
        assert pids_of(workers) != [first]
    finally:
        await workers.close()


async def test_what_kills_every_process_is_called_here_so_that_its_error_is_seen() -> None:
    workers = Workers(1)
    try:
        with pytest.raises(ZeroDivisionError):
            await workers(partial(divmod, 1, 0))
        assert pids_of(workers) == []
        assert await workers(partial(divmod, 7, 2)) == (3, 1)
    finally:
        await workers.close()


async def test_who_goes_away_before_the_answer_does_not_leave_it_to_the_next() -> None:
    workers = Workers(1)
    try:
        await workers(partial(os.getpid))
        with trio.move_on_after(0.01):
            await workers(partial(sum, range(50_000_000)))
        assert await workers(partial(max, 3, 5)) == 5
    finally:
        await workers.close()


async def test_an_interrupt_at_the_terminal_does_not_reach_them() -> None:
    workers = Workers(1)
    try:
        pid = await workers(partial(os.getpid))
        assert os.getpgid(pid) != os.getpgid(0)
        os.kill(pid, signal.SIGINT)
        assert await workers(partial(os.getpid)) == pid
    finally:
        await workers.close()


async def test_no_more_than_so_many_think_at_once() -> None:
    workers = Workers(2)
    try:
        async with trio.open_nursery() as nursery:
            for _ in range(6):
                nursery.start_soon(workers, partial(sum, range(1000)))
        assert 1 <= len(pids_of(workers)) <= 2
    finally:
        await workers.close()


async def test_who_waits_behind_a_long_thought_is_given_one_process_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.table.workers.LONG", 0.05)
    workers = Workers(1)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(workers, partial(time.sleep, 60))
            await trio.testing.wait_all_tasks_blocked()
            assert await workers(partial(max, 3, 5)) == 5

            nursery.start_soon(workers, partial(time.sleep, 60))
            await trio.testing.wait_all_tasks_blocked(cushion=0.2)
            with trio.move_on_after(0.3) as waits:
                await workers(partial(max, 3, 5))
            assert waits.cancelled_caught
            assert len(pids_of(workers)) == 2
            nursery.cancel_scope.cancel()
    finally:
        await workers.close()


async def test_they_end_when_they_are_closed() -> None:
    workers = Workers(1)
    pid = await workers(partial(os.getpid))
    await workers.close()

    assert pids_of(workers) == []
    assert not is_running(pid)


def test_one_ends_with_a_daemon_that_was_killed_whatever_it_thinks_about() -> None:
    with subprocess.Popen([sys.executable, "-m", "daemon.table.worker"], stdin=PIPE, stdout=PIPE) as worker:
        assert worker.stdin is not None
        message = pickle.dumps(partial(time.sleep, 600))
        worker.stdin.write(LENGTH.pack(len(message)) + message)

        worker.stdin.close()

        assert worker.wait(timeout=30) == 0


async def test_on_the_spot_is_in_this_process() -> None:
    assert await on_the_spot(partial(os.getpid)) == os.getpid()
