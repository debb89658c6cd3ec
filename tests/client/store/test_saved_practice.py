"""Exercises as JSON: in a file of the data folder, and short enough for a browser; what is damaged is left out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.model.practice import MOST_EXERCISES, Practice, Scheduled
from client.store.browser_store import MOST_BYTES_OF_EXERCISES, BrowserStore
from client.store.documents import Folder
from client.store.saved_practice import PRACTICE, practice_from_json, practice_to_json
from client.web.websocket import LONGEST_MESSAGE
from tests.client.exercises import STORED, TODAY, exercises, practice_of

ROWS = json.loads(STORED.read_text(encoding="utf-8"))["exercises"]


def test_exercises_and_their_schedule_are_the_same_after_a_restart(tmp_path: Path) -> None:
    practice = practice_of(12)
    practice.answer(exercises()[0], TODAY, is_right=True)
    practice.answer(exercises()[1], TODAY, is_right=False)

    assert PRACTICE.save(Folder(tmp_path / "data"), practice) == ""

    assert PRACTICE.load(Folder(tmp_path / "data")) == practice


def test_the_file_of_the_releases_until_now_is_read(tmp_path: Path) -> None:
    stored = json.loads(STORED.read_text(encoding="utf-8"))

    (tmp_path / "practice.json").write_bytes(STORED.read_bytes())

    assert practice_to_json(PRACTICE.load(Folder(tmp_path))) == stored
    assert len(ROWS) == 12


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b'{"exercises": 7, "games": {}}', b"[" * 10_000])
def test_a_file_that_is_damaged_counts_as_empty(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "practice.json").write_bytes(content)
    folder = Folder(tmp_path)

    assert PRACTICE.load(folder) == Practice()
    (kept,) = tmp_path.iterdir()
    assert kept.read_bytes() == content, "nothing is lost"
    assert (kept.name == "practice.damaged") == bool(folder.troubles)


def changed(at: int, value: object) -> Callable[[list[Any]], object]:
    return lambda row: [*row[:at], value, *row[at + 1 :]]


def in_position(at: int, value: object) -> Callable[[list[Any]], object]:
    return lambda row: [*row[:5], [*row[5][:at], value, *row[5][at + 1 :]], *row[6:]]


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: None,
        lambda _: {},
        lambda row: row[:-1],
        changed(0, 7),
        changed(0, "g" * 1000),
        changed(1, "7"),
        changed(4, "someday"),
        changed(5, []),
        changed(6, "0-7l"),
        changed(6, "0-0"),
        changed(7, []),
        changed(7, [["6-6s", 1, 2, 3]]),
        in_position(0, "chess"),
        in_position(1, {"target": "none"}),
        in_position(1, {"target": [1]}),
        in_position(2, [["Ann"]]),
        in_position(3, 9),
        in_position(6, "one"),
        in_position(7, [10**9, 7]),
        in_position(8, -1),
        in_position(9, "6-6 6-6"),
        in_position(10, "k " * 1000),
        in_position(10, "9-9s"),
        in_position(11, "x"),
    ],
)
def test_a_row_that_is_no_exercise_is_left_out(damage: Callable[[list[Any]], object]) -> None:
    found = practice_from_json({"exercises": [damage(ROWS[0]), ROWS[1]], "games": [7, "g"]})

    assert [known.exercise.seq for known in found.scheduled] == [ROWS[1][1]]
    assert found.games == ("g",)


def test_an_exercise_whose_plays_are_not_those_of_its_position_is_left_out() -> None:
    other = [*ROWS[0][:7], ROWS[1][7]]

    assert practice_from_json({"exercises": [other]}).scheduled == ()


# In a browser.


def browser(practice: object) -> BrowserStore:
    return BrowserStore.read("host:5533", json.loads(json.dumps({"name": "Ann", "practice": practice})), "")


def test_a_browser_brings_its_exercises_back() -> None:
    store = browser(practice_to_json(practice_of(12)))
    store.practice.answer(exercises()[0], TODAY, is_right=True)
    store.save_practice()

    again = browser(store.to_json()["practice"])

    assert again.practice.scheduled == store.practice.scheduled


def test_a_browser_forgets_what_is_known_and_what_is_due_last_where_there_is_no_room() -> None:
    practice = practice_of(12)
    first, *others = practice.scheduled
    practice.scheduled = (Scheduled(first.exercise, None, 5), *others)
    most = len(json.dumps(practice_to_json(practice)["exercises"])) // 2

    stored = practice_to_json(practice, most)

    rows = stored["exercises"]
    assert isinstance(rows, list)
    assert 3 <= len(rows) < len(others)
    assert len(json.dumps(rows)) <= most
    assert first.exercise.key not in [(row[0], row[1]) for row in rows]


def test_a_browser_stores_no_more_than_its_first_message_can_have() -> None:
    rows = [changed(1, seq)(ROWS[9]) for seq in range(1000)]
    store = browser({"exercises": rows, "games": []})

    assert 10 <= len(store.practice.scheduled) < MOST_EXERCISES
    assert len(json.dumps(store.to_json()["practice"])) < MOST_BYTES_OF_EXERCISES + 1024 < LONGEST_MESSAGE // 3
