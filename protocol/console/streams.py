"""Standard streams that are closed when a program starts, as with `2>&-` in a shell, or that cannot be written to.

Here: their replacements, for both programs. Not here: streams whose encoding lacks signs (`plain_signs`), and error
messages (each program's `command`).
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
