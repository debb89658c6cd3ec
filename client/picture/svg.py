"""Tiles with pips as SVG: the shapes of tiles, arrows, and the marks of the last tile and the spinner.

Here: shapes, in the units of the picture. Pure. They have classes and no colours, because each picture and page has its
own. Not here: the places of the tiles (`round_picture`), whole pages (`web.page`).
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from client.picture.markup import Markup, joined, tag
from client.picture.pinwheel import PlacedTile, Rect, Way
from client.picture.round_picture import HALF, Arrow
from protocol.game.tiles import HIDDEN, SeenTile, Tile, set_of_tiles

CELL: Final = 5
"""Units of the picture for each cell of the board: a half is a square of 20."""
_SIDE: Final = CELL * HALF

_COLUMNS: Final = {6: (3, 0, 3), 7: (3, 1, 3), 8: (3, 2, 3), 9: (3, 3, 3), 10: (4, 2, 4), 11: (4, 3, 4), 12: (4, 4, 4)}
"""The columns of pips of the larger halves: left, middle, right."""
_ROWS: Final = {0: (), 1: (0.0,), 2: (-2.6, 2.6), 3: (-5.2, 0.0, 5.2), 4: (-6.0, -2.0, 2.0, 6.0)}
_CORNERS: Final = ((-5.2, -5.2), (5.2, 5.2), (5.2, -5.2), (-5.2, 5.2))
_CROWDED: Final = 10
"""From this number on, pips are smaller."""
_BACK: Final = "face-down"
_BLUR: Final = "blur"
_DEGREES: Final = {Way.NORTH: 0, Way.EAST: 90, Way.SOUTH: 180, Way.WEST: -90}


def _pips(pip: int) -> Iterator[tuple[float, float]]:
    """The places of a half's pips, relative to its centre."""
    if pip < 6:
        yield from _CORNERS[: pip - pip % 2]
        yield from [(0.0, 0.0)] * (pip % 2)
        return
    for x, number in zip((-5.2, 0.0, 5.2), _COLUMNS[pip], strict=True):
        yield from ((x, y) for y in _ROWS[number])


def tile_shape(tile: Tile) -> Markup:
    """A standing tile centred on the origin, its high half above. Pips are strokes of length 0."""
    halves = []
    for pip, middle in ((tile.high, -_SIDE / 2), (tile.low, _SIDE / 2)):
        dots = "".join(f"M{x:g} {middle + y:g}h0" for x, y in _pips(pip))
        if dots:
            halves.append(tag("path", class_="pips small" if pip >= _CROWDED else "pips", d=dots))
    return joined([_body(), tag("path", class_="bar", d="M-6.5 0h13"), *halves])


def back_shape() -> Markup:
    """A tile face down."""
    return joined([_body("face back"), tag("path", class_="bar", d="M-4 -12l8 8m0 -8l-8 8M-4 4l8 8m0 -8l-8 8")])


def _body(class_: str = "face") -> Markup:
    return tag("rect", class_=class_, x=-9.4, y=-19.4, width=18.8, height=38.8, rx=3)


def place_of(placed: PlacedTile) -> str:
    """The transform that moves the shape of a tile to its place."""
    x, y = _middle(placed.cells)
    turned = (-90 if not placed.is_standing else 0) + (180 if placed.first < placed.second else 0)
    return f"translate({x:g} {y:g})" + (f" rotate({turned})" if turned else "")


def _middle(cells: Rect) -> tuple[float, float]:
    return CELL * (cells.left + cells.right + 1) / 2, CELL * (cells.top + cells.bottom + 1) / 2


def last_mark(placed: PlacedTile, **attributes: str | float | None) -> Markup:
    """The mark of a recent play: a warm face, and a ring within the tile's own edge, so that it meets no other ring."""
    return tag("rect", class_="last", transform=place_of(placed), **_inset(1.4), **attributes)


def newest_mark(placed: PlacedTile) -> Markup:
    """The glow of the latest play, to be drawn before all tiles, so that it lies under its neighbours.

    Its edge is blurred by a filter of SVG: WebKit does not draw those of CSS within a picture.
    """
    return tag("rect", class_="glow", transform=place_of(placed), filter=f"url(#{_BLUR})", **_inset(-3.6))


def ghost_outline(placed: PlacedTile) -> Markup:
    """The outline of a tile that may be laid in this place."""
    return tag("rect", class_="outline", transform=place_of(placed), **_inset(0.9))


def slot_mark() -> Markup:
    """Where the lead will be laid: an upright outline around the origin."""
    return tag("rect", class_="slot", **_inset(0.9))


def _inset(by: float) -> dict[str, float]:
    """A standing tile's rectangle, so much smaller on each side than its cells."""
    half = _SIDE / 2
    width, height = _SIDE - 2 * by, 2 * (_SIDE - by)
    return {"x": by - half, "y": by - _SIDE, "width": width, "height": height, "rx": max(1.4, 3.4 - by)}


def spinner_mark(placed: PlacedTile, **attributes: str | float | None) -> Markup:
    """The pin of a spinner: a dot in its middle."""
    x, y = _middle(placed.cells)
    return tag("circle", class_="spinner", cx=x, cy=y, r=3.4, **attributes)


def arrow_mark(arrow: Arrow, *, is_large: bool = False, **attributes: str | float | None) -> Markup:
    """An arrow at an open end. `is_large`: with room for a letter in it."""
    at = f"translate({arrow.x * CELL:g} {arrow.y * CELL:g}) rotate({_DEGREES[arrow.way]})"
    shape = "M-6.5 -2.6h13l-6.5 -10z" if is_large else "M-4.4 -3.2h8.8l-4.4 -6.4z"
    return tag("path", class_="arrow", transform=at, d=shape, **attributes)


def ahead(arrow: Arrow, distance: float) -> tuple[float, float]:
    """The point so far from the base of an arrow, in its direction, in units of the picture."""
    across, down = arrow.way.value
    return arrow.x * CELL + across * distance, arrow.y * CELL + down * distance


def view_box(frame: Rect) -> str:
    """The `viewBox` that shows these cells."""
    left, top, right, bottom = frame
    return f"{left * CELL} {top * CELL} {(right - left + 1) * CELL} {(bottom - top + 1) * CELL}"


@cache
def symbols(max_pip: int) -> Markup:
    """A symbol for every tile of the set, one for a tile face down, and the filter of the glow."""
    shapes = (tag("g", tile_shape(tile), id=symbol_of(tile)) for tile in set_of_tiles(max_pip))
    edge = tag("feGaussianBlur", stdDeviation=2)
    blur = tag("filter", edge, id=_BLUR, x=-0.5, y=-0.5, width=2, height=2)
    return tag(
        "svg", tag("defs", *shapes, tag("g", back_shape(), id=_BACK), blur), class_="symbols", aria_hidden="true"
    )


def symbol_of(tile: SeenTile) -> str:
    """The id of a tile's symbol, `t0604`: no tile is longer than another."""
    return _BACK if tile is HIDDEN else f"t{tile.high:02}{tile.low:02}"
