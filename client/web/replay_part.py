"""A finished match, play by play, and its record as a file.

Here: the window of the replay. All hands are open, since the match has ended. Not here: records in files
(`client.replay`).
"""

import base64
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from client.picture.markup import SPACE, Markup, tag
from client.view.view import View
from client.web import page_words as words
from client.web.board_part import board_of
from client.web.page_controls import button, field, tile_picture
from client.web.page_messages import Value
from client.web.state import State
from client.words.name_words import who
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile
from protocol.log.events import Entry, TilePlayed
from protocol.log.table import Stage, Table, empty_table, evolve
from protocol.wire.record import Header, with_rounds_opened, write_record

_MOST_HELD: Final = 4
"""The number of matches to cache with their hidden tiles."""


def replay(state: State) -> Iterator[Markup]:
    """The board after a play, every hand, and the buttons to step."""
    model = state.model
    if model.table.stage is not Stage.OVER or not model.sheet.log:
        return
    log = model.sheet.log
    at = max(1, min(state.replayed, len(log)))
    last_line = log[at - 1]
    entries = _opened(tuple(model.session.entries))
    table = _table_at(entries, last_line.seq)
    event = entries[last_line.seq - 1].event
    marked = frozenset([event.tile]) if isinstance(event, TilePlayed) else frozenset[Tile]()
    view = View(table, None, Assist.POINTS)
    yield tag("div", board_of(view.layout, marked, state.shape, has_ends=False), class_="felt replayed")
    yield tag(
        "p", f"{words.replay_place(at, len(log))}: {last_line.text.rstrip('.')}.", role="status", class_="verdict"
    )
    steps = (
        button("replay", does, tag("span", sign, aria_hidden="true"), aria_label=label)
        for does, sign, label in words.REPLAY_STEPS
    )
    yield tag("div", *steps, class_="row steps")
    yield tag("ul", *(_seat(view, seat) for seat in range(len(table.seats))), class_="hands")
    yield _record(state, entries)


@lru_cache(_MOST_HELD)
def _opened(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(with_rounds_opened(entries))


def _table_at(entries: tuple[Entry, ...], seq: int) -> Table:
    table = empty_table()
    for entry in entries[:seq]:
        table = evolve(table, entry.event)
    return table


def _seat(view: View, seat: int) -> Markup:
    tiles = map(tile_picture, view.hand_of(seat))
    in_words = ", ".join(str(each) for each in view.hand_of(seat) if each is not None) or "no tiles"
    score = str(view.table.score_of(seat))
    hand = tag("span", *tiles, class_="left-over", role="img", aria_label=in_words)
    return tag("li", tag("span", who(view, seat), SPACE, tag("b", score)), hand)


def _record(state: State, entries: tuple[Entry, ...]) -> Markup:
    """A link that saves the record, for `fives replay` and the analysis."""
    session = state.model.session
    header = Header(session.game or "", session.table_name or "", entries[0].at)
    content = base64.b64encode(b"".join(write_record(header, entries))).decode()
    link = f"data:application/octet-stream;base64,{content}"
    return tag("a", words.SAVE_RECORD, href=link, download=f"{session.table_name}.fives.jsonl", class_="back")


def _step(state: State, value: Value) -> None:
    last = len(state.model.sheet.log)
    places = {"first": 1, "back": state.replayed - 1, "on": state.replayed + 1, "last": last}
    state.replayed = max(1, min(places.get(field(value), state.replayed), last))


PRESSES: Final = {"replay": _step}
