"""Lessons and exercises on the page: the offer, the window, taps and keys, exercises from an analysed match."""

import json
from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

import pytest

from client.actions.key_row import PAGE, KeyRow, rows_of
from client.actions.keys import COURSE
from client.model.practice import Exercise
from client.practice.course import Course, Phase
from client.practice.exercise_task import ExerciseTask
from client.store.saved_practice import practice_to_json
from client.web.course_windows import LearnWindow
from client.words.say import Language, say, speaking
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.table import Stage
from protocol.wire.messages import SeatSummary, Tables, TableSummary
from tests.client.exercises import TODAY, practice_of, right_answer, wrong_answer
from tests.client.practice.played_lessons import RIGHT_MOVES
from tests.client.states import before, is_my_turn, match_of
from tests.client.web.at_page import PagePlayer, at_page, newcomer


class SomeFrench(NullTranslations):
    """A language with the title of the lessons alone."""

    def pgettext(self, context: str, message: str) -> str:
        return "Apprendre à jouer" if context == "lesson.learn" else message


def visitor() -> PagePlayer:
    """Somebody who has not given a name yet."""
    player = newcomer("")
    player.page.newcomer.named = type(player.page.newcomer.named)()
    return player


def learner() -> PagePlayer:
    """The same with the lessons open."""
    player = visitor()
    player.press("learn")
    return player


def practising_player() -> PagePlayer:
    """A player whose browser has ten exercises, which are due."""
    stored = {"name": "Ann", "practice": practice_to_json(practice_of(10))}
    player = newcomer("Ann", json.loads(json.dumps(stored)))
    player.page.services.today = lambda: TODAY
    player.press("practise")
    return player


def tap(player: PagePlayer, move: Move) -> None:
    """Make this move with taps."""
    match move:
        case DrawTile():
            player.press("course-move", "draw")
        case Knock():
            player.press("course-move", "knock")
        case PlayTile(tile, arm):
            player.press("course-tile", str(tile))
            player.press("course-end", str(arm))
            player.press("course-play")


def course_of(player: PagePlayer) -> Course:
    course = player.page.find(LearnWindow).pupil.course
    assert course is not None
    return course


def read(player: PagePlayer) -> None:
    """Read until a move is awaited, or it is the end."""
    while course_of(player).phase in (Phase.BEFORE, Phase.AFTER):
        assert player.buttons("window", "course-on") == [""]
        player.press("course-on")


def test_the_lessons_are_offered_beside_the_field_for_the_name_and_open_before_there_is_one() -> None:
    player = visitor()
    assert "Never played? Six positions, five minutes. Learn to play" in player.sees("lobby")
    assert player.buttons("lobby", "learn") == [""]

    player.press("learn")

    assert "Lesson 1 of 6: ends and sums" in player.sees("window")
    assert 'id="t0603"' in player.parts()["symbols"]


def test_at_a_table_of_another_game_they_begin_with_its_points() -> None:
    at_first_page, in_waiting_room = visitor(), at_page(*match_of("all-fives")[:2])
    seats = (SeatSummary("Ann", None, here=True), SeatSummary(None, None, here=False))
    table = TableSummary("oak", "g1", "all-fives", seats, Stage.SEATING)
    at_first_page.page.model.lobby.update(Tables((table,)))

    for player in (at_first_page, in_waiting_room):
        player.press("learn")
        assert "Your table plays All Fives: " in player.sees("window")


def test_they_are_not_offered_at_a_running_table() -> None:
    player = at_page(*before("all-fives", is_my_turn))

    assert not any('data-press="learn"' in part for part in player.parts().values())


def test_all_six_lessons_are_played_with_taps() -> None:
    player = learner()
    for move in RIGHT_MOVES:
        read(player)
        tap(player, move)
    read(player)

    assert course_of(player).right == 6
    assert "These were the six lessons." in player.sees("window")
    player.press("course-on")
    assert not player.parts()["window"]


@pytest.mark.parametrize("answer", [right_answer, wrong_answer])
def test_ten_exercises_are_answered_with_taps(answer: Callable[[Exercise], PlayTile]) -> None:
    player = practising_player()
    for number in range(1, 11):
        task = course_of(player).task
        assert isinstance(task, ExerciseTask)
        assert f"Exercise {number} of 10: " in player.sees("window")
        assert say("lesson.which_is_best") in player.sees("window")
        tap(player, answer(task.exercise))
        assert " now" in player.sees("window")
        player.press("course-on")

    right = 10 if answer is right_answer else 0
    assert f"{right} of 10 answers were right." in player.sees("window")
    stored = player.page.kept["practice"]
    assert isinstance(stored, dict)
    assert {row[3] for row in stored["exercises"]} == {int(answer is right_answer)}


def test_a_wrong_choice_gets_its_reason_in_place_of_the_question() -> None:
    player = learner()
    player.press("course-on")
    player.press("course-tile", "3-1")
    player.press("course-tile", "3-1")

    assert "Try again. You would score 1. Ends 1 and 4: sum 5. Another play scores 3 points." in player.sees("window")
    player.press("course-tile", "5-3")
    assert "Play the tile that scores most." in player.sees("window")


def test_a_tile_that_fits_two_ends_has_a_button_for_each() -> None:
    player = learner()
    player.press("course-on")
    tap(player, RIGHT_MOVES[0])
    read(player)
    player.press("course-tile", "5-5")

    assert player.buttons("window", "course-end") == ["left", "right"]


@pytest.mark.parametrize(
    ("press", "value"),
    [
        ("course-tile", "9-9"),
        ("course-tile", "x"),
        ("course-end", "up"),
        ("course-end", "sideways"),
        ("course-play", ""),
        ("course-move", "x"),
        ("course-on", ""),
        ("stop-finding", ""),
    ],
)
def test_odd_presses_are_harmless_before_in_and_after_a_course(press: str, value: str) -> None:
    for player in (visitor(), learner(), practising_player()):
        player.press(press, value)
        player.press(press, value)
        assert player.parts()


@pytest.mark.parametrize("row", rows_of(COURSE, PAGE), ids=lambda row: row.label)
def test_every_key_works_in_the_window(row: KeyRow[Any]) -> None:
    names = {"space": " ", "enter": "Enter", "right": "ArrowRight", "left": "ArrowLeft", "up": "ArrowUp"}
    for key in row.does:
        player = learner()
        player.press("key", "Enter")
        shown = player.sees("window")
        player.press("key", names.get(key, key))
        player.press("key", names.get(key, key))
        if key not in ("tab", "down", "up", "7", "8", "9", "0", "enter", "zoom", "o", "M", "draw", "pass"):
            assert player.sees("window") != shown, key


def test_the_answer_to_a_key_goes_with_the_position_that_it_is_about() -> None:
    player = learner()
    player.press("course-on")
    player.press("key", "c")
    assert player.sees("window").endswith("Ends 3 and 4: sum 7, no points.")

    player.press("course-tile", "5-3")

    assert "sum 7" not in player.sees("window")


def test_rules_and_keys_open_over_the_lessons_and_lead_back() -> None:
    player = learner()
    for key, title in (("r", "Rules of this table"), ("?", "Keys")):
        player.press("key", key)
        assert title in player.sees("window")
        player.press("close")
        assert "Lesson 1 of 6" in player.sees("window")


def test_the_lessons_go_on_where_they_were_left() -> None:
    player = learner()
    player.press("course-on")
    tap(player, RIGHT_MOVES[0])
    player.press("close")

    player.press("learn")

    assert "Lesson 1 of 6" in player.sees("window")
    assert "Right." in player.sees("window")


def test_they_are_the_lessons_still_when_the_language_changes() -> None:
    player = learner()

    with speaking(Language(SomeFrench(), {})):
        player.press("key", "r")
        player.press("close")
        assert "Lesson 1 of 6" in player.sees("window")
        player.press("course-on")
        player.press("close")
        player.press("learn")

    assert course_of(player).phase is Phase.PLAYING


def test_without_exercises_the_window_says_where_they_come_from() -> None:
    player = newcomer()
    player.press("practise")

    assert say("lesson.analyse_first") in player.sees("window")
