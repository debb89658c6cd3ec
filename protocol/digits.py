"""A whole number as people type it.

Here: which characters make one. Not here: which numbers are valid where, and error messages. Imports nothing, so that
`--help` is quick.
"""

from typing import Final

MOST_DIGITS: Final = 16
"""More than any valid number has; Python refuses to read thousands of digits."""


def number_in(typed: str) -> int | None:
    """The number that these digits spell; None for anything else: a sign, a space, digits of another script."""
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS
    return int(typed) if is_number else None
