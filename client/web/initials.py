"""The seats before a match as round marks: a coloured initial for a player, a sign for a bot, a ring for a free seat.

Here, too: the classes of all seats around a table. Not here: the seats during a match (`seats_part`), what can be done
with a seat (`waiting_part`).
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from client.picture.markup import Markup, tag
from client.web.icons import icon
from client.web.page_controls import colour
from protocol.wire.messages import SeatSummary

LONGEST: Final = 4
"""Characters of a mark, whatever is put on a letter."""
_FEW: Final = 6
"""The most seats that have much room around a table."""
_JOINERS: Final = ("M", "Cf")
"""Categories of characters that belong to the letter before them."""


def seat_mark(seat: int, name: str | None, *, is_bot: bool) -> Markup:
    """The mark of a seat. Its letter is drawn, and no text: the name is beside it."""
    if is_bot:
        return tag("span", icon("bot"), class_=f"initial {colour(seat)}", aria_hidden="true")
    if name is None:
        return tag("span", icon("new"), class_="initial free", aria_hidden="true")
    return tag("span", class_=f"initial {colour(seat)}", data_initial=initial(name), aria_hidden="true")


def seat_marks(seats: Sequence[SeatSummary]) -> Markup:
    """The marks of a table, in a row or around it; there the first free seat is the nearest."""
    many = len(seats)
    nearest = next((number for number, seat in enumerate(seats) if seat.name is None), 0)
    marks = (
        tag("span", seat_mark(number, seat.name, is_bot=seat.bot is not None), class_=f"at{(number - nearest) % many}")
        for number, seat in enumerate(seats)
    )
    return tag("div", *marks, class_=f"initials of{many}", aria_hidden="true")


def around(seats: int) -> str:
    """The CSS classes of so many seats around a table; each seat in it has `at` and its place from the nearest on."""
    return f"around of{seats}{' many' if seats > _FEW else ''}"


def initial(name: str) -> str:
    """The first letter of a name, as a capital, with its accents."""
    return "".join(_first(name)).upper()[:LONGEST]


def _first(name: str) -> Iterator[str]:
    for place, character in enumerate(name):
        if place and not unicodedata.category(character).startswith(_JOINERS):
            return
        yield character
