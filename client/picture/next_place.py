"""The place of the next tile at an open end, in the picture of the tiles that are laid.

Here: the cells that a picture keeps free at each arrow, and where in the picture a tile will lie. Pure. Not here: the
places of the tiles that are laid (`round_picture`), how the next one is drawn (`web.ghosts_part`).
"""

from collections.abc import Callable

from client.picture.pinwheel import ArmTile, PlacedTile, Rect, Way, placed_beside
from client.picture.round_picture import HALF, MEASURE, Arrow, Picture
from protocol.game.layout import Layout
from protocol.game.tiles import Tile


def kept_free(arrow: Arrow) -> Rect:
    """The cells of a tile that lies where this arrow points, lengthwise."""
    long, breadth = MEASURE.lying
    x, y = round(arrow.x), round(arrow.y)
    across, down = x - breadth // 2, y - breadth // 2
    match arrow.way:
        case Way.EAST:
            return Rect(x, down, x + long - 1, down + breadth - 1)
        case Way.WEST:
            return Rect(x - long, down, x - 1, down + breadth - 1)
        case Way.SOUTH:
            return Rect(across, y, across + breadth - 1, y + long - 1)
        case Way.NORTH:
            return Rect(across, y - long, across + breadth - 1, y - 1)


def lead_place(tile: Tile) -> PlacedTile:
    """The lead of a round in a picture without tiles: upright, so that it looks as in the hand."""
    return PlacedTile(tile, Rect(-HALF // 2, -HALF, HALF // 2 - 1, HALF - 1), True, tile.high, tile.low)


def next_place(laid: Picture, arrow: Arrow, tile: Tile, later: Callable[[Layout], Picture], frame: Rect) -> PlacedTile:
    """The place of a tile that fits the end of this arrow.

    `later` returns the picture of a layout. If the board grows when the tile is laid and all tiles move, or if the
    place is not in the frame, it is where the arrow points.
    """
    placed = _without_moving(laid, later(laid.layout.lay(tile, arrow.arm)), tile)
    if placed is not None and frame.holds(placed.cells):
        return placed
    inner = next(end.pip for end in laid.layout.ends if end.arm is arrow.arm)
    return placed_beside(MEASURE, laid.tips[arrow.arm], arrow.way, ArmTile(tile, inner))


def _without_moving(laid: Picture, later: Picture, tile: Tile) -> PlacedTile | None:
    """The place of this tile in the later picture, moved to where the other tiles are in this one.

    None if they are not in the same places relative to each other.
    """
    moves = {
        (now.cells.left - later.places[other].cells.left, now.cells.top - later.places[other].cells.top)
        for other, now in laid.places.items()
    }
    if len(moves) != 1:
        return None
    ((across, down),) = moves
    placed = later.places[tile]
    left, top, right, bottom = placed.cells
    cells = Rect(left + across, top + down, right + across, bottom + down)
    return PlacedTile(tile, cells, placed.is_standing, placed.first, placed.second)
