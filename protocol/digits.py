"""Whole numbers as people type them.

Here: parsing one. Not here: which numbers an option allows, and error messages.
"""

from typing import Final

MOST_DIGITS: Final = 16
"""No valid number has this many; Python refuses to parse thousands of digits."""


def number_in(typed: str) -> int | None:
    """The number, if the text is only ASCII digits; None for a sign, a space, another script or too many digits."""
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS
    return int(typed) if is_number else None
