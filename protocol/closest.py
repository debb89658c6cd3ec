"""The name that was probably meant: for commands that do not exist.

Pure. Not here: the names (each list of commands), the sentence with the suggestion.
"""

from collections.abc import Iterable
from typing import Final

_ALIKE: Final = 0.7
"""How much of two names must be alike, from 0 to 1: `opne` is open, but `hello` is not help."""


def closest(typed: str, names: Iterable[str]) -> str | None:
    """The name most like the typed one, or None if there is none like it."""
    from difflib import get_close_matches  # here, because only a mistake needs it

    return next(iter(get_close_matches(typed[:40].casefold(), [*names], n=1, cutoff=_ALIKE)), None)
