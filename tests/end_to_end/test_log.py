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

from tests.end_to_end.program import HOST, TIME_TO_END, environment

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
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, env=environment()
    ) as daemon:
        assert daemon.stdout is not None
        try:
            yield daemon, daemon.stdout.fileno()
        finally:
            daemon.kill()
