"""The operator's log on standard error, written by a thread of its own.

Without it, a terminal that is stopped (Ctrl-S, a selection) or a pipe that nobody reads would stop every game. Not
here: what is logged, and the log file of a private daemon (`hosting`).
"""

import logging
import os
import queue
import sys
import threading
from contextlib import suppress
from typing import Final

MOST_LINES: Final = 10_000
"""How many lines may wait to be written. More are dropped: a log is no reason to run out of memory."""
TIME_TO_WRITE: Final = 1.0
"""Seconds that the program waits at its end for the lines that are left."""


class LogThread(logging.Handler):
    """A log handler that passes each line to a thread, and waits for that thread only at the end, and not for long.

    `QueueListener` of the standard library would wait there for as long as nobody reads what is written.
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
        """Write the lines that wait, as far as that is possible in time."""
        with suppress(queue.Full):
            self._lines.put_nowait(None)
        self._writer.join(TIME_TO_WRITE)
        super().close()

    def _write(self) -> None:
        # Not to `sys.stderr`: if this thread held its lock when the program ends, Python would abort.
        while (line := self._lines.get()) is not None:
            with suppress(OSError):  # its reader has gone, or the disk is full
                while line:
                    line = line[os.write(sys.stderr.fileno(), line) :]
