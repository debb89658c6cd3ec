"""Lessons and exercises in lines: what is printed, what can be typed, and playing through all of them."""

from collections.abc import Callable
from typing import Any

import pytest

from client.actions.key_row import LINES, KeyRow, rows_of
from client.actions.keys import COURSE
from client.lines.course_lines import LineCourse
from client.model.practice import Exercise
from client.practice.course import Course, Phase
from client.practice.exercise_task import ExerciseTask
from client.practice.lessons import learning
from client.practice.practising import practising
from client.words.languages.by_name import language_named
from client.words.say import say, speaking
from protocol.log.commands import DrawTile, Move, PlayTile
from tests.client.exercises import TODAY, practice_of, right_answer, wrong_answer
from tests.client.practice.played_lessons import RIGHT_MOVES


class TypedCourse:
    """A course led by typed lines; `type` returns what is answered."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.printed: list[str] = []
        self.lines = LineCourse(course, self.printed.append)
        self.lines.begin()

    def type(self, line: str) -> list[str]:
        self.printed.clear()
        assert self.lines.obey(line)
        return list(self.printed)


@pytest.fixture
def lessons() -> TypedCourse:
    return TypedCourse(learning(is_drawn=False))


def typed(move: Move) -> str:
    if isinstance(move, PlayTile):
        return f"{move.tile} {move.arm}" if move.arm in ("left", "right", "up", "down") else str(move.tile)
    return "draw" if isinstance(move, DrawTile) else "k"


def test_a_lesson_begins_with_what_it_teaches_the_position_and_the_question(lessons: TypedCourse) -> None:
    assert lessons.printed == [
        "Lesson 1 of 6: ends and sums at Fives and Threes.",
        *lessons.printed[1:3],
        "From left to right: 3-6 6-6 6-4.",
        "Left 3, right 4: sum 7, 1 over 6.",
        "1: 6-1, no. 2: 3-1, left. 3: 5-4, right. 4: 5-3, left. 5: 2-1, no. 6: 1-0, no.",
        "Play the tile that scores most.",
    ]


def test_all_six_lessons_are_played_line_by_line(lessons: TypedCourse) -> None:
    said = []
    for move in RIGHT_MOVES:
        said += lessons.type(typed(move))
        if lessons.course.phase is Phase.AFTER:
            assert said[-1] == say("lesson.enter_goes_on")
            said += lessons.type("")

    assert lessons.course.phase is Phase.ENDED
    assert [line for line in said if line.startswith("Lesson ")] == [
        "Lesson 2 of 6: doubles at Fives and Threes.",
        "Lesson 3 of 6: knocking at Fives and Threes.",
        "Lesson 4 of 6: the exact target at Fives and Threes.",
        "Lesson 5 of 6: the boneyard at All Fives.",
        "Lesson 5 of 6: the spinner at All Fives.",
        "Lesson 6 of 6: when not to score at Cinq et Trois.",
    ]
    assert sum(line.startswith(say("lesson.right")) for line in said) == 6
    assert said[-2].startswith("These were the six lessons.")


@pytest.mark.parametrize("answer", [right_answer, wrong_answer])
def test_ten_exercises_are_answered_line_by_line(answer: Callable[[Exercise], PlayTile]) -> None:
    practice = practice_of(10)
    exercises = TypedCourse(practising(practice, TODAY, lambda: None, is_drawn=False, why_none=""))
    for number in range(1, 11):
        task = exercises.course.task
        assert isinstance(task, ExerciseTask)
        assert exercises.printed[0].startswith(f"Exercise {number} of 10: ")
        assert exercises.printed[-1] == say("lesson.which_is_best")
        said = exercises.type(typed(answer(task.exercise)))
        assert said[0].startswith(say("lesson.right")) is (answer is right_answer)
        assert sum(" in 100 such matches." in line for line in said) >= 2
        assert sum("Your answer" in line for line in said) == 1
        exercises.type("")

    assert exercises.course.phase is Phase.ENDED
    assert exercises.printed[1] == f"{10 if answer is right_answer else 0} of 10 answers were right."
    assert practice.due(TODAY) == []


def test_a_tile_is_named_by_its_number_or_itself_and_the_end_may_follow(lessons: TypedCourse) -> None:
    assert lessons.type("2") == ["Try again. You would score 1. Left 1, right 4: sum 5. Another play scores 3 points."]
    assert lessons.type("3-1 l") == lessons.type("2 left")
    assert lessons.type("9") == ["You hold no tile 9: they go from 1 to 6."]
    assert lessons.type("2 sideways") == ["sideways is no end: say left, right, up or down."]
    assert lessons.type("9-9") == ["You do not hold 9-9."]


def test_the_end_of_a_tile_that_fits_several_is_asked_for(lessons: TypedCourse) -> None:
    lessons.type("4")
    lessons.type("")
    assert lessons.type("5-2") == ["5-2 fits left and right: say left or right."]

    assert lessons.type("l")[0] == "You lead 6-6: ends 12, 4 points, total 4."
    lessons.type("5-2")
    assert lessons.type("right") == ["Try again. Left 5, right 2: sum 7, 1 over 6. Another play scores 8 points."]


@pytest.mark.parametrize("row", rows_of(COURSE, LINES), ids=lambda row: row.label)
def test_every_letter_is_answered(row: KeyRow[Any], lessons: TypedCourse) -> None:
    for key in row.typed.split(", "):
        if key in ("q", "quit", "leave", "exit"):
            assert not lessons.lines.obey(key)
        else:
            answered = lessons.type(key)
            assert answered
            assert not answered[0].startswith("Unknown")


def test_a_word_that_means_nothing_is_answered_with_one_that_does(lessons: TypedCourse) -> None:
    assert lessons.type("knok") == ["Unknown command knok; ? lists the commands. Did you mean knock?"]


def test_the_help_shows_words_of_the_language_that_do_the_same(lessons: TypedCourse) -> None:
    with speaking(language_named("fr")):
        assert "k, p, bouder\u00a0: bouder." in lessons.type("?")
        assert lessons.type("bouder") == lessons.type("knock")


def test_after_an_answer_only_enter_goes_on(lessons: TypedCourse) -> None:
    lessons.type("4")

    assert lessons.type("1") == [say("lesson.enter_goes_on")]
    assert lessons.type("k") == [say("lesson.enter_goes_on")]
    assert lessons.type("")[0] == "Lesson 2 of 6: doubles at Fives and Threes."
