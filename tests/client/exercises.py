"""Exercises for tests: twelve turns of the recorded games, as `fives practise` stores them."""

import json
from datetime import date
from pathlib import Path
from typing import Final

from attrs import evolve

from client.model.practice import Exercise, Practice, is_good, play_of
from client.store.saved_practice import practice_from_json
from protocol.log.commands import PlayTile

STORED: Final = Path(__file__).with_name("exercises.json")
"""A file of the first release that had exercises. Each line has the turn of a game, and what its plays were worth."""
TODAY: Final = date(2026, 3, 2)
"""The day from which all of them are due."""


def practice_of(many: int = 10) -> Practice:
    """So many exercises, all of them due."""
    practice = practice_from_json(json.loads(STORED.read_text(encoding="utf-8")))
    return evolve(practice, scheduled=practice.scheduled[-many:])


def exercises(many: int = 10) -> tuple[Exercise, ...]:
    """So many exercises."""
    return tuple(known.exercise for known in practice_of(many).scheduled)


def right_answer(exercise: Exercise) -> PlayTile:
    """The best play."""
    return PlayTile(*play_of(exercise.plays[0]))


def wrong_answer(exercise: Exercise) -> PlayTile:
    """The play that is worth least."""
    worst = exercise.plays[-1]
    assert not is_good(worst)
    return PlayTile(*play_of(worst))
