"""The exit statuses of both programs, which scripts may rely on (WIRE.md, "Command line"), and the errors behind them.

Each error is one line for the user: what is wrong, and what to do.
"""

from typing import Final

from protocol.sentences import Said

DONE: Final = 0
FAILED: Final = 1
"""The command was valid, but failed."""
MISUSED: Final = 2
"""The command was not valid."""
IN_USE: Final = 3
"""Another daemon uses the data folder. Only a daemon that `fives` started uses this status; others use `MISUSED`."""


class FailedError(Exception):
    """A valid command failed. `said`: the same for a reader of another language, where it is a sentence."""

    status = FAILED

    def __init__(self, said: Said = "") -> None:
        super().__init__(str(said))
        self.said = said


class MisusedError(FailedError):
    """A command is not valid: an unknown option, a bad value, a folder that does not exist."""

    status = MISUSED


class FolderInUseError(FailedError):
    """Another daemon uses the data folder. The program that started this one reports it in its own words."""

    status = IN_USE
