"""The place of the next tile at an open end, in the picture of the tiles that are laid.

Here: the cells that a picture keeps free at each arrow, and where in the picture a tile will lie. Pure. Not here: the
places of the tiles that are laid (`round_picture`), how the next one is drawn (`web.ghosts_part`).
"""

from attrs import evolve

from client.picture.pinwheel import PlacedTile, Rect, Way
from client.picture.round_picture import HALF, MEASURE, Arrow, Picture
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


def next_place(laid: Picture, after: Picture, tile: Tile, frame: Rect) -> PlacedTile | None:
    """The place of this tile in a picture, by the picture `after` it is laid.

    None if other tiles move when it is laid, or if the place is not in the frame.
    """
    moved = {
        (later.left - cells.left, later.top - cells.top, later.right - cells.right, later.bottom - cells.bottom)
        for cells, later in ((placed.cells, after.places[other].cells) for other, placed in laid.places.items())
    }
    if len(moved) != 1:
        return None
    across, down, *_ = moved.pop()
    placed = after.places[tile]
    left, top, right, bottom = placed.cells
    there = evolve(placed, cells=Rect(left - across, top - down, right - across, bottom - down))
    return there if frame.holds(there.cells) else None
