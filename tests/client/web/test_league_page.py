"""The page of a league: for everybody who may know of the host's tables, without a seat."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.store.browser_store import BrowserStore
from client.web.league_page import LeaguePage
from client.web.page_files import page_files
from client.words.languages.by_name import language_named
from client.words.say import speaking
from protocol.league.calendar import round_robin
from protocol.league.league import FORMAT_OF_PERSONS, League, Team
from protocol.league.league_text import league_text
from protocol.shared.offered_languages import ENGLISH, OFFERED
from tests.client.at_table import new_model
from tests.client.browser import Browser, browser
from tests.client.panels.test_league import ANSWER
from tests.client.web.at_site import site
from tests.client.web.page_client import answered, request, status_of
from tests.protocol.league.seasons import league

SIDES = """[...document.querySelectorAll("table")].flatMap((table) => {
    const rows = [...table.rows].filter((row) => !row.matches(".detail"));
    return [...rows[0].cells].map((_, at) => rows.map((row) => getComputedStyle(row.cells[at]).textAlign));
})"""
"""For each column: the side to which its head and each of its cells are aligned."""

GAPS = """[...document.querySelectorAll("td:not(.text) + td.text")].map((text) => {
    const [one, other] = [text.previousElementSibling, text].map((cell) => {
        const inside = document.createRange();
        inside.selectNodeContents(cell);
        return inside.getBoundingClientRect();
    });
    return other.left - one.right;
})"""
"""How far each text is from the number at its left."""

BEYOND = """[...document.querySelectorAll("main *:not(.wide, .wide *)")]
    .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth).map((each) => each.textContent)"""
"""The texts outside wide tables that have no room."""


async def test_the_page_of_the_league_has_a_style_sheet_of_its_own() -> None:
    async with site() as page:
        answer = await answered(page.stream(), request("/league"))

        assert status_of(answer) == 200
        assert b"/league.css?v=" in answer


@contextmanager
def league_in(folder: Path) -> Iterator[Browser]:
    """A browser with the page of a league, without its script."""
    files = page_files()
    html = files["/league"].content.decode().partition("<main")[0]
    html = re.sub('href="/league.css[^"]*"', 'href="league.css"', re.sub("<script.*?</script>", "", html))
    (folder / "league.css").write_bytes(files["/league.css"].content)
    (folder / "league.html").write_text(f"{html}<main id=league>{drawn()}</main>")
    with browser(folder / "browser") as tab:
        tab.open(folder / "league.html")
        yield tab


def drawn() -> str:
    """The league as its page has it."""
    page = LeaguePage(new_model("TV"), BrowserStore.read("host:5533", None), lambda: None)
    page.model.receive(ANSWER)
    return str(page.parts()["league"])


@pytest.mark.slow("starts a browser")
def test_on_a_phone_numbers_are_under_their_heads_and_wide_tables_show_that_there_is_more(tmp_path: Path) -> None:
    with league_in(tmp_path) as tab:
        tab.resize(390, 844)

        for sides in tab.evaluate(SIDES):
            assert len(set(sides)) == 1
        assert min(tab.evaluate(GAPS)) >= 16, "3 won and 1/2 of the singles are not 3 1/2"
        assert tab.evaluate(
            "[...document.querySelectorAll('.wide')].some((each) => each.scrollWidth > each.clientWidth)"
        )
        assert tab.evaluate("document.documentElement.scrollWidth") <= 390
        assert tab.evaluate("getComputedStyle(document.querySelector('.wide')).backgroundAttachment") == "local, scroll"


@pytest.mark.slow("starts a browser")
def test_in_each_language_only_tables_that_show_it_are_wider_than_the_screen(tmp_path: Path) -> None:
    with league_in(tmp_path) as tab:
        for name in (ENGLISH, *OFFERED):
            with speaking(language_named(name)):
                tab.evaluate(f"document.getElementById('league').innerHTML = {json.dumps(drawn())}")
            for size in ((320, 568), (390, 844), (768, 1024), (1280, 800)):
                tab.resize(*size)

                assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
                assert tab.evaluate(BEYOND) == []
                assert min(tab.evaluate(GAPS)) >= 16


async def test_it_shows_the_league_without_watching_a_table() -> None:
    async with site(league=league_text(league("Oak-Ash"))) as page:
        tab = await page.tab(None, path="/league")

        await tab.shows("league", "Hedge")
        assert "<table" in tab.parts["league"]
        assert re.findall("<h([1-6])", tab.parts["league"]) == ["1", "2", "2", "2"]
        assert '<a href="/">To the tables</a>' in tab.parts["league"]
        (oak,) = page.host.house.tables.summaries()
        assert oak.spectators == 0


async def test_it_shows_a_season_that_comes_in_several_messages() -> None:
    names = [f"P{number}" for number in range(24)]
    persons = tuple(Team(name, (name,)) for name in names)
    big = League(name="Friday", teams=persons, fixtures=round_robin(names, twice=True), format=FORMAT_OF_PERSONS)
    async with site(league=league_text(big)) as page:
        tab = await page.tab(None, path="/league")

        await tab.shows("league", "Friday")
        assert ">552<" in tab.parts["league"], "the last fixture"


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
