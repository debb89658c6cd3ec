"""The file with named sets of house rules."""

import json
from pathlib import Path

import pytest

from client.model.house_rules import MOST_SETS, RuleSet
from client.store.saved_rules import FILE, saved_rules

FRIDAY = RuleSet("Friday", "all-fives", {"target": "100", "hand": "5"})


def test_a_saved_set_is_there_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    rules, trouble = saved_rules(folder)
    assert (rules.sets, trouble) == ([], "")

    assert rules.save(FRIDAY) == ""
    assert saved_rules(folder)[0].sets == [FRIDAY]

    rules.delete("Friday")
    assert saved_rules(folder)[0].sets == []


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
def test_a_damaged_file_is_one_line_and_replaced_by_the_next_set(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    rules, trouble = saved_rules(tmp_path)

    assert rules.sets == []
    assert trouble == f"{tmp_path / FILE} is damaged and is ignored; saving house rules replaces it."
    assert (tmp_path / FILE).read_bytes() == content, "reading changes nothing"
    rules.save(FRIDAY)
    assert saved_rules(tmp_path)[0].sets == [FRIDAY]


def test_a_file_that_cannot_be_read_counts_as_missing_until_a_set_is_saved(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    rules, trouble = saved_rules(tmp_path)

    assert rules.sets == []
    assert trouble == ""
    assert rules.save(FRIDAY).startswith("Your house rules cannot be saved: ")
