"""Older matches on the page: the host sends them again, to those who may see them."""

import json

import trio
from attrs import evolve
from trio.testing import MockClock

from client.store.browser_games import BrowserGames
from client.words.say import say
from protocol.game.table_options import Assist
from protocol.log.events import TableOptions
from tests.client.store.test_my_games import result
from tests.client.web.at_site import Site, plays_to_the_end, pressed, site
from tests.client.web.page_client import PATIENCE, PageClient

SECRET = TableOptions(spectators=False, assist=Assist.POINTS)


def stored(*games: str, name: str = "Ann", table: str = "oak") -> dict[str, object]:
    """What a browser stores whose player has finished these games, oldest first."""
    finished = BrowserGames("host:5533")
    for game in games:
        finished.save(evolve(result(game=game), table=table), [])
    return {"name": name, "seats": [], "finished": finished.rows}


async def plays_two_matches(tab: PageClient) -> str:
    """Play two matches at a table; returns the id of the first game."""
    await plays_to_the_end(tab)
    await tab.until(lambda tab: tab.kept.get("finished"))
    await tab.press("order", "rematch")
    await tab.until(lambda tab: "rematch" not in pressed(tab.parts["actions"], "order"))
    tab.said.clear()
    await plays_to_the_end(tab)
    await tab.until(lambda tab: len(tab.kept["finished"]) == 2)
    await tab.press("show", "games")
    await tab.shows("window", 'data-press="past"')
    newest, oldest = pressed(tab.parts["window"], "past")
    assert newest != oldest
    return oldest


async def test_an_older_match_is_fetched_from_the_host_and_replayed_from_its_first_deal() -> None:
    async with site(target=15, bots=1) as page:
        tab = await page.seated()
        game = await plays_two_matches(tab)
        dials = page.dials
        await tab.press("past", game)
        await tab.shows("window", "Round 1, play 0 of ")

        await tab.press("replay", "last")
        await tab.shows("window", "the match with ")
        assert page.dials == dials + 1

        await tab.press("save-record")
        await tab.until(lambda tab: tab.files)
        assert json.loads(tab.files[0][1].splitlines()[0])["game"] == game


async def test_the_match_that_has_just_ended_is_not_fetched() -> None:
    async with site(target=15, bots=1) as page:
        tab = await page.seated()
        await plays_two_matches(tab)
        newest, _ = pressed(tab.parts["window"], "past")
        dials = page.dials

        await tab.press("past", newest)

        await tab.shows("window", "the match with ")
        assert page.dials == dials


async def test_a_friend_who_only_visits_sees_an_older_match_again() -> None:
    async with site(target=15, bots=1) as page:
        ann = await page.seated()
        game = await plays_two_matches(ann)
        bea = await page.tab(stored(game, name="Bea"))
        await bea.until(lambda tab: tab.title)
        await bea.press("past", game)

        await bea.shows("window", "Round 1, play 0 of ")


async def test_a_player_sees_a_match_that_nobody_could_watch_with_the_key_to_the_seat_and_others_do_not() -> None:
    async with site(target=15, bots=1, options=SECRET) as page:
        ann = await page.seated()
        game = await plays_two_matches(ann)
        await ann.press("past", game)
        await ann.shows("window", "Round 1, play 0 of ")

        eve = await page.tab(stored(game, name="Eve"))
        await eve.until(lambda tab: tab.title)
        await eve.press("past", game)
        await eve.shows("window", say("page.game_is_private"))


async def test_a_running_game_is_not_replayed_whatever_a_browser_claims_to_have_stored() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        (game,) = [table.game for table in page.host.house.tables.summaries()]
        kept = {**tab.kept, **stored(game)}
        await tab.leave()
        again = await page.tab({**kept, "seats": tab.seats})
        await again.shows("hand", "tile")
        await again.press("past", game)

        await again.shows("window", say("page.game_is_not_sent"))
        assert 'data-press="replay"' not in again.parts["window"]


async def test_a_game_that_the_host_does_not_have_is_explained() -> None:
    async with site(bots=1) as page:
        tab = await page.tab(stored("2020-01-01-oak-000000"))
        await tab.until(lambda tab: tab.title)
        await tab.press("past", "2020-01-01-oak-000000")

        await tab.shows("window", say("page.game_is_gone"))
        assert pressed(tab.parts["window"], "show") == ["games"]
        assert not pressed(tab.parts["window"], "past"), "it would not come later either"


async def test_only_the_games_of_the_list_can_be_asked_for() -> None:
    async with site(target=15, bots=1) as page:
        tab = await page.seated()
        await plays_two_matches(tab)
        dials = page.dials
        await tab.press("past", "2020-01-01-oak-000000")
        await tab.press("past", {"text": ""})
        await tab.press("older-games")
        await tab.reads_for(0.2)

        assert page.dials == dials
        assert 'data-press="past"' in tab.parts["window"]


async def test_of_many_taps_only_the_last_is_answered_and_no_connection_is_left(autojump_clock: MockClock) -> None:
    async with site(target=15, bots=1) as page:
        tab = await page.seated()
        game = await plays_two_matches(tab)
        for _ in range(20):
            await tab.press("past", game)
        await tab.shows("window", "Round 1, play 0 of ")
        await tab.press("show", "games")
        await tab.shows("window", 'data-press="past"')

        with trio.fail_after(PATIENCE):
            while len(page.host.connections) > 1:  # noqa: ASYNC110 - connections end by themselves
                await trio.sleep(0.01)


async def test_a_host_that_is_away_is_tried_again(autojump_clock: MockClock) -> None:
    class Sulking(Site):
        is_away = False

        async def dial(self, address: object) -> trio.abc.Stream:
            if self.is_away:
                raise ConnectionRefusedError
            return await super().dial(address)  # type: ignore[arg-type]

    async with site(target=15, bots=1, of=Sulking) as page:
        assert isinstance(page, Sulking)
        tab = await page.seated()
        game = await plays_two_matches(tab)
        page.is_away = True
        await tab.press("past", game)
        await tab.shows("window", say("page.game_is_not_sent"))

        page.is_away = False
        assert pressed(tab.parts["window"], "past") == [game]
        await tab.press("past", game)
        await tab.shows("window", "Round 1, play 0 of ")
