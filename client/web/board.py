"""The board on the page: the tiles of the round, those laid since a moment marked, and the open ends.

Here: the picture of a layout. It is drawn once for all who look at the same table. Pure. Not here: tiles and
marks (`picture.svg`), where tiles lie (`picture.round_picture`).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from client.picture.markup import Markup, tag
from client.picture.round_picture import Picture, picture
from client.picture.svg import arrow_mark, last_mark, place_of, spinner_mark, symbol_of, view_box
from protocol.game.layout import Layout
from protocol.game.tiles import Tile

MOST_PICTURES: Final = 500


@lru_cache(MOST_PICTURES)
def board_of(layout: Layout, marked: frozenset[Tile], *, has_ends: bool) -> Markup:
    """The picture of a layout; `has_ends`: its open ends are shown, because the round is running."""
    laid = _laid(layout)
    inside = _inside(laid, layout, marked, has_ends=has_ends)
    return tag("svg", *inside, viewBox=view_box(laid.frame()), class_="board", aria_hidden="true")


@lru_cache(MOST_PICTURES)
def _laid(layout: Layout) -> Picture:
    return picture(layout)


def _inside(laid: Picture, layout: Layout, marked: frozenset[Tile], *, has_ends: bool) -> Iterator[Markup]:
    for tile, placed in laid.places.items():
        yield tag("use", href=f"#{symbol_of(tile)}", transform=place_of(placed))
    if layout.spinner is not None:
        yield spinner_mark(laid.places[layout.spinner.tile])
    for tile in layout.tiles:
        if tile in marked:
            yield last_mark(laid.places[tile])
    if has_ends:
        yield from map(arrow_mark, laid.arrows(layout))
