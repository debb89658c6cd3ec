"""Starting the programs: their help; `fives play` up to its first frame and its start screen, or up to a table."""

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from tempfile import TemporaryDirectory
from typing import Final

from tools.bench.figures import Figure, side_by_side
from tools.bench.servers import COMPILED

_FIRST_FRAME: Final = b"\x1b[?1049h"
"""The full screen has begun; its first frame follows in the same write."""
_START_SCREEN: Final = b"New match"
_TABLE: Final = b"Round 1"
_GAME: Final = ("--rules", "fives-and-threes")
PATIENCE: Final = 30.0


def measure(takes: int) -> Iterator[Figure]:
    """The time of a short help command beside Python itself, and of `fives play` beside the import of its library."""
    for words, sight in (((), _START_SCREEN), (_GAME, _TABLE)):
        _play_until(sight, *words)  # compiles every module that is not compiled yet
    python = partial(_run, "-c", "pass")
    for name, package in (("fives --help", "client"), ("fivesd --help", "daemon")):
        waits = side_by_side(takes, partial(_run, "-m", package, "--help"), python)
        yield Figure("start", name, "ms", waits[0], "python -c pass", waits[1])
    library = partial(_run, "-c", "import prompt_toolkit")
    for name, sight, words in (
        ("first frame", _FIRST_FRAME, ()),
        ("start screen", _START_SCREEN, ()),
        ("table", _TABLE, _GAME),
    ):
        waits = side_by_side(takes, partial(_play_until, sight, *words), library)
        yield Figure("start", f"fives play, {name}", "ms", waits[0], "import prompt_toolkit", waits[1])


def _run(*words: str) -> float:
    """Milliseconds until Python has run with these arguments."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=COMPILED)
    return 1000 * (time.perf_counter() - begun)


def _play_until(sight: bytes, *words: str) -> float:
    """Milliseconds until `fives play` with a new folder and these words has written these bytes to its terminal."""
    keyboard, terminal = pty.openpty()
    with TemporaryDirectory(prefix="fives-bench-", ignore_cleanup_errors=True) as folder:  # the daemon ends after it
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "client", "play", "--data", folder, *words],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={**COMPILED, "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(terminal)
        seen = b""
        while sight not in seen:
            readable, _, _ = select.select([keyboard], [], [], PATIENCE)
            if not readable:
                raise RuntimeError(f"fives play did not show {sight!r}")
            seen += os.read(keyboard, 65536)
        waited = 1000 * (time.perf_counter() - begun)
        process.terminate()
        process.wait()
        os.close(keyboard)
    return waited
