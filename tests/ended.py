"""Programs that tests start with `subprocess.Popen`, and that do not outlive them."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import AnyStr


@contextmanager
def ended(program: "subprocess.Popen[AnyStr]") -> Iterator["subprocess.Popen[AnyStr]"]:
    """This program during a block. `Popen`'s own block waits for its end, for ever if a test fails in the middle."""
    with program:
        try:
            yield program
        finally:
            program.kill()


def end_with_children(program: "subprocess.Popen[bytes]") -> None:
    """End a program that was started in a session of its own, and everything that it has started.

    A child of a browser that outlives it keeps what it was given: an end of a pipe, a port, a display.
    """
    with suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()
