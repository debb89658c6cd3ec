"""Log lines that strangers can cause, limited to one a minute so that nobody can fill the disk.

Here: when such a line is due, and how many were left out before it. Not here: its text.
"""

import logging
from typing import Final

TIME_BETWEEN_LINES: Final = 60.0
"""Seconds between two lines of the same kind."""


class RareLine:
    """One kind of log line."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._next_at = 0.0
        self._left_out = 0

    def warn(self, sentence: str, now: float) -> bool:
        """Log the sentence if a line is due, and return whether it was; `now` is in seconds on trio's clock."""
        if now < self._next_at:
            self._left_out += 1
            return False
        before = f"; {self._left_out} more before" if self._left_out else ""
        self._log.warning("%s%s", sentence, before)
        self._next_at, self._left_out = now + TIME_BETWEEN_LINES, 0
        return True
