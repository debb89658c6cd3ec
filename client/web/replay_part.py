"""A finished match, play by play, and its record as a file.

Here: the window of the replay, and writing the record when it is asked for. All hands are open, since the match has
ended. Not here: records in files, and the position in a record (`client.replay`); starting the analysis
(`analysis_part`).
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from client.actions.action import Go
from client.picture.markup import SPACE, Markup, isolated, tag
from client.replay.answers import MOVES
from client.replay.cursor import Replay
from client.replay.record_view import spectator_view
from client.replay.replay_words import better_shown, step_sentences
from client.view.view import View
from client.web import page_words
from client.web.board_part import board_of
from client.web.page_controls import button, field, tile_picture, turn_mark
from client.web.page_messages import SavedFile, Value
from client.web.state import State
from client.words.name_words import sides_named, who
from protocol.log.events import Entry
from protocol.log.table import Stage
from protocol.wire.record import Header, Record, with_rounds_opened, write_record

_MOST_HELD: Final = 4
"""The number of matches to cache with their hidden tiles."""
_LINES_AT_ONCE: Final = 100
"""Lines of a record that are written in one turn."""


def replay_of(state: State) -> Replay | None:
    """The replay of the match that has ended at this table, at first at its end; None if nothing was played."""
    session = state.model.session
    if session.game is None or session.table.stage is not Stage.OVER or not state.model.sheet.log:
        return None
    if state.replay is None:
        entries = _with_rounds_opened(tuple(session.entries))
        header = Header(session.game, session.table_name or "", entries[0].at)
        state.replay = Replay(Record(header, entries), has_chat=False, is_drawn=True)
        state.replay.to_end()
    return state.replay


@lru_cache(_MOST_HELD)
def _with_rounds_opened(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(with_rounds_opened(entries))


def replay(state: State) -> Iterator[Markup]:
    """The board after a play, every hand, and the buttons to step."""
    found = replay_of(state)
    if found is None:
        yield tag("p", page_words.NO_REPLAY)
        return
    view = spectator_view(found.table, is_drawn=True)
    recent = found.recent
    board = board_of(view.layout, recent.tiles, state.shape, newest=recent.newest, has_ends=view.turn is not None)
    yield tag("div", board, class_="felt replayed")
    step = better_shown(found) if found.shows_better else " ".join(step_sentences(found))
    yield tag("p", f"{page_words.replay_place(*found.plays)}. {step}", role="status", class_="verdict")
    for steps in (page_words.REPLAY_STEPS, page_words.REPLAY_ROUNDS):
        yield tag("div", *(step_button(*step) for step in steps), class_="row steps")
    yield tag("div", *_about_the_analysis(found), class_="row")
    yield tag("ul", *(_seat(view, seat) for seat in range(len(view.table.seats))), class_="hands")
    yield tag("div", button("save-record", "", page_words.SAVE_RECORD), class_="row")


def step_button(does: str, sign: str, label: str, **more: str | None) -> Markup:
    """A button that steps through a replay."""
    return button("replay", does, tag("span", sign, aria_hidden="true"), aria_label=label, title=label, **more)


def _about_the_analysis(found: Replay) -> Iterator[Markup]:
    if found.judged_here is not None and found.judged_here.better is not None:
        yield button("better", "", page_words.WHAT_WAS_PLAYED if found.shows_better else page_words.BETTER_PLAY)
    yield button("analyse", "", page_words.ANALYSE if found.analysis is None else page_words.ANALYSIS)


def _seat(view: View, seat: int) -> Markup:
    tiles = map(tile_picture, view.hand_of(seat))
    in_words = ", ".join(str(tile) for tile in view.hand_of(seat) if tile is not None) or "no tiles"
    hand = tag("span", *tiles, class_="left-over", role="img", aria_label=in_words)
    return tag("li", name_and_score(view, seat), hand)


def name_and_score(view: View, seat: int) -> Markup:
    """The player of a seat, whether it is their turn, and the score; that of partners has both names."""
    score = str(view.table.score_of(seat))
    if view.table.rules.partners:
        score = f"{sides_named(view, view.table.side_of(seat))}: {score}"
    pointer = turn_mark() if view.turn == seat else []
    return tag("span", *pointer, isolated(who(view, seat)), SPACE, tag("b", score))


# The presses.


def _step(state: State, value: Value) -> None:
    found, name = replay_of(state), field(value)
    if found is not None and name in {place.value for place in Go}:
        MOVES[Go(name)].go(found)


def _toggle_better(state: State, _: Value) -> None:
    found = replay_of(state)
    if found is not None:
        found.toggle_better()


def _save(state: State, _: Value) -> None:
    """Save the record as a file, for `fives replay` and the analysis."""
    found = replay_of(state)
    if found is not None and not state.writes_file:
        state.writes_file = True
        state.start(_write, state, found.record)


async def _write(state: State, record: Record) -> None:
    lines, written = write_record(record.header, record.entries), list[bytes]()
    while len(written) <= len(record.entries):
        async with state.turn:
            written += islice(lines, _LINES_AT_ONCE)
    state.file = SavedFile(f"{record.header.table}.fives.jsonl", b"".join(written).decode())
    state.writes_file = False
    state.changed()


PRESSES: Final = {"replay": _step, "better": _toggle_better, "save-record": _save}
