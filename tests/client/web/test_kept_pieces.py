"""Pieces of the page that are kept until what they are made of changes: what they show is never out of date."""

from collections.abc import Iterator
from random import Random

import pytest

from client.web.panel_windows import SheetWindow
from protocol.game.presets import PRESETS
from protocol.log.events import Event, Paused, PlayerReturned, Resumed, StandInSeated
from protocol.log.table import Stage
from protocol.wire.notices import GraceNotice, HostNotice, PresenceNotice
from tests.client import three_handed as three
from tests.client.states import match_of
from tests.client.web.at_page import PagePlayer, at_page


def agrees_with_one_that_keeps_nothing(player: PagePlayer) -> bool:
    """Whether the parts are those of the same page without what it has kept."""
    shown = player.page.parts()
    player.page.made.clear()
    return shown == player.page.parts()


def presses(player: PagePlayer, chance: Random) -> Iterator[tuple[str, str]]:
    """Presses that leave the table alone."""
    hand = player.page.model.view.my_hand()
    sheets = [window.name for window in player.page.windows.values() if isinstance(window, SheetWindow)]
    yield "side", chance.choice(("", *sheets))
    yield "show", chance.choice(("menu", "scores", "chat", "rules", "history"))
    yield "shape", chance.choice(("390x300", "1000x400"))
    if hand:
        yield "lift", str(chance.choice(hand))
    yield "close", ""


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("game", PRESETS)
def test_no_part_is_out_of_date_after_an_entry_or_a_press(game: str, seat: int | None) -> None:
    events, chance = match_of(game)[:120], Random(game)
    player = at_page(*events[:4], seat=seat)
    for event in events[4:]:
        player.receives(event)
        assert agrees_with_one_that_keeps_nothing(player), event
        if chance.random() < 0.3:
            for press, value in presses(player, chance):
                player.press(press, value)
                assert agrees_with_one_that_keeps_nothing(player), (event, press, value)


def stand_in_and_pause() -> tuple[Event, ...]:
    return StandInSeated(1, "club"), Paused(0), Resumed(0), PlayerReturned(1)


def test_no_part_is_out_of_date_after_a_notice_or_when_someone_stands_in() -> None:
    player = at_page(*three.game())
    assert player.page.model.table.stage is Stage.PLAYING
    notices = (PresenceNotice(1, False), HostNotice(0), GraceNotice(1, 30), HostNotice(1), PresenceNotice(1, True))
    for notice in notices:
        player.page.receive(player.page.model.receive(notice))
        assert agrees_with_one_that_keeps_nothing(player), notice
    for event in stand_in_and_pause():
        player.receives(event)
        assert agrees_with_one_that_keeps_nothing(player), event
    player.page.receive(player.page.model.connection_lost("the network is down", 3))
    assert agrees_with_one_that_keeps_nothing(player)
