"""Messages to the user of `fivesd` on standard error."""

import sys

from protocol.clean import one_line


def print_error(text: str) -> None:
    """Print a message as one short line, safe to show whatever it quotes."""
    print(f"fivesd: {one_line(text)}", file=sys.stderr)
