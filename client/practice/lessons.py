"""The six lessons, for somebody who has never played.

Here: their positions and texts. What is right, and what a wrong move leads to, the rules say (`lesson`).
"""

from typing import Final, NamedTuple

import attrs

from client.actions.panel import Passage
from client.practice.course import Course
from client.practice.lesson import Lesson, leaves_least, scores_most, wins
from client.view.position import Position
from client.words.brief_rules import what_scores
from client.words.name_words import game_title
from client.words.say import say
from protocol.game.rules import Rules
from protocol.game.scoring import points_of, reachable_sums
from protocol.game.table_options import Assist
from protocol.game.tiles import parse_tile, set_of_tiles


def lessons(*, is_drawn: bool) -> tuple[Lesson, ...]:
    """The lessons in order. `is_drawn`: the player sees the table on a board."""
    return (
        _ends_and_sums(is_drawn=is_drawn),
        _doubles(is_drawn=is_drawn),
        _knocking(is_drawn=is_drawn),
        _exact_target(is_drawn=is_drawn),
        _spinner_and_boneyard(is_drawn=is_drawn),
        _when_not_to_score(is_drawn=is_drawn),
    )


class OwnGame(NamedTuple):
    """The game of the table that the learner comes from, and its rules."""

    preset: str
    rules: Rules


def learning(*, is_drawn: bool, own: OwnGame | None = None, leads_to: str = "") -> Course:
    """The course of the lessons. It begins with what a sum scores in the learner's own game, if that is another.

    `leads_to`: as of a `Course`.
    """
    first, *others = lessons(is_drawn=is_drawn)
    if own is not None and _scores_otherwise(own.rules, first.view.table.rules):
        said = say("lesson.own_game", game=game_title(own.preset), what_scores=what_scores(own.rules))
        first = attrs.evolve(first, before=(*_read(said), *first.before))
    return Course(say("lesson.learn"), _numbered, (first, *others), _ending, has_lessons=True, leads_to=leads_to)


def _numbered(number: int, of_all: int, about: str) -> str:
    return say("lesson.heading", number=number, of_all=of_all, about=about)


def _ending(_: Course) -> tuple[Passage]:
    return _read(say("lesson.ended"), say("lesson.ended_help"))


def _scores_otherwise(one: Rules, other: Rules) -> bool:
    sums = {*reachable_sums(one), *reachable_sums(other)}
    return any(points_of(one, end_sum) != points_of(other, end_sum) for end_sum in sums)


def _ends_and_sums(*, is_drawn: bool) -> Lesson:
    return Lesson(
        say("lesson.sums"),
        _position("fives-and-threes", 4, "6-1 3-1 5-4 5-3 2-1 1-0", "6-6s 6-3l 6-4r", leader=1),
        _read(say("lesson.sums_fit"), say("lesson.sums_score")),
        say("lesson.sums_question"),
        scores_most,
        (say("lesson.sums_after"),),
        is_drawn,
    )


_ENDS_OF_FIVE: Final = "6-6s 6-5l 6-4r 5-4r"


def _doubles(*, is_drawn: bool) -> Lesson:
    return Lesson(
        say("lesson.doubles"),
        _position("fives-and-threes", 4, "6-6 5-2 3-2 5-0 5-5 1-1", _ENDS_OF_FIVE),
        _read(say("lesson.doubles_count"), say("lesson.doubles_best")),
        say("lesson.doubles_question"),
        scores_most,
        (say("lesson.doubles_after"),),
        is_drawn,
    )


def _knocking(*, is_drawn: bool) -> Lesson:
    return Lesson(
        say("lesson.knocking"),
        _position("fives-and-threes", 4, "6-4 4-3 3-2 4-1 2-1 3-3", "6-6s 6-5l 6-0r", leader=1),
        _read(say("lesson.knocking_rule")),
        say("lesson.knocking_question"),
        scores_most,
        (say("lesson.knocking_after"),),
        is_drawn,
    )


def _exact_target(*, is_drawn: bool) -> Lesson:
    return Lesson(
        say("lesson.target"),
        _position("fives-and-threes", 4, "6-6 3-2 5-5 5-0 5-1 4-2", _ENDS_OF_FIVE, scores=(55, 40, 33, 47)),
        _read(say("lesson.target_rule"), say("lesson.target_score")),
        say("lesson.target_question"),
        wins,
        (say("lesson.target_after"), say("lesson.target_stop")),
        is_drawn,
    )


def _spinner_and_boneyard(*, is_drawn: bool) -> Lesson:
    tiles, moves, drawn = "5-5 5-4 6-4 6-2 4-2 4-0 6-6", "5-5s 5-1l 5-4r 4-3r", "6-5"
    before = _position("all-fives", 2, tiles, moves)
    after = _position("all-fives", 2, tiles, " ".join((moves, f"d{drawn}")))
    then = Lesson(
        say("lesson.spinner"),
        after,
        _read(say("lesson.spinner_rule", tile=drawn)),
        say("lesson.spinner_question", tile=drawn),
        scores_most,
        (say("lesson.spinner_after"),),
        is_drawn,
    )
    return Lesson(
        say("lesson.boneyard"),
        before,
        _read(say("lesson.boneyard_rule"), *([say("lesson.boneyard_sides")] if is_drawn else [])),
        say("lesson.boneyard_question"),
        scores_most,
        (),
        is_drawn,
        drawn,
        then,
    )


def _when_not_to_score(*, is_drawn: bool) -> Lesson:
    return Lesson(
        say("lesson.not_to_score"),
        _position("cinq-et-trois", 2, "6-6 6-1 4-1 2-1 6-2 5-0 6-0", "6-6s 6-4l 6-1r 4-0l 2-1r 5-2r", scores=(20, 25)),
        _read(say("lesson.not_to_score_reply"), say("lesson.not_to_score_large")),
        say("lesson.not_to_score_question"),
        leaves_least,
        (say("lesson.not_to_score_after"),),
        is_drawn,
    )


def _position(
    game: str, seats: int, hand: str, moves: str, *, leader: int = 0, scores: tuple[int, ...] = ()
) -> Position:
    """A position in which you are in turn; it shows which tiles fit, and not what they score."""
    tiles = tuple(map(parse_tile, hand.split()))
    boneyard = len(set_of_tiles(6)) - seats * len(tiles)
    words = tuple(moves.split())
    names = (say("name.you_first"), say("lesson.first_player"), say("lesson.second_player"), say("lesson.third_player"))
    players = tuple((name, None) for name in names[:seats])
    return Position(game, players, tiles, words, 0, leader, scores, boneyard=boneyard, assist=Assist.LEGAL)


def _read(*lines: str) -> tuple[Passage]:
    return (Passage(lines),)
