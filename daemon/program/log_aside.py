"""The operator's log on standard error, written by a thread of its own.

Lives here: why a terminal that stands still (Ctrl-S, a selection) or a pipe that nobody reads holds up no game. Not
here: what is logged, and that a private daemon's log is a file (`hosting`).
"""

import logging
import os
import queue
import sys
import threading
from contextlib import suppress
from typing import Final

MOST_LINES: Final = 10_000
"""So many wait to be written. What comes behind them is lost: a log is no reason to run out of memory."""
TIME_TO_WRITE: Final = 1.0
"""Seconds that the end of the program waits for what is left."""


class LogAside(logging.Handler):
    """Hands each line to a thread, and waits for it at the end alone, and not for long.

    `QueueListener` of the standard library would wait there for as long as nobody takes what is written.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_LINES)
        self._writer = threading.Thread(target=self._write, name="log", daemon=True)
        self._writer.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Have this written as soon as standard error takes it."""
        line = f"{self.format(record)}\n".encode(sys.stderr.encoding, sys.stderr.errors or "strict")
        with suppress(queue.Full):
            self._lines.put_nowait(line)

    def close(self) -> None:
        """Write what waits, as far as that is possible in time."""
        with suppress(queue.Full):
            self._lines.put_nowait(None)
        self._writer.join(TIME_TO_WRITE)
        super().close()

    def _write(self) -> None:
        # Not to `sys.stderr`: a thread that held its lock when the program ends would bring the end down.
        while (line := self._lines.get()) is not None:
            with suppress(OSError):  # nobody reads it any more, or the disk under it is full
                while line:
                    line = line[os.write(sys.stderr.fileno(), line) :]
