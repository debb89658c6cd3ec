"""Where the tiles of a round lie in a picture: the terminal's own pinwheel, on a board that grows until all of it fits.

Lives here: the size of that board, and the arrows at the open ends, also of the layout as it was earlier in the round:
tiles keep their places from the first to the last. Pure. Not here: how an arm runs (`pinwheel`), what a tile looks
like (`shapes`).

A half of a tile is a square of `HALF` cells each way.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from attrs import frozen

from client.picture.board import fitted
from client.picture.pinwheel import Measure, PlacedTile, Rect, Size, Tip, Way
from protocol.game.layout import NARROW_ARMS, Arm, End, Layout
from protocol.game.tiles import Tile

HALF: Final = 4
MEASURE: Final = Measure(lying=Size(2 * HALF, HALF), standing=Size(HALF, 2 * HALF))
_LEAST: Final = 5
"""Rows of the smallest board, in halves."""
_TIGHT: Final = 0.35
"""How much of a board's area tiles can be hoped to cover: smaller ones are not tried."""
BREADTH: Final = 1.7
"""Columns to a row: about what a screen has."""
ARROW: Final = 2
"""Cells that an arrow takes each way."""


class Arrow(NamedTuple):
    """Points out an open end: the middle of its foot, in cells, and its direction."""

    arm: Arm
    x: float
    y: float
    way: Way


@frozen
class Picture:
    """A round's tiles in their places; `layout` is the fullest that there was, `tips` are where its arms end."""

    layout: Layout
    places: dict[Tile, PlacedTile]
    tips: dict[Arm, Tip]

    def frame(self) -> Rect:
        """The cells that tiles and arrows take, and a margin of half a tile."""
        cells = [each.cells for each in self.places.values()] or [Rect(0, 0, -1, -1)]
        return Rect(
            min(each.left for each in cells) - HALF,
            min(each.top for each in cells) - HALF,
            max(each.right for each in cells) + HALF,
            max(each.bottom for each in cells) + HALF,
        )

    def arrows(self, layout: Layout) -> Iterator[Arrow]:
        """An arrow at each open end of the layout as it was, where there is room for one."""
        lying = [self.places[each].cells for each in layout.tiles]
        for end in layout.ends:
            for arrow in self._places_for(end, layout):
                if not any(_covers(each, arrow) for each in lying):
                    yield arrow
                    break

    def _places_for(self, end: End, layout: Layout) -> Iterator[Arrow]:
        """Where the next tile came to lie, if one did; else straight on, else to the sides."""
        laid = len(layout.arm_tiles(end.arm))
        later = self.layout.arm_tiles(end.arm)[laid:]
        if later:
            yield _towards(end.arm, self.places[_outermost(layout, end.arm)].cells, self.places[later[0]].cells)
            return
        tip = self.tips[end.arm]
        yield _from_tip(end.arm, tip, tip.way)
        for way in Way:
            if way not in {tip.way, tip.way.back}:
                yield _from_tip(end.arm, tip, way)


def picture(layout: Layout, breadth: float = BREADTH) -> Picture:
    """The layout on the smallest board that holds it; `breadth`: columns of that board to a row."""
    area = 2 * len(layout.tiles) / _TIGHT
    rows = max(_LEAST, int((area / breadth) ** 0.5))
    while (found := fitted(layout, Size(max(_LEAST, int(breadth * rows)) * HALF, rows * HALF), MEASURE)) is None:
        rows += 1
    tiles, tips = found
    return Picture(layout, {each.tile: each for arm in tiles.values() for each in arm}, tips)


def _outermost(layout: Layout, arm: Arm) -> Tile:
    """The tile that an end of this arm belongs to."""
    tiles = layout.arm_tiles(arm)
    if tiles:
        return tiles[-1]
    start = layout.spinner.tile if layout.spinner is not None and arm in NARROW_ARMS else layout.lead
    assert start is not None
    return start


def _towards(arm: Arm, cells: Rect, other: Rect) -> Arrow:
    """From the edge that two tiles share into the second one."""
    x = (max(cells.left, other.left) + min(cells.right, other.right) + 1) / 2
    y = (max(cells.top, other.top) + min(cells.bottom, other.bottom) + 1) / 2
    if other.left > cells.right:
        return Arrow(arm, other.left, y, Way.EAST)
    if other.right < cells.left:
        return Arrow(arm, cells.left, y, Way.WEST)
    return Arrow(arm, x, other.top, Way.SOUTH) if other.top > cells.bottom else Arrow(arm, x, cells.top, Way.NORTH)


def _from_tip(arm: Arm, tip: Tip, way: Way) -> Arrow:
    """From the edge of an outermost tile, beside the middle of its open half."""
    x, y, cells = tip.x + HALF / 2, tip.y + HALF / 2, tip.cells
    match way:
        case Way.EAST:
            return Arrow(arm, cells.right + 1, y, way)
        case Way.WEST:
            return Arrow(arm, cells.left, y, way)
        case Way.SOUTH:
            return Arrow(arm, x, cells.bottom + 1, way)
        case Way.NORTH:
            return Arrow(arm, x, cells.top, way)


def _covers(cells: Rect, arrow: Arrow) -> bool:
    across, down = arrow.way.value
    x, y = arrow.x + across * ARROW / 2, arrow.y + down * ARROW / 2
    return (
        cells.left < x + ARROW / 2
        and x - ARROW / 2 < cells.right + 1
        and cells.top < y + ARROW / 2
        and y - ARROW / 2 < cells.bottom + 1
    )
