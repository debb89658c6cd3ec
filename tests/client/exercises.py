"""Exercises for tests, from recorded games: what each play is worth is estimated in few deals, so that it is quick."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import islice
from typing import Final

from client.model.practice import Exercise, Practice, is_good, play_of
from client.practice.collecting import exercises_of
from daemon.measure.game_analysis import decisions_of, explain_turn
from protocol.log.commands import PlayTile
from protocol.wire.explained import Explanation
from tests.client.recorded import record_of

TODAY: Final = date(2026, 3, 2)
_WORLDS: Final = 12


@cache
def exercises(many: int = 10) -> tuple[Exercise, ...]:
    """So many exercises."""
    return tuple(islice(_exercises(), many))


def _exercises() -> Iterator[Exercise]:
    for name in ("cinq-et-trois", "all-fives", "fives-and-threes", "playroom", "all-threes", "partners"):
        record = record_of(name)
        for decision in decisions_of(record.entries):
            turn = explain_turn((decision, _WORLDS, "1"))
            yield from exercises_of(record, decision.situation.seat, Explanation((turn,)))


def practice_of(many: int = 10) -> Practice:
    """So many exercises, all of them due."""
    practice = Practice()
    by_game: dict[str, list[Exercise]] = {}
    for exercise in exercises(many):
        by_game.setdefault(exercise.game, []).append(exercise)
    for game, found in by_game.items():
        practice.collect(game, found, TODAY)
    return practice


def right_answer(exercise: Exercise) -> PlayTile:
    """The best play."""
    return PlayTile(*play_of(exercise.plays[0]))


def wrong_answer(exercise: Exercise) -> PlayTile:
    """The play that is worth least."""
    worst = exercise.plays[-1]
    assert not is_good(worst)
    return PlayTile(*play_of(worst))
