"""The six lessons, for somebody who has never played.

Here: their positions and texts. What is right, and what a wrong move leads to, the rules say (`lesson`).
"""

from typing import Final, NamedTuple

import attrs

from client.actions.panel import Sentences
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

_Players = tuple[tuple[str, str | None], ...]
_FOUR: Final[_Players] = (("You", None), ("Ana", None), ("Ben", None), ("Cho", None))
_TWO: Final[_Players] = (("You", None), ("Ana", None))
ENDED: Final = (
    "These were the six lessons. You know enough for a first match.",
    "In a match you see what each of your tiles would score, and the rules of every game can be looked up. A hint says"
    " which play is best, and why.",
)


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


def learning(*, is_drawn: bool, own: OwnGame | None = None) -> Course:
    """The course of the lessons. It begins with what a sum scores in the learner's own game, if that is another."""
    first, *others = lessons(is_drawn=is_drawn)
    if own is not None and _scores_otherwise(own.rules, first.view.table.rules):
        said = f"Your table plays {game_title(own.preset)}: there {what_scores(own.rules)}. Here is another game first."
        first = attrs.evolve(first, before=(*_read(said), *first.before))
    return Course(say("lesson.learn"), "Lesson", (first, *others), lambda _: _read(*ENDED))


def _scores_otherwise(one: Rules, other: Rules) -> bool:
    sums = {*reachable_sums(one), *reachable_sums(other)}
    return any(points_of(one, end_sum) != points_of(other, end_sum) for end_sum in sums)


def _ends_and_sums(*, is_drawn: bool) -> Lesson:
    return Lesson(
        "ends and sums",
        _position("fives-and-threes", _FOUR, "6-1 3-1 5-4 5-3 2-1 1-0", "6-6s 6-3l 6-4r", leader=1),
        _read(
            "Tiles are laid end to end: a tile fits where one of its halves has the number of an open end.",
            "After each play the numbers at the open ends are added up. If the sum can be divided by 3 or by 5, it"
            " scores: a point for each 3 in it, and a point for each 5. 9 is 3 threes, so 3 points; 10 is 2 fives, so 2"
            " points; 7 is nothing.",
        ),
        "Play the tile that scores most.",
        scores_most,
        ("The other end stays open and counts, too: look at both ends before you choose.",),
        is_drawn,
    )


_ENDS_OF_FIVE: Final = "6-6s 6-5l 6-4r 5-4r"


def _doubles(*, is_drawn: bool) -> Lesson:
    return Lesson(
        "doubles",
        _position("fives-and-threes", _FOUR, "6-6 5-2 3-2 5-0 5-5 1-1", _ENDS_OF_FIVE),
        _read(
            "A double lies crosswise, and both its halves count while it is an open end: 4-4 counts 8.",
            "15 is the best sum of all: it is 5 threes and 3 fives, so it scores for both.",
        ),
        "Both ends are 5. Play the tile that scores most.",
        scores_most,
        ("The next tile that is laid at a double covers it. Then it counts no more.",),
        is_drawn,
    )


def _knocking(*, is_drawn: bool) -> Lesson:
    return Lesson(
        "knocking",
        _position("fives-and-threes", _FOUR, "6-4 4-3 3-2 4-1 2-1 3-3", "6-6s 6-5l 6-0r", leader=1),
        _read(
            "A player who can lay a tile has to lay one. If none of your tiles fits, you knock, and it is the next"
            " player's turn.",
        ),
        "Look at the ends, and do what can be done.",
        scores_most,
        ("Everybody has seen now that you have no 5 and no 0. Remember it when others knock!",),
        is_drawn,
    )


def _exact_target(*, is_drawn: bool) -> Lesson:
    return Lesson(
        "the exact target",
        _position("fives-and-threes", _FOUR, "6-6 3-2 5-5 5-0 5-1 4-2", _ENDS_OF_FIVE, scores=(55, 40, 33, 47)),
        _read(
            "In this game you win with exactly 61 points. A play that would take you past 61 is allowed, but it scores"
            " nothing.",
            "You have 59.",
        ),
        "Win the match.",
        wins,
        ("Near the end a small score is often better than a large one.",),
        is_drawn,
    )


def _spinner_and_boneyard(*, is_drawn: bool) -> Lesson:
    tiles, moves, drawn = "5-5 5-4 6-4 6-2 4-2 4-0 6-6", "5-5s 5-1l 5-4r 4-3r", "6-5"
    before = _position("all-fives", _TWO, tiles, moves)
    after = _position("all-fives", _TWO, tiles, f"{moves} d{drawn}")
    then = Lesson(
        "the spinner",
        after,
        _read(
            f"You have drawn {drawn}. It fits the spinner, 5-5: that is the first double of the round. Once it has a"
            " neighbour at both sides, tiles can also be laid at its two other sides, so there are up to four ends."
            " A side of the spinner counts as soon as it has a tile.",
        ),
        f"Play {drawn}.",
        scores_most,
        ("All Fives counts the sum itself: 10 scores 10 points. The first to reach the target or more wins.",),
        is_drawn,
    )
    return Lesson(
        "the boneyard",
        before,
        _read(
            "All Fives is another game. Tiles that were not dealt are the boneyard: if none of your tiles fits, you"
            " draw from it until one does. Only when nothing is left there, you knock.",
        ),
        "Nothing fits, so do what can be done.",
        scores_most,
        (),
        is_drawn,
        drawn,
        then,
    )


def _when_not_to_score(*, is_drawn: bool) -> Lesson:
    return Lesson(
        "when not to score",
        _position(
            "cinq-et-trois", _TWO, "6-6 6-1 4-1 2-1 6-2 5-0 6-0", "6-6s 6-4l 6-1r 4-0l 2-1r 5-2r", scores=(20, 25)
        ),
        _read(
            "Points are good, but the next player scores, too. Ask yourself before a play: which ends does it leave,"
            " and what could be scored on them?",
            "Large sums are dangerous: a double can turn them into 15 or 20.",
        ),
        "Play so that you gain most, less what the next player could score then.",
        leaves_least,
        ("Sometimes a play that scores nothing wins the match.",),
        is_drawn,
    )


def _position(
    game: str, players: _Players, hand: str, moves: str, *, leader: int = 0, scores: tuple[int, ...] = ()
) -> Position:
    """A position in which you are in turn; it shows which tiles fit, and not what they score."""
    tiles = tuple(map(parse_tile, hand.split()))
    boneyard = len(set_of_tiles(6)) - len(players) * len(tiles)
    words = tuple(moves.split())
    return Position(game, players, tiles, words, 0, leader, scores, boneyard=boneyard, assist=Assist.LEGAL)


def _read(*lines: str) -> tuple[Sentences]:
    return (Sentences(lines),)
