"""Tiles, hidden tiles and sets of tiles.

Here: a tile and its notation, the tiles of a set, and the value for a hidden tile.
Not here: where tiles are laid (`layout`), what they score (`scoring`).
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

SET_SIZES: Final = (6, 9, 12)


class NotATileError(ValueError):
    """The text is not a tile of any set."""


class Tile(NamedTuple):
    """A domino, higher half first. `tile` and `parse_tile` put the halves in this order."""

    high: int
    low: int

    @property
    def is_double(self) -> bool:
        """Whether both halves show the same number."""
        return self.high == self.low

    @property
    def pips(self) -> int:
        """The pips of both halves."""
        return self.high + self.low

    def other_half(self, pip: int) -> int:
        """The half that stays open when the half with `pip` is joined; for a double, the same number."""
        return self.low if pip == self.high else self.high

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


HIDDEN: Final = None
"""A tile that the viewer may not see. It is counted, held and drawn like any other, so it needs no special case."""

SeenTile = Tile | None
Hand = tuple[SeenTile, ...]


_IN_ORDER: Final = tuple(Tile(high, low) for high in range(max(SET_SIZES) + 1) for low in range(high + 1))


@cache
def set_of_tiles(max_pip: int) -> tuple[Tile, ...]:
    """Every tile of a double-`max_pip` set: 28, 55 or 91 tiles (RULES.md 1.1).

    All sets and `parse_tile` share the same objects, which halves the memory of many games' deals and makes comparing
    tiles fast.
    """
    return _IN_ORDER[: (max_pip + 1) * (max_pip + 2) // 2]


_TILES_BY_TEXT: Final = {str(tile): tile for tile in _IN_ORDER}


def tile(one: int, other: int) -> Tile:
    """The tile with these two halves, in any order."""
    return Tile(one, other) if one >= other else Tile(other, one)


def parse_tile(text: str) -> Tile:
    """The tile written like `6-4`, higher half first, up to 12-12. Raises `NotATileError`."""
    found = _TILES_BY_TEXT.get(text)
    if found is None:
        raise NotATileError(f"{text!r} is not a tile: write it like 6-4, the higher half first")
    return found


def known_tiles(hand: Iterable[SeenTile]) -> tuple[Tile, ...]:
    """The tiles of a hand that are not hidden, in order."""
    return tuple([tile for tile in hand if tile is not None])


def without(hand: Hand, gone: Tile) -> Hand:
    """The hand without this tile, or without one hidden tile if this tile is not visible.

    A hand with neither is returned unchanged.
    """
    try:
        at = hand.index(gone)
    except ValueError:
        if HIDDEN not in hand:
            return hand
        at = hand.index(HIDDEN)
    return hand[:at] + hand[at + 1 :]


def pips_of(hand: Hand) -> int:
    """The pips of the tiles that are not hidden."""
    return sum(tile.pips for tile in hand if tile is not None)
