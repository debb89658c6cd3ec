"""The place of the next tile at an open end, in the picture of the tiles that are laid.

Here: the cells that a picture keeps free at each arrow, and where in the picture a tile will lie. Pure. Not here: the
places of the tiles that are laid (`round_picture`), how the next one is drawn (`web.ghosts_part`).
"""

from attrs import evolve

from client.picture.pinwheel import ArmTile, NoRoomError, PlacedTile, Rect, Way, placed_beside, spread
from client.picture.round_picture import HALF, MEASURE, Arrow, Picture
from protocol.game.layout import Arm
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


def next_place(laid: Picture, arrow: Arrow, tile: Tile, frame: Rect) -> PlacedTile:
    """The place of a tile that fits the end of this arrow.

    If all tiles move when it is laid, because the board has no room for it, or if the place is not in the frame, it is
    where the arrow points.
    """
    placed = _without_moving(laid, tile, arrow.arm)
    if placed is not None and frame.holds(placed.cells):
        return placed
    inner = next(end.pip for end in laid.layout.ends if end.arm is arrow.arm)
    return placed_beside(MEASURE, laid.tips[arrow.arm], arrow.way, ArmTile(tile, inner))


def _without_moving(laid: Picture, tile: Tile, arm: Arm) -> PlacedTile | None:
    """The place of this tile on the board of the picture; None if it has no room there unless other tiles move."""
    later, wheel = laid.layout.lay(tile, arm), laid.wheel
    centred = spread(evolve(later, spinner=laid.layout.spinner))  # a new spinner does not move the centre yet
    assert wheel is not None
    assert centred is not None
    wide = evolve(wheel, has_up=wheel.has_up or bool(later.up), has_down=wheel.has_down or bool(later.down))
    try:
        places, _ = wide.place(centred)
    except NoRoomError:
        return None
    placed = {place.tile: place for on_arm in places.values() for place in on_arm}
    return placed.pop(tile) if all(placed[other] == place for other, place in laid.places.items()) else None
