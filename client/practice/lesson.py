"""A lesson: a position, what it teaches, and the move that is looked for.

Here: `Lesson`, and the goals, which the rules decide: no lesson has a list of right moves. Not here: the lessons
themselves (`lessons`), the sentences about a move (`words.lesson_words`).
"""

from collections.abc import Callable, Iterator

import attrs

from client.actions.panel import Block, Passage
from client.practice.task import Again, Answered, allowed
from client.view.position import Position, after_move
from client.view.view import View
from client.words import lesson_words
from client.words.name_words import game_title
from client.words.say import say, together
from protocol.frozen import define
from protocol.game.tiles import Tile, parse_tile, set_of_tiles
from protocol.log.choices import Play, plays_of, worth
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.events import Knocked, MoveEvent, TileDrawn, TilePlayed
from protocol.log.table import Table

Goal = Callable[[View, Play], str]
"""Why this legal play is not the one that is looked for; empty if it is."""


@define(frozen=True, slots=False)
class Lesson:
    """A position to learn from, and its topic. `is_drawn`: the player sees the table on a board.

    `before` and `after`: what to read before and after the right move. `drawn`: the tile that the player gets who
    draws. `then`: the rest of the lesson, in the position after that.
    """

    topic: str
    position: Position
    before: tuple[Block, ...]
    question: str
    goal: Goal
    after: tuple[str, ...]
    is_drawn: bool
    drawn: str = ""
    then: "Lesson | None" = None

    @property
    def heading(self) -> str:
        """As `Task.heading`, with the game: what is learnt about points need not be so in another one."""
        return say("lesson.topic_at", topic=self.topic, game=game_title(self.position.preset))

    @property
    def view(self) -> View:
        """As `Task.view`."""
        return self.position.view(is_drawn=self.is_drawn)

    @property
    def situation(self) -> tuple[str, ...]:
        """As `Task.situation`: what matters is in the text."""
        return ()

    @property
    def recent(self) -> frozenset[Tile]:
        """As `Task.recent`."""
        return self.position.recent

    @property
    def moves(self) -> list[str]:
        """As `Task.moves`."""
        return moves_of(self.position, is_drawn=self.is_drawn)

    def answer(self, move: Move) -> Again | Answered:
        """As `Task.answer`."""
        view = self.view
        assert view.seat is not None
        checked = allowed(view, move)
        if isinstance(checked, Again):
            return checked
        match checked:
            case PlayTile(tile, arm):
                assert arm is not None
                play = Play(tile, arm)
                missed = self.goal(view, play)
                if missed:
                    return Again(lesson_words.try_again(view, play, missed))
                return self._done(view, TilePlayed(view.seat, *play), lesson_words.right(view, play))
            case DrawTile():
                return self._done(view, TileDrawn(view.seat, parse_tile(self.drawn)))
            case Knock():
                return self._done(view, Knocked(view.seat))

    def _done(self, view: View, move: MoveEvent, result: str = "") -> Answered:
        after = attrs.evolve(view, table=after_move(view.table, move))
        if self.then is not None:
            return Answered((), after, then=self.then)
        return Answered((Passage((result or say("lesson.right"), *self.after)),), after)


def moves_of(position: Position, *, is_drawn: bool) -> list[str]:
    """A line for each move of the round so far."""
    history = ((View(table, position.seat, is_drawn=is_drawn), move) for table, move in position.history)
    return lesson_words.last_moves(history)


# Goals.


def scores_most(view: View, play: Play) -> str:
    """No other play scores more."""
    most = max(_points(view.table, view, other) for other in view.my_plays())
    return "" if _points(view.table, view, play) == most else lesson_words.could_score_more(most)


def wins(view: View, play: Play) -> str:
    """The play reaches the target."""
    assert view.seat is not None
    score = view.table.score_of(view.seat) + _points(view.table, view, play)
    return "" if score >= view.table.rules.target else lesson_words.does_not_win(view, score)


def leaves_least(view: View, play: Play) -> str:
    """What it scores, less the most that the next player could score then, is as much as with any other play."""
    balances = {other: _points(view.table, view, other) - _best_reply(view, other)[0] for other in view.my_plays()}
    best = max(balances, key=lambda other: balances[other])
    if balances[play] == balances[best]:
        return ""
    said = lesson_words.could_reply(view, *_best_reply(view, play))
    return together(said, lesson_words.leaves_less(_best_reply(view, best)[0]))


def _points(table: Table, view: View, play: Play) -> int:
    assert view.seat is not None
    return worth(table, view.seat, play).awarded


def _best_reply(view: View, play: Play) -> tuple[int, Tile | None]:
    """The most that the next player could score after a play, as far as the viewer knows, and with which tile."""
    replies = [(points, tile) for tile, points in _replies(view, play) if points]
    return max(replies, default=(0, None))


def _replies(view: View, play: Play) -> Iterator[tuple[Tile, int]]:
    """What each tile that the viewer does not see would score at its best end."""
    assert view.seat is not None
    after = after_move(view.table, TilePlayed(view.seat, *play))
    assert after.round is not None
    seat, hands = after.round.turn, after.round.hands
    for tile in set_of_tiles(after.rules.max_pip):
        if tile in after.round.layout.tiles or tile in hands[view.seat]:
            continue
        held = (tile, *hands[seat][1:])
        held_by_next = (*hands[:seat], held, *hands[seat + 1 :])
        table = attrs.evolve(after, round=attrs.evolve(after.round, hands=held_by_next))
        fitting = [worth(table, seat, reply).awarded for reply in plays_of(table, seat) if reply.tile == tile]
        yield tile, max(fitting, default=0)
