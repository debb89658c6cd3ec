"""What is typed, line by line, waited for no longer than asked.

Lives here: a thread that reads standard input, so that something can go on by itself until a line is typed. It reads
the descriptor itself: a thread that holds the lock of `sys.stdin` while the program ends brings Python down.
Not here: what the lines mean.
"""

import os
import queue
import threading
from typing import Final

_WAKE_EVERY: Final = 1.0
"""Seconds; on Windows Ctrl-C has to wait until a wait is over."""


class TypedLines:
    """The lines of a descriptor, UTF-8; whatever is not is replaced."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True, name="typed lines").start()

    def next(self, seconds: float | None = None) -> str | None:
        """The next line without its end, or None where nothing was typed in so many seconds. Raises `EOFError`."""
        while True:
            try:
                line = self._lines.get(timeout=_WAKE_EVERY if seconds is None else seconds)
            except queue.Empty:
                if seconds is None:
                    continue
                return None
            if line is None:
                raise EOFError
            return line

    def _read(self) -> None:
        held = b""
        while True:
            try:
                received = os.read(self._descriptor, 4096)
            except OSError:
                received = b""  # a terminal that has gone away has nothing more to say
            if not received:
                break
            *whole, held = (held + received).split(b"\n")
            for line in whole:
                self._lines.put(line.decode(errors="replace").rstrip("\r"))
        if held:
            self._lines.put(held.decode(errors="replace"))
        self._lines.put(None)
