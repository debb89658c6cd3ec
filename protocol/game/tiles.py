"""Tiles and sets of tiles.

Lives here: what a tile is, how it is written, which tiles a set holds, what a hidden tile is.
Not here: where tiles lie (`layout`) and what they score (`scoring`).
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

SET_SIZES: Final = (6, 9, 12)


class NotATileError(ValueError):
    """The text is not a tile of any set."""


class Tile(NamedTuple):
    """A domino, high half first. Make one with `tile` or `parse_tile`, which keep that order."""

    high: int
    low: int

    @property
    def is_double(self) -> bool:
        """Whether both halves show the same number."""
        return self.high == self.low

    @property
    def pips(self) -> int:
        """Both halves added, each once."""
        return self.high + self.low

    def other_half(self, pip: int) -> int:
        """The half that is left when `pip` is joined to something; the same number on a double."""
        return self.low if pip == self.high else self.high

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


HIDDEN: Final = None
"""A tile that this viewer may not see. It is a value like any other: it is counted, held, drawn and played from."""

SeenTile = Tile | None
Hand = tuple[SeenTile, ...]


_IN_ORDER: Final = tuple(Tile(high, low) for high in range(max(SET_SIZES) + 1) for low in range(high + 1))


@cache
def set_of_tiles(max_pip: int) -> tuple[Tile, ...]:
    """Every tile of a double-`max_pip` set once: 28, 55 or 91 tiles (RULES.md 1.1).

    The same tiles each time, and those that are read: the deals of all games share them, which is half of what a deal
    weighs, and one that is looked for in a hand is found at a glance.
    """
    return _IN_ORDER[: (max_pip + 1) * (max_pip + 2) // 2]


_TILES_BY_TEXT: Final = {str(each): each for each in _IN_ORDER}


def tile(one: int, other: int) -> Tile:
    """The tile with these two halves, in either order."""
    return Tile(one, other) if one >= other else Tile(other, one)


def parse_tile(text: str) -> Tile:
    """The tile written `6-4`, high half first and no larger than 12-12. Raises `NotATileError`."""
    found = _TILES_BY_TEXT.get(text)
    if found is None:
        raise NotATileError(f"{text!r} is not a tile: write it like 6-4, the higher half first")
    return found


def known_tiles(hand: Iterable[SeenTile]) -> tuple[Tile, ...]:
    """The tiles of a hand that can be seen, in their order."""
    return tuple(each for each in hand if each is not None)


def without(hand: Hand, gone: Tile) -> Hand:
    """The hand less one tile: this one where it can be seen, else a hidden one.

    A hand that has neither stays as it is.
    """
    try:
        at = hand.index(gone)
    except ValueError:
        if HIDDEN not in hand:
            return hand
        at = hand.index(HIDDEN)
    return hand[:at] + hand[at + 1 :]


def pips_of(hand: Hand) -> int:
    """The pips of the tiles that can be seen."""
    return sum(each.pips for each in hand if each is not None)
