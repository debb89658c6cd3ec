"""A line on standard output, at once.

Lives here: printing it, and where a terminal is too narrow for it, breaking it between words. Not here: what it says.
"""

import shutil
import sys
import textwrap


def say(line: str) -> None:
    """Print a line. A terminal would break a long one in the middle of a word, and a screen reader read it so."""
    if sys.stdout.isatty():
        line = "\n".join(textwrap.wrap(line, shutil.get_terminal_size().columns, break_on_hyphens=False))
    print(line, flush=True)
