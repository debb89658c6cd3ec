"""The board on the page: the tiles of the round, the latest plays marked, and the open ends, which can be pressed.

Here: the picture of a layout for a space of some shape, and the shapes in it. All browsers with such a space share one
picture. Pure. Not here: tiles and marks (`picture.svg`), the places of tiles (`picture.round_picture`).
"""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from client.picture.markup import Markup, joined, tag
from client.picture.next_place import kept_free
from client.picture.pinwheel import Rect
from client.picture.round_picture import HALF, Arrow, Picture, continues, picture
from client.picture.svg import (
    ahead,
    arrow_mark,
    last_mark,
    newest_mark,
    place_of,
    slot_mark,
    spinner_mark,
    symbol_of,
    view_box,
)
from client.words.score_words import end_letter
from protocol.digits import number_in
from protocol.frozen import define
from protocol.game.layout import Layout
from protocol.game.tiles import Tile

MOST_PICTURES: Final = 200
MOST_SHARED: Final = 100
"""How much is cached of what viewers at a table share: only the marked tiles differ."""
_latest: Final = deque[tuple[float, Picture]](maxlen=100)
"""The latest pictures and their shapes: nearly always, the next one continues one of these."""
SHAPES: Final = (0.6, 0.8, 1.0, 1.3, 1.7, 2.2)
"""Ratios of width to height. The board is drawn for the nearest one."""
USUAL_SHAPE: Final = 1.3
USUAL_ROOM: Final = (390, 300)
"""The width and height in pixels of a space of that shape, until a browser has said what it has."""
_LARGEST_ROOM: Final = 100_000
"""Pixels; no screen has so many."""
_FEWEST_HALVES: Final = 8
"""The least width and height of a picture, in halves of tiles, so that a single tile does not fill the screen."""
_FEWEST_HALVES_IF_LOW: Final = 6
"""The same in a space that is much wider than high, or much higher than wide."""
_REACH: Final = 11
"""The radius of the area to press at an open end, in units of the picture."""
_LETTER_AT: Final = 5.8
"""The distance of the middle of a letter from the tile, in units of the picture."""


def shape_of(width: float, height: float) -> float:
    """The shape in `SHAPES` nearest to a space of this size."""
    return min(SHAPES, key=lambda shape: abs(shape - width / max(1.0, height)))


@define(eq=False)
class Room:
    """The room for boards in one browser: that of the table, in pixels, and the shape of that in a window."""

    size: tuple[int, int] = USUAL_ROOM
    shape_in_window: float = USUAL_SHAPE

    @property
    def shape(self) -> float:
        """The shape of the room for the board of the table."""
        return shape_of(*self.size)


def size_in(text: str) -> tuple[int, int] | None:
    """A size in pixels as the script sends it, `390x300`; None if it is none."""
    width, _, height = text.partition("x")
    across, down = number_in(width), number_in(height)
    return (across, down) if across and down and max(across, down) < _LARGEST_ROOM else None


@lru_cache(MOST_PICTURES)
def board_of(
    layout: Layout,
    marked: frozenset[Tile],
    shape: float = USUAL_SHAPE,
    *,
    newest: Tile | None = None,
    has_ends: bool,
) -> Markup:
    """The picture of a layout; `has_ends`: its open ends are shown, because the round is running."""
    laid = picture_of(layout, shape)
    glow = [newest_mark(laid.places[newest])] if newest in marked and newest in laid.places else []
    shapes = [*glow, _tiles(layout, shape), *marks_of(laid, layout, marked)]
    if has_ends:
        shapes.append(_ends(layout, shape))
    box = view_box(frame_of(layout, shape)) if has_ends else box_of(laid, shape)
    return tag("svg", *shapes, viewBox=box, class_="board", aria_hidden="true")


@lru_cache(MOST_PICTURES)
def picture_of(layout: Layout, shape: float) -> Picture:
    """The places of the tiles of this layout in a space of this shape."""
    before = next((laid for its_shape, laid in _latest if its_shape == shape and continues(layout, laid.layout)), None)
    laid = picture(layout, shape, before)
    _latest.appendleft((shape, laid))
    return laid


def box_of(laid: Picture, shape: float) -> str:
    """The `viewBox` of this picture in a space of this shape, with room for arrows."""
    whole = laid.frame()
    return view_box(_filled(Rect(whole.left + 1, whole.top + 1, whole.right - 1, whole.bottom - 1), shape))


@lru_cache(MOST_PICTURES)
def frame_of(layout: Layout, shape: float) -> Rect:
    """The cells to show while the round is running: the tiles, and room for the next one at each end.

    So neither choosing a tile nor, as a rule, laying it changes the scale.
    """
    laid = picture_of(layout, shape)
    rects = [*(placed.cells for placed in laid.places.values())]
    rects += (kept_free(laid.arrow_at(end.arm)) for end in layout.ends)
    rects = rects or [Rect(0, 0, -1, -1)]
    around = Rect(
        min(rect.left for rect in rects) - 1,
        min(rect.top for rect in rects) - 1,
        max(rect.right for rect in rects) + 1,
        max(rect.bottom for rect in rects) + 1,
    )
    return _filled(around, shape)


def _filled(around: Rect, shape: float) -> Rect:
    """These cells in the middle of a frame that is not too small."""
    left, top, right, bottom = around
    least = (_FEWEST_HALVES if min(shape, 1 / shape) > 0.6 else _FEWEST_HALVES_IF_LOW) * HALF
    more_across = max(0, int(least * max(1.0, shape)) - (right - left + 1))
    more_down = max(0, int(least * max(1.0, 1 / shape)) - (bottom - top + 1))
    return Rect(
        left - more_across // 2,
        top - more_down // 2,
        right + more_across - more_across // 2,
        bottom + more_down - more_down // 2,
    )


def tiles_of(laid: Picture, layout: Layout) -> Iterator[Markup]:
    """The tiles of a layout, and its spinner's pin, at their places in the picture of this or a later layout."""
    for tile in layout.tiles:
        yield tag("use", href=f"#{symbol_of(tile)}", transform=place_of(laid.places[tile]))
    if layout.spinner is not None:
        yield spinner_mark(laid.places[layout.spinner.tile])


def marks_of(laid: Picture, layout: Layout, marked: frozenset[Tile]) -> Iterator[Markup]:
    """The marks of these tiles of the layout, at their places in the same picture."""
    return (last_mark(laid.places[tile]) for tile in layout.tiles if tile in marked)


@lru_cache(MOST_SHARED)
def _tiles(layout: Layout, shape: float) -> Markup:
    return joined(tiles_of(picture_of(layout, shape), layout))


@lru_cache(MOST_SHARED)
def _ends(layout: Layout, shape: float) -> Markup:
    """The open ends, or where the lead will be laid."""
    if layout.lead is None:
        return slot_mark()
    return joined(_end(arrow, end_letter(layout, arrow.arm)) for arrow in picture_of(layout, shape).last_arrows)


def _end(arrow: Arrow, letter: str) -> Markup:
    """An open end: its arrow, and in it a letter if another end has the same pip."""
    target_x, target_y = ahead(arrow, _REACH / 2)
    target = tag(
        "circle",
        class_="reach",
        cx=target_x,
        cy=target_y,
        r=_REACH,
    )
    marks = [arrow_mark(arrow, is_large=bool(letter))]
    if letter:
        x, y = ahead(arrow, _LETTER_AT)
        marks.append(tag("text", letter, class_="letter", x=x, y=y, dy="0.3em"))
    return tag("g", target, *marks, class_=f"end {arrow.arm}", data_press="end", data_value=str(arrow.arm))
