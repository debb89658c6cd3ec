"""The exit statuses of both programs, which scripts may rely on (WIRE.md, "Command line"), and the errors behind them.

Each error is one line for the user: what is wrong, and what to do.
"""

from typing import Final

DONE: Final = 0
FAILED: Final = 1
"""The command was valid, but failed."""
MISUSED: Final = 2
"""The command was not valid."""


class FailedError(Exception):
    """A valid command failed."""

    status = FAILED


class MisusedError(FailedError):
    """A command is not valid: an unknown option, a bad value, a folder that does not exist."""

    status = MISUSED
