"""A whole number as people type it. Imports nothing, so that `--help` is quick.

Lives here: which letters make one. Not here: which numbers will do, and what is said of those that will not.
"""

from typing import Final

MOST_DIGITS: Final = 16
"""More than any number has that is asked for; Python refuses to read thousands of them."""


def number_in(typed: str) -> int | None:
    """The number that these digits spell, None where they are anything else: a sign, a space, another script's."""
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS
    return int(typed) if is_number else None
