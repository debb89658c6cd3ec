"""The host changes the game on the page: a button of the waiting room, and the form with the values of now."""

import pytest

from client.actions.action import NewTable, OtherGame
from client.model.announcements import Announcement
from client.model.model import Model
from protocol.log.commands import ChangeGame
from protocol.log.events import Entry, Event, MatchStarted, SeatTaken, TableOpened, TableOptions
from protocol.wire.messages import Tables
from tests.client.at_table import AT, welcome
from tests.client.web.at_page import PagePlayer, at_page
from tests.protocol.table_notation import rules_of

OPENED = TableOpened("all-threes", rules_of("all-threes", {"hand": 6}, 3), 3, TableOptions(turn_time=30))
WAITING = (OPENED, SeatTaken(0, "Ann"), SeatTaken(1, "Ben"))


@pytest.fixture
def host() -> PagePlayer:
    """The host on the first of three seats; one is free."""
    return at_page(*WAITING, host=True)


def test_the_waiting_room_of_the_host_has_a_button_for_it(host: PagePlayer) -> None:
    assert "change" in host.buttons("waiting", "order")
    assert "Change the game" in host.sees("waiting")
    assert "Change the game" not in at_page(*WAITING, seat=1, may_begin=True).sees("waiting")


def test_the_form_has_the_game_of_now_and_sends_what_is_changed(host: PagePlayer) -> None:
    host.press("order", "change")
    form = host.sees("window")
    assert form.startswith("Change the game ")
    assert "House rules: 1 changed" in form
    assert "Password" not in form
    assert "Bots" not in form

    host.press("fill", {"target": "90"})
    host.press("open", {"seats": "4"})

    assert host.pending == (ChangeGame("all-threes", {"hand": "6", "target": "90"}, 4, TableOptions(turn_time=30)),)
    assert not host.page.parts()["window"]


def test_it_is_in_the_menu_too(host: PagePlayer) -> None:
    host.choose("menu", OtherGame())

    assert host.sees("window").startswith("Change the game ")


def test_an_impossible_game_is_explained_and_not_sent(host: PagePlayer) -> None:
    host.receives(SeatTaken(2, "Cho"))
    host.press("order", "change")
    host.press("open", {"seats": "2"})

    assert "3 people sit here, and 2 seats are too few for them." in host.sees("window")
    assert host.pending == ()


def test_the_form_of_a_new_table_is_another_one(host: PagePlayer) -> None:
    host.page.receive(host.page.model.receive(Tables(())))
    host.press("order", "change")
    host.press("fill", {"target": "90"})
    host.press("close")

    host.choose("tables", NewTable())
    assert host.sees("window").startswith("Open a table ")
    assert "changed" not in host.sees("window")


def changed(model: Model, *log: Event) -> list[Announcement]:
    announcements = model.receive(welcome(head=len(log), seat=1, game="g2"))
    for seq, event in enumerate(log, start=1):
        announcements += model.receive(Entry(seq, AT, event))
    return announcements + model.settle()


def test_a_friend_hears_it_and_sees_the_seats_of_the_changed_game() -> None:
    ben = at_page(*WAITING, seat=1)
    opened = TableOpened("all-fives", rules_of("all-fives", {"target": 250}, 4), 4, TableOptions())

    ben.page.receive(changed(ben.page.model, opened, SeatTaken(0, "Ann"), SeatTaken(1, "Ben")))

    assert "The host changes the game to All Fives to 250, 4 seats." in ben.said
    assert ben.sees("waiting").count("Free") == 2


def test_a_change_that_begins_the_match_leaves_the_waiting_room() -> None:
    ben = at_page(*WAITING, seat=1)
    opened = TableOpened("cinq-et-trois", rules_of("cinq-et-trois"), 2, TableOptions())

    ben.page.receive(changed(ben.page.model, opened, SeatTaken(0, "Ann"), SeatTaken(1, "Ben"), MatchStarted(1)))

    assert not ben.sees("waiting")
