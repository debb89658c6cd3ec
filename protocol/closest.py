"""The name that was probably meant: for commands, options and games that do not exist.

Pure. Not here: the names (each list of them), the sentence with the suggestion.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_ALIKE: Final = 0.7
"""How much of two names must be alike, from 0 to 1: `opne` is open, but `hello` is not help."""


def closest(typed: str, names: Iterable[str]) -> str | None:
    """The name most like the typed one, or None if there is none like it."""
    return next(iter(get_close_matches(typed[:40].casefold(), [*names], n=1, cutoff=_ALIKE)), None)
