"""The exit statuses of both programs, which scripts may rely on (WIRE.md, "Command line"), and the errors behind them.

Each error is one line for the user: what is wrong, and what to do.
"""

from typing import Final

DONE: Final = 0
FAILED: Final = 1
"""The command was valid, but failed."""
MISUSED: Final = 2
"""The command was not valid."""
IN_USE: Final = 3
"""Another daemon uses the data folder. Only a daemon that `fives` started uses this status; others use `MISUSED`."""


class FailedError(Exception):
    """A valid command failed."""

    status = FAILED


class MisusedError(FailedError):
    """A command is not valid: an unknown option, a bad value, a folder that does not exist."""

    status = MISUSED


class FolderInUseError(FailedError):
    """Another daemon uses the data folder. The program that started this one reports it in its own words."""

    status = IN_USE
