"""Named sets of house rules, within limits."""

import pytest

from client.model.house_rules import LONGEST_NAME, MOST_SETS, RuleSet, RuleSets

FRIDAY = RuleSet("Friday", "all-fives", {"target": "100"})


def test_a_set_is_found_by_its_name_in_any_case() -> None:
    rules = RuleSets([FRIDAY])

    assert rules.named(" friday ") == FRIDAY
    assert rules.named("Monday") is None


def test_a_set_replaces_another_of_its_name() -> None:
    rules = RuleSets([FRIDAY])

    assert rules.save(RuleSet("FRIDAY", "playroom")) == ""
    assert rules.sets == [RuleSet("FRIDAY", "playroom")]


@pytest.mark.parametrize("name", ["", "n" * (LONGEST_NAME + 1)])
def test_a_name_has_a_length(name: str) -> None:
    rules = RuleSets()

    assert rules.save(RuleSet(name, "playroom")) == "A name has 1 to 24 characters."
    assert rules.sets == []


def test_only_so_many_sets_are_saved() -> None:
    full = [RuleSet(f"n{number}", "playroom") for number in range(MOST_SETS)]
    rules = RuleSets(list(full))

    assert rules.save(FRIDAY).startswith("20 sets of house rules are saved")
    assert rules.sets == full
    assert rules.save(RuleSet("n3", "all-fives")) == "", "one of them may be replaced"


def test_a_set_that_cannot_be_stored_is_not_offered() -> None:
    rules = RuleSets([FRIDAY], lambda _: "No space left on device")

    assert rules.save(RuleSet("Monday", "playroom")) == "Your house rules cannot be saved: No space left on device."
    assert rules.delete("Friday") == "Your house rules cannot be saved: No space left on device."
    assert rules.sets == [FRIDAY]
