"""The pinwheel: the arms of a layout laid out on a board so that they never cross.

Here: the size of a tile at a zoom, the order of tiles outward from the centre, and the path of each arm through its
own part of the board, the quadrant clockwise of itself. Left and right run along a row, step aside and run back,
repeatedly; up and down first run to the edge, then turn and do the same on their way back. Pure. Not here: the zoom and
the position of the centre (`board`), the drawing of a tile (`screen.draw`, `svg`).

A half of a tile is a block of the same size in either orientation, so every turn puts one block beside another.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from protocol.frozen import frozen
from protocol.game.layout import Arm, Layout
from protocol.game.tiles import Tile


class Way(Enum):
    """A direction on the board, as columns and rows."""

    EAST = (1, 0)
    SOUTH = (0, 1)
    WEST = (-1, 0)
    NORTH = (0, -1)

    def __init__(self, _across: int, down: int) -> None:
        self.is_level = down == 0  # not a property: it is read for every tile of every attempt

    @property
    def back(self) -> "Way":
        """The opposite direction."""
        return _BACK[self]


_WAYS = (Way.SOUTH, Way.NORTH, Way.EAST, Way.WEST)
_BACK = {Way.EAST: Way.WEST, Way.WEST: Way.EAST, Way.NORTH: Way.SOUTH, Way.SOUTH: Way.NORTH}

WAY_OF_ARM = {Arm.RIGHT: Way.EAST, Arm.DOWN: Way.SOUTH, Arm.LEFT: Way.WEST, Arm.UP: Way.NORTH}
"""The direction in which each arm leaves the centre."""


class Rect(NamedTuple):
    """Cells of the board; all four edges are part of it."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, other: "Rect") -> bool:
        """Whether the other one is inside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def meets(self, other: "Rect") -> bool:
        """Whether the two have a cell in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )


class Size(NamedTuple):
    """Columns and rows."""

    width: int
    height: int


@frozen
class Measure:
    """The size of a tile in cells, lying and standing. A half takes `standing.width` x `lying.height` cells."""

    lying: Size
    standing: Size

    @property
    def overhang(self) -> int:
        """Rows by which a double across a horizontal run extends on either side."""
        return (self.standing.height - self.lying.height) // 2

    @property
    def overhang_left(self) -> int:
        """Columns by which a double across a vertical run extends to the left."""
        return (self.lying.width - self.standing.width) // 2

    @property
    def overhang_right(self) -> int:
        """Columns by which a double across a vertical run extends to the right."""
        return self.lying.width - self.standing.width - self.overhang_left


@frozen
class PlacedTile:
    """A tile on the board: its cells, and the pips of its halves, left before right, upper before lower."""

    tile: Tile
    cells: Rect
    is_standing: bool
    first: int
    second: int


class Tip(NamedTuple):
    """The end of an arm: the cells of its outermost tile, the corner of its open half, and its direction.

    `onward`: the direction of the next tile, which differs from `way` before a bend.
    """

    cells: Rect
    x: int
    y: int
    way: Way
    onward: Way

    @property
    def outward(self) -> tuple[Way, ...]:
        """The directions that leave the open half without meeting its own tile, the best for an arrow first."""
        sides = (way for way in _WAYS if way not in {self.way, self.way.back})
        return tuple(dict.fromkeys((self.onward, self.way, *sides)))


class ArmTile(NamedTuple):
    """A tile of an arm, with the pip of its inner half."""

    tile: Tile
    inner: int


MOST_ARMS: Final = 1_000
"""How many arms are cached with their rows: a play changes one of four, and the next search tries the same columns."""
_ENDLESS: Final = 10_000
"""Rows of half a board on which no arm reaches an edge above or below."""


class Spread(NamedTuple):
    """The tile at the centre, which is the spinner if there is one, and each arm outward from it."""

    centre: Tile
    arms: dict[Arm, tuple[ArmTile, ...]]


class NoRoomError(Exception):
    """An arm does not fit into its part of the board."""


def spread(layout: Layout) -> Spread | None:
    """The layout outward from its spinner, or from the lead without one; None before the lead."""
    if layout.lead is None:
        return None
    left, right, centre, spinner = layout.left, layout.right, layout.lead, layout.spinner
    if spinner is not None and spinner.arm is Arm.LEFT:
        right = (*reversed(left[: spinner.at]), centre, *right)
        left = left[spinner.at + 1 :]
        centre = spinner.tile
    elif spinner is not None and spinner.arm is Arm.RIGHT:
        left = (*reversed(right[: spinner.at]), centre, *left)
        right = right[spinner.at + 1 :]
        centre = spinner.tile
    arms = {
        Arm.RIGHT: _chain(centre.high, right),
        Arm.DOWN: _chain(centre.high, layout.down),
        Arm.LEFT: _chain(centre.low, left),
        Arm.UP: _chain(centre.high, layout.up),
    }
    return Spread(centre, arms)


def _chain(pip: int, tiles: Sequence[Tile]) -> tuple[ArmTile, ...]:
    chain = []
    for tile in tiles:
        chain.append(ArmTile(tile, pip))
        pip = tile.other_half(pip)
    return tuple(chain)


class _Leg(NamedTuple):
    """A run in this direction to the end of the room, or a single step aside."""

    way: Way
    room: Rect
    is_step: bool = False


@frozen
class Pinwheel:
    """A board of `size` with the centre tile's first block at `x`, `y`.

    `has_up`, `has_down`: these arms own the quadrants to the right and to the left of them. Otherwise the left arm has
    the whole upper half, and the right arm the whole lower half.
    """

    measure: Measure
    size: Size
    x: int
    y: int
    has_up: bool
    has_down: bool

    def place(self, spread: Spread) -> tuple[dict[Arm, tuple[PlacedTile, ...]], dict[Arm, Tip]]:
        """The place of every tile, the centre as `START`, and the tip of each arm. Raises `NoRoomError`."""
        centre = self._centre(spread.centre)
        if not self._whole.holds(centre.cells):
            raise NoRoomError
        placed: dict[Arm, tuple[PlacedTile, ...]] = {Arm.START: (centre,)}
        tips: dict[Arm, Tip] = {}
        for arm, tiles in spread.arms.items():
            laid, tips[arm] = self._walk(self._legs(arm), tiles, self._first_tip(centre, arm))
            placed[arm] = tuple(_placed(tile, tip) for tile, tip in zip(tiles, laid, strict=True))
        return placed, tips

    def rows_of(self, arm: Arm, spread: Spread) -> int:
        """Rows that the right arm takes below `y`, or the left arm above it, if the board is high enough.

        They depend on columns alone, so they are the same for every `y` and height.
        """
        has_quadrant = self.has_down if arm is Arm.RIGHT else self.has_up
        return _rows_of(self.measure, self.size.width, self.x, spread.centre, arm, spread.arms[arm], has_quadrant)

    @property
    def _whole(self) -> Rect:
        return Rect(0, 0, self.size.width - 1, self.size.height - 1)

    @property
    def _cross(self) -> Rect:
        """The cells where the horizontal line and the column of up and down meet, with doubles across."""
        measure, whole = self.measure, self._whole
        return Rect(
            max(whole.left, self.x - measure.overhang_left),
            max(whole.top, self.y - measure.overhang),
            min(whole.right, self.x + measure.standing.width - 1 + measure.overhang_right),
            min(whole.bottom, self.y + measure.lying.height - 1 + measure.overhang),
        )

    def _centre(self, tile: Tile) -> PlacedTile:
        width, height = self.measure.standing if tile.is_double else self.measure.lying
        top = self.y - self.measure.overhang if tile.is_double else self.y
        cells = Rect(self.x, top, self.x + width - 1, top + height - 1)
        return PlacedTile(tile, cells, tile.is_double, tile.low, tile.high)

    def _first_tip(self, centre: PlacedTile, arm: Arm) -> Tip:
        x = centre.cells.right - self.measure.standing.width + 1 if arm is Arm.RIGHT else self.x
        return Tip(centre.cells, x, self.y, WAY_OF_ARM[arm], WAY_OF_ARM[arm])

    def _legs(self, arm: Arm) -> Iterator[_Leg]:
        """The runs of an arm and the single steps between them; endless."""
        (left, top, right, bottom), cross = self._whole, self._cross
        match arm:
            case Arm.RIGHT:
                way, aside = Way.EAST, Way.SOUTH
                row = Rect(left, cross.top, right, bottom)
                field = Rect(cross.right + 1, cross.top, right, bottom) if self.has_down else row
            case Arm.LEFT:
                way, aside = Way.WEST, Way.NORTH
                row = Rect(left, top, right, cross.bottom)
                field = Rect(left, top, cross.left - 1, cross.bottom) if self.has_up else row
            case Arm.UP:
                way, aside = Way.EAST, Way.SOUTH
                row = Rect(cross.left, top, right, cross.top - 1)
                field = Rect(cross.right + 1, top, right, cross.top - 1)
                yield _Leg(Way.NORTH, row)
            case _:
                way, aside = Way.WEST, Way.NORTH
                row = Rect(left, cross.bottom + 1, cross.right, bottom)
                field = Rect(left, cross.bottom + 1, cross.left - 1, bottom)
                yield _Leg(Way.SOUTH, row)
        yield _Leg(way, row)
        while True:
            yield _Leg(aside, field, is_step=True)
            way = way.back
            yield _Leg(way, field)

    def _walk(self, legs: Iterator[_Leg], tiles: Sequence[ArmTile], tip: Tip) -> tuple[list[Tip], Tip]:
        """The tip of an arm after each of its tiles, and after all. Places are made later: many arms do not fit."""
        tips: list[Tip] = []
        leg = next(legs)
        for tile, _ in tiles:
            after = self._lay(tip, leg.way, is_double=tile.is_double)
            while not self._goes_on(after.cells, leg, is_double=tile.is_double):
                if not tips:
                    raise NoRoomError
                leg = next(legs)
                after = self._lay(tip, leg.way, is_double=tile.is_double)
            if not leg.room.holds(after.cells):
                raise NoRoomError
            tips.append(after)
            tip = after
            if leg.is_step:
                leg = next(legs)
        return tips, tip._replace(onward=self._onward(leg, legs, tip)) if tips else tip

    def _onward(self, leg: _Leg, legs: Iterator[_Leg], tip: Tip) -> Way:
        """The direction of the next tile, unless it is a double, which may fit where another tile has to turn."""
        if not self._goes_on(self._lay(tip, leg.way, is_double=False).cells, leg, is_double=False):
            leg = next(legs)
        return leg.way

    def _goes_on(self, cells: Rect, leg: _Leg, *, is_double: bool) -> bool:
        """Whether a run may extend to the tile in these cells.

        It leaves room for a double after it, so no double turns a corner, and no tile moves when the next one is laid.
        """
        if leg.is_step:
            return True
        measure, room, way = self.measure, leg.room, leg.way
        if way.is_level:
            after = 0 if is_double else measure.standing.width
            return cells.right + after <= room.right if way is Way.EAST else cells.left - after >= room.left
        after = measure.overhang if is_double else measure.overhang + measure.lying.height
        return cells.top - after >= room.top if way is Way.NORTH else cells.bottom + after <= room.bottom

    def _lay(self, tip: Tip, way: Way, *, is_double: bool) -> Tip:
        return _beside(self.measure, tip, way, is_double=is_double)


@lru_cache(MOST_ARMS)
def _rows_of(
    measure: Measure, width: int, x: int, centre: Tile, arm: Arm, tiles: tuple[ArmTile, ...], has_quadrant: bool
) -> int:
    """`has_quadrant`: another arm owns the quadrant beside this one."""
    tall = Pinwheel(measure, Size(width, 2 * _ENDLESS), x, _ENDLESS, has_quadrant, has_quadrant)
    try:
        tips, _ = tall._walk(tall._legs(arm), tiles, tall._first_tip(tall._centre(centre), arm))
    except NoRoomError:
        return _ENDLESS
    if arm is Arm.RIGHT:
        return max((tip.cells.bottom for tip in tips), default=_ENDLESS) - _ENDLESS
    return _ENDLESS - min((tip.cells.top for tip in tips), default=_ENDLESS)


def _beside(measure: Measure, tip: Tip, way: Way, *, is_double: bool) -> Tip:
    """The tip of an arm after one more tile beside this tip's open half."""
    cells = tip.cells
    width, height = measure.standing if way.is_level == is_double else measure.lying
    if way.is_level:
        left = cells.right + 1 if way is Way.EAST else cells.left - width
        top = tip.y - measure.overhang if is_double else tip.y
        x = left + width - measure.standing.width if way is Way.EAST else left
        y = tip.y
    else:
        left = tip.x - measure.overhang_left if is_double else tip.x
        top = cells.bottom + 1 if way is Way.SOUTH else cells.top - height
        x = tip.x
        y = top + height - measure.lying.height if way is Way.SOUTH else top
    return Tip(Rect(left, top, left + width - 1, top + height - 1), x, y, way, way)


def _placed(laid: ArmTile, tip: Tip) -> PlacedTile:
    """The tile at the end of an arm with this tip."""
    tile, way = laid.tile, tip.way
    inner, outer = laid.inner, tile.other_half(laid.inner)
    first, second = (inner, outer) if way is Way.EAST or way is Way.SOUTH else (outer, inner)
    return PlacedTile(tile, tip.cells, way.is_level == tile.is_double, first, second)
