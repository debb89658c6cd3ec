"""Standard streams that are closed when a program starts, as with `2>&-`, that fail, or that end at a question.

Here: what takes the place of closed streams, closing what a program inherits beside them, and asking a question, for
both programs. Not here: streams whose encoding lacks signs (`plain_signs`), and error messages (each program's
`command`).
"""

import errno
import os
import select
import sys
from contextlib import suppress
from typing import Final

_STANDARD: Final = 2
"""The last of the descriptors that are standard streams."""
_TIME_TO_SEE_A_SIGNAL: Final = 0.5
"""Seconds."""
_OUTER_SIDE: Final = 5 << 8 | 2
"""The device of each outer side of a terminal: number 2 of kind 5, /dev/ptmx of Linux."""


def open_closed_streams() -> None:
    """Open the null device in place of each standard stream that is closed.

    Python has None there, and `print(file=None)` writes a line for standard error to standard output.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)  # gets the lowest free descriptor: that of the closed stream
            setattr(sys, name, os.fdopen(null, mode, encoding="utf-8", closefd=False))


def close_inherited_terminals() -> None:
    """Close the outer sides of terminals that were open when this program started.

    A screen reader such as yasr leaves that of its own terminal open in the program that it runs. Then the terminal is
    never gone, and the program would run on, unseen, after its window was closed. Only Linux says which ones they are.
    """
    try:
        descriptors = [int(name) for name in os.listdir("/proc/self/fd")]  # noqa: PTH208 - numbers, not files
    except OSError:
        return
    for descriptor in descriptors:
        with suppress(OSError):  # among them is that of the list itself, which is closed
            if descriptor > _STANDARD and os.fstat(descriptor).st_rdev == _OUTER_SIDE:
                os.close(descriptor)


def is_closed_pipe(error: OSError) -> bool:
    """Whether writing to standard output failed because its reader has closed the pipe. Windows calls that EINVAL."""
    return isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)


def drop_output() -> None:
    """Discard the buffered output that cannot be written: Python would try again at exit, and fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def typed_answer(question: str) -> str | None:
    """Ask at the terminal; returns the typed line without blanks around it, or None at the end of input (Ctrl-D).

    It reads the descriptor itself: `input` raises an error for bytes that are not text. Here they are replaced.
    """
    try:
        print(question, end=" ", flush=True)
        terminal = sys.stdin.fileno()
        while sys.platform != "win32" and not select.select([terminal], [], [], _TIME_TO_SEE_A_SIGNAL)[0]:
            pass  # a Ctrl-C that comes just before a wait does not end it, and would be lost in one without end
        typed = os.read(terminal, 4096)
    except OSError:
        typed = b""  # the terminal has gone away
    except KeyboardInterrupt:
        print()  # the shell's prompt would otherwise follow on this line
        raise
    if not typed:
        print()
        return None
    return typed.decode(errors="replace").strip()
