"""A position of a replay as an SVG file: the game, the board, what has just happened; and an evening as one.

Here: the layout of the file and its colours. Pure. Not here: the shapes (`picture.svg`), writing the file
(`program.export`).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from client.model.lookback import last_tile_played
from client.picture.markup import Markup, tag
from client.picture.round_picture import Picture, picture
from client.picture.svg import CELL, arrow_mark, last_mark, place_of, spinner_mark, tile_shape
from client.replay import replay_words
from client.replay.cursor import Replay
from client.replay.evening import Evening
from client.replay.record_view import spectator_view
from client.words import answer_words
from client.words.event_words import scores
from client.words.say import say, together
from client.words.wrapping import wrap
from protocol.game.layout import Layout
from protocol.game.tiles import Tile

XMLNS: Final = "http://www.w3.org/2000/svg"
_STYLE: Final = """
.felt{fill:#2d6a51}.face{fill:#fbf6e6;stroke:#8d8568;stroke-width:.8}.bar{fill:none;stroke:#8c8775}
.pips{fill:none;stroke:#1f1e1a;stroke-width:3.5;stroke-linecap:round}.small{stroke-width:2.9}
.last{fill:#ffc44a55;stroke:#f0a800;stroke-width:1.5}.spinner{fill:#d3a13b;stroke:#2b2a25;stroke-width:.8}
.arrow{fill:#ffd257}text{fill:#f6f3e7;font:9px system-ui,sans-serif}.head{font-weight:600}
"""
_LINE: Final = 13
"""Units from one line of text to the next."""
_LETTER: Final = 5.2
"""Units for a letter of text, roughly; a wide letter takes two."""
_NARROWEST: Final = 360
_SCALE: Final = 2
_ROOM_FOR_TILE: Final = 56
"""Units at the right of an evening's lines."""


def svg_of(replay: Replay) -> str:
    """The replay's position as an SVG file: the game, the table, the sentences of the step."""
    view = spectator_view(replay.table)
    laid = picture(view.layout)
    frame = laid.frame()
    across, down = CELL * (frame.right - frame.left + 1), CELL * (frame.bottom - frame.top + 1)
    width = max(across, _NARROWEST)
    title = _title(replay)
    above = _lines([title], width)
    sentences = [together(*replay_words.step_sentences(replay))]
    standing = scores(view, view.table.scores)
    if standing not in sentences[0]:
        sentences.append(standing)
    under = _lines([sentence for sentence in sentences if sentence], width)
    top = _LINE * (len(above) + 1)
    height = top + down + _LINE * (len(under) + 1)
    x, y = (width - across) / 2 - CELL * frame.left, top - CELL * frame.top
    return tag(
        "svg",
        tag("title", title, id="title"),
        tag("desc", together(*answer_words.chain(view), answer_words.ends(view), *sentences), id="desc"),
        tag("style", Markup(_STYLE)),
        tag("rect", class_="felt", width=width, height=height, rx=10),
        *_text(above, _LINE, "head"),
        tag("g", *_table(laid, view.layout, replay), transform=f"translate({x:g} {y:g})"),
        *_text(under, top + down + _LINE / 2, "step"),
        xmlns=XMLNS,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width * _SCALE,
        height=height * _SCALE,
        role="img",
        aria_labelledby="title",
        aria_describedby="desc",
    )


def svg_of_evening(evening: Evening) -> str:
    """An evening as an SVG file: its lines, and the tile of the best play."""
    lines = _lines(evening.lines, _NARROWEST - (_ROOM_FOR_TILE if evening.best else 0))
    height = max(_LINE * (len(lines) + 3), 4 * _LINE + _ROOM_FOR_TILE if evening.best else 0)
    return tag(
        "svg",
        tag("title", evening.title, id="title"),
        tag("desc", together(*evening.lines), id="desc"),
        tag("style", Markup(_STYLE)),
        tag("rect", class_="felt", width=_NARROWEST, height=height, rx=10),
        *_text([evening.title], _LINE, "head"),
        *_text(lines, 2.5 * _LINE, "step"),
        *([] if evening.best is None else [_large(evening.best.made.tile, height)]),
        xmlns=XMLNS,
        viewBox=f"0 0 {_NARROWEST} {height:g}",
        width=_NARROWEST * _SCALE,
        height=height * _SCALE,
        role="img",
        aria_labelledby="title",
        aria_describedby="desc",
    )


def _large(tile: Tile, height: float) -> Markup:
    """A tile at the right, in the middle of the height."""
    place = f"translate({_NARROWEST - _ROOM_FOR_TILE / 2 - _LINE / 2:g} {height / 2:g}) scale(1.6)"
    return tag("g", tag("title", str(tile)), tile_shape(tile), transform=place)


def _title(replay: Replay) -> str:
    """`All Fives to 150, round 2, play 12 of 57`."""
    game, (play, plays), round_ = replay_words.game_and_target(replay.table), replay.plays, replay.table.round
    if round_ is None:
        return say("replay.picture_before_rounds", game=game, play=play, plays=plays)
    return say("replay.picture", game=game, round=round_.number, play=play, plays=plays)


def _table(laid: Picture, layout: Layout, replay: Replay) -> Iterator[Markup]:
    for tile, placed in laid.places.items():
        yield tag("g", tag("title", str(tile)), tile_shape(tile), transform=place_of(placed))
    if layout.spinner is not None:
        yield spinner_mark(laid.places[layout.spinner.tile])
    last = last_tile_played(replay.record.entries[: replay.position])
    if last is not None:
        yield last_mark(laid.places[last])
    if replay.table.turn is not None:
        yield from map(arrow_mark, laid.arrows(layout))


def _lines(sentences: Iterable[str], width: float) -> list[str]:
    room = int((width - 2 * _LINE) / _LETTER)
    return [line for sentence in sentences for line in wrap(sentence, room)]


def _text(lines: Iterable[str], top: float, class_: str) -> Iterator[Markup]:
    for number, line in enumerate(lines):
        yield tag("text", line, class_=class_, x=_LINE, y=top + _LINE * (number + 0.5))
