"""Printing the lines of a match in line mode as its player wants them: for eyes or for ears.

Here: for eyes they are wrapped to the terminal's width. For ears they are not, because a screen reader makes a pause at
the end of a line, and they are without signs that are not spoken. A line may be left open, so that the cursor, which a
braille display follows, stands on it. Not here: what is said (`lines.line_mode`), wrapping (`printed_lines`).
"""

import sys

from client.terminal.look import Habits
from client.terminal.printed_lines import print_line
from client.words.settings import SPEECH
from client.words.spoken_words import for_ears


class LinePrinter:
    """Prints to standard output. `habits`: the verbosity, which may change at any time."""

    def __init__(self, habits: Habits) -> None:
        self._habits = habits
        self._is_open = False
        """Whether the cursor stands behind a line that was left open."""

    def line(self, text: str) -> None:
        """Print a line at once."""
        self.close()
        if self._habits.verbosity == SPEECH:
            print(for_ears(text), flush=True)
        else:
            print_line(text)

    def leave_open(self, text: str) -> None:
        """Print a line at whose end the cursor stays, if it is a terminal's."""
        if not sys.stdout.isatty():
            self.line(text)
            return
        self.close()
        print(for_ears(text), end=" ", flush=True)
        self._is_open = True

    def close(self) -> None:
        """End an open line; what follows begins a new one."""
        if self._is_open:
            self._is_open = False
            print(flush=True)

    def entered(self) -> None:
        """The player has pressed Enter, which has ended an open line."""
        self._is_open = False
