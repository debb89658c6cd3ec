"""A line on standard output, at once.

Not here: what it says, how it is broken where a terminal is too narrow for it (`wrapping`).
"""

import sys

from client.wrapping import fitted


def say(line: str) -> None:
    """Print a line. A terminal would break a long one in the middle of a word, and a screen reader read it so."""
    print(fitted(line, sys.stdout), flush=True)
