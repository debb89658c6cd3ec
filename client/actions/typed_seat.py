"""A seat as it is typed: by its number, or by who sits there.

Lives here: which seat is meant, at the table and in a replay alike. Not here: what is done with it.
"""

from collections.abc import Sequence


def is_number(typed: str) -> bool:
    """Whether this is meant as the number of a seat."""
    return typed.isdecimal() and typed.isascii() and len(typed) < 4


def seat_typed(typed: str, names: Sequence[str]) -> int | None:
    """The seat of this number, from 1 as people count, or of this name; None where there is none.

    `names`: who sits there, in seat order; an empty one where nobody does.
    """
    if is_number(typed):
        return int(typed) - 1 if 1 <= int(typed) <= len(names) else None
    wanted = typed.casefold()
    return next((seat for seat, name in enumerate(names) if name and name.casefold() == wanted), None)
