"""`fives` as a child process: through pipes, while it runs, and on its own terminal."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 120.0


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "FIVES_HOME": str(home), "PYTHONWARNINGS": "error"}


def fives(home: Path, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run `fives` with this input, to its end; with `more` in its environment."""
    return subprocess.run(
        [sys.executable, "-m", "client", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**environment(home), **more},
        check=False,
    )


def unfinished(home: Path, *words: str) -> list[str]:
    """The output of `fives play --list`."""
    ran = fives(home, "play", "--list", *words)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def games_in(listing: Sequence[str]) -> list[str]:
    """The games of the listed matches."""
    return [line.partition(":")[0].removeprefix("fives play ") for line in listing]


PLAYS = ("".join(f"{number} {arm}\n" for number in range(1, 8) for arm in "lr") + "k\n") * 16
"""Lines that play a round of Cinq et Trois to its end."""


class running:  # noqa: N801 - it reads as a verb
    """A `fives` that is still running, with `more` in its environment; killed at the end of the test if need be."""

    def __init__(self, home: Path, *words: str, **more: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "client", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**environment(home), **more},
            start_new_session=True,
        )

    def __enter__(self) -> "subprocess.Popen[str]":
        return self._process

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate(timeout=PATIENCE)


def read_until(process: "subprocess.Popen[str]", begins: str) -> str:
    """The next line of output with this beginning."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(begins):
            return line
    raise AssertionError(f"no line began with {begins!r}")


def children_of(pid: int) -> list[int]:
    listed = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
    return [int(number) for number in listed.split()]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return (
        "Z"
        not in subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    )


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while is_alive(pid):
        assert time.monotonic() < deadline, f"process {pid} is still there"
        time.sleep(0.02)


posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals and process lists are POSIX's")


@contextmanager
def at_a_terminal(home: Path, *words: str, hands_down: bool = False) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """A `fives` in line mode on its own terminal, and the keyboard of that terminal.

    `hands_down`: the program gets this side of its terminal, too, as some screen readers leave it open.
    """
    keyboard, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "client", *words, "--lines"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**environment(home), "COLUMNS": "200"},
        start_new_session=True,
        pass_fds=(keyboard,) if hands_down else (),
    )
    os.close(terminal)
    try:
        yield process, keyboard
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
        os.close(keyboard)


def answer(keyboard: int, question: str, typed: str) -> str:
    """Wait for a question at the terminal and type this answer; returns everything read."""
    seen = wait_to_see(keyboard, question)
    os.write(keyboard, f"{typed}\n".encode())
    return seen


def wait_to_see(keyboard: int, text: str) -> str:
    """Wait until this appears on the terminal, wherever its lines break; returns everything read."""
    seen = ""
    wanted = " ".join(text.split())
    deadline = time.monotonic() + PATIENCE
    while wanted not in " ".join(seen.split()):
        readable, _, _ = select.select([keyboard], [], [], max(0.0, deadline - time.monotonic()))
        assert readable, f"{text!r} did not appear after {seen!r}"
        seen += os.read(keyboard, 4096).decode(errors="replace")
    return seen
