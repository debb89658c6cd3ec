"""`fives learn` and `fives practise` as programs, through pipes."""

import os
from datetime import date
from pathlib import Path

import pytest
from attrs import evolve

from client.model.practice import play_of
from client.store.documents import Folder
from client.store.saved_practice import PRACTICE
from tests.client.exercises import practice_of
from tests.client.program.programs import PATIENCE, answer, at_a_terminal, fives, posix_only

LESSONS = "2\n4\n\n4 left\n\nk\n\n4 l\n\ndraw\n6-5 up\n\n3 right\n\n"


def test_the_lessons_are_played_from_a_pipe_to_their_end(tmp_path: Path) -> None:
    ran = fives(tmp_path, "learn", typed=LESSONS)

    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[1] == "Lesson 1 of 6: ends and sums at Fives and Threes."
    assert "Try again. You would score 1. Left 1, right 4: sum 5. Another play scores 3 points." in lines
    assert sum(line.startswith("Right.") for line in lines) == 6
    assert lines[-2] == "These were the six lessons. You know enough for a first match."
    assert list(tmp_path.iterdir()) == []


@posix_only
@pytest.mark.parametrize("wants_one", [True, False])
def test_at_a_terminal_the_lessons_lead_to_a_first_match(tmp_path: Path, wants_one: bool) -> None:
    with at_a_terminal(tmp_path, "learn") as (process, keyboard):
        os.write(keyboard, LESSONS.encode())
        answer(keyboard, "Enter begins a first match against beginners, q ends.", "" if wants_one else "q")
        if wants_one:
            assert "Never played?" not in answer(keyboard, "our turn", "n")
            answer(keyboard, "learner-level bot", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


def test_lessons_end_with_their_input(tmp_path: Path) -> None:
    ran = fives(tmp_path, "learn", typed="4\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("Enter goes on.\n")


def test_without_games_there_is_nothing_to_practise_and_no_folder(tmp_path: Path) -> None:
    ran = fives(tmp_path, "practise")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == ["Practise.", "Exercises come from your own games: finish a match first."]
    assert list(tmp_path.iterdir()) == []


def test_ten_exercises_are_answered_from_a_pipe_and_come_back_another_day(tmp_path: Path) -> None:
    practice = practice_of(10)
    practice.scheduled = tuple(evolve(known, due=date.today()) for known in practice.scheduled)
    PRACTICE.save(Folder(tmp_path), practice)
    due = practice.due(date.today())
    best = [play_of(exercise.plays[0]) for exercise in due]
    answers = "".join(f"{play.tile}{'' if play.arm == 'start' else f' {play.arm}'}\n\n" for play in best)

    ran = fives(tmp_path, "practise", typed=answers)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert "10 of 10 answers were right." in ran.stdout
    assert PRACTICE.load(Folder(tmp_path)).due(date.today()) == []
    again = fives(tmp_path, "practise", typed=answers)
    assert again.stdout.splitlines()[1].startswith("The next exercise is due on ")
