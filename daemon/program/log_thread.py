"""The operator's log on standard error, written by its own thread.

Without the thread, a stopped terminal (Ctrl-S, a selection) or a pipe that nobody reads would stop every game. Not
here: the lines, and the log file of a private daemon (`hosting`).
"""

import logging
import os
import queue
import sys
import threading
from contextlib import suppress
from typing import Final

MOST_LINES: Final = 10_000
"""How many lines may wait to be written. Further lines are dropped, so that the log cannot use up the memory."""
TIME_TO_WRITE: Final = 1.0
"""Seconds that the program waits at exit for the remaining lines."""


class LogThread(logging.Handler):
    """A log handler that passes each line to a thread, and waits for that thread only at exit, for a bounded time.

    The standard library's `QueueListener` would wait at exit for as long as nobody reads the output.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_LINES)
        self._writer = threading.Thread(target=self._write, name="log", daemon=True)
        self._writer.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a line to be written."""
        line = f"{self.format(record)}\n".encode(sys.stderr.encoding, sys.stderr.errors or "strict")
        with suppress(queue.Full):
            self._lines.put_nowait(line)

    def close(self) -> None:
        """Write the queued lines, or as many as can be written in time."""
        with suppress(queue.Full):
            self._lines.put_nowait(None)
        self._writer.join(TIME_TO_WRITE)
        super().close()

    def _write(self) -> None:
        # Not to `sys.stderr`: if this thread held its lock when the program ends, Python would abort.
        while (line := self._lines.get()) is not None:
            with suppress(OSError):  # the reader has gone, or the disk is full
                while line:
                    line = line[os.write(sys.stderr.fileno(), line) :]
