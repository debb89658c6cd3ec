"""The exit statuses of both programs, which scripts may rely on (WIRE.md, "Command line")."""

from typing import Final

DONE: Final = 0
FAILED: Final = 1
"""What was asked for failed."""
MISUSED: Final = 2
"""It was not asked for as it has to be."""
