"""The board: the size and the place of each tile on the table.

Here: the zooms, the search for a centre from which every arm fits, the marks at the open ends. One pure function,
`lay_out`, takes its last result as an argument, so that tiles keep their places while there is room. Not here: the path
of an arm (`pinwheel`), the drawing of a tile (`screen.draw`), the boards for several sizes (`screen.boards`).
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from attrs import evolve, field, frozen

from client.picture.arm_rows import whole_rows
from client.picture.pinwheel import Measure, NoRoomError, Pinwheel, PlacedTile, Rect, Size, Spread, Tip, Way, spread
from protocol.game.layout import Arm, End, Layout


class Zoom(IntEnum):
    """How a layout is shown, the largest first. The last two are rows of text without a board."""

    PIPS = 0
    BOXES = 1
    COMPACT = 2
    LIST = 3
    ELIDED = 4


class Mark(NamedTuple):
    """The cell of the mark at an open end, and the direction from the open half to it."""

    arm: Arm
    x: int
    y: int
    way: Way


@frozen
class Board:
    """A layout on a board of some size.

    `tiles` by arm, nearest the centre first, the centre as `START`; empty for both lists. `spread` is None before the
    first tile. While the `wheel` stays the same, no tile moves.
    """

    size: Size
    zoom: Zoom
    spread: Spread | None
    tiles: dict[Arm, tuple[PlacedTile, ...]] = field(factory=dict)
    marks: tuple[Mark, ...] = ()
    wheel: Pinwheel | None = None


_PIPS: Final = Measure(lying=Size(13, 5), standing=Size(7, 9))
_BOXES: Final = Measure(lying=Size(9, 3), standing=Size(5, 5))
_COMPACT: Final = Measure(lying=Size(5, 1), standing=Size(3, 3))
_COMPACT_TWO_DIGITS: Final = Measure(lying=Size(7, 1), standing=Size(4, 3))
_STEPS: Final = 12
"""Centres to try across a board, and down a high one."""


def measure_of(zoom: Zoom, max_pip: int) -> Measure:
    """The size of a tile of this set at this zoom."""
    if zoom <= Zoom.BOXES:
        return _PIPS if zoom is Zoom.PIPS else _BOXES
    return _COMPACT if max_pip < 10 else _COMPACT_TWO_DIGITS


def lay_out(layout: Layout, size: Size, max_pip: int, before: Board | None = None, largest: Zoom = Zoom.BOXES) -> Board:
    """The layout on a board of this size: as it was `before` if that still fits, otherwise as large as possible.

    A board of another size is ignored. On one board tiles only become smaller.
    """
    laid = spread(layout)
    if before is not None and (before.size != size or before.zoom < largest or not _continues(before, layout)):
        before = None
    if laid is None:
        return Board(size, largest, None)
    first = largest if before is None or before.spread is None else before.zoom
    for zoom in (Zoom.PIPS, Zoom.BOXES, Zoom.COMPACT):
        if zoom >= first:
            fitted = _fit(layout, laid, size, zoom, measure_of(zoom, max_pip), before)
            if fitted is not None:
                return fitted
    fits_whole = len(whole_rows(laid, size.width)) <= size.height
    return Board(size, max(first, Zoom.LIST if fits_whole else Zoom.ELIDED), laid)


class Fit(NamedTuple):
    """A pinwheel on which every tile has a place, and what `Pinwheel.place` returns."""

    wheel: Pinwheel
    tiles: dict[Arm, tuple[PlacedTile, ...]]
    tips: dict[Arm, Tip]


def _continues(before: Board, layout: Layout) -> bool:
    return before.spread is None or before.spread.centre in layout.tiles


def _fit(layout: Layout, laid: Spread, size: Size, zoom: Zoom, measure: Measure, before: Board | None) -> Board | None:
    wheels = _wheels(layout, laid, size, measure, before if before and before.zoom is zoom else None)
    fit = _first_fit(wheels, laid)
    if fit is None:
        return None
    marks = tuple(_marks(layout.ends, fit.tips, _covered_cells(fit.tiles), fit.wheel))
    return Board(size, zoom, laid, fit.tiles, marks, fit.wheel)


def _first_fit(wheels: Iterable[Pinwheel], laid: Spread) -> Fit | None:
    """The first of these pinwheels on which the layout fits; None if it fits on none."""
    for wheel in wheels:
        with suppress(NoRoomError):
            return Fit(wheel, *wheel.place(laid))
    return None


def _wheels(layout: Layout, laid: Spread, size: Size, measure: Measure, before: Board | None) -> Iterator[Pinwheel]:
    """The pinwheels to try, the most likely first.

    The last ones give the quadrants of up and down to their neighbours while these arms are empty.
    """
    branches = layout.spinner is not None
    if before is not None and before.wheel is not None:
        yield _wheel_now(layout, laid, before, before.wheel)
    rows: _Rows = {}
    yield from _high_enough(Pinwheel(measure, size, 0, 0, has_up=branches, has_down=branches), laid, rows)
    if branches and not (layout.up and layout.down):
        has_up, has_down = bool(layout.up), bool(layout.down)
        yield from _high_enough(Pinwheel(measure, size, 0, 0, has_up=has_up, has_down=has_down), laid, rows)


_Rows = dict[tuple[bool, int, bool], int]
"""The rows of the right arm (else the left one) by the columns it can use: where the centre is, and whether a quadrant
is another arm's."""


def _high_enough(wheel: Pinwheel, laid: Spread, rows: _Rows) -> Iterator[Pinwheel]:
    """This pinwheel at each centre from which the board is high enough for the left and the right arm.

    Placing the tiles finds out too, but nine centres of ten fail here, and this is shared by those in one column.
    """
    centres: dict[int, range] = {}
    for x, y in _centres(wheel.size, wheel.measure):
        if x not in centres:
            centres[x] = _rows_for_centre(evolve(wheel, x=x), laid, rows)
        if y in centres[x]:
            yield evolve(wheel, x=x, y=y)


def _rows_for_centre(wheel: Pinwheel, laid: Spread, rows: _Rows) -> range:
    """The rows in which the centre may be, in the column of this pinwheel: below its left arm, above its right one."""
    right, left = (True, wheel.x, wheel.has_down), (False, wheel.x, wheel.has_up)
    if right not in rows:
        rows[right] = wheel.rows_of(Arm.RIGHT, laid)
    last = wheel.size.height - 1 - rows[right]
    if last < 0:
        return range(0)
    if left not in rows:
        rows[left] = wheel.rows_of(Arm.LEFT, laid)
    return range(rows[left], last + 1)


@lru_cache(100)
def _centres(size: Size, measure: Measure) -> tuple[tuple[int, int], ...]:
    """The centres to try on a board of this size, those near its middle first."""
    across, down = max(1, size.width // _STEPS), max(1, size.height // _STEPS)
    middle_x, middle_y = (size.width - measure.standing.width) // 2, (size.height - measure.lying.height) // 2
    return tuple(
        sorted(
            (
                (x, y)
                for x in range(middle_x % across, size.width, across)
                for y in range(middle_y % down, size.height, down)
            ),
            key=lambda at: abs(at[0] - middle_x) + 3 * abs(at[1] - middle_y),
        )
    )


def _wheel_now(layout: Layout, laid: Spread, before: Board, wheel: Pinwheel) -> Pinwheel:
    """The pinwheel that moves no tile.

    This is the last one; if a double has just become the spinner, it is centred on the place of that double.
    """
    if before.spread is None or before.spread.centre == laid.centre:
        return evolve(wheel, has_up=wheel.has_up or bool(layout.up), has_down=wheel.has_down or bool(layout.down))
    x, y = wheel.x, wheel.y
    from_lead = spread(evolve(layout, spinner=None))
    assert from_lead is not None
    try:
        tiles, _ = wheel.place(from_lead)
    except NoRoomError:
        pass  # then everything moves anyway
    else:
        spinner = next(tile for placed in tiles.values() for tile in placed if tile.tile == laid.centre)
        x, y = spinner.cells.left, spinner.cells.top + wheel.measure.overhang
    return evolve(wheel, x=x, y=y, has_up=True, has_down=True)


def _covered_cells(tiles: dict[Arm, tuple[PlacedTile, ...]]) -> set[tuple[int, int]]:
    return {cell for placed in tiles.values() for tile in placed for cell in _cells(tile.cells)}


def _cells(rect: Rect) -> Iterator[tuple[int, int]]:
    for y in range(rect.top, rect.bottom + 1):
        for x in range(rect.left, rect.right + 1):
            yield x, y


def _marks(ends: Iterable[End], tips: dict[Arm, Tip], taken: set[tuple[int, int]], wheel: Pinwheel) -> Iterator[Mark]:
    for end in ends:
        tip = tips[end.arm]
        for way in tip.outward:
            x, y = _beside(tip, wheel.measure, way)
            if 0 <= x < wheel.size.width and 0 <= y < wheel.size.height and (x, y) not in taken:
                taken.add((x, y))
                yield Mark(end.arm, x, y, way)
                break


def _beside(tip: Tip, measure: Measure, way: Way) -> tuple[int, int]:
    """The cell beside an open half, in this direction."""
    middle_x, middle_y = tip.x + (measure.standing.width - 1) // 2, tip.y + measure.lying.height // 2
    cells = tip.cells
    match way:
        case Way.EAST:
            return cells.right + 1, middle_y
        case Way.WEST:
            return cells.left - 1, middle_y
        case Way.NORTH:
            return middle_x, cells.top - 1
        case Way.SOUTH:
            return middle_x, cells.bottom + 1
