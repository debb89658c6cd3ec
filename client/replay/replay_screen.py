"""A replay on the full screen: the same frame as in play, led by the keys that players of music and films have.

Lives here: the keys of a replay, its scene, and running it. Not here: the cursor (`cursor`), its sentences
(`replay.replay_words`), how a frame looks (`screen.scene`), the terminal (`screen.stage`).
"""

from collections.abc import Callable
from typing import Final

import trio
from prompt_toolkit.application import Application

from client.actions.signals import leave_at_signal
from client.model.lookback import Lookback, is_at_an_end, laid_last, last_end
from client.picture.board import Zoom
from client.picture.pinwheel import Size
from client.replay import replay_line_words as words_lines
from client.replay import replay_words
from client.replay.analysis_words import how_each_played
from client.replay.cursor import Replay
from client.replay.record_file import Shown
from client.replay.record_view import beside
from client.replay.replay_lines import LineReplay
from client.screen.bridge import run
from client.screen.card import ANSWER_TITLES, CLOSE, SCROLL_HINTS, Card
from client.screen.full_screen import on_terminal, redraw_after_a_stop
from client.screen.help_window import keys_card, rules_card
from client.screen.look import Look
from client.screen.panels import KeyHint, Remark, mouse_notice
from client.screen.paper import Fragment, KeyHit, Line, Target
from client.screen.scene import Boards, Scene, compose, next_zoom, notice_height
from client.screen.score_window import score_card
from client.screen.stage import application
from client.words.english import capital
from client.words.key_help import REPLAY_KEYS
from client.words.name_words import whose
from client.words.wrapping import wrap
from protocol.log.table import Stage

_NO_FURTHER: Final = "There is nothing further that way."
_ANSWERS: Final = ("c", "e", "t")
_HINTS: Final = (
    KeyHint("←→", "step", "right"),
    KeyHint("[]", "round", "]"),
    KeyHint("Space", "play", "space"),
    KeyHint("f", "whose view", "f"),
    KeyHint("a", "what else", "a"),
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
    """A record on the full screen, from entry `at` on. `speed` starts it at once, so many steps a second."""

    def __init__(
        self, shown: Shown, look: Look | None = None, speed: float | None = None, at: int | None = None
    ) -> None:
        self._look = look or Look()
        self._said: list[str] = []
        self._lines = LineReplay(shown, self._said.append, speed, at)
        self._doubt = shown.doubt
        self._boards = Boards()
        self._card: Card | None = None
        self._notice = shown.doubt or ("" if shown.analysis is None else " ".join(how_each_played(shown.analysis)))
        self._largest = Zoom.BOXES
        self._size = Size(80, 24)
        self._moved = trio.Event()
        self.entry = ""
        self.draft = ""
        self.uses_mouse = self._look.uses_mouse
        if speed is not None:
            self.replay.play()

    @property
    def replay(self) -> Replay:
        """The cursor."""
        return self._lines.replay

    async def run(self) -> None:
        """Show it until somebody leaves."""
        app = application(self, self._look)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            nursery.start_soon(redraw_after_a_stop, app)
            nursery.start_soon(self._run_on, app)
            await on_terminal(app)
            nursery.cancel_scope.cancel()

    async def _run_on(self, app: Application[None]) -> None:
        """Take the steps that are due by themselves; a key changes what is due."""
        while True:
            seconds = self.replay.seconds_to_next_step if self.replay.is_playing else float("inf")
            with trio.move_on_after(seconds) as wait:
                await self._moved.wait()
            self._moved = trio.Event()
            if wait.cancelled_caught and self.replay.tick(seconds):
                self._notice = ""
            app.invalidate()

    # What is shown.

    def resize(self, size: Size) -> None:
        """The terminal has this size now."""
        self._size = size

    def paint(self, size: Size) -> list[Line]:
        """The step that is shown, at this size."""
        return compose(self.scene(), size, self._boards).lines

    def scene(self) -> Scene:
        """Everything that is shown now."""
        replay = self.replay
        ended = self._end_shown()
        log = replay.sheet.log
        plays = tuple(Remark("class:feed", line.text, line.brief) for line in log)
        return Scene(
            view=beside(replay.table),
            hand=replay.view,
            last=laid_last(replay.record.entries[: replay.position]),
            aside=f"{replay.position}/{replay.head} {'▶ ' if replay.is_playing else ''}{replay.speed:g}×",
            feed=tuple(play for line, play in zip(log, plays, strict=True) if ended is None or line.seat is not None),
            plays=plays,
            notice=Remark("class:notice", self._notice or ("" if ended else " ".join(replay_words.step_told(replay)))),
            prompt=[Fragment("class:prompt", self._place())],
            hints=self._hints(),
            scroll_hints=SCROLL_HINTS,
            card=self._card,
            ended=None if ended is None else ended.row,
            verdict="" if ended is None else ended.verdict,
            largest=self._largest,
        )

    def _end_shown(self) -> Lookback | None:
        """The end of the round or the match that is shown, where one is."""
        replay = self.replay
        if replay.table.stage is not Stage.OVER and not is_at_an_end(replay.table):
            return None
        return last_end(None, None, replay.record.entries[: replay.position])

    def _hints(self) -> tuple[KeyHint, ...]:
        if self._card is not None:
            return (CLOSE,)
        return _HINTS_PLAYING if self.replay.is_playing else _HINTS

    def _place(self) -> str:
        replay = self.replay
        shown = replay.view
        in_front = "" if shown.seat is None else f"{whose(beside(replay.table), shown.seat)} hand. "
        return f"{in_front}{replay_words.place(replay)}"

    # Keys.

    def press(self, key: str) -> bool:
        """A key by its name; True to leave."""
        if self._card is not None:
            self._card = self._card.read(key, self._furthest())
        elif key == "q":
            return True
        else:
            self._notice = ""
            self._press(key)
        self._moved.set()
        return False

    def _press(self, key: str) -> None:
        if key in _MOVES:
            self.replay.pause()
            if not _MOVES[key](self.replay):
                self._notice = _NO_FURTHER
        elif key in words_lines.CARDS:
            self._card = Card(words_lines.CARDS[key], self._asked(key))
        elif key in _ANSWERS:
            self._answer(key)
        elif key in _KEYS:
            _KEYS[key](self)

    def _answer(self, letter: str) -> None:
        """What is short in the message line, what is long on a card."""
        lines = self._asked(letter)
        told = " ".join(lines)
        if len(wrap(told, self._size.width)) <= notice_height(self.scene(), self._size):
            self._notice = told
        else:
            self._card = Card(ANSWER_TITLES[letter], lines)

    def _asked(self, line: str) -> tuple[str, ...]:
        """What line mode answers to this."""
        self._said.clear()
        self._lines.obey(line)
        return tuple(self._said)

    def hit(self, target: Target) -> bool:
        """A click on a hint is its key; there is nothing else to click."""
        return self.press(target.key) if isinstance(target, KeyHit) else False

    def scroll(self, by: int) -> None:
        """The wheel scrolls a card."""
        if self._card is not None:
            self._card = self._card.scrolled(by, self._furthest())

    def _furthest(self) -> int:
        return compose(self.scene(), self._size, self._boards).furthest

    def interrupt(self) -> bool:
        """Ctrl-C: leave at once."""
        return True

    def type_in(self, text: str | None) -> bool:
        """The number of an entry to go to."""
        self.entry = ""
        if text is not None and text.strip():
            before = self.replay.position
            said = self._asked(f":{text.strip()}")
            self._notice = "" if self.replay.position != before else " ".join(said)
        self._moved.set()
        return False

    def _play_or_pause(self) -> None:
        if self.replay.is_playing:
            self.replay.pause()
        else:
            self.replay.play()

    def _other_eyes(self) -> None:
        self.replay.next_view()
        self._notice = f"{capital(replay_words.eyes(self.replay))}."

    def _number(self) -> None:
        self.entry = ":"

    def _rounds(self) -> None:
        self._card = score_card(beside(self.replay.table), self.replay.sheet.rounds, self._size.width)

    def _rules(self) -> None:
        self._card = rules_card(self.replay.table, self._size.width)

    def _zoom(self) -> None:
        self._largest, self._notice = next_zoom(self._largest)

    def _mouse(self) -> None:
        self.uses_mouse = not self.uses_mouse
        self._notice = mouse_notice(is_on=self.uses_mouse)

    def _help(self) -> None:
        self._card = keys_card(REPLAY_KEYS, self._size.width)


_MOVES: Final[dict[str, Callable[[Replay], bool]]] = {
    "right": Replay.forward,
    "enter": Replay.forward,
    "n": Replay.forward,
    "left": Replay.back,
    "p": Replay.back,
    "]": Replay.next_round,
    "[": Replay.previous_round,
    "}": Replay.next_score,
    "{": Replay.previous_score,
    "home": Replay.to_start,
    "end": Replay.to_end,
}
_KEYS: Final[dict[str, Callable[[ReplayScreen], None]]] = {
    "space": ReplayScreen._play_or_pause,
    "+": lambda screen: screen.replay.faster(),
    "-": lambda screen: screen.replay.slower(),
    "f": ReplayScreen._other_eyes,
    ":": ReplayScreen._number,
    "s": ReplayScreen._rounds,
    "r": ReplayScreen._rules,
    "o": ReplayScreen._zoom,
    "M": ReplayScreen._mouse,
    "?": ReplayScreen._help,
}


def show(shown: Shown, look: Look | None = None, speed: float | None = None, at: int | None = None) -> None:
    """Show a record on this terminal until somebody leaves."""

    async def replayed() -> None:
        await ReplayScreen(shown, look, speed, at).run()

    run(replayed)
