"""The exercises of a player: turns in which a play lost for certain, and when each is asked again.

Here: `Exercise`, and `Practice`, which repeats each after more and more days. Pure: the day is an argument. Not here:
finding exercises in a game (`practice.collecting`), asking one (`practice.exercise_task`), storing them
(`store.saved_practice`).
"""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from attrs import evolve

from client.view.position import Position
from protocol.frozen import define, frozen
from protocol.log.choices import Play
from protocol.wire.explained import ExplainedPlay

DAYS: Final = (1, 3, 7, 21)
"""The days after which an exercise is asked again: after one right answer in a row, two, ... Then it is known."""
WORTH_PRACTISING: Final = 0.025
"""The loss from which a play is asked about, in words 3 in 100: smaller ones are petty, and hard to see."""
MOST_EXERCISES: Final = 500
MOST_GAMES: Final = 1000
"""Games whose exercises have been collected; the newest ones are remembered."""


@frozen
class Exercise:
    """The turn before entry `seq` of a game that began `at` this time. `made`: what the player played.

    `plays`: every legal play, best first.
    """

    game: str
    seq: int
    at: str
    position: Position
    made: Play
    plays: tuple[ExplainedPlay, ...]

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from all others."""
        return self.game, self.seq

    def explained(self, play: Play) -> ExplainedPlay:
        """What is known about this legal play."""
        return next(known for known in self.plays if play_of(known) == play)

    @property
    def cost(self) -> float:
        """How much the player's own play lost."""
        return self.explained(self.made).lost


def play_of(explained: ExplainedPlay) -> Play:
    """The play alone."""
    return Play(explained.play.tile, explained.play.arm)


def is_good(explained: ExplainedPlay) -> bool:
    """Whether it loses no more than what nobody is asked about, and is a right answer."""
    return explained.lost < WORTH_PRACTISING


@frozen
class Scheduled:
    """An exercise and the day from which it is due. `right`: right answers in a row; None for `due`: it is known."""

    exercise: Exercise
    due: date | None
    right: int = 0

    def answered(self, today: date, *, is_right: bool) -> "Scheduled":
        """The same after an answer: a right one defers it further than the one before, a wrong one begins again."""
        right = self.right + 1 if is_right else 0
        days = DAYS[max(0, right - 1)] if right <= len(DAYS) else None
        return evolve(self, right=right, due=None if days is None else today + timedelta(days))


@define
class Practice:
    """All exercises of a player, newest first. `games`: the ids of games whose exercises were collected."""

    scheduled: tuple[Scheduled, ...] = ()
    games: tuple[str, ...] = ()

    def due(self, today: date) -> list[Exercise]:
        """The exercises that are due, the longest overdue first; of those of one day, the costliest first."""
        due = [(known.due, known.exercise) for known in self.scheduled if known.due is not None and known.due <= today]
        return [exercise for _, exercise in sorted(due, key=lambda row: (row[0], -row[1].cost))]

    def next_due(self) -> date | None:
        """The first day on which an exercise is due; None if there is none."""
        return min((known.due for known in self.scheduled if known.due is not None), default=None)

    def collect(self, game: str, exercises: Iterable[Exercise], today: date) -> None:
        """Take in the exercises of a game, once; they are due at once."""
        if game in self.games:
            return
        self.games = (game, *self.games)[:MOST_GAMES]
        new = tuple(Scheduled(exercise, today) for exercise in exercises)
        self.scheduled = (*new, *self.scheduled)[:MOST_EXERCISES]

    def answer(self, exercise: Exercise, today: date, *, is_right: bool) -> None:
        """Note an answer."""
        self.scheduled = tuple(
            known.answered(today, is_right=is_right) if known.exercise.key == exercise.key else known
            for known in self.scheduled
        )
