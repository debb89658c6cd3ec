"""The panel beside the game: what the server does for a browser that shows one."""

import pytest

from client.actions.action import ChangeSetting, Show
from protocol.log.events import Said
from tests.client import three_handed as three
from tests.client.states import before, is_my_turn
from tests.client.web.at_page import PagePlayer, at_page, newcomer


def with_panel(sheet: str = "") -> PagePlayer:
    """A player in turn, in a browser that shows a panel beside the game."""
    player = at_page(*before("all-fives", is_my_turn), host=True)
    player.press("side", sheet)
    return player


def test_a_browser_that_has_said_nothing_of_a_panel_gets_none() -> None:
    player = at_page(*three.game())
    assert player.page.parts()["sheet"] == ""

    player.press("side", "no")
    assert player.page.parts()["sheet"] == ""


def test_a_sheet_is_opened_and_closed_by_its_button() -> None:
    player = with_panel()
    assert player.sees("sheet") == "Score sheet Rules React"

    player.press("side", "scores")
    assert "Round You Ben Led Ended" in player.sees("sheet")
    player.press("side", "rules")
    assert "What each sum scores" in player.sees("sheet")
    player.press("side", "rules")
    assert player.sees("sheet") == "Score sheet Rules React"


@pytest.mark.parametrize("sheet", ["scores", "rules"])
def test_a_key_and_the_menu_open_a_sheet_in_the_panel_and_no_window(sheet: str) -> None:
    player = with_panel()
    player.press("key", sheet[0])
    assert f'data-sheet="{sheet}"' in player.page.parts()["sheet"]
    assert player.page.parts()["window"] == ""
    player.press("key", sheet[0])
    assert "data-sheet" not in player.page.parts()["sheet"]

    player.press("show", "menu")
    player.choose("menu", Show(sheet))
    assert f'data-sheet="{sheet}"' in player.page.parts()["sheet"]
    assert player.page.parts()["window"] == ""


def test_other_windows_open_as_they_do_without_a_panel() -> None:
    player = with_panel("scores")
    player.press("show", "settings")

    assert 'id="window-title"' in player.page.parts()["window"]
    assert 'data-sheet="scores"' in player.page.parts()["sheet"]


def test_the_score_sheet_beside_the_game_has_each_round_that_ends() -> None:
    events = three.one_round()
    player = at_page(*events[:-2])
    player.press("side", "scores")
    assert "Total 10 0 20 1 10 0 20 Ben playing" in player.sees("sheet")

    player.receives(*events[-2:])
    assert "Total 10 0 30" in player.sees("sheet")
    assert "1 10 0 30 Ben out" in player.sees("sheet")


def test_chat_that_is_in_sight_is_not_counted_and_opens_no_window() -> None:
    player = with_panel()
    player.receives(Said(1, "Ben", "hello"))
    assert "new" not in player.sees("actions")

    player.press("show", "chat")
    assert player.page.parts()["window"] == ""

    player.press("side", "no")
    player.receives(Said(1, "Ben", "are you there?"))
    assert "Chat 1 1 new message" in player.sees("actions")
    player.press("side", "")
    assert "new" not in player.sees("actions")

    player.press("side", "no")
    player.press("show", "chat")
    assert "Ben: are you there?" in player.sees("window")


def test_a_panel_that_comes_by_itself_leaves_the_notice() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    player.press("advise")
    notice = player.sees("sum")
    player.press("side", "scores")

    assert player.sees("sum") == notice


def test_the_chat_button_names_its_key_as_long_as_letters_are_keys() -> None:
    player = with_panel()
    assert 'aria-keyshortcuts="/"' in player.page.parts()["actions"]

    player.choose("settings", ChangeSetting("letters"))
    assert "aria-keyshortcuts" not in player.page.parts()["actions"]


def test_without_a_table_there_is_nothing_beside() -> None:
    player = newcomer()
    player.press("side", "scores")

    assert player.page.parts()["sheet"] == ""
