"""The form for a new table: what its lines say, how they are filled in, and whether that makes a game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.actions.form import Form
from protocol.game.options import RulesError
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS
from protocol.game.table_options import TABLE_OPTIONS, Assist
from protocol.log.events import TableOptions
from protocol.wire.messages import OpenTable


def test_an_untouched_form_asks_for_the_usual_game() -> None:
    assert Form().wanted() == OpenTable("fives-and-threes")
    assert Form().fault() == ""


def test_every_option_that_a_game_takes_notice_of_has_a_line() -> None:
    names = [row.name for row in Form().typed("game", "all-fives").rows]

    assert names[:2] == ["game", "seats"]
    assert "reserve" in names, "All Fives draws"
    assert "combine" not in names, "nothing is refused near a target that may be passed"
    assert set(OPTIONS) >= set(names[10:])


def test_every_line_has_a_name_that_leaves_room_for_its_value_on_the_smallest_screen() -> None:
    labels = [option.label for option in (*TABLE_OPTIONS.values(), *OPTIONS.values())]

    assert all(labels)
    assert len(set(labels)) == len(labels)
    assert max(map(len, labels)) <= 12


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

    wanted = form.wanted()
    assert (wanted.rules, wanted.seats, wanted.bots, wanted.password) == ("all-threes", 4, 2, "plum")
    assert wanted.set == {"partners": "yes", "target": "121"}
    assert (wanted.options.assist, wanted.options.grace, wanted.options.turn_time) == (Assist.LEGAL, 120, 30)
    assert (wanted.options.away.value, wanted.options.spectators, wanted.options.bot_level) == ("wait", False, "casual")


def test_choosing_another_game_resets_rules_and_seats_and_keeps_the_tables_options() -> None:
    form = Form().typed("assist", "none").typed("target", "121").typed("game", "cinq-et-trois")

    assert form.value("assist") == "none"
    assert form.value("target") == "61"
    assert form.value("seats") == "2"


def test_options_that_conflict_are_explained_by_the_rules_own_sentence() -> None:
    form = Form().typed("hand", "9")

    assert form.fault() == ("hand: 4 hands of 9 are 36 tiles, but a double-6 set has 28; deal at most 7 each.")
    with pytest.raises(RulesError):
        form.wanted()
    assert form.typed("max_pip", "9").fault() == ""


@pytest.mark.parametrize(
    ("name", "text"), [("hand", "many"), ("seats", "9"), ("bot_level", "genius"), ("nothing", "1")]
)
def test_an_invalid_value_is_refused_at_once(name: str, text: str) -> None:
    with pytest.raises(RulesError):
        Form().typed(name, text)


def test_the_form_starts_with_the_players_defaults() -> None:
    form = Form(TableOptions(assist=Assist.LEGAL, grace=5))

    assert form.wanted().options == TableOptions(assist=Assist.LEGAL, grace=5)


@settings(max_examples=60, deadline=None)
@given(steps=st.lists(st.tuples(st.integers(0, 40), st.sampled_from([1, -1])), max_size=30))
def test_however_it_is_gone_through_it_makes_a_game_or_says_why_not(steps: list[tuple[int, int]]) -> None:
    form = Form()
    for at, by in steps:
        form = form.stepped(form.rows[at % len(form.rows)].name, by)
        assert len({row.name for row in form.rows}) == len(form.rows)

    fault = form.fault()
    if fault:
        assert fault.endswith(".")
    else:
        wanted = form.wanted()
        make_rules(PRESETS[wanted.rules], wanted.set, wanted.seats)


@pytest.mark.parametrize(
    ("typed", "then", "name"),
    [
        ({"game": "all-fives", "seats": "4", "bots": "3"}, {"seats": "2"}, "bots"),
        ({"game": "playroom", "max_pip": "12", "seats": "12"}, {"max_pip": "6"}, "seats"),
        ({"game": "playroom", "max_pip": "12", "seats": "12", "bots": "11"}, {"max_pip": "6"}, "bots"),
    ],
)
@pytest.mark.parametrize("by", [1, -1])
def test_a_value_that_another_line_has_made_wrong_is_stepped_to_one_that_will_do(
    typed: dict[str, str], then: dict[str, str], name: str, by: int
) -> None:
    form = Form(TableOptions())
    for line, text in (*typed.items(), *then.items()):
        form = form.typed(line, text)

    stepped = form.stepped(name, by)

    row = stepped.row(name)
    assert row is not None
    row.kind.parse(name, stepped.value(name))


def test_the_usual_game_put_back_has_its_own_seats_again() -> None:
    form = Form(TableOptions()).typed("game", "all-fives").typed("seats", "3").put_back("game")

    assert form.error is None
    assert form == Form(TableOptions())
