"""The six lessons: what is right follows from the rules, and a wrong choice gets its reason."""

from collections.abc import Iterator

import pytest

from client.actions.panel import Passage
from client.practice.course import Phase
from client.practice.lesson import Lesson
from client.practice.lessons import OwnGame, learning, lessons
from client.practice.task import Again, Answered
from client.view.view import View
from protocol.game.presets import PRESETS, make_rules
from protocol.game.tiles import parse_tile
from protocol.log.choices import Play, worth
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.table import Stage
from tests.client.practice.played_lessons import RIGHT_MOVES, play_all

ENDS, DOUBLES, KNOCKING, TARGET, BONEYARD, NOT_TO_SCORE = lessons(is_drawn=True)
SPINNER = BONEYARD.then
assert SPINNER is not None
POSITIONS = (ENDS, DOUBLES, KNOCKING, TARGET, BONEYARD, SPINNER, NOT_TO_SCORE)


def moves_in(view: View) -> Iterator[Move]:
    yield from (DrawTile(), Knock())
    for tile in view.my_hand():
        yield from (PlayTile(tile, arm) for arm in view.arms_for(tile) or (None,))


def play(tile: str) -> PlayTile:
    return PlayTile(parse_tile(tile))


def points(lesson: Lesson, move: Move) -> int:
    assert isinstance(move, PlayTile)
    assert move.arm is not None
    return worth(lesson.view.table, 0, Play(move.tile, move.arm)).awarded


def right_moves(lesson: Lesson) -> list[Move]:
    return [move for move in moves_in(lesson.view) if isinstance(lesson.answer(move), Answered)]


def why_not(lesson: Lesson, move: Move) -> str:
    found = lesson.answer(move)
    assert isinstance(found, Again)
    return found.text


@pytest.mark.parametrize("lesson", POSITIONS, ids=lambda lesson: lesson.heading)
def test_each_position_is_a_running_game_in_which_i_am_in_turn(lesson: Lesson) -> None:
    assert lesson.view.is_my_turn
    assert lesson.view.table.stage is Stage.PLAYING


@pytest.mark.parametrize("lesson", POSITIONS, ids=lambda lesson: lesson.heading)
def test_every_wrong_choice_gets_a_reason_and_the_selected_tile_is_not_right(lesson: Lesson) -> None:
    right = right_moves(lesson)
    assert right

    for move in moves_in(lesson.view):
        assert move in right or why_not(lesson, move)
    assert lesson is SPINNER or all(getattr(move, "tile", None) != lesson.view.my_hand()[0] for move in right)


@pytest.mark.parametrize("lesson", [ENDS, DOUBLES, SPINNER], ids=lambda lesson: lesson.heading)
def test_the_right_play_is_the_one_that_scores_most(lesson: Lesson) -> None:
    plays = [move for move in moves_in(lesson.view) if isinstance(move, PlayTile) and move.arm is not None]
    most = max(points(lesson, move) for move in plays)

    assert right_moves(lesson) == [move for move in plays if points(lesson, move) == most]


def test_a_lower_score_is_answered_with_what_it_makes_and_what_is_possible() -> None:
    assert (
        why_not(ENDS, play("3-1")) == "Try again. You would score 1. Ends 1 and 4: sum 5. Another play scores 3 points."
    )


def test_a_tile_that_does_not_fit_is_answered_with_the_ends() -> None:
    assert why_not(ENDS, play("2-1")) == "2-1 does not fit: the ends are 3 and 4."


def test_a_double_at_an_end_counts_both_halves() -> None:
    assert [points(DOUBLES, move) for move in right_moves(DOUBLES)] == [8, 8]


def test_where_nothing_fits_one_has_to_knock_without_a_boneyard_and_to_draw_with_one() -> None:
    assert right_moves(KNOCKING) == [Knock()]
    assert why_not(KNOCKING, DrawTile()) == "There is nothing to draw: knock."
    assert right_moves(BONEYARD) == [DrawTile()]
    assert why_not(BONEYARD, Knock()) == "Nothing fits, but there are tiles to draw: draw first."


def test_points_past_the_exact_target_do_not_count_and_fewer_do_not_win() -> None:
    assert "59 and 8 make 67, past the target of 61" in why_not(
        TARGET, PlayTile(parse_tile("5-5"), TARGET.view.ends[0].arm)
    )
    assert "still need 1" in why_not(TARGET, PlayTile(parse_tile("5-0"), TARGET.view.ends[0].arm))
    assert {str(move.tile) for move in right_moves(TARGET) if isinstance(move, PlayTile)} == {"5-1"}
    assert "You have 59." in str(TARGET.before)
    assert TARGET.view.table.scores[0] == 59


def test_drawing_leads_to_the_position_with_the_drawn_tile_and_that_fits_only_the_spinner() -> None:
    found = BONEYARD.answer(DrawTile())
    assert isinstance(found, Answered)
    assert found.then is SPINNER

    assert SPINNER is not None
    drawn = SPINNER.view.my_hand()[-1]
    assert {move.arm for move in right_moves(SPINNER) if isinstance(move, PlayTile)} == {"up", "down"}
    assert SPINNER.view.layout.spinner is not None
    assert SPINNER.view.layout.spinner.tile.high in drawn


def test_not_scoring_is_right_where_scoring_gives_more_to_the_next_player() -> None:
    (right,) = right_moves(NOT_TO_SCORE)
    assert points(NOT_TO_SCORE, right) == 0
    assert isinstance(right, PlayTile)
    (greedy,) = (end.arm for end in NOT_TO_SCORE.view.ends if end.arm is not right.arm)

    assert points(NOT_TO_SCORE, PlayTile(right.tile, greedy)) == 2
    assert "Then Ana could score 8, with 5-5. Another play leaves at most 1." in why_not(
        NOT_TO_SCORE, PlayTile(right.tile, greedy)
    )


@pytest.mark.parametrize("is_drawn", [True, False])
def test_all_six_lessons_are_played_to_the_end(*, is_drawn: bool) -> None:
    course = learning(is_drawn=is_drawn)

    headings = play_all(course)

    assert [heading.split(":")[0] for heading in headings] == [
        *(f"Lesson {number} of 6" for number in (1, 2, 3, 4, 5, 5, 6)),
    ]
    assert course.phase is Phase.ENDED
    assert course.right == 6
    assert not course.go_on()


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("all-fives", "Your table plays All Fives: there a multiple of 5 scores that many points."),
        ("all-threes", "Your table plays All Threes: there a multiple of 3 scores that many points."),
    ],
)
def test_at_a_table_whose_sums_score_otherwise_they_begin_with_its_points(game: str, says: str) -> None:
    course = learning(is_drawn=True, own=OwnGame(game, make_rules(PRESETS[game])[0]))

    assert course.panel is not None
    own, lesson = course.panel.blocks
    assert isinstance(own, Passage)
    assert isinstance(lesson, Passage)
    assert own.lines[0].startswith(says)
    assert lesson.lines[0].startswith("Tiles are laid end to end")


def test_at_a_table_where_sums_score_the_same_there_is_nothing_to_add() -> None:
    for game in ("fives-and-threes", "cinq-et-trois"):
        course = learning(is_drawn=True, own=OwnGame(game, make_rules(PRESETS[game])[0]))

        assert course.panel == learning(is_drawn=True).panel


def test_each_lesson_names_its_game() -> None:
    assert [lesson.heading.partition(" at ")[2] for lesson in POSITIONS] == [
        *4 * ["Fives and Threes"],
        *2 * ["All Fives"],
        "Cinq et Trois",
    ]


def test_a_move_changes_nothing_while_there_is_something_to_read() -> None:
    course = learning(is_drawn=True)

    assert course.answer(RIGHT_MOVES[0]) == ""
    assert course.phase is Phase.BEFORE
