"""A tile as a box of lines, with its pips or its numbers, on the board and in the hand.

Here: the rows of a box. Pure. Not here: which tile has which outline (`draw`, `hand`), its place (`picture.board`).
"""

from typing import Final

from client.picture.board import Zoom

PLAIN: Final = "┌─┬┐│├┤└┴┘"
DOUBLE: Final = "╔═╦╗║╠╣╚╩╝"
HEAVY: Final = "┏━┳┓┃┣┫┗┻┛"
"""The signs of an outline: the upper edge, the sides, the bar across a standing tile, the lower edge."""

_NONE, _ONE, _LEFT, _RIGHT, _TWO, _THREE = "     ", "  ●  ", "●    ", "    ●", "●   ●", "● ● ●"
_PIPS: Final = (
    (_NONE, _NONE, _NONE),
    (_NONE, _ONE, _NONE),
    (_LEFT, _NONE, _RIGHT),
    (_LEFT, _ONE, _RIGHT),
    (_TWO, _NONE, _TWO),
    (_TWO, _ONE, _TWO),
    (_THREE, _NONE, _THREE),
    (_THREE, _ONE, _THREE),
    (_THREE, _TWO, _THREE),
    (_THREE, _THREE, _THREE),
)
"""The rows of a lying half by its pips. There is no room for more than nine: those halves have a number."""
_PIPS_STANDING: Final = {6: (_TWO, _TWO, _TWO), 7: (_TWO, _THREE, _TWO)}
"""The halves that look different on a standing tile."""


def box(first: str, second: str, outline: str, zoom: Zoom, *, is_standing: bool) -> list[str]:
    """The rows of a tile. `first`, `second`: its numbers, left before right, upper before lower; `?` if hidden."""
    one, other = (_half(number, zoom, is_standing=is_standing) for number in (first, second))
    upper, line, across, upper_right, side, left_bar, right_bar, lower, across_below, lower_right = list(outline)
    edge = line * len(one[0])
    if is_standing:
        halves = [f"{side}{row}{side}" for row in one], [f"{side}{row}{side}" for row in other]
        bar = f"{left_bar}{edge}{right_bar}"
        return [f"{upper}{edge}{upper_right}", *halves[0], bar, *halves[1], f"{lower}{edge}{lower_right}"]
    rows = [f"{side}{left}{side}{right}{side}" for left, right in zip(one, other, strict=True)]
    return [f"{upper}{edge}{across}{edge}{upper_right}", *rows, f"{lower}{edge}{across_below}{edge}{lower_right}"]


def _half(number: str, zoom: Zoom, *, is_standing: bool) -> tuple[str, ...]:
    if zoom is not Zoom.PIPS:
        return (f"{number:>2} ",)
    if not number.isdecimal() or int(number) >= len(_PIPS):
        return _NONE, f"{number:^5}", _NONE
    pips = int(number)
    return _PIPS_STANDING.get(pips, _PIPS[pips]) if is_standing else _PIPS[pips]
