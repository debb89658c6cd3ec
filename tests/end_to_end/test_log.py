"""The operator's log when nobody reads it."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.end_to_end.program import HOST, TIME_TO_END, environment, fivesd
from tests.ended import ended

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes and signals")


@contextmanager
def a_full_pipe() -> Iterator[int]:
    """The writing end of a full pipe that nobody reads."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writing, True)
    try:
        yield writing
    finally:
        os.close(reading)
        os.close(writing)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_unread_log_blocks_neither_the_game_nor_the_exit(number: signal.Signals, tmp_path: Path) -> None:
    command = [*HOST, "--port", "0", "--data", str(tmp_path)]
    with a_full_pipe() as log, running(command, log) as (daemon, output):
        assert select.select([output], [], [], TIME_TO_END)[0], "it does not begin"
        assert os.read(output, 4096).startswith(b"listening on ")

        daemon.send_signal(number)

        assert daemon.wait(TIME_TO_END) == 0


@contextmanager
def running(command: list[str], log: int) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """A daemon with its log going there, and a descriptor to read its standard output."""
    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    with ended(subprocess.Popen(command, stdin=null, stdout=pipe, stderr=log, env=environment())) as daemon:
        assert daemon.stdout is not None
        yield daemon, daemon.stdout.fileno()


def test_a_log_can_go_to_a_file_which_keeps_what_it_has(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "fives.log"
    for _ in range(2):
        ran = fivesd("--port=0", "--bots=4", "--matches=1", "--think=0", "--data", tmp_path, "--log-file", log)
        assert (ran.returncode, ran.stderr) == (0, "")

    assert log.read_text().count("stopped cleanly") == 2


def test_a_log_file_that_cannot_be_written_is_one_line_before_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = fivesd("--port=0", "--data", tmp_path / "data", "--log-file", tmp_path / "file" / "log")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1
    assert str(tmp_path / "file") in ran.stderr
    assert "--log-file" in ran.stderr
