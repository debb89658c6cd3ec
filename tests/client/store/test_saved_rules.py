"""The file with named sets of house rules."""

import json
from functools import partial
from pathlib import Path

import pytest

from client.model.house_rules import MOST_SETS, RuleSet, RuleSets
from client.store.documents import Folder
from client.store.saved_rules import HOUSE_RULES

FRIDAY = RuleSet("Friday", "all-fives", {"target": "100", "hand": "5"})
FILE = "house-rules.json"


def saved_in(folder: Path) -> tuple[RuleSets, list[str]]:
    """The sets in a folder, as programs read them, and what the player is told."""
    kept = Folder(folder)
    return RuleSets(HOUSE_RULES.load(kept), partial(HOUSE_RULES.save, kept)), kept.troubles


def test_a_saved_set_is_there_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    rules, troubles = saved_in(folder)
    assert (rules.sets, troubles) == ([], [])

    assert rules.save(FRIDAY) == ""
    assert saved_in(folder)[0].sets == [FRIDAY]

    rules.delete("Friday")
    assert saved_in(folder)[0].sets == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff",
        b"{}",
        b"[1]",
        b"[" * 30_000,
        b'[{"name":"a","game":"playroom"}]',
        b'[{"name":"a","game":"playroom","rules":{"target":1}}]',
        b'[{"name":"\\u001b[31m","game":"playroom","rules":{}}]',
        b'[{"name":"' + b"a" * 25 + b'","game":"playroom","rules":{}}]',
        json.dumps([{"name": f"n{nth}", "game": "", "rules": {}} for nth in range(MOST_SETS + 1)]).encode(),
        b'[{"name":"a","game":"' + b"x" * 70_000 + b'","rules":{}}]',
    ],
)
def test_a_damaged_file_is_one_line_and_is_put_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    rules, troubles = saved_in(tmp_path)

    assert rules.sets == []
    aside = tmp_path / "house-rules.damaged"
    assert troubles == [f"A saved list of house rules was damaged and cannot be used. Its file is now {aside}."]
    assert aside.read_bytes() == content, "nothing is lost"
    rules.save(FRIDAY)
    assert saved_in(tmp_path)[0].sets == [FRIDAY]


def test_the_file_of_the_releases_until_now_is_read(tmp_path: Path) -> None:
    stored = """[
 {
  "name": "Friday",
  "game": "all-fives",
  "rules": {
   "target": "100",
   "hand": "5"
  }
 }
]"""
    (tmp_path / FILE).write_text(stored, encoding="utf-8")

    assert saved_in(tmp_path)[0].sets == [FRIDAY]


def test_what_was_put_aside_before_is_not_replaced(tmp_path: Path) -> None:
    for content in ("{", "[", "]"):
        (tmp_path / FILE).write_text(content, encoding="utf-8")
        assert saved_in(tmp_path)[1]

    assert sorted(path.read_text(encoding="utf-8") for path in tmp_path.iterdir()) == ["[", "]", "{"]


def test_a_file_that_cannot_be_read_counts_as_missing_until_a_set_is_saved(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    rules, troubles = saved_in(tmp_path)

    assert rules.sets == []
    assert troubles == [f"{tmp_path / FILE} cannot be read: Is a directory."]
    assert rules.save(FRIDAY).startswith("Your house rules cannot be saved: ")
