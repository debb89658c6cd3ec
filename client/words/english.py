"""Counting, listing, capitals and chances in English."""

from collections.abc import Iterable


def count(number: int, noun: str) -> str:
    """`1 point`, `2 points`, `no points`."""
    if number == 0:
        return f"no {noun}s"
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`; `last` is the word before the last of them."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def capital(text: str) -> str:
    """The text with a capital first letter, otherwise unchanged."""
    return text[:1].upper() + text[1:]


def in_100(chance: float) -> str:
    """A chance as so many of 100: `54`, `less than 1`."""
    return "less than 1" if 0 < chance < 0.005 else f"{100 * chance:.0f}"
