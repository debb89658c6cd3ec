"""A replay on the full screen: the frame of live play, with the keys of a media player.

Here: the keys of a replay, its scene, and running it. Not here: the answers (`answers`), the cursor (`cursor`), the
layout of a frame (`screen.scene`), the terminal (`screen.stage`).
"""

from collections.abc import Callable
from typing import Final

import trio
from prompt_toolkit.application import Application

from client.actions.signals import leave_at_signal
from client.model.lookback import Lookback, is_at_an_end, last_end
from client.model.sheet import LogLine
from client.picture.board import Zoom
from client.picture.pinwheel import Size
from client.replay import answers, replay_words
from client.replay.analyser import AnalysisError, analyse
from client.replay.answers import MOVES, QUESTIONS
from client.replay.cursor import Replay
from client.replay.record_file import Shown, saved_analysis
from client.replay.record_view import beside
from client.screen.bridge import run
from client.screen.card import ANSWER_TITLES, CLOSE, SCROLL_HINTS, Card
from client.screen.costly_window import HINTS_COSTLY, CostlyWindow
from client.screen.full_screen import on_terminal, redraw_after_a_stop
from client.screen.help_window import keys_card, rules_card
from client.screen.panels import KeyHint, Remark, mouse_notice
from client.screen.paper import Fragment, KeyHit, Line, RowHit, Target
from client.screen.scene import Boards, Frame, Scene, compose, next_zoom, notice_height
from client.screen.score_window import score_card
from client.screen.stage import application
from client.terminal.look import Look
from client.words.english import capital
from client.words.key_help import REPLAY_KEYS
from client.words.name_words import whose
from client.words.wrapping import wrap
from protocol.console.analysis_progress import Progress
from protocol.log.table import Stage

_CARDS: Final = {
    "a": "What else could have been played",
    "w": "Hands",
    "v": "On the table",
    "l": "Last plays",
}
"""Questions that are always answered on a card, with its title."""
_SHORT: Final = ("c", "e", "t")
"""Questions that are answered in the message line, if it has room."""
_HINTS: Final = (
    KeyHint("←→", "step", "right"),
    KeyHint("[]", "round", "]"),
    KeyHint("Space", "play", "space"),
    KeyHint("f", "whose view", "f"),
    KeyHint("a", "what else", "a"),
    KeyHint("A", "analyse", "A"),
    KeyHint("s", "scores", "s"),
    KeyHint("q", "leave", "q"),
    KeyHint("?", "keys", "?"),
)
_HINTS_PLAYING: Final = (
    KeyHint("Space", "pause", "space"),
    KeyHint("+", "faster", "+"),
    KeyHint("-", "slower", "-"),
    KeyHint("q", "leave", "q"),
    KeyHint("?", "keys", "?"),
)


class ReplayScreen:
    """A record on the full screen. `speed`: it plays at once, so many steps a second; `at`: the first play."""

    def __init__(
        self,
        shown: Shown,
        look: Look | None = None,
        speed: float | None = None,
        at: int | None = None,
        *,
        analyses: bool = False,
    ) -> None:
        self._look = look or Look()
        self.replay = Replay(shown.record, shown.analysis, is_drawn=True)
        self._boards = Boards()
        self._card: Card | None = None
        self._path = shown.path
        self._analysing: trio.CancelScope | None = None
        self._progress: Progress | None = None
        self._start_analysis: Callable[[trio.CancelScope], None] = lambda _: None
        self._costly = CostlyWindow(self.replay)
        self._analyses_at_once = analyses
        self._notice = shown.doubt or (
            "" if shown.analysis is None else " ".join(replay_words.how_each_played(shown.analysis))
        )
        self._largest = Zoom.PIPS
        self._size = Size(80, 24)
        self._moved = trio.Event()
        self.entry = ""
        self.draft = ""
        self.uses_mouse = self._look.uses_mouse
        if at is not None:
            self.replay.go_to_play(at)
        if speed is not None:
            self.replay.speed = speed
            self.replay.play()

    async def run(self) -> None:
        """Show the replay until the player leaves."""
        app = application(self, self._look)
        async with trio.open_nursery() as nursery:
            self._start_analysis = lambda scope: nursery.start_soon(self._run_analysis, app, scope)
            nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            nursery.start_soon(redraw_after_a_stop, app)
            nursery.start_soon(self._run_on, app)
            if self._analyses_at_once:
                self._analyse()
            await on_terminal(app)
            nursery.cancel_scope.cancel()

    async def _run_on(self, app: Application[None]) -> None:
        """Take each step when it is due; a key may change the time."""
        while True:
            seconds = self.replay.seconds_to_next_step if self.replay.is_playing else float("inf")
            with trio.move_on_after(seconds) as wait:
                await self._moved.wait()
            self._moved = trio.Event()
            if wait.cancelled_caught and self.replay.tick(seconds):
                self._notice = ""
            app.invalidate()

    async def _run_analysis(self, app: Application[None], scope: trio.CancelScope) -> None:
        """Take in the analysis when it is done, unless this scope is cancelled; until then its progress is shown."""

        def report(progress: Progress) -> None:
            self._progress = progress
            app.invalidate()

        with scope:
            try:
                self.replay.take_analysis(await analyse(self.replay.record, report, self._path))
                self._notice, self._costly.is_open = "", True
            except AnalysisError as error:
                self._notice = str(error)
        if self._analysing is scope:
            self._analysing = None
        app.invalidate()

    # What is shown.

    def resize(self, size: Size) -> None:
        """The terminal has this size now."""
        self._size = size

    def paint(self, size: Size) -> list[Line]:
        """The step that is shown, at this size."""
        return compose(self.scene(), size, self._boards).lines

    def scene(self) -> Scene:
        """The current position as a scene."""
        replay = self.replay
        ended = self._end_shown()
        log = replay.sheet.log
        plays = tuple(self._remark(line) for line in log)
        return Scene(
            view=beside(replay.table),
            hand=replay.view,
            recent=replay.recent,
            corner=f"{_plays(replay)} {'▶ ' if replay.is_playing else ''}{replay.speed:g}×",
            feed=tuple(play for line, play in zip(log, plays, strict=True) if ended is None or line.seat is not None),
            plays=plays,
            notice=Remark("class:notice", self._notice_text(is_end=ended is not None)),
            prompt=[Fragment("class:prompt", self._place())],
            hints=self._hints(),
            scroll_hints=SCROLL_HINTS,
            card=self._costly.card(self._size.width) or self._card,
            ended=None if ended is None else ended.row,
            verdict="" if ended is None else ended.verdict,
            highlights=None if ended is None else ended.highlights,
            largest=self._largest,
        )

    def _remark(self, line: LogLine) -> Remark:
        mark = replay_words.mark(self.replay.judged.get(line.seq))
        return Remark("class:feed", line.text + mark, line.brief + mark)

    def _notice_text(self, *, is_end: bool) -> str:
        if self._notice:
            return self._notice
        if self._analysing is not None:
            return f"{replay_words.analysing(self._progress)} Esc stops."
        if self.replay.shows_better:
            return replay_words.better_shown(self.replay)
        return "" if is_end else " ".join(replay_words.step_sentences(self.replay))

    def _end_shown(self) -> Lookback | None:
        """The end of a round or of the match, if the replay is at one."""
        replay = self.replay
        if replay.table.stage is not Stage.OVER and not is_at_an_end(replay.table):
            return None
        return last_end(None, None, replay.record.entries[: replay.position])

    def _hints(self) -> tuple[KeyHint, ...]:
        if self._costly.is_open:
            return HINTS_COSTLY
        if self._card is not None:
            return (CLOSE,)
        if self._analysing is not None:
            return KeyHint("Esc", "stop the analysis", "escape"), *_HINTS
        if self.replay.shows_better:
            return KeyHint("b", "what was played", "b"), *_HINTS
        return _HINTS_PLAYING if self.replay.is_playing else _HINTS

    def _place(self) -> str:
        replay = self.replay
        shown = replay.view
        in_front = "" if shown.seat is None else f"{whose(beside(replay.table), shown.seat)} hand. "
        return f"{in_front}{replay_words.place(replay)}"

    # Keys.

    def press(self, key: str) -> bool:
        """Obey a key, by its name; True to leave."""
        if self._costly.is_open:
            self._costly.press(key, lambda: Size(self._size.width, self._frame().page))
        elif self._card is not None:
            frame = self._frame()
            self._card = self._card.read(key, frame.furthest, frame.page)
        elif key == "q":
            return True
        else:
            self._notice = ""
            self._press(key)
        self._moved.set()
        return False

    def _press(self, key: str) -> None:
        letter = _ALIASES.get(key, key)
        if letter in MOVES:
            self.replay.pause()
            move = MOVES[letter]
            self._notice = "" if move.go(self.replay) else move.at_limit
        elif letter in _CARDS:
            self._card = Card(_CARDS[letter], tuple(QUESTIONS[letter](self.replay)))
        elif letter in _SHORT:
            self._answer(letter)
        elif letter in _KEYS:
            _KEYS[letter](self)

    def _answer(self, letter: str) -> None:
        """Answer in the message line, or on a card if it is too long."""
        lines = tuple(QUESTIONS[letter](self.replay))
        text = " ".join(lines)
        if len(wrap(text, self._size.width)) <= notice_height(self.scene(), self._size):
            self._notice = text
        else:
            self._card = Card(ANSWER_TITLES[letter], lines)

    def hit(self, target: Target) -> bool:
        """A click on a hint presses its key; a click on a costly play selects it, and the second shows it."""
        if isinstance(target, RowHit) and self._costly.hit(target):
            return self.press("enter")
        return self.press(target.key) if isinstance(target, KeyHit) else False

    def scroll(self, by: int) -> None:
        """The wheel scrolls a card."""
        if self._costly.is_open:
            self._costly.scroll(by)
        elif self._card is not None:
            self._card = self._card.scrolled(by, self._frame().furthest)

    def _frame(self) -> Frame:
        return compose(self.scene(), self._size, self._boards)

    def interrupt(self) -> bool:
        """Ctrl-C leaves at once."""
        return True

    def type_in(self, text: str | None) -> bool:
        """Jump to the play whose number was typed."""
        self.entry = ""
        if text is not None and text.strip():
            self.replay.pause()
            self._notice = answers.go_to(self.replay, text.strip())
        self._moved.set()
        return False

    def _play_or_pause(self) -> None:
        if self.replay.is_playing:
            self.replay.pause()
        else:
            self.replay.play()

    def _next_view(self) -> None:
        self.replay.next_view()
        self._notice = f"{capital(replay_words.eyes(self.replay))}."

    def _number(self) -> None:
        self.entry = ":"

    def _rounds(self) -> None:
        self._card = score_card(beside(self.replay.table), self.replay.sheet.rounds, self._size.width)

    def _rules(self) -> None:
        self._card = rules_card(self.replay.table, self._size.width)

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
        self._costly.is_open = True

    def _stop(self) -> None:
        if self._analysing is not None:
            self._analysing.cancel()
            self._analysing, self._notice = None, replay_words.STOPPED

    def _better(self) -> None:
        self.replay.pause()
        if not self.replay.toggle_better():
            is_known = self.replay.analysis is not None
            self._notice = replay_words.NOTHING_BETTER if is_known else replay_words.NOT_ANALYSED

    def _zoom(self) -> None:
        self._largest, self._notice = next_zoom(self._largest)

    def _mouse(self) -> None:
        self.uses_mouse = not self.uses_mouse
        self._notice = mouse_notice(is_on=self.uses_mouse)

    def _help(self) -> None:
        self._card = keys_card(REPLAY_KEYS, self._size.width)


def _plays(replay: Replay) -> str:
    """`play 18/120`."""
    played, of_all = replay.plays
    return f"play {played}/{of_all}"


_ALIASES: Final = {"right": "n", "enter": "n", "left": "p"}
_KEYS: Final[dict[str, Callable[[ReplayScreen], None]]] = {
    "space": ReplayScreen._play_or_pause,
    "+": lambda screen: screen.replay.faster(),
    "-": lambda screen: screen.replay.slower(),
    "f": ReplayScreen._next_view,
    "A": ReplayScreen._analyse,
    "b": ReplayScreen._better,
    "escape": ReplayScreen._stop,
    ":": ReplayScreen._number,
    "s": ReplayScreen._rounds,
    "r": ReplayScreen._rules,
    "o": ReplayScreen._zoom,
    "M": ReplayScreen._mouse,
    "?": ReplayScreen._help,
}


def show(shown: Shown, look: Look | None = None, speed: float | None = None, at: int | None = None) -> None:
    """Show a record on this terminal until the player leaves."""

    async def replayed() -> None:
        await ReplayScreen(shown, look, speed, at).run()

    run(replayed)
