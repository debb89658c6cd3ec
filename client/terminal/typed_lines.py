"""The terminal as a stream of lines: typed lines, whether they are echoed, printed lines.

Here: a thread that reads standard input, so that a program can wait for a line with a time limit. It reads the
descriptor itself: a thread that holds the lock of `sys.stdin` while the program ends brings Python down. Not here: what
the lines mean (`letters`), wrapping (`words.wrapping`).
"""

import os
import queue
import sys
import threading
from functools import cache
from typing import Final

from client.words.wrapping import fitted
from protocol.clean import one_line

_WAKE_EVERY: Final = 1.0
"""Seconds; on Windows Ctrl-C has to wait until a wait is over."""


def print_line(line: str) -> None:
    """Print a line to standard output at once, wrapped between words if it goes to a terminal."""
    print(fitted(line, sys.stdout), flush=True)


def print_error(text: str) -> None:
    """Print `fives: ...` to standard error. The text is cleaned, since it may quote anything."""
    print(fitted(f"fives: {one_line(text)}", sys.stderr), file=sys.stderr)


def set_echo(is_on: bool, descriptor: int = 0) -> None:
    """Switch the terminal's echo of typed characters; does nothing where that is impossible, as on Windows."""
    try:
        import termios  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    try:
        settings = termios.tcgetattr(descriptor)
        settings[3] = settings[3] | termios.ECHO if is_on else settings[3] & ~termios.ECHO
        termios.tcsetattr(descriptor, termios.TCSANOW, settings)
    except termios.error:
        pass  # the terminal has gone away


class TypedLines:
    """The lines of a descriptor, decoded as UTF-8; invalid bytes are replaced."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True, name="typed lines").start()

    def next(self, seconds: float | None = None) -> str | None:
        """The next line without its end, or None if none came within `seconds`. Raises `EOFError`."""
        while True:
            try:
                line = self._lines.get(timeout=_WAKE_EVERY if seconds is None else seconds)
            except queue.Empty:
                if seconds is None:
                    continue
                return None
            if line is None:
                self._lines.put(None)  # the end stays the end
                raise EOFError
            return line

    def _read(self) -> None:
        held = b""
        while True:
            try:
                received = os.read(self._descriptor, 4096)
            except OSError:
                received = b""  # the terminal has gone away: the same as the end of input
            if not received:
                break
            *whole, held = (held + received).split(b"\n")
            for line in whole:
                self._lines.put(line.decode(errors="replace").rstrip("\r"))
        if held:
            self._lines.put(held.decode(errors="replace"))
        self._lines.put(None)


@cache
def standard_input() -> TypedLines:
    """The lines of standard input: one reader for the whole program, because a second one would take lines from it."""
    return TypedLines()
