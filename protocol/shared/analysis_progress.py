"""The lines by which `fivesd analyse` shows its progress to the client that started it, before the analysis itself.

Here: writing such a line and reading it. Not here: the analysis (`protocol.wire.analysis`).
"""

import re
from typing import Final, NamedTuple

_LINE: Final = re.compile(r"analysed (\d{1,6}) of (\d{1,6}) plays")


class Progress(NamedTuple):
    """How many plays have been analysed, and how many there are."""

    done: int
    plays: int

    def __str__(self) -> str:
        """The line that `read_progress` reads."""
        return f"analysed {self.done} of {self.plays} plays"


def read_progress(line: str) -> Progress | None:
    """The progress in a line, or None if the line says something else."""
    found = _LINE.fullmatch(line.strip())
    return None if found is None else Progress(int(found[1]), int(found[2]))
