"""Counting, listing and capitals in English."""

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
