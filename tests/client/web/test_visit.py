"""A browser at the page, with players in terminals, at a complete house in memory."""

import json
import re

import pytest
import trio
import trio.testing

from client.store.browser_games import MOST_GAMES, BrowserGames
from client.store.browser_store import BrowserStore
from client.store.saved_practice import practice_to_json
from client.web.page_messages import NotUnderstoodError, read_message
from protocol.log.commands import Say
from protocol.log.events import TableOptions
from protocol.log.table import Stage
from protocol.wire.record import read_record
from tests.client.exercises import practice_of
from tests.client.store.test_my_games import result
from tests.client.web.at_site import plays_to_the_end, pressed, site
from tests.client.web.page_client import PATIENCE, PageClient


async def test_a_match_is_played_by_taps() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await plays_to_the_end(tab)

        assert page.host.house.tables.summaries()[0].stage is Stage.OVER


async def test_a_finished_match_is_stored_once_by_the_browser_and_only_a_change_is_sent() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.press("show", "games")
        await tab.shows("window", "No match has ended in this browser yet.")
        await tab.press("close")
        await plays_to_the_end(tab)
        await tab.until(lambda tab: tab.kept.get("finished"))
        stored = tab.kept

        await tab.leave()
        again = await page.tab(stored)
        again.kept = None
        await again.shows("actions", "rematch")
        await again.until(lambda tab: tab.kept)
        sealed, again.kept = again.kept, None
        await again.press("show", "games")
        await again.shows("window", "All Fives<")

        assert len(stored["finished"]) == 1
        (seat,), (seat_before,) = sealed["seats"], stored["seats"]
        assert {**sealed, "seats": [seat[:5]]} == {**stored, "seats": [seat_before[:5]]}, "only its secrets are new"
        assert again.kept is None, "nothing has changed, so nothing is sent to store"


@pytest.mark.slow("analyses a game in a child program")
async def test_a_finished_match_is_analysed_in_the_page_and_the_costliest_plays_lead_into_the_replay(
    usual_priority: None,
) -> None:
    async with site(bots=1, options=TableOptions(deals="host")) as page:  # always the same deals
        tab = await page.seated()
        await plays_to_the_end(tab)

        await tab.press("analyse")
        await tab.shows("window", "Analysing")
        await tab.shows("window", "Luck changed the chances to win: ")
        assert "Ann lost " in tab.parts["window"]
        (best, *_) = pressed(tab.parts["window"], "costly")
        await tab.press("costly", best)

        await tab.shows("window", "Better: ")
        await tab.shows("window", 'data-press="better"')

        await tab.press("show", "analysis")
        await tab.press("practise")
        await tab.shows("window", "Exercise 1 of ")
        await tab.until(lambda tab: tab.kept and tab.kept.get("practice"))


async def test_the_record_of_a_finished_match_is_saved_by_the_browser() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await plays_to_the_end(tab)

        await tab.press("save-record")
        await tab.until(lambda tab: tab.files)
        await tab.press("show", "replay")
        await tab.shows("window", 'data-press="replay"')

        ((name, text),) = tab.files
        assert name == "oak.fives.jsonl"
        assert read_record(text.encode().splitlines(keepends=True)).entries[-1].seq == len(text.splitlines()) - 1


@pytest.mark.slow("starts a child program")
async def test_a_visit_that_ends_stops_its_analysis() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await plays_to_the_end(tab)
        await tab.press("analyse")
        await tab.shows("window", "Analysing")
        assert len(page.server.analyses._requests) == 1

        await tab.leave()

        with trio.fail_after(PATIENCE):
            while page.server.analyses._requests:  # noqa: ASYNC110 - a child process ends
                await trio.sleep(0.01)
        assert not page.server.analyses._found


async def test_a_browser_that_stores_as_much_as_it_can_comes_back() -> None:
    async with site(bots=1) as page:
        games = BrowserGames("host:5533")
        for number in range(2 * MOST_GAMES):
            games.save(result("Ann Ben Cho/club Dai Eve Fay", game=f"g{number}"), [])
        seats = [["oak", "Ann", "t" * 40, f"g{number}", True] for number in range(20)]
        rules = [{"name": f"set {number}", "game": "all-fives", "rules": {"target": "61"}} for number in range(20)]

        exercise = practice_to_json(practice_of(10))["exercises"][0]  # type: ignore[index]
        many = [[exercise[0], seq, *exercise[2:]] for seq in range(1000)]
        practice = BrowserStore.read("host:5533", {"practice": {"exercises": many}}).to_json()["practice"]
        stored = {"name": "Ann", "seats": seats, "rules": rules, "finished": games.rows, "practice": practice}

        tab = await page.tab(stored)

        await tab.until(lambda tab: pressed(tab.parts["hand"], "tile"))


async def test_chat_of_others_stays_text() -> None:
    async with site(seats=2) as page:
        other = await page.host.seated('<img src="x">')
        tab = await page.seated()
        await other.accepted(Say("<script>alert(1)</script> & \"'"))

        await tab.says("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&#x27;")
        everything = "".join([*tab.parts.values(), *tab.said])
        assert "<script" not in everything
        assert "<img" not in everything
        assert "&lt;img src=&quot;x&quot;&gt;" in everything


async def test_no_page_contains_a_tile_of_another_hand() -> None:
    async with site(seats=2) as page:
        ann = await page.seated()
        ben = await page.seated("Ben")
        for tab in (ann, ben):
            await tab.until(lambda tab: pressed(tab.parts["hand"], "tile"))

        hands = [set(pressed(tab.parts["hand"], "tile")) for tab in (ann, ben)]

        for tab, own, other in ((ann, hands[0], hands[1]), (ben, hands[1], hands[0])):
            parts = [part for id_, part in tab.parts.items() if id_ != "symbols"]
            shown = "".join([*parts, *tab.said])
            assert own
            assert not [tile for tile in other if re.search(rf"\b{tile}\b", shown)]


# Splices and compression.


@pytest.mark.parametrize("inflates", [True, False])
async def test_a_browser_that_comes_back_gets_whole_parts(inflates: bool) -> None:
    async with site(seats=2, bots=1) as page:
        tab = await page.seated()
        await tab.until(lambda tab: tab.parts["board"] and tab.parts["hand"])
        await tab.press("show", "chat")
        await tab.shows("window", "Chat")
        await tab.press("close")
        await tab.until(lambda tab: not tab.parts["window"])
        await tab.leave()

        again = PageClient(page.stream(), inflates=inflates)
        await again.open(tab.kept)
        await again.until(lambda tab: tab.parts["board"] and tab.parts["hand"])

        assert any(length < 0 for length in again.lengths) == inflates
        assert again.parts["symbols"] == tab.parts["symbols"]
        assert again.parts["seats"] == tab.parts["seats"]


@pytest.mark.parametrize(
    "hello",
    [
        {"kept": None, "back": "", "path": "/", "inflates": 1},
        {"kept": None, "back": "", "path": "/", "more": True},
        {"kept": None, "inflates": True},
        {"kept": None, "back": "", "path": "/", "own": "x" * 23},
        {"kept": None, "back": "", "path": "/", "own": "x" * 129},
        {"kept": None, "back": "", "path": "/", "own": 7},
    ],
)
def test_a_hello_has_only_what_the_script_sends(hello: object) -> None:
    with pytest.raises(NotUnderstoodError):
        read_message(json.dumps({"hello": hello}))


async def test_each_message_says_how_many_of_the_browsers_have_been_taken_before_it() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        assert tab.taken == 1, "the hello"

        await tab.send({})
        await tab.press("show", "keys")
        await tab.shows("window", "Keys")

        assert tab.taken == 3
