"""The arms of a layout as rows of tiles, for a board that is too small for a drawing.

Here: the tiles of each row, all of them or with the middle left out. Pure. Not here: when rows are used (`board`),
their text (`screen.draw`).
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from client.picture.pinwheel import ArmTile, Spread
from protocol.game.layout import Arm

LABEL: Final = 4
"""Columns before the tiles of a row: the name of the arm's end and a space."""
GAP: Final = 1
"""Columns in place of the tiles that are left out."""


class ArmRow(NamedTuple):
    """A row of one arm's tiles, from the centre outward; None stands for tiles left out. `is_first`: its first row."""

    arm: Arm
    tiles: tuple[ArmTile | None, ...]
    is_first: bool


def text_in_row(laid: ArmTile) -> str:
    """A tile in its row: the inner half, then the outer."""
    return f"{laid.inner}|{laid.tile.other_half(laid.inner)}"


def width_of(laid: ArmTile) -> int:
    """Columns of a tile in a row, with its brackets."""
    return len(text_in_row(laid)) + 2


def whole_rows(spread: Spread, width: int) -> list[ArmRow]:
    """Every arm, in as many rows as it needs."""
    rows = []
    for arm, tiles in _arms(spread):
        row: list[ArmTile] = []
        is_first = True
        for laid in tiles:
            if row and LABEL + sum(map(width_of, row)) + width_of(laid) > width:
                rows.append(ArmRow(arm, tuple(row), is_first))
                row, is_first = [], False
            row.append(laid)
        rows.append(ArmRow(arm, tuple(row), is_first))
    return rows


def elided_rows(spread: Spread, width: int) -> list[ArmRow]:
    """Every arm in one row: its first tile, and as many of its last ones as fit."""
    return [ArmRow(arm, tuple(_elided(tiles, width - LABEL)), True) for arm, tiles in _arms(spread)]


def _arms(spread: Spread) -> Iterator[tuple[Arm, Sequence[ArmTile]]]:
    centre = spread.centre
    yield Arm.START, (ArmTile(centre, centre.low),)
    for arm in (Arm.LEFT, Arm.RIGHT, Arm.UP, Arm.DOWN):
        if spread.arms[arm]:
            yield arm, spread.arms[arm]


def _elided(tiles: Sequence[ArmTile], room: int) -> Sequence[ArmTile | None]:
    if sum(map(width_of, tiles)) <= room:
        return tiles
    room -= width_of(tiles[0]) + GAP
    last: list[ArmTile] = []
    for laid in reversed(tiles[1:]):
        room -= width_of(laid)
        if room < 0:
            break
        last.append(laid)
    return (tiles[0], None, *reversed(last))
