"""How a command of `fivesd` tells that it ends early: by an exception with one plain line.

Lives here: whose fault it was, and with it the exit status. Not here: showing it, which `cli` does for all commands.
"""

import sys

from protocol.console.exit_status import FAILED, MISUSED


class FailedError(Exception):
    """What was asked for failed: one line, why."""

    status = FAILED


class MisusedError(FailedError):
    """It cannot be done as it was asked for: one line, what is wrong and what would work."""

    status = MISUSED


def tell(text: str) -> None:
    """A line to whoever runs the daemon, whatever it quotes."""
    from protocol.clean import one_line

    print(f"fivesd: {one_line(text)}", file=sys.stderr)
