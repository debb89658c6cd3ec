"""The arms as rows of tiles, for when a board has no room for them.

Lives here: which tiles stand in which row, whole or with the middle left out. Not here: when that is needed (`board`),
how it looks (`draw`). Pure.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from client.screen.pinwheel import Link, Spread
from protocol.layout import Arm

LABEL: Final = 2
"""Columns before the tiles of a row: the arm's arrow and a blank."""
GAP: Final = 1
"""Columns that tiles left out take."""


class ArmRow(NamedTuple):
    """A row of an arm, outward from the left; None stands for tiles left out. `is_first`: the arm begins here."""

    arm: Arm
    links: tuple[Link | None, ...]
    is_first: bool


def link_text(link: Link) -> str:
    """A tile as it lies in its row: the half that joins it inward, then the other."""
    return f"{link.inner}|{link.tile.other_half(link.inner)}"


def width_of(link: Link) -> int:
    """Columns of a tile in a row, its brackets included."""
    return len(link_text(link)) + 2


def whole_rows(spread: Spread, width: int) -> list[ArmRow]:
    """Every arm, in as many rows as it takes."""
    rows = []
    for arm, links in _arms(spread):
        row: list[Link] = []
        is_first = True
        for link in links:
            if row and LABEL + sum(map(width_of, row)) + width_of(link) > width:
                rows.append(ArmRow(arm, tuple(row), is_first))
                row, is_first = [], False
            row.append(link)
        rows.append(ArmRow(arm, tuple(row), is_first))
    return rows


def elided_rows(spread: Spread, width: int) -> list[ArmRow]:
    """Every arm in one row: its first tile, and as many of the last as there is room for."""
    return [ArmRow(arm, tuple(_elided(links, width - LABEL)), True) for arm, links in _arms(spread)]


def _arms(spread: Spread) -> Iterator[tuple[Arm, Sequence[Link]]]:
    centre = spread.centre
    yield Arm.START, (Link(centre, centre.low),)
    for arm in (Arm.LEFT, Arm.RIGHT, Arm.UP, Arm.DOWN):
        if spread.arms[arm]:
            yield arm, spread.arms[arm]


def _elided(links: Sequence[Link], room: int) -> Sequence[Link | None]:
    if sum(map(width_of, links)) <= room:
        return links
    room -= width_of(links[0]) + GAP
    last: list[Link] = []
    for link in reversed(links[1:]):
        room -= width_of(link)
        if room < 0:
            break
        last.append(link)
    return (links[0], None, *reversed(last))
