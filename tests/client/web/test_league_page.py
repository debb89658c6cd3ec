"""The page of a league: for everybody who may know of the host's tables, without a seat."""

import re

from protocol.league.league_text import league_text
from tests.client.web.at_site import site
from tests.client.web.page_client import answered, request, status_of
from tests.protocol.league.seasons import league


async def test_the_page_of_the_league_has_a_style_sheet_of_its_own() -> None:
    async with site() as page:
        answer = await answered(page.stream(), request("/league"))

        assert status_of(answer) == 200
        assert b"/league.css?v=" in answer


async def test_it_shows_the_league_without_watching_a_table() -> None:
    async with site(league=league_text(league("Oak-Ash"))) as page:
        tab = await page.tab(None, path="/league")

        await tab.shows("league", "Hedge")
        assert "<table" in tab.parts["league"]
        assert re.findall("<h([1-6])", tab.parts["league"]) == ["1", "2", "2", "2"]
        assert '<a href="/">To the tables</a>' in tab.parts["league"]
        (oak,) = page.host.house.tables.summaries()
        assert oak.spectators == 0


async def test_a_host_without_a_league_says_so() -> None:
    async with site() as page:
        tab = await page.tab(None, path="/league")

        await tab.shows("league", "no league")


async def test_a_player_sees_it_beside_the_game() -> None:
    async with site(league=league_text(league("Oak-Ash"))) as page:
        ann = await page.seated("Ann")
        await page.host.house.league_night.look()
        await ann.press("show", "tables")
        await ann.shows("window", "League")
        await ann.press("show", "league")

        await ann.shows("window", "A fixture is 6 singles and 3 doubles")


async def test_who_waits_at_a_board_reads_what_it_counts_for() -> None:
    async with site(league=league_text(league("Oak-Ash"))) as page:
        await page.host.house.league_night.open(1, ())
        ann = await page.seated("Ann")

        await ann.shows("waiting", "Fixture 1, board 1, Ann against Dan, of the league Hedge.")
        await ann.shows("waiting", "The match begins when its players are here.")
