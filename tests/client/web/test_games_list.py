"""The list of the player's games, in its window."""

import json
import re

import pytest

from client.actions.action import SeeGames
from client.store.browser_games import BrowserGames
from protocol.wire.messages import Tables
from tests.client.states import before, is_my_turn
from tests.client.store.test_browser_store import row
from tests.client.store.test_my_games import result
from tests.client.web.at_page import at_page, newcomer


def test_my_games_are_listed_newest_first_with_their_outcomes_and_totals() -> None:
    stored = BrowserGames("host:5533")
    stored.save(result("Ann Dai", game="lost", won_by=(1,), scores=(40, 60)), [])
    stored.save(result("Ann Ben Cho/club", game="won", at="2026-01-03T03:04:05Z"), [])
    player = newcomer(stored=json.loads(json.dumps({"name": "Ann", "finished": stored.rows})))
    player.page.receive(player.page.model.receive(Tables(())))
    player.choose("tables", SeeGames())

    assert player.sees("window").removeprefix("My games ✕ ") == (
        "Tap a match to see it again. "
        "All Fives 2026-01-03 03:04 UTC You won with 60, Ben 40, Cho 40 With Ben and Cho (club) "
        "All Fives 2026-01-02 03:04 UTC Dai won 60 to 40 With Dai "
        "Totals All Fives: 2 games, 1 won, 12.5 points a round. With club bots: 1 game, 1 won, 15.0 points a round. "
        "With Ben: 1 game, 1 won, 15.0 points a round. With Dai: 1 game, 0 won, 10.0 points a round. "
        "Learn to play Practise"
    )


def test_my_games_are_in_the_menu_of_a_table_and_have_the_key_of_the_full_screen() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    player.press("show", "menu")
    player.choose("menu", SeeGames())
    assert player.sees("window").startswith("My games")
    player.press("close")

    player.press("key", "G")

    assert player.sees("window").startswith("My games")


@pytest.mark.parametrize(
    "odd",
    [
        row(seat=9), row(seat=-1), row(won_by=[-5, 7]), row(scores=[]), row(players=[]), row(bots=[]), row(rounds=-3),
        row(at="<b>"), row(preset="<b>", players=["<b>", "\x1b[31m"]), row(rounds=0), row(partners=True, won_by=[1]),
    ],
)  # fmt: skip
def test_an_odd_stored_game_is_shown_as_text(odd: list[object]) -> None:
    player = newcomer(stored={"name": "Ann", "finished": [odd]})
    player.press("show", "games")

    assert "Totals" in player.sees("window")
    assert re.findall("<b>(?!<bdi>)", player.parts()["window"]) == []
