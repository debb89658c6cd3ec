"""The page once its connection has ended or is lost."""

import re

import trio

from client.model.status import Ended
from protocol.names import LONGEST_NAME
from tests.client import three_handed as three
from tests.client.web.at_page import PagePlayer, at_page, newcomer

SENT_AWAY = "The host has sent you away from the table."


def nothing_to_press(player: PagePlayer) -> bool:
    found = [press for part in player.parts().values() for press in re.findall('data-press="([^"]+)"', part)]
    return found == ["reconnect"]


def test_a_page_whose_connection_has_ended_in_a_match_offers_only_to_connect_again() -> None:
    player = at_page(*three.game())
    player.press("tile", "6-4")

    player.page.model.status = Ended(SENT_AWAY)

    assert nothing_to_press(player)
    assert SENT_AWAY in player.sees("status")
    assert "Your turn" not in "".join(player.parts().values())
    assert ' quiet"' in player.parts()["board"]


def test_a_page_whose_connection_has_ended_in_the_waiting_room_offers_only_to_connect_again() -> None:
    player = at_page(*three.game()[:2], host=True)

    player.page.model.status = Ended(SENT_AWAY)

    assert nothing_to_press(player)
    assert "Friends join" not in player.sees("waiting")


def test_a_page_whose_connection_has_ended_without_a_table_offers_to_connect_again() -> None:
    player = newcomer()

    player.page.model.status = Ended("No connection.")

    assert nothing_to_press(player)


def test_a_page_whose_seat_is_used_elsewhere_leaves_words_and_button_to_the_script() -> None:
    player = at_page(*three.game())

    player.page.model.status = Ended("You have taken this seat somewhere else.", is_elsewhere=True)

    assert "data-press" not in "".join(player.parts().values())
    assert "somewhere else" not in player.sees("status")


def test_a_lost_connection_says_once_that_the_game_is_saved() -> None:
    player = at_page(*three.game())
    assert player.said

    player.page.receive(player.page.model.connection_lost("the host was shut down", 1.0))

    assert player.said == ""
    assert (
        "No connection: the host was shut down. The game is saved, and goes on when the host is there again."
        in player.sees("status")
    )


def test_a_refused_name_stays_in_its_field_which_takes_no_longer_one() -> None:
    player = newcomer()
    player.page.newcomer.named = trio.Event()

    player.press("name", {"text": "you"})

    part = player.parts()["lobby"]
    assert f'maxlength="{LONGEST_NAME}"' in part
    assert "data-empties" not in part
    assert "This name cannot be used: the game itself uses" in player.sees("lobby")
