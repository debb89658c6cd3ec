"""A course: positions one after another, each with something to read before it and after it.

Here: where the player is, and what there is to see, to read and to do there, the same for every front end. Not here: a
single position (`task`), the keys (`actions.keys`), drawing.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto

from attrs import field

from client.actions.panel import Block, Panel
from client.practice.task import Again, Answered, Task
from client.view.view import View
from client.words.say import say
from protocol.frozen import define
from protocol.game.rules import Draw
from protocol.game.tiles import Tile
from protocol.log.commands import DrawTile, Knock, Move


class Phase(Enum):
    """What the player does now: read before a position, play, read about the move, read that it was all."""

    BEFORE = auto()
    PLAYING = auto()
    AFTER = auto()
    ENDED = auto()


@define(eq=False)
class Course:
    """Positions to play. `ending`: what to read after the last one.

    `numbered`: the heading of a task, from its number, how many there are, and what it is about. `note` is called with
    each task and whether it was answered well. `has_lessons`: they are the lessons, not exercises.
    `leads_to`: what going on leads to at the end; empty for nothing more.
    """

    title: str
    numbered: Callable[[int, int, str], str]
    tasks: Sequence[Task]
    ending: Callable[["Course"], tuple[Block, ...]]
    note: Callable[[Task, bool], None] = lambda *_: None
    at: int = 0
    has_lessons: bool = field(default=False, kw_only=True)
    leads_to: str = field(default="", kw_only=True)
    phase: Phase = field(init=False)
    right: int = field(init=False, default=0)
    """How many were answered well."""
    _task: Task | None = field(init=False, default=None)
    _answered: Answered | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self._begin(self.tasks[0] if self.tasks else None)

    def _begin(self, task: Task | None) -> None:
        self._task, self._answered = task, None
        self.phase = Phase.ENDED if task is None else Phase.BEFORE if task.before else Phase.PLAYING

    # What there is.

    @property
    def task(self) -> Task | None:
        """The position that is played; None at the end."""
        return self._task

    @property
    def heading(self) -> str:
        """`Lesson 2 of 6: doubles`; at the end the title of the course."""
        if self._task is None:
            return self.title
        return self.numbered(self.at + 1, len(self.tasks), self._task.heading)

    @property
    def panel(self) -> Panel | None:
        """What there is to read now; None while a move is awaited."""
        if self.phase is Phase.ENDED:
            return Panel(self.title, self.ending(self))
        if self._task is None or self.phase is Phase.PLAYING:
            return None
        blocks = self._task.before if self._answered is None else self._answered.blocks
        return Panel(self.heading, blocks)

    @property
    def view(self) -> View | None:
        """The table as it is now; None at the end."""
        if self._task is None:
            return None
        return self._task.view if self._answered is None else self._answered.view

    @property
    def recent(self) -> frozenset[Tile]:
        """The tiles to mark."""
        if self._task is None:
            return frozenset()
        layout = () if self.view is None else self.view.layout.tiles
        return self._task.recent if self._answered is None else frozenset(layout) - {*self._task.view.layout.tiles}

    @property
    def going_on(self) -> str:
        """What going on leads to, in a word or two; empty while a move is awaited."""
        match self.phase:
            case Phase.BEFORE:
                return say("lesson.try_it")
            case Phase.PLAYING:
                return ""
            case Phase.AFTER:
                return say("lesson.next")
            case Phase.ENDED:
                return self.leads_to or say("lesson.done")

    @property
    def passing(self) -> tuple[Move, ...]:
        """The moves beside plays that are offered: in a lesson those of its game, even if they are wrong now."""
        if self.view is None or not self.has_lessons:
            return ()  # an exercise is a choice of plays
        draws = self.view.table.rules.draw is not Draw.NONE
        return (*([DrawTile()] if draws else []), Knock())

    @property
    def only_move(self) -> Move | None:
        """What is left where nothing fits; None if a play is looked for."""
        may = None if self.view is None or self.phase is not Phase.PLAYING else self.view.choices()
        if may is None or may.plays:
            return None
        return DrawTile() if may.may_draw else Knock() if may.may_knock else None

    # What the player does.

    def answer(self, move: Move) -> str:
        """Make this move. Returns why it is not the one looked for; empty if there is something to read instead."""
        if self._task is None or self.phase is not Phase.PLAYING:
            return ""
        found = self._task.answer(move)
        if isinstance(found, Again):
            return found.text
        if found.then is not None:
            self._begin(found.then)
            return ""
        self._answered, self.phase = found, Phase.AFTER
        self.right += found.is_right
        self.note(self._task, found.is_right)
        return ""

    def go_on(self) -> bool:
        """Go on from what there was to read. False at the end, where there is nothing more."""
        match self.phase:
            case Phase.BEFORE:
                self.phase = Phase.PLAYING
            case Phase.AFTER:
                self.at += 1
                self._begin(next(iter(self.tasks[self.at :]), None))
            case Phase.ENDED:
                return False
            case Phase.PLAYING:
                pass
        return True
