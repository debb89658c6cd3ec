"""The exit statuses of both programs, which scripts may rely on (WIRE.md, "Command line")."""

from typing import Final

DONE: Final = 0
FAILED: Final = 1
"""What was asked for failed."""
MISUSED: Final = 2
"""It was not asked for as it has to be."""


class FailedError(Exception):
    """A command ends early because what was asked for failed: one line, why."""

    status = FAILED


class MisusedError(FailedError):
    """A command ends early because it cannot be done as asked: one line, what is wrong and what would work."""

    status = MISUSED
