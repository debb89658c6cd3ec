"""The host changes the game on the full screen: the form of a new table, with the values of this one."""

import pytest

from client.screen.form_window import FormWindow
from protocol.log.commands import ChangeGame
from protocol.log.events import SeatTaken, TableOpened, TableOptions
from protocol.wire.messages import Do
from tests.client.at_desk import SMALL, Player, at_table
from tests.client.at_table import welcome
from tests.protocol.table_notation import rules_of

LABEL = "Change the game or its rules"
OPENED = TableOpened("all-threes", rules_of("all-threes", {"hand": 6}, 3), 3, TableOptions())


@pytest.fixture
def host() -> Player:
    """The host on the first of three seats; one is free."""
    return at_table(OPENED, SeatTaken(0, "Ann"), SeatTaken(1, "Ben"), host=True)


def sent(player: Player) -> list[object]:
    return [message.command for message in player.model.pending.outbox if isinstance(message, Do)]


def has_form(player: Player) -> bool:
    return any(isinstance(window, FormWindow) for window in player.windows.opened)


def opens_form(player: Player) -> None:
    player.windows.close_all()
    player.press("x")
    player.choose(LABEL)


def test_the_form_has_the_game_of_now_and_sends_what_is_changed(host: Player) -> None:
    opens_form(host)

    for text in ("Change the game", "< All Threes", "< 3 "):
        assert text in host.sees()
    assert "password" not in host.sees()
    assert "bots" not in [row.name for row in host.form.form.rows]
    host.form.select(host.form.names.index("target"))
    host.press("9", "0", "enter")

    assert sent(host) == [ChangeGame("all-threes", {"hand": "6", "target": "90"}, 3, TableOptions())]
    assert not has_form(host)


def test_it_fits_the_smallest_screen(host: Player) -> None:
    opens_form(host)

    assert "Change the game" in host.sees(SMALL)
    assert "Enter: change it" in host.sees(SMALL)


def test_a_form_in_which_nothing_is_changed_closes_without_a_question(host: Player) -> None:
    opens_form(host)
    host.press("escape")
    assert not has_form(host)

    opens_form(host)
    host.press("right", "escape")
    assert "Close the form? What you entered is lost." in host.sees()
    host.press("y")
    assert not has_form(host)
    assert sent(host) == []


def test_a_number_of_seats_that_is_too_small_is_explained(host: Player) -> None:
    host.receives(SeatTaken(2, "Cho"))
    opens_form(host)
    host.form.select(host.form.names.index("seats"))
    host.press("left", "enter")

    assert "seats: 3 people sit here, and 2 seats are too few for them." in host.sees()
    assert sent(host) == []


def test_the_command_line_changes_it_too(host: Player) -> None:
    host.type(":", "change all-fives target=250")

    assert sent(host) == [ChangeGame("all-fives", {"target": "250"}, 3, TableOptions())]


def test_everybody_else_sees_which_game_it_is_now_and_a_form_closes_that_is_about_the_last_one(host: Player) -> None:
    opens_form(host)
    changed = TableOpened("all-fives", rules_of("all-fives", {"target": 250}, 3), 3, TableOptions())

    host.take(host.model.receive(welcome(head=0, game="g2")))
    host.receives(changed, SeatTaken(0, "Ann"), SeatTaken(1, "Ben"))

    assert not has_form(host)
    assert host.model.table.preset == "all-fives"
