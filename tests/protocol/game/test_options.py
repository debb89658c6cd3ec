"""Going through the values of an option one by one, as a form does."""

import pytest

from protocol.game.options import RulesError
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS


@pytest.mark.parametrize(
    ("option", "value", "by", "then"),
    [
        ("max_pip", "6", 1, "9"),
        ("max_pip", "12", 1, "6"),
        ("draw", "none", -1, "until"),
        ("partners", "no", 1, "yes"),
        ("divisors", "3,5", 1, "3"),
        ("divisors", "7,9", 1, "3,5"),
        ("hand", "45", 1, "more"),
        ("hand", "1", -1, "less"),
        ("knock_bonus", "0", -1, "0"),
        ("knock_bonus", "3", 1, "4"),
        ("target", "61", 1, "70"),
        ("target", "61", -1, "60"),
        ("target", "20", 1, "30"),
        ("target", "30", -1, "20"),
        ("target", "20", -1, "19"),
        ("target", "10000", 1, "10000"),
    ],
)
def test_the_next_value_of_an_option(option: str, value: str, by: int, then: str) -> None:
    row = OPTIONS[option]

    assert row.kind.spell(row.kind.step(row.parse(value), by)) == then


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("by", [1, -1])
def test_every_value_that_is_come_to_is_one_that_the_option_takes(option: str, by: int) -> None:
    row, rules = OPTIONS[option], make_rules(PRESETS["all-fives"])[0]
    value = row.parse(row.spell(rules))

    for _ in range(60):
        value = row.kind.step(value, by)
        try:
            assert row.parse(row.kind.spell(value)) == value
        except RulesError as error:
            pytest.fail(str(error))
