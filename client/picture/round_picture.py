"""The tiles of a round in a picture: the pinwheel of the terminal, on a board that is as large as needed.

Here: the size of that board, and the arrows at the open ends, also for the layout at earlier moments of the round: each
tile has the same place from the first moment to the last. Pure. Not here: the path of an arm (`pinwheel`), the shape
of a tile (`svg`).

A half of a tile is a square of `HALF` cells each way.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import Final, NamedTuple

from client.picture.pinwheel import Measure, NoRoomError, Pinwheel, PlacedTile, Rect, Size, Tip, Way, spread
from protocol.frozen import frozen
from protocol.game.layout import NARROW_ARMS, Arm, End, Layout
from protocol.game.tiles import Tile

HALF: Final = 4
MEASURE: Final = Measure(lying=Size(2 * HALF, HALF), standing=Size(HALF, 2 * HALF))
_FEWEST_ROWS: Final = 7
"""Rows of the smallest board, in halves."""
_FEWEST_COLUMNS: Final = 5
_CENTRES: Final = tuple((across, down) for down in (0.5, 0.3, 0.7) for across in (0.5, 0.3, 0.7))
"""Where the centre may be on a board, as shares of its width and height."""
BREADTH: Final = 1.7
"""Columns for each row, about as on a screen."""
ARROW: Final = 2
"""Cells of an arrow in each direction."""


class Arrow(NamedTuple):
    """An arrow at an open end: the middle of its base, in cells, and its direction."""

    arm: Arm
    x: float
    y: float
    way: Way


@frozen
class Picture:
    """The place of every tile of a round on one board. `layout`: at the end; `tips`: the ends of its arms.

    `wheel`: the pinwheel of its arms; None before the lead.
    """

    layout: Layout
    places: dict[Tile, PlacedTile]
    tips: dict[Arm, Tip]
    wheel: Pinwheel | None = None

    def frame(self) -> Rect:
        """The cells of tiles and arrows, with a margin of half a tile."""
        cells = [placed.cells for placed in self.places.values()] or [Rect(0, 0, -1, -1)]
        return Rect(
            min(rect.left for rect in cells) - HALF,
            min(rect.top for rect in cells) - HALF,
            max(rect.right for rect in cells) + HALF,
            max(rect.bottom for rect in cells) + HALF,
        )

    @cached_property
    def last_arrows(self) -> tuple[Arrow, ...]:
        """An arrow at each open end of the whole layout, if there is room."""
        return tuple(self.arrows(self.layout))

    def arrows(self, layout: Layout) -> Iterator[Arrow]:
        """An arrow at each open end of an earlier layout, if there is room."""
        covered = [self.places[tile].cells for tile in layout.tiles]
        for end in layout.ends:
            for arrow in self._places_for(end, layout):
                if not any(_covers(cells, arrow) for cells in covered):
                    yield arrow
                    break

    def arrow_at(self, arm: Arm) -> Arrow:
        """The arrow at this end of the whole layout, even if there is no room for it."""
        tip = self.tips[arm]
        found = (arrow for arrow in self.last_arrows if arrow.arm is arm)
        return next(found, _from_tip(arm, tip, tip.onward))

    def _places_for(self, end: End, layout: Layout) -> Iterator[Arrow]:
        """The arrows that may mark this end, the best first: to the place of the next tile, or where it would be."""
        laid = len(layout.arm_tiles(end.arm))
        later = self.layout.arm_tiles(end.arm)[laid:]
        if later:
            yield _towards(end.arm, self.places[_outermost(layout, end.arm)].cells, self.places[later[0]].cells)
            return
        tip = self.tips[end.arm]
        yield from (_from_tip(end.arm, tip, way) for way in tip.outward)


def picture(layout: Layout, breadth: float = BREADTH, before: Picture | None = None) -> Picture:
    """The layout on the smallest board that holds it; `breadth`: columns of that board to a row.

    Boards grow by a third, so that most plays move no tile; what is not used of one is not shown. `before`: a picture,
    with the same breadth, of a layout that this one continues. It saves most of the search and changes no place: where
    that layout found no room, this one finds none.
    """
    laid = spread(layout)
    if laid is None:
        return Picture(layout, {}, {})
    for wheel in _wheels(layout, breadth, None if before is None else before.wheel):
        with suppress(NoRoomError):
            tiles, tips = wheel.place(laid)
            return Picture(layout, {placed.tile: placed for arm in tiles.values() for placed in arm}, tips, wheel)
    raise AssertionError  # boards grow without end


def _wheels(layout: Layout, breadth: float, before: Pinwheel | None) -> Iterator[Pinwheel]:
    """The pinwheels to try, on the smallest board first; endless.

    An up or down arm without tiles leaves its quadrant to its neighbour where there is no other room.
    """
    branches, rows = layout.spinner is not None, _FEWEST_ROWS
    quadrants = dict.fromkeys(((branches, branches), (bool(layout.up), bool(layout.down))))
    if before is not None:
        yield before
    while True:
        size = Size(max(_FEWEST_COLUMNS, int(breadth * rows)) * HALF, rows * HALF)
        if before is None or before.size.height <= size.height:
            for across, down in _CENTRES:
                x, y = int((size.width // HALF - 1) * across) * HALF, int((rows - 1) * down) * HALF
                for has_up, has_down in quadrants:
                    yield Pinwheel(MEASURE, size, x, y, has_up=has_up, has_down=has_down)
        rows = rows * 4 // 3


def continues(layout: Layout, before: Layout) -> bool:
    """Whether a layout is an earlier one with more tiles on arms that had some, so that a pinwheel can be the same."""
    return (
        layout.lead == before.lead
        and layout.spinner == before.spinner
        and all(bool(layout.arm_tiles(arm)) == bool(before.arm_tiles(arm)) for arm in NARROW_ARMS)
        and all(layout.arm_tiles(arm)[: len(before.arm_tiles(arm))] == before.arm_tiles(arm) for arm in Arm)
    )


def _outermost(layout: Layout, arm: Arm) -> Tile:
    """The tile at the end of this arm."""
    tiles = layout.arm_tiles(arm)
    if tiles:
        return tiles[-1]
    start = layout.spinner.tile if layout.spinner is not None and arm in NARROW_ARMS else layout.lead
    assert start is not None
    return start


def _towards(arm: Arm, cells: Rect, other: Rect) -> Arrow:
    """The arrow from the edge that two tiles share towards the second one."""
    x = (max(cells.left, other.left) + min(cells.right, other.right) + 1) / 2
    y = (max(cells.top, other.top) + min(cells.bottom, other.bottom) + 1) / 2
    if other.left > cells.right:
        return Arrow(arm, other.left, y, Way.EAST)
    if other.right < cells.left:
        return Arrow(arm, cells.left, y, Way.WEST)
    return Arrow(arm, x, other.top, Way.SOUTH) if other.top > cells.bottom else Arrow(arm, x, cells.top, Way.NORTH)


def _from_tip(arm: Arm, tip: Tip, way: Way) -> Arrow:
    """The arrow from the edge of the outermost tile, at the middle of its open half."""
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
