"""A spectator of the page who comes again: to the table that they watched."""

import pytest
from trio.testing import MockClock

from client.actions.action import GoTo
from client.actions.panel import key_of
from client.web.page_messages import ENDED
from tests.client.web.at_site import Site, pressed, site
from tests.client.web.page_client import PageClient
from tests.daemon.journal.memory_journal import MemoryJournal

OAK = "/oak"
TO_WATCH = f"tables {key_of(GoTo('oak', watches=True))}"


async def watches(page: Site, name: str = "Cho") -> PageClient:
    """A tab whose player watches the full table."""
    tab = await page.tab({"name": name}, path=OAK)
    await tab.until(lambda tab: TO_WATCH in pressed(tab.parts["lobby"], "choose"))
    await tab.press("choose", TO_WATCH)
    await tab.until(at_table)
    return tab


def at_table(tab: PageClient) -> bool:
    """Whether the tab shows a table that its player watches."""
    return bool(tab.parts["board"]) and not tab.parts["lobby"] and not tab.seats


async def test_a_reload_leads_back_to_the_table_that_was_watched() -> None:
    async with site(bots=1) as page:
        await page.seated()
        cho = await watches(page)
        await cho.leave()

        again = await page.tab(cho.kept, path=OAK)

        await again.until(at_table)
        assert "is taken" not in str(again.said)


async def test_a_page_that_has_lost_its_host_watches_on() -> None:
    async with site(bots=1) as page:
        ann = await page.seated()
        cho = await watches(page)

        await page.loses_the_host()
        await ann.until(lambda tab: "No connection" in tab.parts["status"])

        for tab in (ann, cho):
            await tab.until(lambda tab: "No connection" not in tab.parts["status"])
        assert at_table(cho)


async def test_a_host_that_is_started_again_has_its_spectators_back() -> None:
    journal = MemoryJournal()
    async with site(bots=1, journal=journal) as page:
        await page.seated()
        cho = await watches(page)
    async with site(bots=1, journal=journal) as page:
        again = await page.tab(cho.kept, path=OAK)

        await again.until(at_table)


async def test_a_spectator_is_back_before_the_players_of_a_table_that_sleeps_until_they_come(
    autojump_clock: MockClock,
) -> None:
    journal = MemoryJournal()
    async with site(seats=3, journal=journal) as page:
        ann = await page.seated()
        await ann.press("order", "open all-fives")
        await ann.until(lambda tab: tab.path == "/ash" or "confirm" in tab.parts["window"])
        await ann.press("confirm")
        await ann.until(lambda tab: tab.path == "/ash")
        await page.seated("Bea", "/ash")
        cho = await page.tab({"name": "Cho"}, path="/ash")
        to_watch = f"tables {key_of(GoTo('ash', watches=True))}"
        await cho.until(lambda tab: to_watch in pressed(tab.parts["lobby"], "choose"))
        await cho.press("choose", to_watch)
        await cho.until(at_table)
    async with site(seats=3, journal=journal) as page:
        again = await page.tab(cho.kept, path="/ash")
        await again.shows("status", "No connection")

        await page.tab(ann.kept, path="/ash")

        await again.until(at_table)


async def test_a_seat_of_ones_own_goes_before_the_table_that_was_watched() -> None:
    async with site(bots=1) as page:
        ann = await page.seated()
        game = ann.seats[0][3]
        await ann.leave()

        again = await page.tab({**ann.kept, "watched": ["oak", game]}, path=OAK)

        await again.until(lambda tab: pressed(tab.parts["hand"], "tile"))
        await again.until(lambda tab: "watched" not in tab.kept)


async def test_who_leaves_is_asked_again_whether_to_watch() -> None:
    async with site(bots=1) as page:
        await page.seated()
        cho = await watches(page)
        await cho.press("order", "leave")
        assert await cho.ends() == ENDED
        assert "watched" not in cho.kept

        again = await page.tab(cho.kept, path=OAK)

        await again.shows("lobby", "Every seat of table oak is taken")


async def test_another_match_than_the_one_that_was_watched_is_joined_where_it_has_a_free_seat() -> None:
    async with site() as page:
        tab = await page.tab({"name": "Cho", "seats": [], "watched": ["oak", "another game"]}, path=OAK)

        await tab.until(lambda tab: tab.seats)


@pytest.mark.parametrize("stored", [7, ["oak"], ["oak", 7], ["oak", "game", "more"], {"oak": "game"}])
async def test_what_is_no_table_leads_nowhere(stored: object) -> None:
    async with site() as page:
        tab = await page.tab({"name": "Cho", "seats": [], "watched": stored}, path=OAK)

        await tab.until(lambda tab: tab.seats)
