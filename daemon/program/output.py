"""Lines to whoever runs `fivesd`."""

import sys


def tell(text: str) -> None:
    """Print a line on standard error; what it quotes is made safe to show, and short."""
    from protocol.clean import one_line

    print(f"fivesd: {one_line(text)}", file=sys.stderr)
