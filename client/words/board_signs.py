"""The signs on the full screen, for its help sheets and for `fives help`."""

from collections.abc import Iterator
from typing import Final

from client.words.say import say

_SIGNS: Final = {
    "Ana 12 (5)": "sign.player",
    "(6|4)": "sign.last_tile",
    "{4|4}": "sign.spinner",
    "+4, +1 of 5, ·": "sign.points",
    "on 6 +4, 1 +0": "sign.two_ends",
    "5a 5b": "sign.letters",
    "6×2 5×0": "sign.counts",
}


def signs() -> Iterator[tuple[str, str]]:
    """Each with what it means."""
    return ((sign, say(_SIGNS[sign])) for sign in _SIGNS)
