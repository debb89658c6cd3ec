"""Printing the lines of a match in line mode as its player wants them: for eyes or for ears.

Here: for eyes they are wrapped to the terminal's width. For ears they are not, because a screen reader makes a pause at
the end of a line, and they are without signs that are not spoken. Not here: what is said (`lines.line_mode`), wrapping
(`printed_lines`).
"""

from client.terminal.look import Habits
from client.terminal.printed_lines import print_line
from client.words.settings import SPEECH
from client.words.spoken_words import for_ears


class LinePrinter:
    """Prints to standard output. `habits`: the verbosity, which may change at any time."""

    def __init__(self, habits: Habits) -> None:
        self._habits = habits

    def line(self, text: str) -> None:
        """Print a line at once."""
        if self._habits.verbosity == SPEECH:
            print(for_ears(text), flush=True)
        else:
            print_line(text)
