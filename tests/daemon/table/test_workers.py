"""Worker processes: they answer, are reused, are replaced, and end."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing
import trio_parallel

from daemon.table.workers import NICENESS, Workers, open_workers, run_in_this_process

A_DAEMON = """
import sys
from functools import partial

import trio

from daemon.table.workers import open_workers

async def main():
    async with open_workers(1) as workers:
        print(await workers(partial(exec, sys.argv[1])))

if __name__ == "__main__":
    trio.run(main)
"""
"""A program that has a worker execute its argument. Both have the same standard output."""


def a_daemon(program: Path, executes: str, folder: Path) -> subprocess.Popen[str]:
    program.write_text(A_DAEMON)
    return subprocess.Popen([sys.executable, program, executes], cwd=folder, stdout=subprocess.PIPE, text=True)


def kill(pid: int) -> None:
    os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))  # on Windows SIGTERM is as sudden


def is_running(pid: int) -> bool:
    return pid in [child.pid for child in multiprocessing.active_children()]


@pytest.fixture
async def workers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Workers]:
    monkeypatch.setenv("PYTHONSAFEPATH", "1")  # restored when the test is over
    async with open_workers(1) as one:
        yield one


def _slow_at_first(begun: Path) -> str:
    if begun.exists():
        return "again"
    begun.touch()
    time.sleep(1000)
    return "at first"


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="Windows cannot freeze a process")
async def test_a_frozen_worker_is_replaced_and_its_call_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    monkeypatch.setattr("daemon.table.worker_process.MOST_SILENT", 3)
    begun, answers = tmp_path / "begun", []

    async def call(workers: Workers) -> None:
        answers.append(await workers(partial(_slow_at_first, begun)))

    with trio.fail_after(60):
        async with open_workers(1) as workers, trio.open_nursery() as nursery:
            nursery.start_soon(call, workers)
            await trio.sleep(5)
            assert begun.exists()
            assert not answers, "a worker that only thinks for long is left alone"
            (frozen,) = (child.pid for child in multiprocessing.active_children())
            assert frozen is not None
            os.kill(frozen, signal.SIGSTOP)

    assert answers == ["again"]
    assert f"worker process {frozen} shows no sign of life, and is ended" in caplog.messages


async def test_a_function_is_called_in_another_process(workers: Workers) -> None:
    assert await workers(partial(os.getpid)) != os.getpid()
    assert await workers(partial(sum, range(10_000))) == sum(range(10_000))


async def test_a_worker_is_reused_for_the_next_call(workers: Workers) -> None:
    assert await workers(partial(os.getpid)) == await workers(partial(os.getpid))


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="this system blocks no signals")
async def test_ctrl_c_is_blocked_in_a_worker_from_its_start_and_not_in_its_parent(workers: Workers) -> None:
    blocked = partial(signal.pthread_sigmask, signal.SIG_BLOCK, ())

    assert signal.SIGINT in await workers(blocked)
    assert signal.SIGINT not in await trio.to_thread.run_sync(blocked)


async def test_an_exception_is_raised_in_the_caller_and_the_worker_is_reused(workers: Workers) -> None:
    worker = await workers(partial(os.getpid))

    with pytest.raises(ZeroDivisionError):
        await workers(partial(divmod, 1, 0))

    assert await workers(partial(os.getpid)) == worker


async def test_a_worker_that_died_between_calls_is_replaced(workers: Workers) -> None:
    worker = await workers(partial(os.getpid))
    kill(worker)

    assert await workers(partial(os.getpid)) != worker


async def test_a_call_whose_worker_dies_is_repeated_in_another(workers: Workers, tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    first_call_kills = f"import os; n = os.open({str(calls)!r}, os.O_CREAT | os.O_EXCL)"
    once = f"try: {first_call_kills}\nexcept FileExistsError: pass\nelse: os._exit(1)"

    await workers(partial(exec, once))

    assert calls.exists()


async def test_a_function_that_kills_each_worker_fails_and_the_next_is_answered(workers: Workers) -> None:
    with pytest.raises(trio_parallel.BrokenWorkerError):
        await workers(partial(os._exit, 1))

    assert await workers(partial(max, 3, 5)) == 5


async def test_a_cancelled_call_ends_its_worker_at_once(workers: Workers) -> None:
    worker = await workers(partial(os.getpid))
    assert is_running(worker)
    with trio.move_on_after(0.01):
        await workers(partial(time.sleep, 600))

    assert not is_running(worker)
    assert await workers(partial(max, 3, 5)) == 5


@pytest.mark.skipif(sys.platform == "win32", reason="there os.kill ends the process")
async def test_an_interrupt_does_not_reach_a_worker(workers: Workers) -> None:
    worker = await workers(partial(os.getpid))
    os.kill(worker, signal.SIGINT)

    assert await workers(partial(os.getpid)) == worker


async def test_a_worker_gives_way_to_the_event_loop(workers: Workers) -> None:
    if sys.platform == "win32":
        own_class = "__import__('ctypes').windll.kernel32.GetPriorityClass(__import__('ctypes').c_void_p(-1))"
        assert await workers(partial(eval, own_class)) == subprocess.BELOW_NORMAL_PRIORITY_CLASS
    else:
        assert await workers(partial(os.getpriority, os.PRIO_PROCESS, 0)) >= NICENESS


async def test_a_call_waiting_behind_a_long_one_gets_one_extra_worker(
    monkeypatch: pytest.MonkeyPatch, workers: Workers
) -> None:
    monkeypatch.setattr("daemon.table.workers.PATIENCE", 0.05)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(workers, partial(time.sleep, 600))
        await trio.testing.wait_all_tasks_blocked()
        assert await workers(partial(max, 3, 5)) == 5

        nursery.start_soon(workers, partial(time.sleep, 600))
        await trio.testing.wait_all_tasks_blocked(cushion=0.2)
        with trio.move_on_after(0.3) as waiting:
            await workers(partial(max, 3, 5))
        assert waiting.cancelled_caught
        nursery.cancel_scope.cancel()


async def test_workers_end_with_their_context(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    async with open_workers(1) as workers:
        worker = await workers(partial(os.getpid))
        assert is_running(worker)

    assert not is_running(worker)


async def test_closing_after_an_idle_worker_died_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    async with open_workers(1) as workers:
        kill(await workers(partial(os.getpid)))


async def test_an_error_is_not_lost_where_an_idle_worker_has_died(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "1")

    async def fail() -> None:
        async with open_workers(1) as workers:
            kill(await workers(partial(os.getpid)))
            raise ZeroDivisionError

    with pytest.raises(ExceptionGroup, match="nursery"):
        await fail()


async def test_a_worker_does_not_import_trio(workers: Workers) -> None:
    """It would start later, and take more memory."""
    assert not await workers(partial(eval, "'trio' in __import__('sys').modules"))


def test_a_worker_ends_with_a_daemon_that_is_killed_even_in_the_middle_of_a_call(tmp_path: Path) -> None:
    long_call = "import time; print('called', flush=True); time.sleep(600)"
    with a_daemon(tmp_path / "program.py", long_call, tmp_path) as daemon:
        assert daemon.stdout is not None
        assert daemon.stdout.readline() == "called\n"

        daemon.kill()

        # Standard output ends when the last process holding it ends.
        assert daemon.communicate(timeout=120)[0] == ""


def test_a_worker_imports_nothing_from_the_current_folder(tmp_path: Path) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    for module in ("multiprocessing", "pickle", "random", "daemon"):
        (here / f"{module}.py").write_text("raise SystemExit('a module of somebody else')")

    with a_daemon(elsewhere / "program.py", "import daemon.bots.bot_levels, random", here) as daemon:
        assert daemon.communicate(timeout=120)[0] == "None\n"


async def test_run_here_calls_in_this_process() -> None:
    assert await run_in_this_process(partial(os.getpid)) == os.getpid()
