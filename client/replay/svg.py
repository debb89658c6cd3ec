"""Tiles with pips as SVG, and one picture of a table that stands by itself.

Lives here: what a tile, an arrow and the marks of the last tile and the spinner look like. Pure: a picture's geometry
in, markup out. Not here: where things lie (`picture`), the page that shows a whole game (`page`).

Shapes carry classes, not colours: the page and the picture each have their own.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from client.model.lookback import laid_last
from client.picture.markup import Markup, joined, tag
from client.picture.pinwheel import PlacedTile, Rect, Way
from client.replay import page_words, replay_words
from client.replay.cursor import Replay
from client.replay.picture import HALF, Arrow, Picture, picture
from client.replay.record_view import beside
from client.words import answer_words as words_answers
from client.words.event_words import scores
from client.words.wrapping import wrap
from protocol.game.layout import Layout
from protocol.game.tiles import Tile

XMLNS: Final = "http://www.w3.org/2000/svg"
CELL: Final = 5
"""Units of the picture to a cell of the board: a half is a square of 20."""
_SIDE: Final = CELL * HALF

_COLUMNS: Final = {6: (3, 0, 3), 7: (3, 1, 3), 8: (3, 2, 3), 9: (3, 3, 3), 10: (4, 2, 4), 11: (4, 3, 4), 12: (4, 4, 4)}
"""The pips of the larger halves: on the left, in the middle, on the right."""
_ROWS: Final = {0: (), 1: (0.0,), 2: (-2.6, 2.6), 3: (-5.2, 0.0, 5.2), 4: (-6.0, -2.0, 2.0, 6.0)}
_CORNERS: Final = ((-5.2, -5.2), (5.2, 5.2), (5.2, -5.2), (-5.2, 5.2))
_CROWDED: Final = 10
"""From this number on pips are smaller."""
_DEGREES: Final = {Way.NORTH: 0, Way.EAST: 90, Way.SOUTH: 180, Way.WEST: -90}


def _pips(pip: int) -> Iterator[tuple[float, float]]:
    """Where the pips of a half lie, from its middle."""
    if pip < 6:
        yield from _CORNERS[: pip - pip % 2]
        yield from [(0.0, 0.0)] * (pip % 2)
        return
    for x, number in zip((-5.2, 0.0, 5.2), _COLUMNS[pip], strict=True):
        yield from ((x, y) for y in _ROWS[number])


def tile_shape(tile: Tile) -> Markup:
    """A tile that stands with its high half above, round the origin. Pips are dots: strokes of no length."""
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
    """The transform that lays the shape of a tile in its place."""
    x, y = _middle(placed.cells)
    turned = (-90 if not placed.is_standing else 0) + (180 if placed.first < placed.second else 0)
    return f"translate({x:g} {y:g})" + (f" rotate({turned})" if turned else "")


def _middle(cells: Rect) -> tuple[float, float]:
    return CELL * (cells.left + cells.right + 1) / 2, CELL * (cells.top + cells.bottom + 1) / 2


def last_mark(placed: PlacedTile, **attributes: str | float | None) -> Markup:
    """A ring round the tile laid last."""
    return tag(
        "rect",
        class_="last",
        transform=place_of(placed),
        x=-11.2,
        y=-21.2,
        width=22.4,
        height=42.4,
        rx=4.6,
        **attributes,
    )


def spinner_mark(placed: PlacedTile, **attributes: str | float | None) -> Markup:
    """The pin that a spinner turns on, seen as a ring round its middle."""
    x, y = _middle(placed.cells)
    return tag("circle", class_="spinner", cx=x, cy=y, r=3.4, **attributes)


def arrow_mark(arrow: Arrow, **attributes: str | float | None) -> Markup:
    """An arrow that points out an open end."""
    at = f"translate({arrow.x * CELL:g} {arrow.y * CELL:g}) rotate({_DEGREES[arrow.way]})"
    return tag("path", class_="arrow", transform=at, d="M-4.4 -3.2h8.8l-4.4 -6.4z", **attributes)


def view_box(frame: Rect) -> str:
    """The part of the picture that these cells take."""
    left, top, right, bottom = frame
    return f"{left * CELL} {top * CELL} {(right - left + 1) * CELL} {(bottom - top + 1) * CELL}"


# A picture by itself.

_STYLE: Final = """
.felt{fill:#2d6a51}.face{fill:#fbf6e6;stroke:#2b2a25;stroke-width:.8}.bar{fill:none;stroke:#8c8775}
.pips{fill:none;stroke:#1f1e1a;stroke-width:3.5;stroke-linecap:round}.small{stroke-width:2.9}
.last{fill:none;stroke:#ffd257;stroke-width:2.2}.spinner{fill:#d3a13b;stroke:#2b2a25;stroke-width:.8}
.arrow{fill:#ffd257}text{fill:#f6f3e7;font:9px system-ui,sans-serif}.head{font-weight:600}
"""
_LINE: Final = 13
_LETTER: Final = 5.2
"""Units that a letter of a line of text takes at most, more or less; a wide one takes two."""
_NARROWEST: Final = 360
_SCALE: Final = 2


def svg_of(replay: Replay) -> str:
    """The position that the replay shows as an SVG file: which game, the table, what is to be said of it."""
    view = beside(replay.table)
    laid = picture(view.layout)
    frame = laid.frame()
    across, down = CELL * (frame.right - frame.left + 1), CELL * (frame.bottom - frame.top + 1)
    width = max(across, _NARROWEST)
    title = page_words.picture_title(replay.table, replay.position, replay.head)
    above = _lines([title], width)
    told = [" ".join(replay_words.step_told(replay))]
    standing = scores(view, view.table.scores)
    if standing not in told[0]:
        told.append(standing)
    under = _lines([each for each in told if each], width)
    top = _LINE * (len(above) + 1)
    height = top + down + _LINE * (len(under) + 1)
    x, y = (width - across) / 2 - CELL * frame.left, top - CELL * frame.top
    return tag(
        "svg",
        tag("title", title, id="title"),
        tag("desc", " ".join([*words_answers.chain(view), words_answers.ends(view), *told]), id="desc"),
        tag("style", Markup(_STYLE)),
        tag("rect", class_="felt", width=width, height=height, rx=10),
        *_text(above, _LINE, "head"),
        tag("g", *_table(laid, view.layout, replay), transform=f"translate({x:g} {y:g})"),
        *_text(under, top + down + _LINE / 2, "told"),
        xmlns=XMLNS,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width * _SCALE,
        height=height * _SCALE,
        role="img",
        aria_labelledby="title",
        aria_describedby="desc",
    )


def _table(laid: Picture, layout: Layout, replay: Replay) -> Iterator[Markup]:
    for each, placed in laid.places.items():
        yield tag("g", tag("title", str(each)), tile_shape(each), transform=place_of(placed))
    if layout.spinner is not None:
        yield spinner_mark(laid.places[layout.spinner.tile])
    last = laid_last(replay.record.entries[: replay.position])
    if last is not None:
        yield last_mark(laid.places[last])
    if replay.table.turn is not None:
        yield from map(arrow_mark, laid.arrows(layout))


def _lines(told: Iterable[str], width: float) -> list[str]:
    room = int((width - 2 * _LINE) / _LETTER)
    return [line for each in told for line in wrap(each, room)]


def _text(lines: Iterable[str], top: float, class_: str) -> Iterator[Markup]:
    for number, line in enumerate(lines):
        yield tag("text", line, class_=class_, x=_LINE, y=top + _LINE * (number + 0.5))
