"""Messages to the user of `fivesd` on standard error."""

import sys


def print_error(text: str) -> None:
    """Print a message as one short line, safe to show whatever it quotes."""
    from protocol.clean import one_line

    print(f"fivesd: {one_line(text)}", file=sys.stderr)
