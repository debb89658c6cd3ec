"""Kinds of value: parsing one, stepping through them in a form, and flags made from options."""

import pytest

from protocol.game.options import (
    DIVISORS,
    HAND,
    YES_NO,
    Kind,
    Number,
    Option,
    RulesError,
    Seconds,
    Spelling,
    Text,
    Value,
    Words,
)
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS
from protocol.game.table_options import Away


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
def test_stepping_through_the_values_of_an_option(option: str, value: str, by: int, then: str) -> None:
    row = OPTIONS[option]

    assert row.kind.spell(row.kind.step(row.parse(value), by)) == then


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("by", [1, -1])
def test_stepping_gives_only_values_that_the_option_accepts(option: str, by: int) -> None:
    row, rules = OPTIONS[option], make_rules(PRESETS["all-fives"])[0]
    value = row.parse(row.spell(rules))

    for _ in range(60):
        value = row.kind.step(value, by)
        try:
            assert row.parse(row.kind.spell(value)) == value
        except RulesError as error:
            pytest.fail(str(error))


@pytest.mark.parametrize(
    ("kind", "spelled", "value"),
    [
        (Seconds(600), "0.5", 0.5),
        (Seconds(600), "0", 0.0),
        (Seconds(600), 1.0, 1.0),
        (Text(5), "plum", "plum"),
        (Words(*Away), "bot", Away.BOT),
        (Words(*Away), Away.BOT, Away.BOT),
        (Words("club", "expert"), "club", "club"),
    ],
)
def test_a_value_is_read_as_it_is_typed(kind: Kind, spelled: Spelling, value: Value) -> None:
    assert kind.parse("it", spelled) == value
    assert type(kind.parse("it", spelled)) is type(value)


@pytest.mark.parametrize(
    ("kind", "spelled"),
    [
        *((Seconds(600), spelled) for spelled in ("nan", "inf", "-1", "601", "", "1,5")),
        *((Text(5), spelled) for spelled in ("", "plums!")),
        *((Words(*Away), spelled) for spelled in ("", "BOT", 1)),
    ],
)
def test_an_invalid_value_is_refused(kind: Kind, spelled: Spelling) -> None:
    with pytest.raises(RulesError, match=r"^it: "):
        kind.parse("it", spelled)


@pytest.mark.parametrize(
    ("kind", "choices"),
    [
        (Number(6, 9, 12), (6, 9, 12)),
        (Number.between(4, 4), (4,)),
        (Words(*Away), (Away.WAIT, Away.BOT)),
        (Words("club", "expert"), ("club", "expert")),
        (YES_NO, (True, False)),
        *((kind, ()) for kind in (Number.between(2, 4), Seconds(600), Text(5), HAND, DIVISORS)),
    ],
)
def test_a_kind_lists_its_values_where_they_are_a_short_list(kind: Kind, choices: tuple[Value, ...]) -> None:
    assert kind.choices == choices


@pytest.mark.parametrize("option", OPTIONS)
def test_every_choice_of_an_option_is_accepted_as_it_is_spelled_and_stepped_to_in_order(option: str) -> None:
    kind = OPTIONS[option].kind
    values = [kind.parse(option, kind.spell(choice)) for choice in kind.choices]

    assert values == list(kind.choices)
    assert [kind.step(value, 1) for value in values] == [*values[1:], *values[:1]]


def test_an_option_has_a_flag_and_its_help() -> None:
    level = Option("bot_level", Words("club", "expert"), "how well bots play", default="club", note="; see bots.md")

    assert level.flag == "--bot-level"
    assert level.help == "how well bots play; club or expert (default: club); see bots.md"
    assert level._replace(flag_name="level").flag == "--level"


def test_the_flag_of_a_yes_no_option_says_the_opposite_of_its_default() -> None:
    watch = Option("spectators", YES_NO, "whether others may watch", default=True, note="nobody may watch")

    assert (watch.flag, watch.help) == ("--no-spectators", "nobody may watch")
    assert watch._replace(default=False).flag == "--spectators"


def test_a_number_with_one_possible_value_says_just_that() -> None:
    assert Number.between(4, 4).values == "4"
