"""A course controlled by typed lines: what there is to read, the question, and the answer to each line.

Here: `LineCourse`, and finding exercises before it. Lines may also come through a pipe. Not here: the course
(`practice.course`), the command line (`program.course_commands`).
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import trio

from client.actions.action import Ask, Leave, Show, Simple
from client.actions.key_row import LINES, actions_of, rows_of
from client.actions.keys import COURSE
from client.actions.typed_help import arm_named, in_words_of_reader, unknown_command
from client.lines.analysis_lines import cancel_when_typed
from client.lines.panel_text import panel_lines
from client.lines.typed_play import TypedPlay, typed_play
from client.panels import rules
from client.practice.course import Course, Phase
from client.practice.finding import Report, Search
from client.practice.questions import answer
from client.replay.analyser import AnalysisError
from client.terminal.typed_lines import TypedLines
from client.words.refusal_words import no_such_end, no_such_tile
from client.words.say import as_typed_in_english, say, together
from protocol.game.tiles import Tile
from protocol.log.commands import DrawTile, Knock, Move, PlayTile

Out = Callable[[str], None]
_KEYS: Final = actions_of(COURSE, LINES)


class LineCourse:
    """A course in lines."""

    def __init__(self, course: Course, out: Out) -> None:
        self.course = course
        self._out = out
        self._undecided: Tile | None = None
        """A tile that was typed without an end: the next line may be one, if that is no letter with another meaning."""

    def run(self, typed: TypedLines) -> None:
        """Ask until the course has ended, or the player leaves."""
        if self.course.tasks:
            self._out(say("lines.how_to_answer"))
        self.begin()
        try:
            while self.course.phase is not Phase.ENDED and self.obey(typed.next() or ""):
                pass
        except EOFError:
            return

    def begin(self) -> None:
        """Print what there is to read, or the question."""
        panel, task = self.course.panel, self.course.task
        if panel is not None:
            if self.course.phase is not Phase.AFTER:
                self._out(say("lines.title", title=panel.title))
            self._print_all(panel_lines(panel))
        if self.course.phase is Phase.BEFORE:
            self.course.go_on()
            self._ask()
        elif panel is not None and task is not None:
            self._out(say("lesson.enter_goes_on"))
        elif task is not None:
            self._out(say("lines.title", title=self.course.heading))
            self._ask()

    def _ask(self) -> None:
        """Print the position, as far as it is needed to answer, and the question."""
        task = self.course.task
        if task is not None:
            chain = () if task.view.layout.lead is None else answer(self.course, "v")
            self._print_all((*chain, *answer(self.course, "c"), *answer(self.course, "w")))
            self._print_all((*task.situation, task.question))

    def obey(self, line: str) -> bool:
        """Answer a typed line; False to leave."""
        line = line.strip()
        play = typed_play(line)
        word = as_typed_in_english(line)
        action = _KEYS.get(word, _KEYS.get(word.casefold()))
        undecided, self._undecided = self._undecided, None
        if undecided is not None and arm_named(line) is not None and action is None:
            play = TypedPlay(None, undecided, line.casefold())
        if action == Leave():
            return False
        if self.course.phase is Phase.AFTER and not line:
            self.course.go_on()
            self.begin()
            return True
        match action:
            case _ if play is not None:
                self._play(play)
            case DrawTile() | Knock():
                self._move(action)
            case Ask(letter):
                self._print_all(answer(self.course, letter))
            case Show("keys"):
                self._print_all(_help())
            case Show("rules") if self.course.view is not None:
                self._print_all(panel_lines(rules.panel(self.course.view.table)))
            case Simple() | None if not line and self.course.only_move is not None:
                self._move(self.course.only_move)
            case Simple() | None if not line:
                self._ask()
            case _:
                self._out(unknown_command(line.partition(" ")[0], _KEYS))
        return True

    def _play(self, play: TypedPlay) -> None:
        """Play this tile, if there is one, or say why not."""
        view = self.course.view
        if self.course.phase is not Phase.PLAYING or view is None:
            self._out(say("lesson.enter_goes_on"))
            return
        hand, arm = view.my_hand(), None if play.arm is None else arm_named(play.arm)
        if play.arm is not None and arm is None:
            self._out(no_such_end(play.arm))
        elif play.tile is not None:
            self._move(PlayTile(play.tile, arm))
        elif play.number is not None and 1 <= play.number <= len(hand):
            self._move(PlayTile(hand[play.number - 1], arm))
        else:
            self._out(no_such_tile(str(play.number), len(hand)))

    def _move(self, move: Move) -> None:
        if self.course.phase is not Phase.PLAYING:
            self._out(say("lesson.enter_goes_on"))
            return
        why_not = self.course.answer(move)
        if why_not:
            self._undecided = move.tile if isinstance(move, PlayTile) and move.arm is None else None
            self._out(why_not)
        else:
            self.begin()

    def _print_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._out(line)


def _help() -> Iterable[str]:
    """What can be typed."""
    yield say("lines.key", typed="2", meaning=say("lines.second_tile"))
    for row in rows_of(COURSE, LINES):
        yield say("lines.key", typed=in_words_of_reader(row.typed or row.label), meaning=row.meaning)


def search_in_lines(search: Callable[[Report], Awaitable[None]], typed: TypedLines | None, out: Out) -> None:
    """Find exercises, with a few lines about the progress. If there is somebody who types, a line stops it."""
    out(together(say("lesson.searching"), "" if typed is None else say("lesson.enter_begins")))
    try:
        is_done = trio.run(_done, search, typed, out)
    except AnalysisError as error:
        out(str(error))
        return
    if typed is not None and not is_done:
        typed.next()


async def _done(search: Callable[[Report], Awaitable[None]], typed: TypedLines | None, out: Out) -> bool:
    """Whether it was done before a line was typed."""

    def report(progress: Search) -> None:
        if progress.is_step:
            out(progress.text)

    with trio.CancelScope() as scope:
        if typed is not None:
            trio.lowlevel.spawn_system_task(cancel_when_typed, typed, scope)  # a nursery would make Ctrl-C a group
        await search(report)
        return True
    return False
