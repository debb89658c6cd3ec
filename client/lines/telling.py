"""Lines to whoever runs `fives`: on standard output, and on standard error what went wrong.

Not here: what they say (`words`), how they are broken where a terminal is too narrow for them (`wrapping`).
"""

import sys

from client.words.wrapping import fitted


def say(line: str) -> None:
    """Print a line at once. Left to a terminal it would be broken inside a word, and read aloud so."""
    print(fitted(line, sys.stdout), flush=True)


def tell(text: str) -> None:
    """A line about what went wrong, whatever it quotes."""
    from protocol.clean import one_line

    print(fitted(f"fives: {one_line(text)}", sys.stderr), file=sys.stderr)
