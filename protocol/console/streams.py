"""Standard streams that are closed when a program starts, as with `2>&-`, that fail, or that end at a question.

Here: what takes the place of closed streams, and asking a question, for both programs. Not here: streams whose encoding
lacks signs (`plain_signs`), and error messages (each program's `command`).
"""

import errno
import os
import sys


def open_closed_streams() -> None:
    """Open the null device in place of each standard stream that is closed.

    Python has None there, and `print(file=None)` writes a line for standard error to standard output.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)  # gets the lowest free descriptor: that of the closed stream
            setattr(sys, name, os.fdopen(null, mode, encoding="utf-8", closefd=False))


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
        typed = os.read(sys.stdin.fileno(), 4096)
    except OSError:
        typed = b""  # the terminal has gone away
    except KeyboardInterrupt:
        print()  # the shell's prompt would otherwise follow on this line
        raise
    if not typed:
        print()
        return None
    return typed.decode(errors="replace").strip()
