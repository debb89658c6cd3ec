"""Lessons and exercises on the page: windows with the position, the hand, and what there is to read.

Here: these windows, those over them, and finding exercises in a match that was analysed. Not here: the course
(`practice.course`), the analyses of all browsers (`analyses`), where the windows are offered (`lobby_part`,
`games_windows`, `analysis_window`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import trio
from attrs import Factory, field

from client.actions.action import Action, Ask, Leave, Select, Show, Simple
from client.actions.choosing import select
from client.actions.key_row import PAGE, actions_of
from client.actions.keys import COURSE
from client.actions.next_step import draw, knock
from client.model.announcements import Announcement
from client.model.checks import WhyNot
from client.model.selection import Selection
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
from client.web.first_match import FirstMatch
from client.web.page_controls import button, tile_picture, unseen
from client.web.page_controls import field as field_of
from client.web.page_messages import Value
from client.web.panel_html import panel_html
from client.web.pupil import Pupil
from client.web.replayed import ABOUT, Replayed
from client.web.state import State
from client.web.window import Confirmation, PageWindow, Presses
from client.words import play_words
from client.words.say import say, together
from protocol.frozen import define
from protocol.game.layout import Arm
from protocol.game.presets import PRESETS, make_rules
from protocol.game.tiles import Tile
from protocol.log.choices import Play
from protocol.log.commands import DrawTile, Knock, Move
from protocol.log.table import Table

_KEYS: Final = actions_of(COURSE, PAGE)
_MOVES: Final[dict[str, Move]] = {"draw": DrawTile(), "knock": Knock()}


def learn_offer(state: State) -> list[Markup]:
    """A quiet offer of the lessons, for somebody who has finished no match in this browser."""
    if state.store.games.all():
        return []
    return [offer_of_lessons()]


def offer_of_lessons(*, is_later: bool = False) -> Markup:
    """The offer of the lessons. `is_later`: only its room, until they can be opened."""
    learn = button("learn", "", say("lesson.learn"), aria_haspopup="dialog", data_title=say("lesson.learn"))
    return tag("p", tag("small", say("lesson.never_played")), learn, class_="learn later" if is_later else "learn")


@define(eq=False)
class CourseWindow(PageWindow):
    """The position, and under or beside it what to read, or the question and the hand."""

    has_own_press = True

    state: State = field(kw_only=True)
    pupil: Pupil = field(kw_only=True)

    def inside(self) -> Iterator[Markup]:
        """The course, as far as there is one."""
        found = self.pupil.course
        if found is None:
            return
        view = found.view
        board = [] if view is None else [tag("div", self._board(found, view), class_="felt replayed")]
        if found.panel is not None or view is None:
            beside = _reading(found, self._ways_on(found))
        else:
            beside = _playing(self.pupil, found, view)
        yield tag("div", *board, tag("div", *beside, class_="beside"), class_="course")

    def _ways_on(self, found: Course) -> Iterator[Markup]:
        """What leads on from what there is to read."""
        yield tag("div", button("course-on", "", found.going_on, class_="main", autofocus=""), class_="row")

    def _board(self, found: Course, view: View) -> Markup:
        has_ends = found.phase is Phase.PLAYING
        return board_of(view.layout, found.recent, self.state.room.shape_in_window, has_ends=has_ends)

    def tables(self) -> Iterable[Table]:
        """The table of the position."""
        course = self.pupil.course
        view = course.view if course is not None and self.state.front is self else None
        return () if view is None else (view.table,)

    def begin(self) -> None:
        """Open it, with nothing chosen."""
        self.pupil.look_again()
        self.state.show(self.name)

    def key(self, key: str) -> bool:
        """Do what a key asks for. An answer is at the bottom of the window."""
        found, action, state = self.pupil.course, _KEYS.get(key), self.state
        state.sentences.heard = Markup()
        if found is None or not (state.settings["letters"] or len(key) > 1):
            return True
        match action:
            case Ask(letter):
                state.sentences.heard = text(together(*answer(found, letter)))
            case Show(panel):
                state.show(f"course-{panel}")
            case Leave():
                state.show("")
            case Simple.NEXT_STEP:
                self._next_step(found)
            case DrawTile() | Knock():
                self.pupil.move(action)
            case _ if isinstance(action, Select):
                self._select(action)
        return True

    def _select(self, action: Select) -> None:
        pupil, state = self.pupil, self.state
        view = None if pupil.playing is None else pupil.playing.view
        if view is None:
            return
        selected = select(action, view, pupil.selection, state.services.now())
        if isinstance(selected, WhyNot):
            pupil.notice = selected.text
        else:
            pupil.selection, pupil.notice = selected, ""

    def _next_step(self, found: Course) -> None:
        """What Enter does."""
        self._go_on() if found.phase is not Phase.PLAYING else self.pupil.play()

    def _go_on(self) -> None:
        self.pupil.look_again()
        if self.pupil.course is not None and not self.pupil.course.go_on():
            self.state.show("")

    def presses(self) -> Presses:
        """Those of a position, in lessons and exercises."""
        presses: Presses = {
            "course-on": lambda _: self._go_on(),
            "course-tile": lambda value: self.pupil.tap(field_of(value)),
            "course-end": lambda value: self.pupil.tap_end(field_of(value)),
            "course-play": lambda _: self.pupil.play(),
            "course-move": lambda value: self.pupil.move(_MOVES.get(field_of(value), Knock())),
        }
        return {name: partial(self._press, does) for name, does in presses.items()}

    def _press(self, does: Callable[[Value], object], value: Value) -> None:
        """Do this. The answer to a key was about what was shown before."""
        self.state.sentences.heard = Markup()
        does(value)


@define(eq=False)
class LearnWindow(CourseWindow):
    """The lessons, where they were left. At their end they lead to a first match, if one can begin."""

    first_match: FirstMatch = field(default=Factory(lambda self: FirstMatch(self.state), takes_self=True))

    def presses(self) -> Presses:
        """Opening it, and the first match."""
        own: Presses = {"learn": lambda _: self._begin_lessons(), "first-match": self._begin_first_match}
        return {**super().presses(), **own}

    def note(self, announcements: Sequence[Announcement]) -> None:
        """See whether the table of the first match is open."""
        self.first_match.note(announcements)

    def _begin_first_match(self, value: Value) -> None:
        if self.state.front is self:  # a second tap, on a button that has gone, opens no second table
            self.first_match.begin(value)

    def _leads_to_match(self, found: Course) -> bool:
        return found.phase is Phase.ENDED and self.first_match.can_begin

    def _ways_on(self, found: Course) -> Iterator[Markup]:
        if not self._leads_to_match(found):
            yield from super()._ways_on(found)
            return
        yield from self.first_match.offer()
        yield tag("div", button("course-on", "", found.going_on), class_="row")

    def _next_step(self, found: Course) -> None:
        if self._leads_to_match(found) and self.state.newcomer.named.is_set():
            self.first_match.begin("")
        else:
            super()._next_step(found)

    def _begin_lessons(self) -> None:
        pupil = self.pupil
        if pupil.course is None or not pupil.is_learning or pupil.course.phase is Phase.ENDED:
            pupil.course = learning(is_drawn=True, own=_own_game(self.state))
        self.begin()


def _own_game(state: State) -> OwnGame | None:
    """The game of the table that the player is at, or will be at with a name; None if that is not known."""
    if state.is_at_table:
        return OwnGame(state.model.table.preset, state.model.table.rules)
    summary = state.table_to_join
    game = None if summary is None else PRESETS.get(summary.rules)
    return None if game is None else OwnGame(game.name, make_rules(game)[0])


@define(eq=False)
class PractiseWindow(CourseWindow):
    """The exercises that are due, after those of the match in the replay were found.

    `finding`: the scope of the search, and `progress`: how far it is. `fault`: why none were found.
    """

    about = ABOUT

    replayed: Replayed = field(kw_only=True)
    finding: trio.CancelScope | None = None
    progress: str = ""
    fault: str = ""

    def inside(self) -> Iterator[Markup]:
        """The progress of the search, or the exercises."""
        if self.finding is not None:
            yield tag("p", self.progress, role="status", class_="verdict")
            yield tag("div", button("stop-finding", "", say("page.stop")), class_="row")
            return
        if self.fault:
            yield tag("p", self.fault, role="alert", class_="fault")
        yield from super().inside()

    def key(self, key: str) -> bool:
        """As in lessons; during the search there is nothing to do."""
        if self.finding is None:
            return super().key(key)
        self.state.sentences.heard = Markup()
        return True

    def presses(self) -> Presses:
        """Opening it, and stopping the search."""
        own: Presses = {"practise": lambda _: self._begin_exercises(), "stop-finding": lambda _: self._stop()}
        return {**super().presses(), **own}

    def opened(self, _by: Action | Confirmation | None) -> None:
        """Forget why none were found."""
        self.fault = ""

    def closed(self, then: PageWindow | None) -> None:
        """Stop the search."""
        if self.finding is not None:
            self.finding.cancel()
            self.finding = None
        self.replayed.leave(then)

    def _begin_exercises(self) -> None:
        if self.finding is not None:
            return
        replay, seat = self.replayed.replay, self.replayed.own_seat
        self.begin()
        game = "" if replay is None else replay.record.header.game
        if replay is None or replay.analysis is None or seat is None or game in self.state.store.practice.games:
            self._ask_those_due()
            return
        self.finding, self.progress = trio.CancelScope(), replay_words.analysing(None)
        self.state.services.start(self._find, replay, seat, self.finding)

    def _ask_those_due(self, why_none: str = "") -> None:
        store, today = self.state.store, self.state.services.today()
        self.pupil.course = practising(
            store.practice, today, store.save_practice, is_drawn=True, why_none=why_none or say("lesson.analyse_first")
        )

    async def _find(self, replay: Replay, seat: int, scope: trio.CancelScope) -> None:
        """Collect the exercises of this match, and ask those that are due."""

        def report(progress: str) -> None:
            if self.finding is scope and progress != self.progress:
                self.progress = progress
                self.state.changed()

        assert replay.analysis is not None
        state, store = self.state, self.state.store
        with scope:
            try:
                turns = turns_to_explain(replay.record, replay.analysis, seat)
                explanation = await state.services.analyses.explain(replay.record, turns, report)
                found = await trio.to_thread.run_sync(lambda: [*exercises_of(replay.record, seat, explanation)])
                store.practice.collect(replay.record.header.game, found, state.services.today())
                store.save_practice()
            except AnalysisError as error:
                self.fault = str(error)
        if self.finding is scope:
            self.finding = None
            self._ask_those_due(say("lesson.none_in_match"))
        state.changed()

    def _stop(self) -> None:
        if self.finding is not None:
            self.finding.cancel()
            self.finding = None
            self._ask_those_due()


@define(eq=False)
class OverCourseWindow(PageWindow):
    """A text over the course, whichever it is."""

    pupil: Pupil = field(kw_only=True)
    read: Callable[[Pupil], Iterator[Markup]] = field(kw_only=True)

    def inside(self) -> Iterator[Markup]:
        """The text."""
        return self.read(self.pupil)

    def back(self) -> str:
        """The course."""
        return "learn" if self.pupil.is_learning else "practise"


def rules_of(pupil: Pupil) -> Iterator[Markup]:
    """The rules of the table in the course."""
    found = None if pupil.course is None else pupil.course.view
    return iter(()) if found is None else panel_html(rules.panel(found.table), "rules")


# The HTML.


def _reading(found: Course, ways_on: Iterable[Markup]) -> Iterator[Markup]:
    """What there is to read, and what leads on."""
    panel = found.panel
    if panel is not None:
        inside = tag("h3", panel.title), *panel_html(panel, "course")
        yield tag("div", tag("div", *inside, role="status"), class_="read", tabindex="0")
    yield from ways_on


def _playing(pupil: Pupil, found: Course, view: View) -> Iterator[Markup]:
    """The question, the answer to the last press, the hand and the buttons."""
    assert found.task is not None
    question = tag("b", found.task.question)
    yield tag("p", together(say("as_sentence", words=found.heading), *found.task.situation), class_="about")
    yield tag("div", tag("p", pupil.notice or question, role="status"), class_="verdict", tabindex="0")
    chosen = pupil.selection.settled(view) if pupil.selection.tile else Selection()
    tiles = (_tile(view, tile, is_chosen=tile == chosen.tile) for tile in view.my_hand())
    yield tag("div", *tiles, class_="pieces", role="listbox", aria_label=say("document.hand"))
    yield _ends(view, chosen)
    yield tag("div", *_buttons(view, chosen, found.passing), class_="row")


def _tile(view: View, tile: Tile, *, is_chosen: bool) -> Markup:
    arms = view.arms_shown(tile)
    plays = [Play(tile, arm) for arm in view.distinct(arms or ())]
    how = play_words.where_it_fits(view, plays) if arms else say("tile.does_not_fit")
    marks = (("unfit", not arms), ("chosen", is_chosen))
    class_ = " ".join(["piece", *(name for name, is_marked in marks if is_marked)])
    selected = "true" if is_chosen else "false"
    picture = tile_picture(tile), unseen(say("tile.and_how", tile=tile, how=how))
    return button("course-tile", str(tile), *picture, class_=class_, role="option", aria_selected=selected)


def _ends(view: View, chosen: Selection) -> Markup:
    """The ends for the chosen tile, if there are several."""
    arms = () if chosen.tile is None else view.distinct(view.arms_to_choose(chosen.tile))
    if chosen.tile is None or len(arms) < 2:
        return tag("div", class_="ends")  # which keeps their place
    label = page_words.which_end(chosen.tile)
    return tag("div", *(_end(view, chosen, arm) for arm in arms), class_="ends", role="listbox", aria_label=label)


def _end(view: View, chosen: Selection, arm: Arm) -> Markup:
    selected, where = "true" if chosen.arm is arm else "false", play_words.where_first(view, arm)
    return button("course-end", str(arm), where, role="option", aria_selected=selected)


def _buttons(view: View, chosen: Selection, passing: Sequence[Move]) -> Iterator[Markup]:
    """Playing the chosen tile, and the moves beside plays: all of them, because some are to be tried."""
    if chosen.tile is not None:
        play = Play(chosen.tile, chosen.arm) if chosen.arm is not None else None
        label = play_words.does_not_fit(chosen.tile) if play is None else play_words.play_it(view, play)
        yield button("course-play", "", label, class_="main")
    for move in passing:
        step = draw() if move == DrawTile() else knock()
        draws = isinstance(step.action, DrawTile)
        said = say("button.draw" if draws else "button.knock")
        yield button("course-move", "draw" if draws else "knock", said, title=step.label)
