"""A link is whole wherever the full screen shows it: on lines of its own, from edge to edge, beside nothing."""

import pytest

from client.model.announcements import Announcement, Subject
from client.picture.pinwheel import Size
from client.screen.paper import Line, text_of
from protocol.log.operator_commands import MakeHostCode
from protocol.wire.operator_messages import HostCode
from tests.client.at_desk import NORMAL, SMALL, WIDE, Player, at_table
from tests.client.at_lines import sent
from tests.client.frames import FINDER
from tests.client.own_host import LINK, OPEN, hosting
from tests.client.screen.test_qr_code import waiting_host
from tests.client.states import before, is_my_turn

SIZES = [NORMAL, SMALL, WIDE, Size(80, 18)]


def host() -> Player:
    player = waiting_host()
    player.model.own_host = hosting(OPEN)
    return player


def is_whole(link: str, lines: list[Line], size: Size) -> bool:
    """Whether it is in one line of a frame, or fills as many lines as it has to and nothing stands beside it."""
    rows = [text_of(line).rstrip() for line in lines]
    parts = [link[at : at + size.width] for at in range(0, len(link), size.width)]
    in_lines = any(rows[at : at + len(parts)] == parts for at in range(len(rows)))
    return in_lines or any(f" {link} " in f" {row.strip('│')} " for row in rows)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("window", ["who", "invitations"])
def test_in_a_window_it_interrupts_the_frame(window: str, size: Size) -> None:
    player = host()

    player.type(":", window)

    assert "┌─ " in player.sees(size)
    assert is_whole(LINK, player.frame(size), size)


@pytest.mark.parametrize("size", [NORMAL, WIDE], ids=str)
def test_beside_a_code_there_is_no_link(size: Size) -> None:
    player = host()
    player.type(":", "phone")
    (request,) = sent(player.model)
    assert isinstance(request, MakeHostCode)
    player.model.receive(HostCode("k7mq-2xwe", 600))
    assert player.model.own_host is not None

    for link in player.model.own_host.code_links():
        assert is_whole(link, player.frame(size), size)
    assert FINDER in player.sees(size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("is_prompted", [True, False], ids=["my turn", "waiting room"])
def test_a_notice_with_a_link_gets_the_lines_that_it_needs(size: Size, is_prompted: bool) -> None:
    player = at_table(*before("all-fives", is_my_turn)) if is_prompted else host()
    link = f"https://considered-quick-fox-words.example{LINK.removeprefix('https://quick-fox.example')}"

    player.take([Announcement(Subject.LINK, f"The link has changed. Send this one: {link}")])

    assert is_whole(link, player.frame(size), size)
    assert "Your turn" in player.sees(size) or not is_prompted


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_so_does_one_under_a_window(size: Size) -> None:
    player = at_table(*before("all-fives", is_my_turn))
    player.press("?")

    player.take([Announcement(Subject.LINK, f"The link has changed. Send this one: {LINK}")])

    assert is_whole(LINK, player.frame(size), size)
