"""A replay on the full screen: the frame of live play, with the keys of a media player.

Here: the keys of a replay, its scene, and running on by itself. Not here: the answers (`answers`), the cursor
(`cursor`), the layout of a frame (`frame_layout`), the terminal (`display`).
"""

from collections.abc import Callable
from typing import Final

import trio

from client.actions.action import Action, AnalyseMatch, Ask, Go, Leave, PlayOnAs, Replaying, Show, Simple
from client.actions.key_row import SCREEN, actions_of
from client.actions.keys import REPLAY
from client.model.announcements import Subject
from client.model.lookback import Lookback, is_at_an_end, last_end
from client.model.notice import Notice
from client.model.sheet import LogLine
from client.panels.by_name import OF_REPLAY
from client.replay import answers, replay_words
from client.replay.analyser import AnalysisError, analyse
from client.replay.answers import QUESTIONS
from client.replay.continuation import Continuation
from client.replay.cursor import Replay
from client.replay.record_file import OpenedRecord, saved_analysis
from client.screen.boards import Boards
from client.screen.card import Card, PlacedCard, answer_title
from client.screen.costly_window import CostlyWindow
from client.screen.display import Display, run_alone
from client.screen.frame import compose
from client.screen.frame_layout import lay_out_frame, message_height
from client.screen.frame_lines import KeyHint, Remark
from client.screen.help_window import keys_card
from client.screen.key_hints import hint, hints_for
from client.screen.message import Message
from client.screen.panel_window import PanelWindow
from client.screen.paper import Fragment, Line
from client.screen.scene import Scene
from client.screen.screen import Screen
from client.screen.window import CardWindow
from client.terminal.look import Look
from client.words.name_words import player
from client.words.say import say, together
from client.words.wrapping import wrap
from protocol.log.table import Stage
from protocol.shared.analysis_progress import Progress

_CARDS: Final = {
    "a": "replay.what_else",
    "w": "replay.hands",
    "v": "card.on_the_table",
    "l": "card.last_plays",
}
"""Questions that are always answered on a card, with its title."""
_KEYS: Final = actions_of(REPLAY, SCREEN)


class ReplayScreen(Screen):
    """A record on the full screen. `speed`: it plays at once, so many steps a second; `at`: the first play."""

    def __init__(
        self,
        opened: OpenedRecord,
        look: Look | None = None,
        speed: float | None = None,
        at: int | None = None,
        *,
        analyses: bool = False,
    ) -> None:
        super().__init__(look)
        self.replay = Replay(opened.record, opened.analysis, is_drawn=True, own=opened.seat)
        self._boards = Boards()
        self._path = opened.path
        self.continuation: Continuation | None = None
        """Where the player plays the match on, in place of coming back; None if nowhere."""
        self._analysing: trio.CancelScope | None = None
        self._progress: Progress | None = None
        self._start_analysis: Callable[[trio.CancelScope], None] = lambda _: None
        self._costly = CostlyWindow(self, self.replay)
        self._analyses_at_once = analyses
        about = () if opened.analysis is None else replay_words.how_each_played(opened.analysis)
        self._notice = opened.doubt or together(*replay_words.deals_at_first(self.replay), *about)
        self._moved = trio.Event()
        if at is not None:
            self.replay.go_to_play(at)
        if speed is not None:
            self.replay.speed = speed
            self.replay.play()

    async def while_shown(self) -> None:
        """Play, and analyse if the player wants that."""
        async with trio.open_nursery() as nursery:
            self._start_analysis = lambda scope: nursery.start_soon(self._run_analysis, scope)
            if self._analyses_at_once:
                self._analyse()
            await self._run_on()

    async def _run_on(self) -> None:
        """Take each step when it is due; a key may change the time."""
        while True:
            seconds = self.replay.seconds_to_next_step if self.replay.is_playing else float("inf")
            with trio.move_on_after(seconds) as wait:
                await self._moved.wait()
            self._moved = trio.Event()
            if wait.cancelled_caught and self.replay.tick(seconds):
                self._notice = ""
            self.redraw()

    async def _run_analysis(self, scope: trio.CancelScope) -> None:
        """Take in the analysis when it is done, unless this scope is cancelled; until then its progress is shown."""

        def report(progress: Progress) -> None:
            self._progress = progress
            self.redraw()

        with scope:
            try:
                self.replay.take_analysis(await analyse(self.replay.record, report, self._path))
                self._notice = ""
                self.open(self._costly)
            except AnalysisError as error:
                self._notice = str(error)
        if self._analysing is scope:
            self._analysing = None
        self.redraw()

    # What is shown.

    def frame(self) -> list[Line]:
        """The step that is shown, and the window over it."""
        return compose(self.scene(), self.size, self._boards)

    def placed_card(self) -> PlacedCard | None:
        """The card of the window in front, if it has one."""
        return lay_out_frame(self.scene(), self.size, self._boards).card

    def scene(self) -> Scene:
        """The current position as a scene."""
        replay, front = self.replay, self.windows.front
        end = self._end_shown()
        log = replay.sheet.log
        plays = tuple(self._remark(line) for line in log)
        return Scene(
            view=replay.names(replay.table),
            hand=replay.view,
            recent=replay.recent,
            end=end,
            corner=f"{_plays(replay)} {'▶ ' if replay.is_playing else ''}{replay.speed:g}×",
            feed=tuple(play for line, play in zip(log, plays, strict=True) if end is None or line.seat is not None),
            plays=plays,
            message=self._message(end),
            card=self.windows.card(self.size.width),
            hints=self._footer() if front is None else front.hints(),
            scroll_hints=() if front is None else front.scroll_hints(),
        )

    def _message(self, end: Lookback | None) -> Message:
        notice = Notice(Subject.ANSWER, self._notice_text(is_end=end is not None))
        return Message(notice, [Fragment("class:prompt", self._place())])

    def _remark(self, line: LogLine) -> Remark:
        mark = replay_words.mark(self.replay.judged.get(line.seq))
        return Remark(Subject.PLAY, line.text + mark, line.brief + mark, line.seq)

    def _notice_text(self, *, is_end: bool) -> str:
        if self._notice:
            return self._notice
        if self._analysing is not None:
            return together(replay_words.analysing(self._progress), say("replay.escape_stops"))
        if self.replay.shows_better:
            return replay_words.better_shown(self.replay)
        return "" if is_end else together(*replay_words.step_sentences(self.replay))

    def _end_shown(self) -> Lookback | None:
        """The end of a round or of the match, if the replay is at one."""
        replay = self.replay
        if replay.table.stage is not Stage.OVER and not is_at_an_end(replay.table):
            return None
        return last_end(None, None, replay.record.entries[: replay.position])

    def _footer(self) -> tuple[KeyHint, ...]:
        steps = _hints("right ] space f a A P s q ?")
        if self._analysing is not None:
            return hint("escape", say("footer.stop_analysis")), *steps
        if self.replay.shows_better:
            return hint("b", say("footer.what_was_played")), *steps
        return _hints_playing() if self.replay.is_playing else steps

    def _place(self) -> str:
        replay = self.replay
        seat, view = replay.view.seat, replay.names(replay.table)
        in_front = "" if seat is None else say("replay.whose_hand", who=player(view, seat))
        return together(in_front, replay_words.place(replay))

    def request(self, action: Action) -> None:
        """Carry out what was chosen in a window."""
        if isinstance(action, PlayOnAs):
            self.continuation = self.replay.continuation(action.seat, self._path)
            self.leave()

    # Keys.

    def press(self, key: str) -> None:
        """Do what a key asks for, which may change when the next step is due."""
        super().press(key)
        self._moved.set()

    def press_under_windows(self, key: str) -> None:
        """Do what a key asks for in the replay."""
        self._notice = ""
        action = _KEYS.get(key)
        match action:
            case Go():
                self.replay.pause()
                self._notice = answers.move(self.replay, action)
            case Ask(letter):
                self._answer(letter)
            case Leave():
                self.leave()
            case AnalyseMatch():
                self._analyse()
            case Show("keys"):
                self._read(keys_card(self.size.width, REPLAY))
            case Show(name):
                self.replay.pause()
                self.open(PanelWindow(self, lambda: OF_REPLAY[name](self.replay), opened_by=("P", "j", "x")))
            case Replaying() | Simple():
                _DOES[action](self)

    def _read(self, card: Card) -> None:
        self.open(CardWindow(self, card))

    def _answer(self, letter: str) -> None:
        """Answer in the message line, or on a card if it is too long or always a list."""
        lines = tuple(QUESTIONS[letter](self.replay))
        text = together(*lines)
        end = self._end_shown()
        height = message_height(self.size, self.windows.card(self.size.width), is_at_an_end=end is not None)
        is_short = len(wrap(text, self.size.width)) <= self._message(end).room_for_notice(height)
        if is_short and letter not in _CARDS:
            self._notice = text
        else:
            self._read(Card(say(_CARDS[letter]) if letter in _CARDS else answer_title(letter), lines))

    def _go_to(self, typed: str) -> None:
        """Jump to the play whose number was typed."""
        self.replay.pause()
        self._notice = answers.go_to(self.replay, typed.strip())
        self._moved.set()

    def _play_or_pause(self) -> None:
        if self.replay.is_playing:
            self.replay.pause()
        else:
            self.replay.play()

    def _next_view(self) -> None:
        self.replay.next_view()
        self._notice = replay_words.view_in_a_sentence(self.replay)

    def _number(self) -> None:
        self.type_line(":", self._go_to)

    def _analyse(self) -> None:
        """List the costliest plays; if the game is not analysed yet, start that."""
        if self._analysing is not None:
            return
        if self.replay.analysis is None:
            found = saved_analysis(self._path, self.replay.record)
            if found is None:
                self._notice, self._analysing, self._progress = "", trio.CancelScope(), None
                self._start_analysis(self._analysing)
                return
            self.replay.take_analysis(found)
        self.open(self._costly)

    def _stop(self) -> None:
        if self._analysing is not None:
            self._analysing.cancel()
            self._analysing, self._notice = None, say("replay.stopped")

    def _better(self) -> None:
        self.replay.pause()
        if not self.replay.toggle_better():
            is_known = self.replay.analysis is not None
            self._notice = say("replay.nothing_better") if is_known else say("replay.not_analysed")

    def _zoom(self) -> None:
        self._notice = self._boards.next_zoom()

    def _mouse(self) -> None:
        self._notice = self.toggle_mouse()


def _plays(replay: Replay) -> str:
    """`play 18/120`."""
    played, of_all = replay.plays
    return say("replay.corner", play=played, plays=of_all)


def _hints_playing() -> tuple[KeyHint, ...]:
    return (
        hint("space", say("footer.pause")),
        hint("+", say("footer.faster")),
        hint("-", say("footer.slower")),
        *_hints("q ?"),
    )


def _hints(keys: str) -> tuple[KeyHint, ...]:
    return hints_for(REPLAY, keys)


_DOES: Final[dict[Replaying | Simple, Callable[[ReplayScreen], None]]] = {
    Replaying.RUN: ReplayScreen._play_or_pause,
    Replaying.FASTER: lambda screen: screen.replay.faster(),
    Replaying.SLOWER: lambda screen: screen.replay.slower(),
    Replaying.NEXT_VIEW: ReplayScreen._next_view,
    Replaying.BETTER: ReplayScreen._better,
    Replaying.STOP: ReplayScreen._stop,
    Replaying.GO_TO_PLAY: ReplayScreen._number,
    Simple.ZOOM: ReplayScreen._zoom,
    Simple.MOUSE: ReplayScreen._mouse,
}


def show(
    opened: OpenedRecord, look: Look | None = None, speed: float | None = None, at: int | None = None
) -> Continuation | None:
    """Show a record on this terminal until the player leaves; returns where the player plays on, if anywhere."""
    screen = ReplayScreen(opened, look, speed, at)
    run_alone(Display(screen).run)
    return screen.continuation
