"""The last lines of the log, for the operator who hosts from a browser.

Here: keeping them in memory, few and short. Not here: the log itself (`hosting`, `log_thread`), which has no secrets.
"""

import logging
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

from protocol.clean import clean, shortened

MOST_LINES: Final = 50
LONGEST_LINE: Final = 300


class LogTail(logging.Handler):
    """A log handler that keeps the last lines."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=MOST_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line, without the traceback of an error."""
        at = time.strftime("%H:%M", time.localtime(record.created))
        self._lines.append(shortened(clean(f"{at} {record.levelname} {record.getMessage()}"), LONGEST_LINE))

    def lines(self) -> Sequence[str]:
        """The lines, the newest last."""
        return tuple(self._lines)
