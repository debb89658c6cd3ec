"""The way back to a seat, in the terminal: a link and its code."""

from client.actions.action import Show
from client.model.model import Model
from client.picture.pinwheel import Size
from client.program.other_hosts import link_to_seat
from client.store.browser_seats import seat_in
from client.store.saved_seats import SavedSeat
from client.words.say import say
from protocol.shared.address import Address
from protocol.shared.join_link import Endpoint, parse_link
from tests.client.at_desk import Player, at_table
from tests.client.at_lines import at
from tests.client.frames import FINDER, as_text, painted
from tests.client.own_host import AT_HOME, INSIDE, hosting
from tests.client.three_handed import OPENING
from tests.protocol.table_notation import round_of

HOST = "192.168.1.20:5533"
SEAT = SavedSeat(HOST, "oak", "Ann", "AAAAAAAAAAAAAAAAAAAAAAAA", "2026-11-29-oak-4a3191")
CONNECTED = Endpoint(Address("192.168.1.20", 5533))
PLAYING = round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6")


def model_at_a_table() -> Model:
    _, model = at(PLAYING)
    return model


def with_a_way_back() -> tuple[Player, str]:
    player = at_table(OPENING[0], OPENING[1])
    link = link_to_seat(player.model, SEAT, CONNECTED)
    assert link is not None
    player.model.way_back = lambda: link
    return player, link


def test_the_link_opens_the_seat_in_a_browser_and_has_nothing_that_only_terminals_need() -> None:
    link = link_to_seat(model_at_a_table(), SEAT, CONNECTED)
    assert link is not None
    back = parse_link(link).back

    assert link.startswith("http://192.168.1.20:5533/")
    assert back is not None
    assert seat_in(back, HOST) == SEAT


def test_there_is_no_link_that_only_this_machine_could_open() -> None:
    model = model_at_a_table()

    assert link_to_seat(model, SEAT, Endpoint(Address("127.0.0.1", 5533))) is None
    assert link_to_seat(model, SEAT, None) is None
    assert link_to_seat(model, None, CONNECTED) is None


def test_who_hosts_is_led_there_by_the_way_of_friends_if_there_is_a_page() -> None:
    model, here = model_at_a_table(), Endpoint(Address("127.0.0.1", 5533))
    model.own_host = hosting(AT_HOME)
    assert (link_to_seat(model, SEAT, here) or "").startswith(f"{INSIDE}/")

    model.own_host = hosting(AT_HOME, has_page=False)
    assert link_to_seat(model, SEAT, here) is None


def test_the_menu_has_a_line_for_it_and_the_sheet_the_link_and_its_code() -> None:
    player, link = with_a_way_back()
    player.press("x")
    player.choose(say("page.way_back_code"))

    large = as_text(painted(player.screen, Size(100, 40)))
    assert link in large.replace("\n", "")
    assert FINDER in large


def test_where_the_code_has_no_room_its_half_is_not_shown_and_the_sheet_says_what_is_missing() -> None:
    player, _ = with_a_way_back()
    player.screen.request(Show("way-back"))

    small = as_text(painted(player.screen, Size(80, 24)))
    assert FINDER not in small
    assert "The QR code has no room here" in small


def test_line_mode_prints_the_link_or_why_there_is_none() -> None:
    letters, model = at(PLAYING)
    assert letters.obey("device").lines[-1] == say("way_back.none")

    model.way_back = lambda: "http://192.168.1.20:5533/oak#back=abc"
    assert letters.obey("device").lines[-1] == "http://192.168.1.20:5533/oak#back=abc"
