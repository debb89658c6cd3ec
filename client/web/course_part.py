"""Lessons and exercises on the page: a window with the position, the hand, and what there is to read.

Here: its HTML and its presses, and finding exercises in a match that was analysed. Not here: the course
(`practice.course`), the analyses of all browsers (`analyses`), where the window is offered (`lobby_part`, `games_part`,
`analysis_part`).
"""

from collections.abc import Iterator
from typing import Final

import trio

from client.actions.action import Ask, Leave, Select, Show, Simple
from client.actions.choosing import select
from client.actions.keys import COURSE, PAGE, actions_of
from client.actions.next_step import DRAW, KNOCK
from client.model.checks import WhyNot
from client.model.selection import Selection, select_tile
from client.panels import rules
from client.picture.markup import Markup, tag, text
from client.practice.collecting import exercises_of, turns_to_explain
from client.practice.course import Course, Phase
from client.practice.lessons import OwnGame, learning
from client.practice.practising import practising
from client.practice.questions import answer
from client.replay import replay_words
from client.replay.analyser import AnalysisError
from client.replay.cursor import Replay
from client.view.view import View
from client.web import page_words
from client.web.board_part import board_of
from client.web.page_controls import button, field, tile_picture, unseen
from client.web.page_messages import Value
from client.web.panel_html import panel_html
from client.web.replay_part import replay_of
from client.web.state import State
from client.words import lesson_words, play_words
from client.words.english import capital
from protocol.game.layout import Arm
from protocol.game.presets import PRESETS, make_rules
from protocol.game.tiles import Tile
from protocol.log.choices import Play
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.table import Stage

_KEYS: Final = actions_of(COURSE, PAGE)


def learn_offer(state: State) -> list[Markup]:
    """A quiet offer of the lessons, for somebody who has finished no match in this browser."""
    if state.store.games.all():
        return []
    learn = button("learn", "", lesson_words.LEARN, aria_haspopup="dialog", data_title=lesson_words.LEARN)
    return [tag("p", tag("small", lesson_words.NEVER_PLAYED), learn, class_="learn")]


def course(state: State) -> Iterator[Markup]:
    """The position, and under or beside it what to read, or the question and the hand."""
    if state.finding is not None:
        yield tag("p", state.progress, role="status", class_="verdict")
        yield tag("div", button("stop-finding", "", page_words.STOP), class_="row")
        return
    if state.fault:
        yield tag("p", state.fault, role="alert", class_="fault")
    found = state.course
    if found is None:
        return
    view = found.view
    board = [] if view is None else [tag("div", _board(state, found, view), class_="felt replayed")]
    beside = _reading(found) if found.panel is not None or view is None else _playing(state, found, view)
    yield tag("div", *board, tag("div", *beside, class_="beside"), class_="course")


def _board(state: State, found: Course, view: View) -> Markup:
    return board_of(view.layout, found.recent, state.replay_shape, has_ends=found.phase is Phase.PLAYING)


def _reading(found: Course) -> Iterator[Markup]:
    """What there is to read, and the button that goes on."""
    panel = found.panel
    if panel is not None:
        inside = tag("h3", panel.title), *panel_html(panel, "course")
        yield tag("div", *inside, class_="read", role="status", tabindex="0")
    yield tag("div", button("course-on", "", found.going_on, class_="main", autofocus=""), class_="row")


def _playing(state: State, found: Course, view: View) -> Iterator[Markup]:
    """The question, the answer to the last press, the hand and the buttons."""
    assert found.task is not None
    question = tag("b", found.task.question)
    yield tag("p", " ".join((f"{found.heading}.", *found.task.situation)), class_="about")
    yield tag("p", state.course_notice or question, role="status", class_="verdict", tabindex="0")
    chosen = state.course_selection.settled(view) if state.course_selection.tile else Selection()
    tiles = (_tile(view, tile, is_chosen=tile == chosen.tile) for tile in view.my_hand())
    yield tag("div", *tiles, class_="pieces", role="group", aria_label=page_words.YOUR_HAND)
    yield _ends(view, chosen)
    yield tag("div", *_buttons(view, chosen), class_="row")


def _tile(view: View, tile: Tile, *, is_chosen: bool) -> Markup:
    arms = view.arms_shown(tile)
    plays = [Play(tile, arm) for arm in view.distinct(arms or ())]
    ends = (" ".join(filter(None, (play_words.scored(view, play), play_words.where(view, play.arm)))) for play in plays)
    said = f", {' or '.join(filter(None, ends)) or 'fits'}" if arms else ", does not fit"
    marks = (("unfit", not arms), ("chosen", is_chosen))
    class_ = " ".join(["piece", *(name for name, is_marked in marks if is_marked)])
    pressed = "true" if is_chosen else "false"
    picture = tile_picture(tile), unseen(f"{tile}{said}")
    return button("course-tile", str(tile), *picture, class_=class_, aria_pressed=pressed)


def _ends(view: View, chosen: Selection) -> Markup:
    """The ends for the chosen tile, if there are several."""
    arms = () if chosen.tile is None else view.distinct(view.arms_to_choose(chosen.tile))
    if chosen.tile is None or len(arms) < 2:
        return tag("div", class_="ends")  # which keeps their place
    label = page_words.which_end(chosen.tile)
    return tag("div", *(_end(view, chosen, arm) for arm in arms), class_="ends", role="group", aria_label=label)


def _end(view: View, chosen: Selection, arm: Arm) -> Markup:
    pressed = "true" if chosen.arm is arm else "false"
    return button("course-end", str(arm), capital(play_words.where(view, arm)), aria_pressed=pressed)


def _buttons(view: View, chosen: Selection) -> Iterator[Markup]:
    """Playing the chosen tile, drawing and knocking: all of them, because some are to be tried."""
    if chosen.tile is not None:
        play = Play(chosen.tile, chosen.arm) if chosen.arm is not None else None
        label = play_words.does_not_fit(chosen.tile) if play is None else play_words.play_it(view, play)
        yield button("course-play", "", label, class_="main")
    for step in (DRAW, KNOCK):
        name = "draw" if isinstance(step.action, DrawTile) else "knock"
        yield button("course-move", name, capital(step.brief), title=step.label)


def rules_of_course(state: State) -> Iterator[Markup]:
    """The rules of the table in the course."""
    found = None if state.course is None else state.course.view
    return iter(()) if found is None else panel_html(rules.panel(found.table), "rules")


# What the player does.


def back_to_course(state: State) -> None:
    """Show the course again, from a window over it."""
    is_learning = state.course is not None and state.course.title == lesson_words.LEARN
    state.show("learn" if is_learning else "practise")


def begin_lessons(state: State) -> None:
    """Open the window with the lessons, where they were left."""
    if state.course is None or state.course.title != lesson_words.LEARN or state.course.phase is Phase.ENDED:
        state.course = learning(is_drawn=True, own=_own_game(state))
    _open(state, "learn")


def _own_game(state: State) -> OwnGame | None:
    """The game of the table that the player is at, or will be at with a name; None if that is not known."""
    if state.is_at_table:
        return OwnGame(state.model.table.preset, state.model.table.rules)
    summary = state.table_to_join
    game = None if summary is None else PRESETS.get(summary.rules)
    return None if game is None else OwnGame(game.name, make_rules(game)[0])


def begin_exercises(state: State) -> None:
    """Open the window with the exercises that are due, after those of the match in the replay were found."""
    if state.finding is not None:
        return
    replay, seat = replay_of(state), own_seat(state)
    _open(state, "practise")
    game = "" if replay is None else replay.record.header.game
    if replay is None or replay.analysis is None or seat is None or game in state.store.practice.games:
        _ask_those_due(state)
        return
    state.finding, state.progress = trio.CancelScope(), replay_words.analysing(None)
    state.start(_find, state, replay, seat, state.finding)


def own_seat(state: State) -> int | None:
    """The player's seat in the match in the replay; None if there is none, or the player had no seat."""
    if state.past is not None:
        return state.past.result.seat
    return state.model.seat if state.model.table.stage is Stage.OVER else None


def _open(state: State, window: str) -> None:
    state.course_selection, state.course_notice = Selection(), ""
    state.show(window)


def _ask_those_due(state: State, why_none: str = lesson_words.ANALYSE_FIRST) -> None:
    store = state.store
    state.course = practising(store.practice, state.today(), store.save_practice, is_drawn=True, why_none=why_none)


async def _find(state: State, replay: Replay, seat: int, scope: trio.CancelScope) -> None:
    """Collect the exercises of this match, and ask those that are due."""

    def report(progress: str) -> None:
        if state.finding is scope and progress != state.progress:
            state.progress = progress
            state.changed()

    assert replay.analysis is not None
    with scope:
        try:
            turns = turns_to_explain(replay.analysis, seat)
            explanation = await state.analyses.explain(replay.record, turns, report)
            found = await trio.to_thread.run_sync(lambda: [*exercises_of(replay.record, seat, explanation)])
            state.store.practice.collect(replay.record.header.game, found, state.today())
            state.store.save_practice()
        except AnalysisError as error:
            state.fault = str(error)
    if state.finding is scope:
        state.finding = None
        _ask_those_due(state, lesson_words.NONE_IN_MATCH)
    state.changed()


def press_key(state: State, key: str) -> None:
    """Do what a key asks for. An answer is at the bottom of the window."""
    found, action = state.course, _KEYS.get(key)
    state.heard = Markup()
    if found is None or state.finding is not None or not (state.settings.letters or len(key) > 1):
        return
    match action:
        case Ask(letter):
            state.heard = text(" ".join(answer(found, letter)))
        case Show(panel):
            state.show(f"course-{panel}")
        case Leave():
            state.show("")
        case Simple.NEXT_STEP:
            _go_on(state) if found.phase is not Phase.PLAYING else _play(state)
        case DrawTile() | Knock():
            _move(state, action)
        case _ if isinstance(action, Select):
            _select(state, found, action)


def _select(state: State, found: Course, action: Select) -> None:
    if found.view is None or found.phase is not Phase.PLAYING:
        return
    selected = select(action, found.view, state.course_selection, state.number, state.now())
    if isinstance(selected, WhyNot):
        state.course_notice = selected.text
    else:
        state.course_selection, state.course_notice = selected, ""


def _move(state: State, move: Move) -> None:
    found = state.course
    if found is not None and found.phase is Phase.PLAYING:
        state.course_notice = found.answer(move)
        if not state.course_notice:
            state.course_selection = Selection()


def _play(state: State) -> None:
    """Play the chosen tile."""
    chosen = state.course_selection
    if chosen.tile is None:
        state.course_notice = play_words.CHOOSE
    else:
        _move(state, PlayTile(chosen.tile, chosen.arm))


def _tap(state: State, value: Value) -> None:
    """Choose this tile, or play it if it is chosen."""
    found = state.course
    if found is None or found.view is None or found.phase is not Phase.PLAYING:
        return
    tile = next((tile for tile in found.view.my_hand() if str(tile) == field(value)), None)
    if tile is None:
        return
    if tile == state.course_selection.tile:
        _play(state)
    else:
        state.course_selection, state.course_notice = select_tile(found.view, tile), ""


def _tap_end(state: State, value: Value) -> None:
    """Choose this end for the chosen tile."""
    arm, chosen = field(value), state.course_selection
    if arm in tuple(Arm) and chosen.tile is not None:
        state.course_selection, state.course_notice = Selection(chosen.tile, Arm(arm)), ""


def _go_on(state: State) -> None:
    found = state.course
    state.course_selection, state.course_notice = Selection(), ""
    if found is not None and not found.go_on():
        state.show("")


def _stop(state: State) -> None:
    if state.finding is not None:
        state.finding.cancel()
        state.finding = None
        _ask_those_due(state)


_MOVES: Final[dict[str, Move]] = {"draw": DrawTile(), "knock": Knock()}
PRESSES: Final = {
    "learn": lambda state, _: begin_lessons(state),
    "practise": lambda state, _: begin_exercises(state),
    "stop-finding": lambda state, _: _stop(state),
    "course-on": lambda state, _: _go_on(state),
    "course-tile": _tap,
    "course-end": _tap_end,
    "course-play": lambda state, _: _play(state),
    "course-move": lambda state, value: _move(state, _MOVES.get(field(value), Knock())),
}
