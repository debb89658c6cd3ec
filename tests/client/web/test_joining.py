"""Joining a table in the browser: a name, a reload, another tab, the way back."""

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from client.web.page_messages import ENDED, TAKEN_OVER
from protocol.log.commands import Kick
from protocol.wire.messages import OpenTable, Tables
from tests.client.web.at_site import pressed, site, way_back


async def test_a_browser_without_a_name_asks_for_one_and_stores_it() -> None:
    async with site() as page:
        tab = await page.tab()
        await tab.shows("lobby", 'data-press="name"')
        await tab.press("name", {"text": "you"})
        await tab.shows("lobby", 'role="alert"')
        assert [seat.name for seat in page.host.house.tables.summaries()[0].seats] == [None, None]

        await tab.press("name", {"text": "Ann"})
        await tab.until(lambda tab: tab.seats)

        assert tab.kept["name"] == "Ann"
        assert "Ann" in [seat.name for seat in page.host.house.tables.summaries()[0].seats]


async def test_a_browser_remembers_the_games_that_were_introduced() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.shows("introduction", "Add up the open ends")
        await tab.until(lambda tab: (tab.kept or {}).get("games") == ["all-fives"])
        await tab.leave()

        again = await page.tab({"name": "Bea", "seats": [], "games": ["all-fives", "chess", 3]})
        await again.until(lambda tab: (tab.kept or {}).get("games") == ["all-fives"])


async def test_a_reload_returns_to_the_same_seat() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.until(lambda tab: pressed(tab.parts["hand"], "tile"))
        hand = pressed(tab.parts["hand"], "tile")
        await tab.leave()

        again = await page.tab(tab.kept)

        await again.until(lambda tab: pressed(tab.parts["hand"], "tile"))
        assert pressed(again.parts["hand"], "tile") == hand


async def test_a_second_tab_takes_the_seat_and_the_first_says_so_and_does_not_reconnect(
    autojump_clock: MockClock,
) -> None:
    async with site(bots=1) as page:
        first = await page.seated()
        second = await page.tab(first.kept)
        await second.until(lambda tab: pressed(tab.parts["hand"], "tile"))

        assert await first.ends() == TAKEN_OVER
        await first.leave()
        await second.reads_for(60)

        await second.press("order", "name Bob")
        await second.says("You are Bob from your next seat on.")
        assert page.dials == 2


async def test_a_player_who_is_sent_away_sees_a_bot_on_the_seat_and_the_browser_forgets_it(
    autojump_clock: MockClock,
) -> None:
    async with site(seats=2) as page:
        ann = await page.host.seated_operator("Ann")
        ben = await page.seated("Ben")
        await ben.until(lambda tab: pressed(tab.parts["hand"], "tile"))

        await ann.accepted(Kick(1))

        await ben.shows("status", "The host has sent you away from the table.")
        assert "You" not in ben.parts["seats"]
        assert "Ben" in ben.parts["seats"]
        assert await ben.ends() == ENDED
        assert ben.seats == []


async def test_the_page_of_a_password_speaks_of_no_keys() -> None:
    async with site() as page:
        operator = await page.host.operator("Cy")
        await operator.send(OpenTable("all-threes", password="plum"))
        await operator.expect(Tables)
        tab = await page.tab({"name": "Ann", "seats": []}, path="/ash")
        await tab.shows("lobby", "<p>Table ash has a password.</p>")

        await tab.press("password", {"text": "pear"})

        await tab.shows("lobby", "<p>That is not the password of table ash.</p>")


async def test_a_way_back_link_stays_valid_however_often_its_seat_was_opened() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.press("show", "menu")
        await tab.until(lambda tab: "back=" in tab.parts["window"])
        link = way_back(tab)
        for back in ("", "", "", link, "", link, ""):
            await tab.leave()
            tab = await page.tab(None if back else tab.kept, back)
            await tab.until(lambda tab: pressed(tab.parts["hand"], "tile") and tab.seats)

        other = await page.tab(None, link)

        await other.until(lambda page: pressed(page.parts["hand"], "tile"))
        assert pressed(other.parts["hand"], "tile") == pressed(tab.parts["hand"], "tile")


async def test_a_way_back_link_to_the_second_table_of_a_visit_survives_lost_connections(
    autojump_clock: MockClock,
) -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.press("order", "open all-fives")
        await tab.shows("window", 'data-press="confirm"')
        await tab.press("confirm")
        await tab.until(lambda tab: len(tab.seats) == 2)
        await tab.press("show", "menu")
        await tab.until(lambda tab: "back=" in tab.parts["window"])
        link = way_back(tab)
        for _ in range(3):
            await page.loses_the_host()
            await trio.sleep(6)  # by then it has its seat again

        other = await page.tab(None, link)

        await other.until(lambda page: page.seats)
        assert await tab.ends() == TAKEN_OVER


async def test_a_browser_that_reconnects_gets_the_table_in_its_first_picture() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.until(lambda tab: pressed(tab.parts["hand"], "tile"))
        await tab.leave()

        again = await page.tab(tab.kept)
        await again.reads_one()

        assert pressed(again.parts["hand"], "tile") == pressed(tab.parts["hand"], "tile")


async def test_a_way_back_link_opens_the_seat_in_another_browser() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.until(lambda tab: bool(pressed(tab.parts["hand"], "tile")))
        await tab.press("show", "menu")
        await tab.until(lambda tab: "back=" in tab.parts["window"])
        await tab.leave()

        other = await page.tab(None, way_back(tab))

        await other.until(lambda page: pressed(page.parts["hand"], "tile"))
        assert pressed(other.parts["hand"], "tile") == pressed(tab.parts["hand"], "tile")
        assert other.kept["name"] == "Ann"


@pytest.mark.parametrize(
    "kept",
    [
        [],
        "Ann",
        {"name": 7, "seats": 7},
        {"name": "x" * 1000, "seats": [[]]},
        {"name": "\x1b[31m", "seats": [["oak", "Ann", "", "", False]]},
        {"name": "you", "seats": [["oak", "Ann", "t" * 300, "", False], ["oak", "Ann", "t\x00", "g", False], None]},
        {"name": "", "seats": [["oak", "Ann", "t", "g", 1], ["oak", "the host", "t", "g", True]]},
    ],
)
async def test_invalid_stored_values_are_ignored(kept: object) -> None:
    async with site() as page:
        tab = await page.tab(kept, "!!!")

        await tab.shows("lobby", 'data-press="name"')
        assert tab.kept == {"name": "", "seats": []}


async def test_an_unknown_token_is_dropped_and_the_browser_joins_as_a_newcomer() -> None:
    async with site() as page:
        tab = await page.tab({"name": "Ann", "seats": [["oak", "Ann", "stale", "gone", False]]})

        await tab.until(lambda tab: any(seat[2] != "stale" for seat in tab.seats))
