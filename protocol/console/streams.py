"""Standard streams that whoever starts a program has closed, as `2>&-` does in a shell, or that take nothing more.

Lives here: what stands in for them, for both programs. Not here: streams that lack signs (`plain_signs`), what is told
of them (each program's `cli`).
"""

import os
import sys


def open_closed_streams() -> None:
    """Let nothing come from a standard stream that is closed, and what is written to one go nowhere.

    Python has None in their place: a line for standard error would be printed to standard output.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: the one that was closed
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8", closefd=False))


def drop_output() -> None:
    """Let nothing more be flushed to where nobody takes it: Python would try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
