"""Exercises: which plays become one, what is said about an answer, and when one comes back."""

from datetime import date, timedelta

import pytest
from attrs import evolve

from client.actions.panel import Grid, Passage
from client.model.practice import DAYS, Exercise, Practice
from client.practice.collecting import MOST_OF_A_GAME, exercises_of, turns_to_explain
from client.practice.course import Phase
from client.practice.exercise_task import ExerciseTask
from client.practice.practising import MOST_AT_ONCE, practising
from client.practice.task import Again, Answered
from protocol.game.layout import Arm
from protocol.game.tiles import parse_tile
from protocol.log.commands import Knock
from protocol.log.table import Table, fold
from protocol.wire.analysis import Analysis, BetterPlay, JudgedPlay
from protocol.wire.explained import ExplainedPlay, ExplainedTurn, Explanation
from protocol.wire.record import Record
from tests.client.exercises import TODAY, exercises, practice_of, right_answer, wrong_answer
from tests.client.recorded import record_of


def later(days: int) -> date:
    return TODAY + timedelta(days)


def explained(seq: int, plays: tuple[ExplainedPlay, ...]) -> Explanation:
    return Explanation((ExplainedTurn(seq, plays),))


# Which plays.


def judged(seq: int, lost: float, error: float, seat: int = 0) -> JudgedPlay:
    better = BetterPlay(parse_tile("0-0"), Arm.LEFT, 0.5 + lost) if lost else None
    return JudgedPlay(seq, seat, parse_tile("1-1"), Arm.LEFT, 0.5, 0.01, lost, better, lost_error=error)


def analysis(*plays: JudgedPlay) -> Analysis:
    return Analysis(2, "g", 400, 1, (), (), plays)


def test_only_own_plays_whose_loss_is_certain_are_asked_the_costliest_first() -> None:
    found = analysis(
        judged(1, 0.05, 0.01),
        judged(2, 0.05, 0.025),  # it might have lost nothing that matters
        judged(3, 0.20, 0.01, seat=1),
        judged(4, 0.30, 0.01),
        judged(5, 0.009, 0.0001),
        judged(6, 0.0, 0.0),
        judged(8, 0.024, 0.001),  # certain, and petty
        judged(7, 0.10, 0.0),  # an older analysis, which does not say how certain it is
    )

    assert turns_to_explain(record_of("all-fives"), found, 0) == (4, 1)


def test_a_game_has_at_most_five_exercises() -> None:
    found = analysis(*(judged(seq, 0.1 + seq / 100, 0.001) for seq in range(1, 10)))

    assert len(turns_to_explain(record_of("all-fives"), found, 0)) == MOST_OF_A_GAME


def test_plays_near_an_exact_target_are_asked_first() -> None:
    """A sum of 15 pays 8: too much from 24 of exactly 31 points on."""
    record = record_of("cinq-et-trois")
    near = 1 + min(entry.seq for entry in record.entries if max(table_after(record, entry.seq).scores, default=0) >= 24)
    far = [near - before for before in range(1, MOST_OF_A_GAME + 1)]
    found = analysis(*(judged(seq, 0.2, 0.001) for seq in far), judged(near, 0.03, 0.001))

    assert turns_to_explain(record, found, 0) == (near, *far[:-1])


def table_after(record: Record, seq: int) -> Table:
    return fold(entry.event for entry in record.entries[:seq])


def test_a_play_that_does_not_lose_much_in_other_deals_becomes_no_exercise() -> None:
    record, exercise = record_of("cinq-et-trois"), exercises()[-1]
    for lost in (0.0, 0.02):
        nearly_as_good = tuple(evolve(play, lost=min(lost, play.lost)) for play in exercise.plays)
        assert [*exercises_of(record, exercise.position.seat, explained(exercise.seq, nearly_as_good))] == []
    assert [*exercises_of(record, exercise.position.seat, explained(exercise.seq, exercise.plays))] == [exercise]


# Answers.


@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: f"{exercise.game}-{exercise.seq}")
def test_the_best_play_is_right_and_the_worst_is_wrong_with_what_each_was_worth(exercise: Exercise) -> None:
    task = ExerciseTask(exercise, is_drawn=True)
    right, wrong = task.answer(right_answer(exercise)), task.answer(wrong_answer(exercise))

    assert isinstance(right, Answered)
    assert isinstance(wrong, Answered)
    assert (right.is_right, wrong.is_right) == (True, False)
    (said,) = (block.lines[0] for block in wrong.blocks if isinstance(block, Passage))
    assert " is better" in said
    (grid,) = (block for block in wrong.blocks if isinstance(block, Grid))
    assert grid.rows[0].is_marked
    assert "now" in grid.rows[-1].cells[-1]
    assert sum("in game" in row.cells[-1] for row in grid.rows) == 1


def test_an_answer_that_loses_too_little_to_be_asked_about_is_right() -> None:
    exercise = next(known for known in exercises() if known.plays[-1].lost > known.cost)
    for lost, is_right in ((0.02, True), (0.03, False)):
        nearly = (*exercise.plays[:-1], evolve(exercise.plays[-1], lost=lost))
        found = ExerciseTask(evolve(exercise, plays=nearly), is_drawn=True).answer(wrong_answer(exercise))

        assert isinstance(found, Answered)
        assert found.is_right is is_right
        assert isinstance(found.blocks[0], Passage)
        assert ("Right." in found.blocks[0].lines[0]) is is_right


def test_what_is_against_the_rules_is_no_answer() -> None:
    found = ExerciseTask(exercises()[0], is_drawn=True).answer(Knock())

    assert isinstance(found, Again)
    assert found.text.startswith("You can play ")


# Repetition.


def test_an_exercise_comes_back_after_more_and_more_days_until_it_is_known() -> None:
    practice, day = practice_of(1), TODAY
    (exercise,) = practice.due(day)
    for days in DAYS:
        practice.answer(exercise, day, is_right=True)
        assert practice.next_due() == day + timedelta(days)
        assert practice.due(day + timedelta(days - 1)) == []
        day += timedelta(days)
        assert practice.due(day) == [exercise]

    practice.answer(exercise, day, is_right=True)

    assert practice.next_due() is None


def test_a_wrong_answer_begins_again() -> None:
    practice = practice_of(1)
    (exercise,) = practice.due(TODAY)
    practice.answer(exercise, TODAY, is_right=True)
    practice.answer(exercise, later(1), is_right=True)
    practice.answer(exercise, later(4), is_right=False)

    assert practice.next_due() == later(5)
    practice.answer(exercise, later(5), is_right=True)
    assert practice.next_due() == later(6)


def test_a_game_is_collected_once() -> None:
    practice = Practice()
    practice.collect("g", exercises(1), TODAY)
    practice.collect("g", exercises(2), TODAY)

    assert len(practice.scheduled) == 1


def test_ten_exercises_are_asked_at_once_the_costliest_first_and_each_answer_is_saved() -> None:
    practice, saved = practice_of(12), list[int]()
    course = practising(practice, TODAY, lambda: saved.append(1), is_drawn=True, why_none="")
    assert len(course.tasks) == MOST_AT_ONCE
    costs = [task.exercise.cost for task in course.tasks if isinstance(task, ExerciseTask)]
    assert costs == sorted(costs, reverse=True)

    for number, task in enumerate(course.tasks):
        assert isinstance(task, ExerciseTask)
        answer = right_answer(task.exercise) if number % 2 else wrong_answer(task.exercise)
        assert course.answer(answer) == ""
        assert course.phase is Phase.AFTER
        course.go_on()

    assert course.phase is Phase.ENDED
    assert len(saved) == MOST_AT_ONCE
    assert course.panel is not None
    (read,) = course.panel.blocks
    assert isinstance(read, Passage)
    assert read.lines == ("5 of 10 answers were right.", "2 more exercises are due today.")


def test_without_exercises_the_course_says_why() -> None:
    course = practising(Practice(), TODAY, lambda: None, is_drawn=True, why_none="Play first.")

    assert course.phase is Phase.ENDED
    assert course.panel is not None
    assert course.panel.blocks == (Passage(("Play first.",)),)
