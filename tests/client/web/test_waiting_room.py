"""The waiting room on the page: the seats around the table, and the link in its middle."""

import re

from client.picture.qr_picture import qr_picture
from client.web.links import invited
from protocol.log.events import Event, RoundDealt
from tests.client.web.at_page import PagePlayer, at_page
from tests.played import played_match

INVITATION = "mjqxgzjtgiydcmrtgqzdgnbrge"


def in_the_waiting_room(*, seated: int, seat: int = 0) -> PagePlayer:
    """A player at a table of three, at which so many have a seat."""
    history = list[Event]()
    for event in played_match("all-fives", seats=3):
        if isinstance(event, RoundDealt):
            break
        history.append(event)
    return at_page(*history[: seated + 1], seat=seat)


def test_a_large_screen_has_the_link_as_a_code_while_a_seat_is_free() -> None:
    player = in_the_waiting_room(seated=2)
    shown = re.search("<b>([^<]+)</b>", player.page.parts()["waiting"])
    assert shown is not None
    assert 'class="qr"' not in player.page.parts()["waiting"], "a phone has no room for it"

    player.press("side", "")
    assert qr_picture(shown[1]) in player.page.parts()["waiting"]

    full = in_the_waiting_room(seated=3)
    full.press("side", "")
    assert 'class="qr"' not in full.page.parts()["waiting"]


def test_the_code_has_the_invitation_with_which_its_player_has_come_and_no_text_has_it() -> None:
    player = in_the_waiting_room(seated=2)
    player.page.store.invitation = INVITATION
    player.press("side", "")

    waiting = player.page.parts()["waiting"]
    shown = re.search("<b>([^<]+)</b>", waiting)
    assert shown is not None
    assert qr_picture(invited(shown[1], INVITATION)) in waiting
    assert INVITATION not in re.sub('data-share="[^"]*"', "", waiting)


def test_a_player_s_own_seat_is_the_nearest_and_the_others_follow_in_their_order() -> None:
    player = in_the_waiting_room(seated=3, seat=1)

    assert re.findall(r'<li class="(at\d)', player.page.parts()["waiting"]) == ["at2", "at0", "at1"]
    assert 'class="around of3"' in player.page.parts()["waiting"]
