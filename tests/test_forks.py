"""A program that is forked has the same start as any other, and so have its children."""

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

if sys.platform != "linux":
    pytest.skip("only Linux can fork a child for another process", allow_module_level=True)

from tests.forks import FORKS, ROOT, STARTS, take_terminal

pytestmark = pytest.mark.slow("starts programs")

PROGRAM = [sys.executable, "-m", "tests.how_it_started"]
SETTINGS = {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "default"}
Seen = dict[str, object]


def on_pipes(*words: str, **more: str) -> Seen:
    """What the program printed, started with pipes for its streams."""
    environment = {**os.environ, **SETTINGS, **more}
    done = subprocess.run([*PROGRAM, *words], capture_output=True, check=False, text=True, cwd=ROOT, env=environment)
    assert (done.returncode, done.stderr) == (7, "")
    first, last = done.stdout.splitlines()
    assert last == "and its last words"
    return dict(json.loads(first))


def on_a_terminal() -> Seen:
    """The same, on a terminal of its own."""
    outside, inside = pty.openpty()
    with subprocess.Popen(
        PROGRAM,
        stdin=inside,
        stdout=inside,
        stderr=inside,
        cwd=ROOT,
        env={**os.environ, **SETTINGS},
        start_new_session=True,
        preexec_fn=take_terminal,  # noqa: PLW1509 - as in `pseudo_terminal`
    ) as process:
        read = b""
        while b"last words\r\n" not in read:
            read += os.read(outside, 65536)
    os.close(inside)
    os.close(outside)
    assert process.returncode == 7
    return dict(json.loads(read.splitlines()[0]))


def as_a_strict_parent() -> Seen:
    """The same, of a parent that ignores and blocks signals and lets nobody read its files."""
    mask, hang_up = os.umask(0o077), signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    try:
        return on_pipes("parent")
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1])
        signal.signal(signal.SIGHUP, hang_up)
        os.umask(mask)


@pytest.fixture
def forking() -> None:
    """The programs of this file are forked, the next one too."""
    for _ in range(STARTS - 1):
        on_pipes()
    assert on_pipes()["is forked"]


def started_both_ways(start: Callable[[], Seen]) -> tuple[Seen, Seen]:
    with FORKS.paused():
        plain = start()
    forked = start()
    for seen, is_forked in ((plain, False), (forked, True)):
        for one in (seen, seen.get("child")):
            if isinstance(one, dict):
                assert one.pop("is forked") is is_forked
                del one["chance"]
    return plain, forked


@pytest.mark.parametrize(
    "start", [on_pipes, on_a_terminal, lambda: on_pipes("parent", "of one", FIVES_HOME="/nowhere"), as_a_strict_parent]
)
def test_it_starts_as_it_would_otherwise(forking: None, start: Callable[[], Seen]) -> None:
    plain, forked = started_both_ways(start)

    assert forked == plain


def test_two_have_different_random_numbers(forking: None) -> None:
    assert on_pipes()["chance"] != on_pipes()["chance"]


async def test_it_is_a_child_of_the_test_like_any_other(forking: None) -> None:
    waits = [*PROGRAM, "wait"]
    process = await trio.lowlevel.open_process(waits, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, **SETTINGS})
    assert process.stdout is not None
    async with process.stdout:
        assert await process.stdout.receive_some(1) == b"{"
        process.send_signal(signal.SIGSTOP)
        stopped = os.waitid(os.P_PID, process.pid, os.WSTOPPED)  # noqa: ASYNC222 - at once
        assert stopped is not None
        assert stopped.si_status == signal.SIGSTOP
        process.kill()
        assert await process.wait() == -signal.SIGKILL


def test_a_folder_that_does_not_exist_is_an_error_of_the_start(forking: None, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        subprocess.run(
            [PROGRAM[0], "-P", *PROGRAM[1:]], cwd=tmp_path / "gone", env={**os.environ, **SETTINGS}, check=False
        )


def test_other_settings_of_python_are_its_own() -> None:
    in_c = {"PYTHONUTF8": "0", "LC_ALL": "C"}
    for _ in range(STARTS - 1):
        on_pipes(**in_c)
    plain, forked = started_both_ways(lambda: on_pipes("日本", **in_c))

    assert forked == plain
    assert "ascii" in str(forked["streams"])
