"""A finished match, play by play.

Here: the window of the replay, and those over it. All hands are open, since the match has ended. The script keeps time
while it runs by itself, and asks for each step. Not here: the position in a record (`client.replay`), which match it is
(`replayed`), the record as a file (`record_file`), the analysis (`analysis_window`).
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from attrs import field

from client.actions.action import AnalyseMatch, Ask, Go, Leave, PlayOnAs, Replaying, Show
from client.actions.key_row import PAGE, actions_of
from client.actions.keys import REPLAY
from client.actions.panel import Panel
from client.panels import play_on as play_on_panel
from client.picture.markup import SPACE, Markup, isolated, tag, text
from client.replay import answers
from client.replay.answers import MOVES, QUESTIONS
from client.replay.cursor import SPEEDS, PlayedRound, Replay
from client.replay.record_view import spectator_view
from client.replay.replay_words import better_shown, game_and_target, held, players, round_and_play, step_sentences
from client.view.view import View
from client.web import page_words
from client.web.board_part import board_of
from client.web.keys_window import KeysWindow
from client.web.page_controls import button, tile_picture, turn_mark, unseen
from client.web.page_controls import field as field_of
from client.web.page_messages import Value
from client.web.panel_html import panel_html
from client.web.record_file import written
from client.web.replayed import ABOUT, Replayed, to_the_games
from client.web.state import State
from client.web.window import PageWindow, Presses
from client.words.event_words import scores
from client.words.name_words import who
from client.words.say import Phrase, say, together
from protocol.digits import number_in
from protocol.frozen import define
from protocol.log.table import Table
from protocol.wire.record import Record

_MOST_SCORES: Final = 4
"""Sides whose scores fit on the button of a round."""
_KEYS: Final = actions_of(REPLAY, PAGE)


@define(eq=False)
class ReplayWindow(PageWindow):
    """The board after a step, the slider and the buttons under it; beside them what happened, the rounds, the hands.

    `is_saving`: while the record is being written.
    """

    about = ABOUT

    state: State = field(kw_only=True)
    replayed: Replayed = field(kw_only=True)
    is_saving: bool = False

    def inside(self) -> Iterator[Markup]:
        """The replay, or why there is none."""
        found = self.replayed.replay
        if found is None:
            yield from self.replayed.why_none()
            return
        view = spectator_view(found.table, is_drawn=True)
        recent, shape = found.recent, self.state.room.shape_in_window
        board = board_of(view.layout, recent.tiles, shape, newest=recent.newest, has_ends=view.turn is not None)
        stage = tag("div", tag("div", board, class_="felt replayed"), _slider(found), _steps(found), class_="stage")
        step = better_shown(found) if found.shows_better else together(*step_sentences(found))
        place = tag("b", say("as_sentence", words=round_and_play(view.table, *found.plays)))
        happened = tag("div", tag("p", place, SPACE, step, role="status"), class_="verdict", tabindex="0")
        hands = tag("ul", *(_seat(view, seat) for seat in range(len(view.table.seats))), class_="hands")
        save = button("save-record", "", say("page.save_record"))
        here = button("show", "replay-play-on", str(play_on_panel.TITLE), aria_haspopup="dialog")
        others = [to_the_games()] if self.replayed.past else []
        about = tag("div", *_about_the_analysis(found), here, save, *others, class_="row")
        match = tag("p", f"{game_and_target(view.table)}{say('colon')}{players(view.table)}.", class_="about")
        beside = tag("div", happened, _rounds(found, view), hands, _options(found, view), about, match, class_="beside")
        yield tag("div", stage, beside, class_="replay")

    def tables(self) -> Iterable[Table]:
        """The table of an older match, which may have other tiles."""
        past = None if self.replayed.past is None else self.replayed.past.replay
        return () if past is None else (past.table,)

    def closed(self, then: PageWindow | None) -> None:
        """Pause it."""
        if self.replayed.replay is not None:
            self.replayed.replay.pause()
        self.replayed.leave(then)

    def begin_game(self) -> None:
        """The match at this table is another one."""
        self.replayed.begin_game()

    # The keys.

    def key(self, key: str) -> bool:
        """Do what a key asks for. An answer is at the bottom of the window."""
        found, action, state = self.replayed.replay, _KEYS.get(key), self.state
        state.sentences.heard = Markup()
        if found is None or not (state.settings["letters"] or len(key) > 1):
            return True
        match action:
            case Go():
                found.pause()
                state.sentences.heard = text(answers.move(found, action))
            case Ask(letter):
                state.sentences.heard = text(together(*QUESTIONS[letter](found)))
            case Replaying():
                self._do(action)
            case AnalyseMatch():
                state.act(action)
            case Show(panel):
                state.show(f"{self.name}-{panel}")
            case Leave():
                state.show("")
        return True

    def _do(self, action: Replaying) -> None:
        """Carry out one of these actions, as far as the page has it."""
        found = self.replayed.replay
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

    # The presses.

    def presses(self) -> Presses:
        """Those of the window, and of the script, which keeps time."""
        return {
            "replay": partial(self._go, self._step),
            "run": lambda _: self._do(Replaying.RUN),
            "tick": self._tick,
            "slide": partial(self._go, self._slide),
            "round": partial(self._go, self._go_to_round),
            "replay-speed": self._take_speed,
            "replay-view": self._take_view,
            "better": lambda _: self._do(Replaying.BETTER),
            "save-record": self._save_record,
        }

    def _go(self, goes: Callable[[Value], object], value: Value) -> None:
        """Go elsewhere in the match. The answer to a key was about the place before."""
        self.state.sentences.heard = Markup()
        goes(value)

    def _step(self, value: Value) -> None:
        found, name = self.replayed.replay, field_of(value)
        if found is not None and name in {place.value for place in Go}:
            found.pause()
            MOVES[Go(name)](found)

    def _tick(self, _: Value) -> None:
        """Take the next step, if it still runs by itself: the script says that it is due."""
        found = self.replayed.replay
        if found is not None:
            found.tick(1 / found.speed)

    def _slide(self, value: Value) -> None:
        found, step = self.replayed.replay, number_in(field_of(value))
        if found is not None and step is not None:
            found.pause()
            found.go_to_step(step)

    def _go_to_round(self, value: Value) -> None:
        found = self.replayed.replay
        for played in () if found is None else found.rounds:
            if str(played.number) == field_of(value):
                assert found is not None
                found.pause()
                found.go_to_entry(played.deal)

    def _take_speed(self, value: Value) -> None:
        found = self.replayed.replay
        for speed in SPEEDS:
            if found is not None and field_of(value) == f"{speed:g}":
                found.speed = speed

    def _take_view(self, value: Value) -> None:
        found, seat = self.replayed.replay, number_in(field_of(value))
        if found is not None and (seat is None or seat < len(found.table.seats)):
            found.look_from(seat)

    def _save_record(self, _: Value) -> None:
        """Save the record as a file, for `fives replay` and the analysis; one at a time."""
        found = self.replayed.replay
        if found is not None and not self.is_saving:
            self.is_saving = True
            self.state.services.start(self._write, found.record)

    async def _write(self, record: Record) -> None:
        self.state.file = await written(record, self.state.services.turn)
        self.is_saving = False
        self.state.changed()


@define(eq=False)
class ReplayPanelWindow(PageWindow):
    """A panel of the match that is replayed, over the replay, as far as it is shown."""

    about = ABOUT

    replayed: Replayed = field(kw_only=True)
    make: Callable[[Replay], Panel] = field(kw_only=True)

    def inside(self) -> Iterator[Markup]:
        """The blocks of the panel."""
        found = self.replayed.replay
        return self.replayed.why_none() if found is None else panel_html(self.make(found), self.name)

    def choose(self, key: str) -> None:
        """Play on from here, on a seat that was chosen."""
        found = self.replayed.replay
        action = None if found is None else self.make(found).offered(key)
        if isinstance(action, PlayOnAs):
            self.replayed.play_on(action.seat)

    def closed(self, then: PageWindow | None) -> None:
        """Let go of an older match, unless its replay is in front again."""
        self.replayed.leave(then)


@define(eq=False)
class ReplayKeysWindow(KeysWindow):
    """The keys, over the replay."""

    about = ABOUT

    replayed: Replayed = field(kw_only=True)

    def closed(self, then: PageWindow | None) -> None:
        """Let go of an older match, unless its replay is in front again."""
        self.replayed.leave(then)


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
        aria_label=say("page.place"),
        aria_valuetext=round_and_play(found.table, *found.plays),
    )


def _steps(found: Replay) -> Markup:
    first, back, on, last = (step_button(*step) for step in page_words.REPLAY_STEPS)
    sign, label = ("❚❚", say("page.pause")) if found.is_playing else ("▶\ufe0e", say("page.run"))
    run = button("run", "", tag("span", sign, aria_hidden="true"), aria_label=label, title=label, class_="main")
    return tag("div", first, back, run, on, last, class_="row steps", role="group", aria_label=say("page.steps"))


def step_button(does: str, sign: str | Phrase, label: str | Phrase, **more: str | None) -> Markup:
    """A button that steps through a replay."""
    return button(
        "replay", does, tag("span", str(sign), aria_hidden="true"), aria_label=str(label), title=str(label), **more
    )


def _rounds(found: Replay, view: View) -> Markup:
    shown = 0 if view.round is None else view.round.number
    rounds = (tag("li", _round(view, played, is_shown=played.number == shown)) for played in found.rounds)
    return tag("ol", *rounds, class_="rounds", aria_label=say("page.rounds"))


def _round(view: View, played: PlayedRound, *, is_shown: bool) -> Markup:
    has_room = len(played.scores) <= _MOST_SCORES
    after = tag("small", "·".join(map(str, played.scores))) if has_room else unseen(scores(view, played.scores))
    number = unseen(say("page.to_round")), SPACE, tag("b", str(played.number))
    current = "true" if is_shown else None
    return button("round", str(played.number), *number, SPACE, after, aria_current=current)


def _options(found: Replay, view: View) -> Markup:
    """How fast it runs by itself, and whose view it shows."""
    names = [page_words.as_seen_by(view, seat) for seat in range(len(view.table.seats))]
    views = {"": say("page.all_open"), **{str(seat): name for seat, name in enumerate(names)}}
    viewed = "" if found.viewed is None else str(found.viewed)
    speeds = {f"{speed:g}": page_words.speed(speed) for speed in SPEEDS}
    speed = _choice("speed", say("page.speed"), speeds, f"{found.speed:g}")
    return tag("div", speed, _choice("view", say("page.whose_view"), views, viewed), class_="row")


def _choice(press: str, label: str, texts: dict[str, str], chosen: str) -> Markup:
    options = (
        tag("option", text, value=value, selected="" if value == chosen else None) for value, text in texts.items()
    )
    return tag("form", tag("select", *options, name="text", aria_label=label), data_change=f"replay-{press}")


def _about_the_analysis(found: Replay) -> Iterator[Markup]:
    if found.judged_here is not None and found.judged_here.better is not None:
        yield button("better", "", say("page.what_was_played") if found.shows_better else say("page.better_play"))
    yield button("analyse", "", say("page.analyse") if found.analysis is None else say("page.analysis"))


def _seat(view: View, seat: int) -> Markup:
    tiles = map(tile_picture, view.hand_of(seat))
    hand = tag("span", *tiles, class_="left-over", role="img", aria_label=held(view.hand_of(seat)))
    pointer = turn_mark() if view.turn == seat else []
    name = tag("span", *pointer, isolated(who(view, seat)), class_="name")
    return tag("li", name, SPACE, tag("b", str(view.table.score_of(seat))), SPACE, hand)
