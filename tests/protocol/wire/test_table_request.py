"""Requests to open a table: made from typed options, and whether they are possible."""

import pytest
from attrs import fields

from protocol.game.options import RulesError, Spelling
from protocol.game.presets import DEFAULT_PRESET
from protocol.game.table_options import TABLE_OPTIONS, Assist, Away, Reactions
from protocol.log.commands import ChangeGame
from protocol.log.events import TableOpened, TableOptions
from protocol.wire.messages import OpenTable
from protocol.wire.table_request import STORED, game_changed, table_opened, table_request


def test_omitted_options_have_their_defaults_in_a_request() -> None:
    assert table_request({}, {}, TableOptions()) == OpenTable(DEFAULT_PRESET)
    assert table_request({}, {}, TableOptions(grace=5)).options == TableOptions(grace=5)


def test_options_are_requested_as_they_are_typed() -> None:
    typed: dict[str, Spelling] = {
        "game": "all-fives", "seats": "3", "bots": "2", "password": "plum", "bot_level": "master", "assist": "none",
        "away": "wait", "grace": "5", "turn_time": "30", "spectators": "no", "deals": "host", "warnings": "yes",
        "reactions": "none",
    }  # fmt: skip

    assert typed.keys() == TABLE_OPTIONS.keys()
    assert table_request(typed, {"target": "121"}, TableOptions()) == OpenTable(
        "all-fives",
        {"target": "121"},
        3,
        TableOptions(
            assist=Assist.NONE,
            away=Away.WAIT,
            grace=5,
            turn_time=30,
            spectators=False,
            bot_level="master",
            deals="host",
            warnings=True,
            reactions=Reactions.NONE,
        ),
        2,
        "plum",
    )


@pytest.mark.parametrize(
    ("name", "typed"),
    [("seats", "13"), ("bots", "-1"), ("bot_level", "genius"), ("grace", "86401"), ("spectators", "1"), ("assist", "")],
)
def test_an_invalid_value_of_an_option_is_not_requested(name: str, typed: str) -> None:
    with pytest.raises(RulesError, match=f"^{name}: .* is not valid: it takes "):
        table_request({name: typed}, {}, TableOptions())


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (OpenTable("chess"), "rules: there is no game called 'chess'"),
        (OpenTable("all-fives", seats=5), "seats: All Fives with a double-6 set is for 2 to 4 players"),
        (OpenTable("all-fives", {"hand": 30}), "hand: 2 hands of 30 are 60 tiles"),
        (OpenTable("all-fives", bots=3), "bots: 3 bots do not fit 2 seats"),
        (OpenTable("all-fives", bots=-1), "bots: -1 bots do not fit 2 seats"),
        (OpenTable("all-fives", password=""), "password: it is empty"),
        (OpenTable("all-fives", options=TableOptions(grace=-1)), "grace: -1 is not valid: it takes 0 to 86400"),
        (OpenTable("all-fives", options=TableOptions(bot_level="genius")), "bot_level: 'genius' is not valid"),
    ],
)
def test_an_impossible_request_is_refused_with_the_option_to_change(request_: OpenTable, says: str) -> None:
    with pytest.raises(RulesError) as refused:
        table_opened(request_)

    assert str(refused.value).startswith(says)


def test_a_request_makes_the_first_event_of_its_table() -> None:
    options = TableOptions(grace=5, deals="mixed")

    opened = table_opened(OpenTable("all-fives", {"target": 121}, 3, options))

    assert isinstance(opened, TableOpened)
    assert (opened.preset, opened.rules.target, opened.seats, opened.options) == ("all-fives", 121, 3, options)


def test_a_change_of_the_game_makes_the_first_event_of_the_next_one() -> None:
    wanted = ChangeGame("all-fives", {"target": "250"}, 3, TableOptions(grace=5, deals="host"))
    opened = game_changed(wanted, TableOptions())

    assert (opened.preset, opened.rules.target, opened.seats, opened.options.grace) == ("all-fives", 250, 3, 5)


def test_a_change_of_the_game_without_options_leaves_those_of_the_table() -> None:
    of_the_table = TableOptions(grace=5, assist=Assist.NONE, deals="host")

    assert game_changed(ChangeGame("all-fives"), of_the_table).options == of_the_table


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (ChangeGame("chess"), "rules: there is no game called 'chess'"),
        (ChangeGame("all-fives", seats=5), "seats: All Fives with a double-6 set is for 2 to 4 players"),
        (ChangeGame("all-fives", {"target": "-1"}), "target: '-1' is not valid"),
        (ChangeGame("all-fives", options=TableOptions(grace=-1)), "grace: -1 is not valid"),
    ],
)
def test_an_impossible_game_is_refused_in_the_words_for_a_new_table(change: ChangeGame, says: str) -> None:
    with pytest.raises(RulesError) as refused:
        game_changed(change, TableOptions())

    assert str(refused.value).startswith(says)


def test_the_defaults_of_a_stored_table_are_those_of_the_options() -> None:
    assert {option.name: option.default for option in STORED} == {
        field.name: getattr(TableOptions(deals="mixed"), field.name) for field in fields(TableOptions)
    }
