"""A finished match, play by play.

Here: the window of the replay, and its presses. All hands are open, since the match has ended. The script keeps time
while it runs by itself, and asks for each step. Not here: the position in a record (`client.replay`), where an older
match comes from (`past_game`), the record as a file (`record_part`), starting the analysis (`analysis_part`).
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from client.actions.action import Go, Replaying
from client.panels import play_on as play_on_panel
from client.panels.by_name import OF_REPLAY
from client.picture.markup import SPACE, Markup, isolated, tag
from client.replay.answers import MOVES
from client.replay.cursor import SPEEDS, PlayedRound, Replay
from client.replay.record_view import spectator_view
from client.replay.replay_words import better_shown, game_and_target, held, players, round_and_play, step_sentences
from client.view.view import View
from client.web import page_words
from client.web.board_part import board_of, shape_of
from client.web.page_controls import button, field, tile_picture, turn_mark, unseen
from client.web.page_messages import Value
from client.web.panel_html import panel_html
from client.web.state import State
from client.words.event_words import scores
from client.words.name_words import who
from protocol.digits import number_in
from protocol.log.events import Entry
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, PlayOn
from protocol.wire.record import Header, Record, with_rounds_opened

_MOST_HELD: Final = 4
"""The number of matches to cache with their hidden tiles."""
_MOST_SCORES: Final = 4
"""Sides whose scores fit on the button of a round."""


def replay_of(state: State) -> Replay | None:
    """The replay of the older match that was chosen, if it is there; else of the match that has ended at this table.

    That one is at its end at first. None if nothing was played.
    """
    if state.past is not None:
        return state.past.replay
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


def no_replay(state: State) -> Iterator[Markup]:
    """Why there is nothing to show: no match has ended, or an older one has not come yet, or does not come."""
    if state.past is None:
        yield tag("p", page_words.NO_REPLAY)
    elif state.past.fault:
        again = button("past", state.past.result.game, page_words.AGAIN_LATER, class_="main")
        yield tag("p", state.past.fault, role="alert", class_="fault")
        yield tag("div", *([] if state.past.is_refused else [again]), _to_the_games(), class_="row")
    else:
        yield tag("p", page_words.FETCHING, role="status", class_="verdict")


def _to_the_games() -> Markup:
    return button("show", "games", page_words.MY_GAMES)


def replay(state: State) -> Iterator[Markup]:
    """The board after a step, the slider and the buttons under it; beside them what happened, the rounds, the hands."""
    found = replay_of(state)
    if found is None:
        yield from no_replay(state)
        return
    view = spectator_view(found.table, is_drawn=True)
    recent = found.recent
    board = board_of(
        view.layout, recent.tiles, state.replay_shape, newest=recent.newest, has_ends=view.turn is not None
    )
    stage = tag("div", tag("div", board, class_="felt replayed"), _slider(found), _steps(found), class_="stage")
    step = better_shown(found) if found.shows_better else " ".join(step_sentences(found))
    place = tag("b", f"{round_and_play(view.table, *found.plays)}.")
    happened = tag("p", place, SPACE, step, role="status", class_="verdict", tabindex="0")
    hands = tag("ul", *(_seat(view, seat) for seat in range(len(view.table.seats))), class_="hands")
    save = button("save-record", "", page_words.SAVE_RECORD)
    here = button("show", "replay-play-on", play_on_panel.TITLE, aria_haspopup="dialog")
    about = tag(
        "div", *_about_the_analysis(found), here, save, *([_to_the_games()] if state.past else []), class_="row"
    )
    match = tag("p", f"{game_and_target(view.table)}: {players(view.table)}.", class_="about")
    beside = tag("div", happened, _rounds(found, view), hands, _options(found, view), about, match, class_="beside")
    yield tag("div", stage, beside, class_="replay")


def _slider(found: Replay) -> Markup:
    """The slider over all steps. The script moves it to `data-at`, and while `data-every` is there it asks for a step.

    `data-every`: the milliseconds between two steps.
    """
    at, last = found.steps
    return tag(
        "input",
        type="range",
        name="step",
        min=0,
        max=last,
        autocomplete="off",
        data_at=at,
        data_every=f"{1000 / found.speed:g}" if found.is_playing else None,
        aria_label=page_words.PLACE,
        aria_valuetext=round_and_play(found.table, *found.plays),
    )


def _steps(found: Replay) -> Markup:
    first, back, on, last = (step_button(*step) for step in page_words.REPLAY_STEPS)
    sign, label = ("❚❚", page_words.PAUSE) if found.is_playing else ("▶\ufe0e", page_words.RUN)
    run = button("run", "", tag("span", sign, aria_hidden="true"), aria_label=label, title=label, class_="main")
    return tag("div", first, back, run, on, last, class_="row steps", role="group", aria_label=page_words.STEPS)


def step_button(does: str, sign: str, label: str, **more: str | None) -> Markup:
    """A button that steps through a replay."""
    return button("replay", does, tag("span", sign, aria_hidden="true"), aria_label=label, title=label, **more)


def _rounds(found: Replay, view: View) -> Markup:
    shown = 0 if view.round is None else view.round.number
    rounds = (tag("li", _round(view, played, is_shown=played.number == shown)) for played in found.rounds)
    return tag("ol", *rounds, class_="rounds", aria_label=page_words.ROUNDS)


def _round(view: View, played: PlayedRound, *, is_shown: bool) -> Markup:
    has_room = len(played.scores) <= _MOST_SCORES
    after = tag("small", "·".join(map(str, played.scores))) if has_room else unseen(scores(view, played.scores))
    number = unseen(page_words.TO_ROUND), SPACE, tag("b", str(played.number))
    current = "true" if is_shown else None
    return button("round", str(played.number), *number, SPACE, after, aria_current=current)


def _options(found: Replay, view: View) -> Markup:
    """How fast it runs by itself, and whose view it shows."""
    names = [page_words.as_seen_by(view, seat) for seat in range(len(view.table.seats))]
    views = {"": page_words.ALL_OPEN, **{str(seat): name for seat, name in enumerate(names)}}
    viewed = "" if found.viewed is None else str(found.viewed)
    speeds = {f"{speed:g}": page_words.speed(speed) for speed in SPEEDS}
    speed = _choice("speed", page_words.SPEED, speeds, f"{found.speed:g}")
    return tag("div", speed, _choice("view", page_words.WHOSE_VIEW, views, viewed), class_="row")


def _choice(press: str, label: str, texts: dict[str, str], chosen: str) -> Markup:
    options = (
        tag("option", text, value=value, selected="" if value == chosen else None) for value, text in texts.items()
    )
    return tag("form", tag("select", *options, name="text", aria_label=label), data_change=f"replay-{press}")


def _about_the_analysis(found: Replay) -> Iterator[Markup]:
    if found.judged_here is not None and found.judged_here.better is not None:
        yield button("better", "", page_words.WHAT_WAS_PLAYED if found.shows_better else page_words.BETTER_PLAY)
    yield button("analyse", "", page_words.ANALYSE if found.analysis is None else page_words.ANALYSIS)


def _seat(view: View, seat: int) -> Markup:
    tiles = map(tile_picture, view.hand_of(seat))
    hand = tag("span", *tiles, class_="left-over", role="img", aria_label=held(view.hand_of(seat)))
    pointer = turn_mark() if view.turn == seat else []
    name = tag("span", *pointer, isolated(who(view, seat)), class_="name")
    return tag("li", name, SPACE, tag("b", str(view.table.score_of(seat))), SPACE, hand)


def panel_of_replay(name: str) -> Callable[[State], Iterator[Markup]]:
    """The inside of the window with this panel of the match that is replayed, as far as it is shown."""

    def inside(state: State) -> Iterator[Markup]:
        found = replay_of(state)
        return no_replay(state) if found is None else panel_html(OF_REPLAY[name](found), name)

    return inside


def play_on(state: State, seat: int) -> None:
    """Have the host open a table where the match is played on from here, on this seat."""
    found, session = replay_of(state), state.model.session
    after = None if found is None else found.turn_to_play_on
    if found is None or after is None:
        return
    game = found.record.header.game
    saved = next((saved.token for saved in state.store.seats.all() if saved.game == game), None)
    token = session.token if session.game == game else saved
    wanted = PlayOn(game, after, seat, session.name, token)
    state.model.earlier.add(found.record)
    state.wish(OpenTable(found.table.preset, options=state.model.new_tables, play_on=wanted))


# The presses.


def do_in_replay(state: State, action: Replaying) -> None:
    """Carry out one of these actions, as far as the page has it."""
    found = replay_of(state)
    if found is None:
        return
    match action:
        case Replaying.RUN if found.is_playing:
            found.pause()
        case Replaying.RUN:
            found.play()
        case Replaying.FASTER:
            found.faster()
        case Replaying.SLOWER:
            found.slower()
        case Replaying.NEXT_VIEW:
            found.next_view()
        case Replaying.BETTER:
            found.pause()
            found.toggle_better()


def _step(state: State, value: Value) -> None:
    found, name = replay_of(state), field(value)
    if found is not None and name in {place.value for place in Go}:
        found.pause()
        MOVES[Go(name)].go(found)


def _tick(state: State, _: Value) -> None:
    """Take the next step, if it still runs by itself: the script says that it is due."""
    found = replay_of(state)
    if found is not None:
        found.tick(1 / found.speed)


def _slide(state: State, value: Value) -> None:
    found, step = replay_of(state), number_in(field(value))
    if found is not None and step is not None:
        found.pause()
        found.go_to_step(step)


def _to_round(state: State, value: Value) -> None:
    found = replay_of(state)
    for played in () if found is None else found.rounds:
        if str(played.number) == field(value):
            assert found is not None
            found.pause()
            found.go_to_entry(played.deal)


def _take_speed(state: State, value: Value) -> None:
    found = replay_of(state)
    for speed in SPEEDS:
        if found is not None and field(value) == f"{speed:g}":
            found.speed = speed


def _take_view(state: State, value: Value) -> None:
    found, seat = replay_of(state), number_in(field(value))
    if found is not None and (seat is None or seat < len(found.table.seats)):
        found.look_from(seat)


def _take_shape(state: State, value: Value) -> None:
    width, _, height = field(value).partition("x")
    across, down = number_in(width), number_in(height)
    if across and down:
        state.replay_shape = shape_of(across, down)


PRESSES: Final = {
    "replay": _step,
    "run": lambda state, _: do_in_replay(state, Replaying.RUN),
    "tick": _tick,
    "slide": _slide,
    "round": _to_round,
    "replay-speed": _take_speed,
    "replay-view": _take_view,
    "replay-shape": _take_shape,
    "better": lambda state, _: do_in_replay(state, Replaying.BETTER),
}
