"""The options of `fives play`: what they leave open, and the table of a game that the player chooses."""

from pathlib import Path

import pytest

from client.program.play_options import PlayOptions
from client.program.questions import IfUnfinished
from protocol.game.presets import PRESETS
from protocol.log.events import TableOptions
from protocol.shared.table_flags import Hosting
from protocol.wire.messages import OpenTable

ASSISTED = TableOptions(bot_level="master")


def play_options(*given: str, bots: int = 0, if_unfinished: IfUnfinished = IfUnfinished.ASK) -> PlayOptions:
    """The options when these are given."""
    table = OpenTable("fives-and-threes", options=ASSISTED, bots=bots)
    return PlayOptions.from_arguments(Hosting(table, 1.0, None), given, Path("data"), if_unfinished)


@pytest.mark.parametrize("given", [(), ("bots",), ("bot_level", "think")])
def test_without_a_game_the_player_can_choose_one(given: tuple[str, ...]) -> None:
    assert play_options(*given).is_open


@pytest.mark.parametrize("given", ["game", "set", "seats"])
def test_a_game_or_its_rules_leave_no_choice(given: str) -> None:
    assert not play_options(given).is_open


@pytest.mark.parametrize("if_unfinished", [IfUnfinished.CONTINUE, IfUnfinished.END])
def test_an_order_about_an_unfinished_match_leaves_no_choice(if_unfinished: IfUnfinished) -> None:
    assert not play_options(if_unfinished=if_unfinished).is_open


@pytest.mark.parametrize("game", PRESETS)
def test_a_chosen_game_has_the_options_given_and_bots_on_all_other_seats(game: str) -> None:
    table = play_options().with_game(game).table

    assert table == OpenTable(game, options=ASSISTED, bots=PRESETS[game].default_seats - 1)


@pytest.mark.parametrize(("game", "bots"), [("fives-and-threes", 2), ("cinq-et-trois", 1)])
def test_a_number_of_bots_is_kept_as_far_as_they_fit(game: str, bots: int) -> None:
    assert play_options("bots", bots=2).with_game(game).table.bots == bots
