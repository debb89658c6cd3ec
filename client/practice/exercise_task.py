"""An exercise: a turn of the player's own game, in which any legal play is an answer.

Here: the answer, and what is said about it. Not here: the exercises that are due (`model.practice`), the sentences
(`words.lesson_words`), the course of them (`practising`).
"""

from collections.abc import Iterator
from functools import cached_property

import attrs

from client.actions.panel import Block, Grid, Passage, Row
from client.model.practice import Exercise, is_good, play_of
from client.practice.lesson import moves_of
from client.practice.task import Again, Answered, allowed
from client.view.position import after_move
from client.view.view import View
from client.words import lesson_words
from client.words.answer_words import scores
from client.words.say import say
from protocol.frozen import define
from protocol.game.tiles import Tile
from protocol.log.choices import Play
from protocol.log.commands import Move, PlayTile
from protocol.log.events import TilePlayed
from protocol.wire.explained import ExplainedPlay


@define(frozen=True, slots=False)
class ExerciseTask:
    """An exercise to answer. `is_drawn`: the player sees the table on a board."""

    exercise: Exercise
    is_drawn: bool

    @property
    def heading(self) -> str:
        """As `Task.heading`."""
        return lesson_words.where_from(self.view, self.exercise.at)

    @property
    def before(self) -> tuple[Block, ...]:
        """As `Task.before`: nothing, the question says it all."""
        return ()

    @property
    def situation(self) -> tuple[str, ...]:
        """As `Task.situation`: the scores."""
        return (scores(self.view),)

    @property
    def question(self) -> str:
        """As `Task.question`."""
        return say("lesson.which_is_best")

    @cached_property
    def view(self) -> View:
        """As `Task.view`."""
        return self.exercise.position.view(is_drawn=self.is_drawn)

    @property
    def recent(self) -> frozenset[Tile]:
        """As `Task.recent`."""
        return self.exercise.position.recent

    @property
    def moves(self) -> list[str]:
        """As `Task.moves`."""
        return moves_of(self.exercise.position, is_drawn=self.is_drawn)

    def answer(self, move: Move) -> Again | Answered:
        """As `Task.answer`."""
        view = self.view
        assert view.seat is not None
        checked = allowed(view, move)
        if isinstance(checked, Again):
            return checked
        assert isinstance(checked, PlayTile)  # in an exercise there is a choice between plays
        assert checked.arm is not None
        answer = self.exercise.explained(Play(checked.tile, checked.arm))
        after = after_move(view.table, TilePlayed(view.seat, checked.tile, checked.arm))
        return Answered((*self._about(answer),), attrs.evolve(view, table=after), is_good(answer))

    def _about(self, answer: ExplainedPlay) -> Iterator[Block]:
        best, made = self.exercise.plays[0], self.exercise.explained(self.exercise.made)
        yield Passage((lesson_words.verdict(self.view, answer, best, is_right=is_good(answer)),))
        if is_good(answer) and not is_good(made):  # an exercise of an earlier release may be about less
            yield Passage((lesson_words.why_best(self.view, best, made),))
        yield Grid(
            lesson_words.head_of_plays(), tuple(self._row(play, answer) for play in self._distinct(answer, made))
        )

    def _distinct(self, *always: ExplainedPlay) -> Iterator[ExplainedPlay]:
        """The plays, without a second one that lays the same tile with the same effect; those of `always` stay."""
        seen = set[tuple[object, ...]]()
        for explained in self.exercise.plays:
            play = explained.play
            effect = play.tile, play.points, play.win, explained.lost
            if effect not in seen or any(explained is other for other in always):
                yield explained
            seen.add(effect)

    def _row(self, explained: ExplainedPlay, answer: ExplainedPlay) -> Row:
        is_made = play_of(explained) == self.exercise.made
        cells = lesson_words.row_of_play(self.view, explained, is_answer=explained is answer, is_made=is_made)
        sentence = lesson_words.worth(self.view, explained, is_answer=explained is answer, is_made=is_made)
        return Row(cells, sentence, is_marked=explained is self.exercise.plays[0])
