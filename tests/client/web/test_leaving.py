"""Leaving on the page: the question, what is said afterwards, the seat, and coming back."""

import pytest
import trio
from trio.testing import MockClock

from client.actions.action import Leave
from client.actions.panel import key_of
from client.web.page_messages import ENDED
from client.words.say import say
from tests.client.web.at_site import plays_until, pressed, site
from tests.client.web.page_client import PageClient


async def leaves(tab: PageClient) -> None:
    """Leave by the key, and read until the page has ended."""
    await tab.press("key", "q")
    await tab.shows("window", say("leave.program_goes_on"))
    await tab.press("confirm")
    assert await tab.ends() == ENDED


async def test_a_player_leaves_a_match_and_comes_back_to_the_seat(autojump_clock: MockClock) -> None:
    async with site() as page:
        ann, ben = await page.seated(), await page.seated("Ben")
        await ann.shows("hand", "tile")

        await leaves(ann)

        assert say("page.left_seat") in ann.parts["status"]
        assert say("page.again") in ann.parts["actions"]
        assert not ann.parts["window"]
        await ben.says("Ann is away")

        again = await page.tab(ann.kept)
        await again.shows("hand", "tile")
        await ben.says("Ann is back")


async def test_the_menu_leads_there_too(autojump_clock: MockClock) -> None:
    async with site(bots=1) as page:
        ann = await page.seated()
        await ann.shows("hand", "tile")
        await ann.press("show", "menu")
        await ann.until(lambda tab: f"menu {key_of(Leave())}" in pressed(tab.parts["window"], "choose"))

        await ann.press("choose", f"menu {key_of(Leave())}")

        await ann.shows("window", say("leave.program_goes_on"))


def has_ended(tab: PageClient) -> bool:
    """Whether the match is over, and another one is offered."""
    return "rematch" in pressed(tab.parts["actions"], "order")


@pytest.mark.slow("plays a match")
async def test_between_two_matches_nobody_waits_for_a_player_who_leaves(autojump_clock: MockClock) -> None:
    async with site(target=5) as page:
        ann, ben = await page.seated(), await page.seated("Ben")
        async with trio.open_nursery() as nursery:
            for tab in (ann, ben):
                nursery.start_soon(plays_until, tab, has_ended)

        await ann.press("close", "end")
        await ann.press("key", "q")
        assert await ann.ends() == ENDED

        assert say("page.left") in ann.parts["status"]
        (table,) = page.host.house.tables.summaries()
        assert [seat.name for seat in table.seats] == [None, "Ben"]
