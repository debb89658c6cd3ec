"""Words of a command that the player is to type, quoted for this system's shell.

Here: `quoted`, and `command_of`, a whole command. Not here: which command.
"""

import os
import re
import shlex
from collections.abc import Iterable


def quoted(word: str) -> str:
    """The word, quoted if it needs it. Windows' shells take apostrophes as they are, and backslashes need no quotes."""
    if os.name != "nt":
        return shlex.quote(word)
    return word if re.fullmatch(r"[\w.:\\/@+=-]+", word) else f'"{word}"'


def command_of(words: Iterable[str]) -> str:
    """The command with these words, to be typed or pasted as it is."""
    return " ".join(map(quoted, words))
