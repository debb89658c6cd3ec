"""Worker processes: they answer, are reused, are replaced, and end."""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from traceback import format_exception

import pytest
import trio
import trio.testing

from daemon.table.workers import NICENESS, BrokenWorkerError, Workers, open_workers, run_in_this_process
from tests.ended import ended

TIME_LIMIT = 120.0

A_DAEMON = """
import sys
from functools import partial

import trio

from daemon.table.workers import open_workers

async def main():
    async with open_workers(1) as workers:
        print(await workers(partial(eval, sys.argv[1])))

if __name__ == "__main__":
    trio.run(main)
"""
"""A program that prints what its argument is in a worker."""


def a_daemon(program: Path, evaluated: str, folder: Path) -> AbstractContextManager["subprocess.Popen[str]"]:
    program.write_text(A_DAEMON)
    command = [sys.executable, str(program), evaluated]
    return ended(subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True))


def kill(pid: int) -> None:
    os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))  # on Windows SIGTERM is as sudden


def is_running(pid: int) -> bool:
    if sys.platform == "win32":
        process = ctypes.windll.kernel32.OpenProcess(0x100000, False, pid)  # SYNCHRONIZE
        has_ended = not process or not ctypes.windll.kernel32.WaitForSingleObject(process, 0)
        ctypes.windll.kernel32.CloseHandle(process)
        return not has_ended
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    with trio.fail_after(TIME_LIMIT):
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
    begun, answers = tmp_path / "begun", []

    async def call(workers: Workers) -> None:
        answers.append(await workers(partial(_slow_at_first, begun)))

    with trio.fail_after(TIME_LIMIT):
        async with open_workers(1) as workers, trio.open_nursery() as nursery:
            frozen = await workers(partial(os.getpid))
            nursery.start_soon(call, workers)
            while not begun.exists():  # noqa: ASYNC110 - another process makes it
                await trio.sleep(0.1)
            monkeypatch.setattr("daemon.table.workers.MOST_SILENT", 8)
            await trio.sleep(10)
            assert not answers, "a worker that only thinks for long is left alone"
            os.kill(frozen, signal.SIGSTOP)

    assert answers == ["again"]
    assert f"worker process {frozen} shows no sign of life, and is ended" in caplog.messages


async def test_a_function_is_called_in_another_process(workers: Workers) -> None:
    assert await workers(partial(os.getpid)) != os.getpid()
    assert await workers(partial(sum, range(10_000))) == sum(range(10_000))


async def test_a_worker_is_reused_for_the_next_call(workers: Workers) -> None:
    assert await workers(partial(os.getpid)) == await workers(partial(os.getpid))


@pytest.mark.skipif(not hasattr(os, "getpgid"), reason="Windows has other groups")
async def test_ctrl_c_in_a_terminal_reaches_no_worker(workers: Workers) -> None:
    """A terminal sends it to each process of the group in the foreground."""
    assert await workers(partial(os.getpgid, 0)) == await workers(partial(os.getpid))


async def test_an_exception_is_raised_in_the_caller_and_the_worker_is_reused(workers: Workers) -> None:
    worker = await workers(partial(os.getpid))

    with pytest.raises(ZeroDivisionError):
        await workers(partial(divmod, 1, 0))

    assert await workers(partial(os.getpid)) == worker


async def test_an_exception_says_where_in_the_worker_it_was_raised(workers: Workers) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        await workers(partial(exec, "def halve():\n    1 / 0\n\nhalve()"))

    assert "in halve" in "".join(format_exception(raised.value))


class _TwoWordsError(Exception):
    def __init__(self, one: str, two: str) -> None:
        super().__init__(one)


def _fail_with_two_words() -> None:
    raise _TwoWordsError("one", "two")


async def test_an_exception_that_cannot_be_sent_is_raised_as_text_and_the_worker_is_reused(workers: Workers) -> None:
    worker = await workers(partial(os.getpid))

    with pytest.raises(RuntimeError, match="_TwoWordsError: one"):
        await workers(partial(_fail_with_two_words))

    assert await workers(partial(os.getpid)) == worker


async def test_a_result_that_cannot_be_sent_is_an_error_and_the_worker_is_reused(workers: Workers) -> None:
    worker = await workers(partial(os.getpid))

    with pytest.raises(TypeError, match="pickle"):
        await workers(partial(memoryview, b""))

    assert await workers(partial(os.getpid)) == worker


async def test_what_a_function_prints_is_in_the_log_and_is_no_answer(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    await workers(partial(exec, "import os; print('some words', flush=True); os.write(1, b'more words\\n')"))
    while "a worker process: more words" not in caplog.messages:  # noqa: ASYNC110 - it is read on its own
        await trio.sleep(0.01)
    assert "a worker process: some words" in caplog.messages


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
    with pytest.raises(BrokenWorkerError):
        await workers(partial(os._exit, 1))

    assert await workers(partial(max, 3, 5)) == 5


async def test_a_worker_that_ends_by_itself_is_not_aborted(workers: Workers, caplog: pytest.LogCaptureFixture) -> None:
    """As when no thread can be started on a full machine: the log says why, and no dump of its memory is written."""
    with pytest.raises(BrokenWorkerError, match=r"exit status 1$"):
        await workers(partial(exec, "raise SystemExit('it ends')"))

    assert "SystemExit: it ends" in caplog.text
    assert "Fatal Python error" not in caplog.text


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
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert await workers(partial(os.getpriority, os.PRIO_PROCESS, 0)) == min(own + NICENESS, 19)


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


async def test_workers_end_with_their_context() -> None:
    async with open_workers(1) as workers:
        worker = await workers(partial(os.getpid))
        assert is_running(worker)

    assert not is_running(worker)


async def test_closing_after_an_idle_worker_died_is_no_error() -> None:
    async with open_workers(1) as workers:
        kill(await workers(partial(os.getpid)))


async def test_an_error_is_not_lost_where_an_idle_worker_has_died() -> None:
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
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(TIME_LIMIT)
        address = listening.getsockname()
        long_call = f"__import__('time').sleep(600 * bool(__import__('socket').create_connection({address})))"
        with a_daemon(tmp_path / "program.py", long_call, tmp_path) as daemon, listening.accept()[0] as from_worker:
            from_worker.settimeout(TIME_LIMIT)

            daemon.kill()

            with suppress(ConnectionResetError):  # as Windows says
                assert from_worker.recv(1) == b"", "the system closes it when the worker ends"


def test_a_worker_imports_nothing_from_the_current_folder(tmp_path: Path) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    for module in ("pickle", "random", "daemon"):
        (here / f"{module}.py").write_text("raise SystemExit('a module of somebody else')")

    all_three = "[__import__(name).__name__ for name in ('pickle', 'random', 'daemon')]"
    with a_daemon(elsewhere / "program.py", all_three, here) as daemon:
        assert daemon.communicate(timeout=TIME_LIMIT)[0] == "['pickle', 'random', 'daemon']\n"


async def test_run_here_calls_in_this_process() -> None:
    assert await run_in_this_process(partial(os.getpid)) == os.getpid()


# A worker that prints what is no answer to its call.

LIE = """
import os, sys, time
from threading import Timer

import outcome

from daemon.table.worker_process import as_line

frame = sys._getframe()
while "output" not in frame.f_locals:
    frame = frame.f_back
output = frame.f_locals["output"]

def endless_line():
    with output._lock:
        while True:
            output._file.write(b"A" * 60_000)

def endless_lines(line):
    while True:
        output.print(line)

def endless_words():
    while True:
        print("words", file=sys.stderr)

try:
    os.close(os.open({marker!r}, os.O_CREAT | os.O_EXCL))
except FileExistsError:
    pass
else:
    {lie}
    time.sleep(600)
"""


@pytest.mark.parametrize(
    ("lie", "reported"),
    [
        ("output.print('something else')", "something else than its answer"),
        ("output.print('AAAA')", "something else than its answer"),
        ("output.print('\\x00\\xff')", "something else than its answer"),
        ("output.print(as_line((2, outcome.Value(1))))", "something else than its answer"),
        ("output.print(as_line((1, 'a result')))", "something else than its answer"),
        ("output.print(as_line((1, outcome.Value('A' * 200_000))))", "something else than its answer"),
        ("endless_line()", "no sign of life"),
        ("endless_lines('x')", "something else than its answer"),
        ("endless_lines('')", "died"),
        ("endless_words()", "died"),
    ],
)
async def test_a_worker_that_answers_anything_else_is_ended_and_its_call_begins_again(
    lie: str,
    reported: str,
    tmp_path: Path,
    workers: Workers,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("daemon.table.workers.MOST_SILENT", 3)
    monkeypatch.setattr("daemon.table.workers.LONGEST_ANSWER", 100_000)
    monkeypatch.setattr("daemon.child.MOST_LINES", 50)

    await workers(partial(exec, LIE.format(marker=str(tmp_path / "has lied"), lie=lie), {}))

    assert any(reported in message for message in caplog.messages)


async def test_a_worker_that_answers_again_out_of_turn_is_ended(
    tmp_path: Path, workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    later = "Timer(0.2, output.print, [as_line((1, outcome.Value(1)))]).start(); raise SystemError"
    with pytest.raises(SystemError):
        await workers(partial(exec, LIE.format(marker=str(tmp_path / "has lied"), lie=later), {}))
    while not any("something else than its answer" in message for message in caplog.messages):  # noqa: ASYNC110
        await trio.sleep(0.01)

    assert await workers(partial(max, 3, 5)) == 5
