"""The form for a new table: its lines, how they are filled in, and whether the result is a valid game."""

import re

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from client.actions.form import Form, game_to_change_to, shown_first, table_to_open
from client.model.house_rules import RuleSet, RuleSets
from client.words.catalogue.all_messages import MESSAGES
from client.words.option_words import value_in_words
from protocol.game.options import RulesError
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS
from protocol.game.table_options import TABLE_OPTIONS, Assist
from protocol.log.commands import ChangeGame
from protocol.log.events import SeatTaken, TableOpened, TableOptions
from protocol.log.table import Table, fold
from protocol.shared.exit_status import MisusedError
from protocol.wire.messages import OpenTable
from protocol.wire.table_request import game_changed
from tests.protocol.table_notation import rules_of

FRIDAY = RuleSet("Friday", "all-fives", {"target": "100"})


def test_an_unchanged_form_requests_the_default_game() -> None:
    assert Form().request() == OpenTable("fives-and-threes")
    assert Form().fault() == ""


def test_every_option_that_a_game_uses_has_a_line() -> None:
    names = [row.name for row in Form().typed("game", "all-fives").rows]

    assert names[:2] == ["game", "seats"]
    assert "reserve" in names, "All Fives draws"
    assert "combine" not in names, "nothing is refused near a target that may be passed"
    assert set(TABLE_OPTIONS) <= set(names)


def test_every_line_has_a_name_that_leaves_room_for_its_value_on_the_smallest_screen() -> None:
    labels = [option.label for option in (*TABLE_OPTIONS.values(), *OPTIONS.values())]

    assert all(labels)
    assert len(set(labels)) == len(labels)
    assert max(map(len, labels)) <= 12


@pytest.mark.parametrize("key", [key for key in MESSAGES if re.fullmatch(r"option\.\w+\.\w+", key)])
def test_each_value_that_has_words_is_one_that_an_option_takes(key: str) -> None:
    _, name, spelled = key.split(".")
    if name == "lead":
        name = "after_block" if spelled == "same" else "later_lead"

    {**TABLE_OPTIONS, **OPTIONS}[name].kind.parse(name, spelled)
    assert value_in_words(name, spelled) == MESSAGES[key]


def test_other_options_that_are_one_or_the_other_are_so_in_words() -> None:
    assert [value_in_words("partners", spelled) for spelled in ("yes", "no")] == ["yes", "no"]
    assert [shown_first("partners", spelled) for spelled in ("yes", "no")] == ["Yes", "No"]
    assert value_in_words("combine", "no") == "each kind"


def test_a_line_shows_the_games_own_value_until_another_is_given() -> None:
    form = Form().typed("game", "all-fives")

    assert form.value("hand") == "7"
    assert form.typed("seats", "3").value("hand") == "5"
    assert form.typed("hand", "6").typed("seats", "3").value("hand") == "6"
    assert form.typed("hand", "6").put_back("hand").value("hand") == "7"


def test_the_request_is_the_form_as_filled_in() -> None:
    form = Form()
    for name, text in (
        ("game", "all-threes"),
        ("seats", "4"),
        ("bots", "2"),
        ("bot_level", "casual"),
        ("assist", "legal"),
        ("away", "wait"),
        ("grace", "120"),
        ("turn_time", "30"),
        ("spectators", "no"),
        ("password", "plum"),
        ("partners", "yes"),
        ("target", "121"),
    ):
        form = form.typed(name, text)

    request = form.request()
    assert (request.rules, request.seats, request.bots, request.password) == ("all-threes", 4, 2, "plum")
    assert request.set == {"partners": "yes", "target": "121"}
    assert (request.options.assist, request.options.grace, request.options.turn_time) == (Assist.LEGAL, 120, 30)
    assert (request.options.away.value, request.options.spectators, request.options.bot_level) == (
        "wait",
        False,
        "casual",
    )


def test_choosing_another_game_resets_rules_and_seats_and_keeps_the_tables_options() -> None:
    form = Form().typed("assist", "none").typed("target", "121").typed("game", "cinq-et-trois")

    assert form.value("assist") == "none"
    assert form.value("target") == "61"
    assert form.value("seats") == "2"


def test_options_that_conflict_are_explained_by_the_rules_own_sentence() -> None:
    form = Form().typed("hand", "9")

    assert form.fault() == ("hand: 4 hands of 9 are 36 tiles, but a double-6 set has 28; deal at most 7 each.")
    with pytest.raises(RulesError):
        form.request()
    assert form.typed("max_pip", "9").fault() == ""


@pytest.mark.parametrize(
    ("name", "text"), [("hand", "many"), ("seats", "9"), ("bot_level", "genius"), ("nothing", "1")]
)
def test_an_invalid_value_is_refused_at_once(name: str, text: str) -> None:
    with pytest.raises(RulesError):
        Form().typed(name, text)


def test_the_form_starts_with_the_players_defaults() -> None:
    form = Form(TableOptions(assist=Assist.LEGAL, grace=5))

    assert form.request().options == TableOptions(assist=Assist.LEGAL, grace=5)


@pytest.mark.slow("tries many sequences")
@given(steps=st.lists(st.tuples(st.integers(0, 40), st.sampled_from([1, -1])), max_size=30))
def test_any_sequence_of_changes_gives_a_valid_game_or_a_reason(steps: list[tuple[int, int]]) -> None:
    form = Form()
    for at, by in steps:
        form = form.stepped(form.rows[at % len(form.rows)].name, by)
        assert len({row.name for row in form.rows}) == len(form.rows)

    fault = form.fault()
    if fault:
        assert fault.endswith(".")
    else:
        request = form.request()
        make_rules(PRESETS[request.rules], request.set, request.seats)


@pytest.mark.parametrize(
    ("typed", "then", "name"),
    [
        ({"game": "all-fives", "seats": "4", "bots": "3"}, {"seats": "2"}, "bots"),
        ({"game": "playroom", "max_pip": "12", "seats": "12"}, {"max_pip": "6"}, "seats"),
        ({"game": "playroom", "max_pip": "12", "seats": "12", "bots": "11"}, {"max_pip": "6"}, "bots"),
    ],
)
@pytest.mark.parametrize("by", [1, -1])
def test_a_value_made_invalid_by_another_line_can_be_stepped_to_a_valid_one(
    typed: dict[str, str], then: dict[str, str], name: str, by: int
) -> None:
    form = Form(TableOptions())
    for line, text in (*typed.items(), *then.items()):
        form = form.typed(line, text)

    stepped = form.stepped(name, by)

    row = stepped.row(name)
    assert row is not None
    row.kind.parse(name, stepped.value(name))


def test_returning_to_the_default_game_restores_its_seats() -> None:
    form = Form(TableOptions()).typed("game", "all-fives").typed("seats", "3").put_back("game")

    assert form.error is None
    assert form == Form(TableOptions())


# House rules.


def test_a_value_like_the_games_own_is_no_difference() -> None:
    form = Form().typed("target", "61").typed("hand", "5")

    assert not form.differs("target")
    assert form.differs("hand")
    assert form.house_rules == ("hand",)


def test_a_saved_set_has_the_game_and_what_differs_but_nothing_of_the_table() -> None:
    form = Form().typed("game", "all-fives").typed("target", "100").typed("hand", "7").typed("password", "plum")

    assert form.as_set("Friday") == RuleSet("Friday", "all-fives", {"target": "100"})


def test_a_saved_set_fills_in_the_form_and_leaves_the_rest() -> None:
    form = Form().typed("password", "plum").typed("hand", "5").with_set(FRIDAY)

    assert form.given == {"password": "plum", "game": "all-fives", "target": "100"}


@pytest.mark.parametrize(
    "damaged",
    [RuleSet("x", "chess"), RuleSet("x", "all-fives", {"password": "a"}), RuleSet("x", "playroom", {"hand": "-"})],
)
def test_a_saved_set_that_this_version_does_not_know_is_refused(damaged: RuleSet) -> None:
    with pytest.raises(RulesError):
        Form().with_set(damaged)


def opened(typed: str) -> OpenTable:
    return table_to_open(typed, TableOptions(), RuleSets([FRIDAY]))


def test_a_typed_table_can_use_a_saved_set_and_change_it() -> None:
    assert opened("house=friday") == OpenTable("all-fives", set={"target": "100"})
    assert opened("house=Friday seats=3 target=121").set == {"target": "121"}
    assert opened("all-fives house=Friday --set target=90").set == {"target": "90"}


def test_a_typed_table_has_options_of_the_table_beside_those_of_its_game() -> None:
    wanted = opened("all-fives spectators=no grace=5 target=121 seats=3")

    assert (wanted.seats, wanted.set, wanted.options) == (3, {"target": "121"}, TableOptions(spectators=False, grace=5))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("house=Monday", "there are no house rules Monday; there are Friday"),
        ("playroom house=Friday", "the house rules Friday are of all-fives, not of playroom"),
        ("--rules playroom house=Friday", "the house rules Friday are of all-fives, not of playroom"),
    ],
)
def test_a_saved_set_that_does_not_fit_is_refused(typed: str, why: str) -> None:
    with pytest.raises(MisusedError, match=why):
        opened(typed)


def test_a_damaged_set_cannot_set_anything_else() -> None:
    strange = RuleSets([RuleSet("x", "all-fives", {"think": "1"})])

    with pytest.raises(MisusedError, match="the house rules x have think, which is no rule of this version"):
        table_to_open("house=x", TableOptions(), strange)


# Another game at a table.


def table_of(preset: str, seats: int, people: int = 0, set: dict[str, str] | None = None) -> Table:  # noqa: A002 - as --set
    """A table before its match, with so many people."""
    opened = TableOpened(preset, rules_of(preset, {**(set or {})}, seats), seats, TableOptions(grace=5))
    return fold([opened, *(SeatTaken(seat, f"Player {seat}") for seat in range(people))])


HOUSE_RULES: list[dict[str, str]] = [{}, {"target": "75", "target_mode": "at_least"}, {"max_pip": "12", "hand": "4"}]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("house_rules", HOUSE_RULES)
def test_the_form_of_a_table_has_its_game_and_changes_nothing_by_itself(
    preset: str, house_rules: dict[str, str]
) -> None:
    for seats in PRESETS[preset].seats[rules_of(preset, {**house_rules}).max_pip]:
        table = table_of(preset, seats, set=house_rules)
        table = evolve(table, options=evolve(table.options, deals="host"))

        wanted = Form.of(table).wanted()

        assert isinstance(wanted, ChangeGame)
        assert game_changed(wanted, TableOptions()) == TableOpened(preset, table.rules, seats, table.options)


def test_partners_stay_partners() -> None:
    table = table_of("all-fives", 4, set={"partners": "yes"})

    assert Form.of(table).value("partners") == "yes"


def test_the_form_of_a_table_asks_for_no_bots_and_no_password() -> None:
    names = [row.name for row in Form.of(table_of("all-fives", 3)).rows]

    assert {"bots", "password"}.isdisjoint(names)
    assert {"game", "seats", "target", "bot_level", "assist"} <= set(names)


def test_another_game_is_for_as_many_players_if_it_can_be() -> None:
    form = Form.of(table_of("fives-and-threes", 4, people=2))

    assert form.typed("game", "all-fives").value("seats") == "4"
    assert form.typed("game", "cinq-et-trois").value("seats") == "2"
    assert form.typed("target", "100").typed("game", "all-fives").value("target") == "200"


def test_there_is_a_seat_for_everybody_who_sits_there() -> None:
    form = Form.of(table_of("all-fives", 4, people=3)).typed("seats", "2")

    assert form.fault() == "seats: 3 people sit here, and 2 seats are too few for them."
    assert form.typed("game", "playroom").value("seats") == "3"


def changed(typed: str) -> ChangeGame:
    saved = RuleSets([FRIDAY])
    wanted = game_to_change_to(typed, Form.of(table_of("all-threes", 3, people=2)), saved)
    assert isinstance(wanted, ChangeGame)
    return wanted


def test_a_game_is_changed_in_one_typed_line() -> None:
    options = TableOptions(grace=5)

    assert changed("All-Fives target=250") == ChangeGame("all-fives", {"target": "250"}, 3, options)
    assert changed("target=121").rules == "all-threes"
    assert changed("seats=4 assist=none").options == TableOptions(grace=5, assist=Assist.NONE)
    assert changed("house=friday seats=2") == ChangeGame("all-fives", {"target": "100"}, 2, options)


@pytest.mark.parametrize("typed", ["chess", "bots=2", "password=plum", "seats=1", "target=-1", "house=monday", "x=1"])
def test_an_impossible_change_in_one_typed_line_is_refused(typed: str) -> None:
    with pytest.raises((RulesError, MisusedError)):
        changed(typed)
