"""The texts of reminders: fixed words, the table's name, and names of players.

A name is somebody's choice, and a chat program may read signs in it as a link, as bold or as a mention of everybody.
So only letters, digits and spaces of it are sent. There are no tiles and no scores.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

_NAMES_SHOWN: Final = 3
_SIGNS: Final = " '-"
_NOBODY: Final = "somebody"


def your_turn(table: str, others: Sequence[str]) -> str:
    """`It is your turn in fives, at table oak with Ben and Cho.` `others`: the names of the other players."""
    shown = [plain(name) for name in others[:_NAMES_SHOWN]]
    rest = len(others) - len(shown)
    names = [*shown, *([f"{rest} more"] if rest else [])]
    listed = " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
    return f"It is your turn in fives, at table {plain(table)}{f' with {listed}' if listed else ''}."


def your_code(code: str, minutes: int) -> str:
    """The text that brings a code to a new address."""
    return (
        f"Your code for reminders of fives: {code}. Type it in at your table within {minutes} minutes. If you have not"
        " asked for it, ignore this."
    )


def plain(name: str) -> str:
    """The letters, digits and spaces of a name."""
    kept = "".join(sign for sign in name if sign in _SIGNS or unicodedata.category(sign)[0] in "LMN")
    return " ".join(kept.split()).strip(_SIGNS) or _NOBODY
