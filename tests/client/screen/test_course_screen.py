"""Lessons and exercises on the full screen: the board beside what there is to read, keys, clicks, small terminals."""

from collections.abc import Callable
from typing import Any

import pytest

from client.actions.key_row import SCREEN, KeyRow, rows_of
from client.actions.keys import COURSE
from client.model.practice import Exercise
from client.picture.pinwheel import Size
from client.practice.course import Phase
from client.practice.exercise_task import ExerciseTask
from client.practice.lessons import learning
from client.practice.practising import practising
from client.screen.course_screen import CourseScreen
from client.screen.paper import EndHit, TileHit
from client.words.say import say
from protocol.game.layout import Arm
from protocol.game.tiles import parse_tile
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from tests.client.exercises import TODAY, practice_of, right_answer, wrong_answer
from tests.client.frames import as_text, painted
from tests.client.practice.played_lessons import RIGHT_MOVES

SIZES = [Size(80, 24), Size(120, 40), Size(40, 20), Size(20, 8)]
NORMAL, SMALL = Size(80, 24), Size(40, 20)


def lessons() -> CourseScreen:
    return CourseScreen(learning(is_drawn=True), clock=lambda: 0.0)


def exercises() -> CourseScreen:
    course = practising(practice_of(10), TODAY, lambda: None, is_drawn=True, why_none="")
    return CourseScreen(course, clock=lambda: 0.0)


def seen(screen: CourseScreen, size: Size = NORMAL) -> str:
    return as_text(painted(screen, size))


def hand_in(screen: CourseScreen) -> str:
    """The lines from the ends on."""
    return seen(screen).partition("\nEnds ")[2]


def make(screen: CourseScreen, move: Move, size: Size = NORMAL) -> None:
    """Make this move with keys."""
    view = screen.course.view
    assert view is not None
    match move:
        case DrawTile():
            screen.press("space")
        case Knock():
            screen.press("k")
        case PlayTile(tile, arm):
            screen.press(str(view.my_hand().index(tile) + 1))
            for _ in range(4):
                if screen.scene().chosen is not arm:
                    screen.press("down")
            assert seen(screen, size)
            screen.press("enter")


def read(screen: CourseScreen, size: Size = NORMAL) -> None:
    """Read until a move is awaited, or it is the end."""
    while screen.course.phase in (Phase.BEFORE, Phase.AFTER):
        assert seen(screen, size)
        screen.press("enter")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_six_lessons_are_played_with_keys(size: Size) -> None:
    screen = lessons()
    for move in RIGHT_MOVES:
        read(screen, size)
        make(screen, move, size)
    read(screen, size)

    assert screen.course.right == 6
    assert screen.course.phase is Phase.ENDED
    assert "six" in seen(screen, size)
    screen.press("enter")
    assert screen.is_left
    assert screen.goes_on


def test_at_the_end_the_player_may_go_on_to_what_the_lessons_lead_to_or_leave() -> None:
    screen = CourseScreen(learning(is_drawn=True, leads_to="a first match"), clock=lambda: 0.0)
    for move in RIGHT_MOVES:
        read(screen, NORMAL)
        make(screen, move, NORMAL)
    read(screen, NORMAL)

    assert "Enter: a first match" in seen(screen, NORMAL)
    screen.press("q")
    assert screen.is_left
    assert not screen.goes_on


@pytest.mark.parametrize("size", [NORMAL, SMALL], ids=str)
@pytest.mark.parametrize("answer", [right_answer, wrong_answer])
def test_ten_exercises_are_answered_with_keys(size: Size, answer: Callable[[Exercise], PlayTile]) -> None:
    screen = exercises()
    for number in range(1, 11):
        task = screen.course.task
        assert isinstance(task, ExerciseTask)
        assert f"{number}/10" in seen(screen, size)
        assert say("lesson.which_is_best") in seen(screen, size)
        make(screen, answer(task.exercise), size)
        assert " is b" in " ".join(seen(screen, size).split())
        screen.press("enter")

    right = 10 if answer is right_answer else 0
    assert f"{right} of 10 answers were right." in seen(screen, size)


def test_the_board_stays_visible_beside_the_text_of_a_lesson() -> None:
    screen = lessons()

    assert "Lesson 1 of 6: ends and sums" in seen(screen)
    assert "║ 3 ║ 6 ║" in seen(screen)
    assert "Enter: try it" in seen(screen)


def test_on_a_small_terminal_the_text_is_in_place_of_the_board_and_can_be_scrolled() -> None:
    screen, tiny = lessons(), Size(40, 10)
    first = seen(screen, tiny)
    assert "║" not in first

    screen.press("down")

    assert seen(screen, tiny) != first
    screen.press("enter")
    assert screen.course.phase is Phase.PLAYING


def test_where_nothing_fits_a_narrow_terminal_has_the_keys_to_draw_and_to_knock() -> None:
    screen, narrow = lessons(), Size(40, 20)
    for move in RIGHT_MOVES[:2]:
        read(screen, narrow)
        assert "Enter play" in seen(screen, narrow).splitlines()[-1]
        make(screen, move, narrow)
    read(screen, narrow)

    assert "k knock" in seen(screen, narrow).splitlines()[-1]
    assert "Space" not in seen(screen, narrow).splitlines()[-1], "this game has no boneyard"


def test_the_lesson_about_knocking_leaves_it_to_the_player_to_find_that_nothing_fits() -> None:
    screen = lessons()
    for move in RIGHT_MOVES[:2]:
        read(screen)
        make(screen, move)
    read(screen)

    for size in SIZES:
        assert "othing fits" not in seen(screen, size)
    screen.press("enter")
    assert screen.course.phase is Phase.AFTER, "Enter does what can be done, as at a table"


def test_an_exercise_offers_no_move_beside_plays() -> None:
    footer = seen(exercises(), Size(120, 40)).splitlines()[-1]

    assert "draw" not in footer
    assert "knock" not in footer


def test_a_wrong_choice_is_answered_under_the_board_and_nothing_else_changes() -> None:
    screen = lessons()
    screen.press("enter")
    screen.press("2")
    screen.press("enter")

    assert "Try again. You would score 1. Ends 1 and 4: sum 5. Another play scores 3 points." in seen(screen)
    assert screen.course.phase is Phase.PLAYING
    screen.press("right")
    assert "Play the tile that scores most." in seen(screen)


def test_a_reason_that_has_no_room_under_the_board_is_on_a_card() -> None:
    screen = lessons()
    for move in RIGHT_MOVES[:3]:
        read(screen, SMALL)
        make(screen, move, SMALL)
    read(screen, SMALL)
    seen(screen, SMALL)
    make(screen, PlayTile(parse_tile("5-5"), Arm.LEFT), SMALL)

    assert "past the target of 61" in " ".join(seen(screen, SMALL).replace("│", " ").split())
    screen.press("enter")
    assert screen.windows.front is None


def test_the_lessons_do_not_show_what_a_tile_would_score_but_exercises_do() -> None:
    screen = lessons()
    screen.press("enter")
    assert "4: fits" in hand_in(screen)
    assert "+" not in hand_in(screen)

    assert "+" in hand_in(exercises())


def test_a_tile_and_an_end_are_chosen_with_clicks_and_a_second_click_plays() -> None:
    screen = lessons()
    read(screen)
    make(screen, RIGHT_MOVES[0])
    read(screen)
    seen(screen)
    screen.hit(TileHit(parse_tile("5-5")))
    screen.hit(EndHit(Arm.RIGHT))
    assert screen.selection.arm is Arm.RIGHT
    screen.hit(EndHit(Arm.RIGHT))

    assert screen.course.phase is Phase.AFTER


def test_a_click_on_an_end_where_the_tile_does_not_fit_says_so_and_chooses_nothing_else() -> None:
    screen = exercises()
    view = screen.course.view
    assert view is not None
    tile, arm = next(
        (tile, arm)
        for tile in view.my_hand()
        for arm in (end.arm for end in view.ends)
        if arm not in view.arms_to_choose(tile)
    )
    screen.hit(TileHit(tile))
    before = screen.selection
    screen.hit(EndHit(arm))

    assert screen.selection == before
    assert "does not fit" in seen(screen)
    assert screen.course.phase is Phase.PLAYING


@pytest.mark.slow("presses every key at every moment")
@pytest.mark.parametrize("row", rows_of(COURSE, SCREEN), ids=lambda row: row.label)
@pytest.mark.parametrize("phase", list(Phase), ids=lambda phase: phase.name)
def test_every_key_is_harmless_at_any_moment(row: KeyRow[Any], phase: Phase) -> None:
    for key in row.does:
        screen = lessons()
        for move in RIGHT_MOVES if phase is Phase.ENDED else RIGHT_MOVES[: phase is Phase.AFTER]:
            read(screen)
            make(screen, move)
        if phase in (Phase.ENDED, Phase.PLAYING):
            read(screen)
        assert screen.course.phase is phase
        seen(screen)
        screen.press(key)
        assert seen(screen)


def test_questions_are_answered_at_any_moment_and_q_leaves() -> None:
    screen = lessons()
    screen.press("c")
    screen.press("enter")
    screen.press("c")
    assert "Ends 3 and 4: sum 7, no points." in seen(screen)
    screen.press("r")
    assert "Rules of this table" in seen(screen)
    screen.press("escape")

    screen.press("q")

    assert screen.is_left
