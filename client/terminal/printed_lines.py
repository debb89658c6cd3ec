"""Printing lines on standard output and errors on standard error, wrapped if they go to a terminal.

Not here: wrapping (`words.wrapping`), typed lines (`typed_lines`).
"""

import sys

from client.words.wrapping import fitted
from protocol.clean import one_line


def print_line(line: str) -> None:
    """Print a line to standard output at once, wrapped between words if it goes to a terminal."""
    print(fitted(line, sys.stdout), flush=True)


def print_error(text: str) -> None:
    """Print `fives: ...` to standard error. The text is cleaned, since it may quote anything."""
    print(fitted(f"fives: {one_line(text)}", sys.stderr), file=sys.stderr)
