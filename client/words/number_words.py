"""Numbers with a fraction, and days, as the reader's language writes them.

Here: each from the number or the date as programs have it. Not here: whole numbers, which are the same in all languages
here; numbers of things (`catalogue.counts`); a date that somebody types, which is written as in `2026-11-26`.
"""

import re
from typing import Final

from client.words.say import say

_DAY: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)")


def with_fraction(number: float, places: int = 1) -> str:
    """`3.5` with so many places; `3,5` in other languages."""
    return _fraction(f"{number:.{places}f}")


def in_short(number: float) -> str:
    """The same with as few places as it needs: `2`, `0.25`."""
    return _fraction(f"{number:g}")


def day(written: str) -> str:
    """A day, of a date as in `2026-11-26`; any other text is unchanged."""
    found = _DAY.fullmatch(written)
    return written if found is None else say("date.day", year=found[1], month=found[2], day=found[3])


def day_and_time(written: str) -> str:
    """The same of `2026-11-26 21:14`."""
    date, _, time = written.partition(" ")
    return say("date.day_and_time", day=day(date), time=time)


def _fraction(written: str) -> str:
    whole, point, fraction = written.partition(".")
    return say("number.fraction", whole=whole, fraction=fraction) if point else written
