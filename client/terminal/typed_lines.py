"""Reading typed lines, and whether the terminal echoes them.

Here: a thread that reads standard input, so that a program can wait for a line with a time limit. It reads the
descriptor itself: a thread that holds the lock of `sys.stdin` while the program ends brings Python down. Not here: what
the lines mean (`letters`), printed lines (`printed_lines`).
"""

import os
import threading
from collections import deque
from functools import cache
from typing import Final

_WAKE_EVERY: Final = 1.0
"""Seconds between two looks: on Windows Ctrl-C works only between them."""


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
        self._lines = deque[str | None]()
        self._has_lines = threading.Condition()
        threading.Thread(target=self._read, daemon=True, name="typed lines").start()

    def next(self, seconds: float | None = None) -> str | None:
        """The next line without its end, or None if none came within `seconds`. Raises `EOFError`."""
        with self._has_lines:
            while not self.wait(_WAKE_EVERY if seconds is None else seconds):
                if seconds is not None:
                    return None
            if self._lines[0] is None:
                raise EOFError  # the end stays the end
            return self._lines.popleft()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until there is a line, or the end; False if there is neither after `seconds`. Takes no line."""
        with self._has_lines:
            return self._has_lines.wait_for(lambda: len(self._lines) > 0, seconds)

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
                self._put(line.decode(errors="replace").rstrip("\r"))
        if held:
            self._put(held.decode(errors="replace"))
        self._put(None)

    def _put(self, line: str | None) -> None:
        """Add a line; None is the end."""
        with self._has_lines:
            self._lines.append(line)
            self._has_lines.notify_all()


@cache
def standard_input() -> TypedLines:
    """The lines of standard input: one reader for the whole program, because a second one would take lines from it."""
    return TypedLines()
