"""A browser at the page, with players in terminals, at a complete house in memory."""

import html
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio
import trio.testing
from trio.testing import MockClock
from websockets.frames import Frame, Opcode

from client.actions.action import GoTo
from client.actions.panel import key_of
from client.store.browser_games import MOST_GAMES, BrowserGames
from client.web.first_look import TIME_BETWEEN_LOOKS
from client.web.hosts import Hosts
from client.web.page_messages import ENDED, TAKEN_OVER, NotUnderstoodError, read_message
from client.web.server import Server
from client.web.turns import FairShare
from client.web.visit import TIME_TO_SAY_HELLO
from client.web.websocket import MOST_FRAGMENTS, TIME_BETWEEN_PINGS, TIME_TO_TAKE
from protocol.console.address import Address
from protocol.log.commands import Kick, Say
from protocol.log.events import TableOptions
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, Tables
from protocol.wire.record import read_record
from tests.client.store.test_my_games import result
from tests.client.web.page_client import NAME, PATIENCE, PageClient, answered, handshake
from tests.daemon.harness import MONTHS, Host, hosting

MALFORMED, NOT_TEXT, TOO_BIG, PROTOCOL_ERROR = 1008, 1003, 1009, 1002
Pair = Callable[[], tuple[trio.abc.HalfCloseableStream, trio.abc.HalfCloseableStream]]


class Site:
    """A page for a house in memory."""

    def __init__(self, nursery: trio.Nursery, host: Host) -> None:
        self.host = host
        self.server = Server(Address("host", 5533), Hosts([NAME]))
        self.dials = 0
        self.is_reachable = True
        self._dialled: list[trio.abc.Stream] = []
        self._nursery = nursery

    async def dial(self, _: Address) -> trio.abc.Stream:
        """Connect to the house."""
        self.dials += 1
        if not self.is_reachable:
            raise ConnectionRefusedError(111, "Connection refused")
        ours, theirs = trio.testing.memory_stream_pair()
        self.host.receive(theirs)
        self._dialled.append(ours)
        return ours

    async def loses_the_host(self) -> None:
        """Cut every connection between the page and the house."""
        for stream in self._dialled:
            await trio.aclose_forcefully(stream)
        self._dialled.clear()

    def stream(self, pair: Pair = trio.testing.memory_stream_pair, peer: str = "192.0.2.7") -> trio.abc.Stream:
        """A new connection to the page."""
        ours, theirs = pair()
        self._nursery.start_soon(partial(self.server.serve, theirs, peer, self.dial))
        return ours

    async def tab(
        self, kept: object = None, back: str = "", pair: Pair = trio.testing.memory_stream_pair, path: str = "/"
    ) -> PageClient:
        """A new tab, after its hello."""
        client = PageClient(self.stream(pair))
        await client.open(kept, back, path=path)
        return client

    async def seated(self, name: str = "Ann", path: str = "/") -> PageClient:
        """A new tab whose player has a seat."""
        client = await self.tab({"name": name, "seats": []}, path=path)
        await client.until(lambda tab: tab.seats)
        return client


@asynccontextmanager
async def site(
    seats: int = 2, bots: int = 0, options: TableOptions | None = None, of: type[Site] = Site
) -> AsyncIterator[Site]:
    """A page for a house with one table."""
    async with hosting(patience=MONTHS) as host, trio.open_nursery() as nursery:
        await host.open_home("all-fives", seats=seats, bots=bots, set={"target": "40"}, options=options)
        yield of(nursery, host)
        nursery.cancel_scope.cancel()


def pressed(part: str, press: str) -> list[str]:
    """The values of the buttons in a part that send this press."""
    return [html.unescape(value) for value in re.findall(rf'data-press="{press}" data-value="([^"]*)"', part)]


def way_back(page: PageClient) -> str:
    """The fragment of the way-back link in the menu of a page."""
    found = re.search(r'href="#seat=([^"]+)"', page.parts["window"])
    assert found is not None
    return found[1]


async def plays_to_the_end(tab: PageClient) -> None:
    """Play by taps until the match has been won."""
    with trio.fail_after(MONTHS):
        while not any("win" in sentence and "the match" in sentence for sentence in tab.said):
            parts = tab.parts
            moves = [move for move in pressed(parts["actions"], "order") if move in ("draw", "knock")]
            plays = pressed(parts["actions"], "play")
            fitting = re.findall(r'class="tile" data-press="tile" data-value="([^"]+)"', parts["hand"])
            if "Your turn" not in tab.title:
                pass
            elif moves:
                await tab.press("order", moves[0])
            elif plays:
                await tab.press("play", plays[0])
            elif fitting:
                await tab.press("tile", fitting[0])
            await tab.reads_one()


# Joining.


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
        await tab.until(lambda tab: "#seat=" in tab.parts["window"])
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
        await tab.until(lambda tab: "#seat=" in tab.parts["window"])
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
        await tab.press("show", "menu")
        await tab.until(lambda tab: "#seat=" in tab.parts["window"])
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


# The first page.


async def test_a_visitor_without_a_name_sees_whose_table_the_link_leads_to_and_its_free_seats() -> None:
    async with site(seats=4) as page:
        await page.seated()

        tab = await page.tab()
        await tab.reads_one()

        assert "<h2>Ann&#x27;s table</h2><p><strong>All Fives</strong>, 3 of 4 seats free</p>" in tab.parts["lobby"]
        assert page.host.house.tables.summaries()[0].spectators == 0


async def test_a_visitor_without_a_name_sees_who_comes_meanwhile(autojump_clock: MockClock) -> None:
    async with site(seats=4) as page:
        tab = await page.tab()
        await tab.shows("lobby", "4 of 4 seats free")

        await page.host.seated("Bea")

        await tab.shows("lobby", "Bea&#x27;s table")
        await tab.shows("lobby", "3 of 4 seats free")


async def test_a_visitor_sees_nothing_more_of_the_tables_once_there_is_a_name(autojump_clock: MockClock) -> None:
    async with site() as page:
        tab = await page.tab()
        await tab.press("name", {"text": "Ann"})
        await tab.until(lambda tab: tab.seats)
        dials = page.dials

        await tab.reads_for(5 * TIME_BETWEEN_LOOKS)

        assert page.dials == dials


async def test_a_visitor_is_told_that_the_host_does_not_answer_and_when_it_does(autojump_clock: MockClock) -> None:
    async with site() as page:
        page.is_reachable = False
        tab = await page.tab()
        await tab.shows("lobby", "The host does not answer now.")
        assert 'data-press="name"' in tab.parts["lobby"]

        page.is_reachable = True

        await tab.shows("lobby", "2 of 2 seats free")


async def test_a_visitor_with_a_link_to_an_unknown_table_sees_the_others_before_there_is_a_name() -> None:
    async with site() as page:
        tab = await page.tab(path="/elm")

        await tab.shows("lobby", "There is no table elm here")
        assert "<strong>Table oak</strong>: All Fives, 2 of 2 seats free" in tab.parts["lobby"]


# The link of a table.


async def opens_a_table(tab: PageClient) -> str:
    """Open a table for three from the one where this player sits, and go there; returns the path of its link."""
    before = tab.path
    await tab.press("order", "open all-fives --seats 3")
    await tab.until(lambda tab: tab.path != before or "confirm" in tab.parts["window"])
    await tab.press("confirm")
    await tab.until(lambda tab: tab.path != before)
    return tab.path


async def test_a_friend_with_the_link_of_an_opened_table_sits_down_there_and_nobody_waits_elsewhere() -> None:
    async with site() as page:
        ann = await page.seated()
        assert ann.path == "/oak"

        path = await opens_a_table(ann)
        await ann.shows("waiting", f'data-path="{path}"')
        bea = await page.seated("Bea", path)

        await bea.shows("waiting", "Ann")
        assert (path, bea.path) == ("/ash", "/ash")
        ash, oak = page.host.house.tables.summaries()
        assert [seat.name for seat in ash.seats][:2] == ["Ann", "Bea"]
        assert [seat.name for seat in oak.seats] == [None, None]
        assert [seat[0] for seat in ann.seats] == ["ash"], "the seat that was given up is forgotten"


async def test_a_reload_stays_at_the_table_to_which_the_player_has_moved() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.until(lambda tab: pressed(tab.parts["hand"], "tile"))
        path = await opens_a_table(tab)
        await tab.until(lambda tab: len(tab.seats) == 2)
        await tab.leave()

        again = await page.tab(tab.kept, path=path)

        await again.shows("waiting", "Table ash")


async def test_a_link_to_an_unknown_table_leads_to_the_list_of_tables() -> None:
    async with site() as page:
        tab = await page.tab({"name": "Ann", "seats": []}, path="/elm")

        await tab.shows("lobby", "There is no table elm here")
        assert "no table elm: there is oak" not in tab.parts["lobby"], "it is said once"
        assert "<h3><bdi>oak</bdi></h3>" in tab.parts["lobby"]
        await tab.press("choose", f"tables {key_of(GoTo('oak'))}")
        await tab.shows("waiting", "Table oak")


async def test_a_newcomer_types_a_name_and_then_goes_to_the_table_of_the_link() -> None:
    async with site() as page:
        ann = await page.seated()
        path = await opens_a_table(ann)
        tab = await page.tab(path=path)
        await tab.shows("lobby", 'data-press="name"')

        await tab.press("name", {"text": "Bea"})

        await tab.shows("waiting", "Table ash")


@pytest.mark.parametrize("more", ['"path": 7', '"path": "/", "more": 1', '"more": 1'])
def test_a_hello_that_the_script_does_not_send_is_not_understood(more: str) -> None:
    with pytest.raises(NotUnderstoodError):
        read_message(f'{{"hello": {{"kept": null, "back": "", {more}}}}}')


async def test_a_tab_that_an_earlier_release_has_opened_says_no_path_and_plays_on() -> None:
    async with site(bots=1) as page:
        tab = PageClient(page.stream())
        await tab.open({"name": "Ann", "seats": []}, path=None)

        await tab.until(lambda tab: pressed(tab.parts["hand"], "tile"))


async def test_the_invitation_has_the_address_on_the_network() -> None:
    async with site() as page:
        page.server.network = "http://192.0.2.9:5533"

        tab = await page.seated()

        await tab.shows("waiting", 'data-path="/oak" data-network="http://192.0.2.9:5533"')


# Playing.


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
        await again.press("show", "games")
        await again.shows("window", "All Fives<")

        assert len(stored["finished"]) == 1
        assert again.kept is None, "nothing has changed, so nothing is sent to store"


@pytest.mark.slow("analyses a game in a child program")
async def test_a_finished_match_is_analysed_in_the_page_and_the_costliest_plays_lead_into_the_replay() -> None:
    async with site(bots=1) as page:
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

        tab = await page.tab({"name": "Ann", "seats": seats, "rules": rules, "finished": games.rows})

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
    ],
)
def test_a_hello_has_only_what_the_script_sends(hello: object) -> None:
    with pytest.raises(NotUnderstoodError):
        read_message(json.dumps({"hello": hello}))


# Browsers that are slow, silent or hostile.


async def test_a_slow_browser_gets_the_newest_parts_and_delays_no_other_player(autojump_clock: MockClock) -> None:
    async with site(seats=2) as page:
        tab = await page.tab({"name": "Ann", "seats": []}, pair=trio.testing.lockstep_stream_pair)
        await tab.until(lambda tab: tab.seats)
        other = await page.host.seated("Ben")
        for number in range(10):  # the tab does not read this
            await other.accepted(Say(f"hello {number}"))
            await trio.sleep(1)

        messages = 0
        while not any("hello 9" in sentence for sentence in tab.said):
            await tab.reads_one()
            messages += 1

        assert messages < 5
        assert sum("hello" in sentence for sentence in tab.said) == 10


async def test_a_press_waits_for_the_turn_of_its_visit(autojump_clock: MockClock) -> None:
    async with site() as page:
        tab = await page.seated()
        await tab.reads_for(1)
        async with FairShare(page.server.turns):
            before = tab.messages
            await tab.press("show", "keys")
            await tab.reads_for(5)
            assert tab.messages == before

        await tab.shows("window", "Escape")


async def test_a_browser_that_does_not_read_is_disconnected(autojump_clock: MockClock) -> None:
    async with site(seats=2) as page:
        tab = await page.tab({"name": "Ann", "seats": []}, pair=trio.testing.lockstep_stream_pair)
        await tab.until(lambda tab: tab.seats)
        other = await page.host.seated("Ben")
        await other.accepted(Say("hello"))

        await trio.sleep(2 * TIME_TO_TAKE)

        assert len(page.server.places) == 0


async def test_a_browser_that_pings_and_does_not_read_is_disconnected(autojump_clock: MockClock) -> None:
    async with site(seats=2) as page:
        tab = await page.tab({"name": "Ann", "seats": []}, pair=trio.testing.lockstep_stream_pair)
        await tab.until(lambda tab: tab.seats)
        await tab.stream.send_all(5 * Frame(Opcode.PING, b"x").serialize(mask=True))

        await trio.sleep(2 * TIME_TO_TAKE)

        assert len(page.server.places) == 0


async def test_a_browser_that_does_not_answer_pings_is_disconnected(autojump_clock: MockClock) -> None:
    async with site() as page:
        silent, lively = await page.seated(), await page.seated("Ben")

        await lively.reads_for(3 * TIME_BETWEEN_PINGS)

        assert len(page.server.places) == 1
        await silent.leave()


async def test_a_browser_without_a_hello_is_disconnected(autojump_clock: MockClock) -> None:
    async with site() as page:
        began = trio.current_time()

        answer = await answered(page.stream(), handshake())

        assert b" 101 " in answer
        assert trio.current_time() - began <= TIME_TO_SAY_HELLO + 1


@pytest.mark.parametrize(
    "text",
    [
        "", "nonsense", "[]", "null", "7", '{"hello": {}}', '{"hello": {"kept": null, "back": ""}}', '{"press": 1}',
        '{"press": "play", "value": 7}', '{"press": "play", "value": {"text": 7}}', '{"press": "play"}',
        '{"press": "play", "value": "6-4", "more": 1}', '{"press": "' + 100 * "x" + '", "value": ""}',
        '{"press": "chat", "value": "\\ud800"}', "[" * 15_000, '{"press": "chat", "value": {"text": "\\udfff"}}',
    ],
)  # fmt: skip
async def test_a_message_that_the_script_does_not_send_ends_the_visit(text: str) -> None:
    async with site() as page:
        tab = await page.seated()

        await tab.send_text(text)

        assert await tab.ends() == MALFORMED


@pytest.mark.parametrize(
    ("press", "value"),
    [
        ("nothing", ""), ("play", ""), ("play", "9-9"), ("play", "6-4 nowhere"), ("play", {"tile": "6-4"}),
        ("order", ""), ("order", "q"), ("order", "open"), ("order", "kick 99"), ("order", "sit x"), ("ask", ""),
        ("password", "x"), ("name", {"text": "Bob"}), ("chat", {"text": "x" * 5000}), ("order", "open " + "x" * 9000),
    ],
)  # fmt: skip
async def test_an_invalid_press_is_refused_or_ignored(press: str, value: object) -> None:
    async with site() as page:
        tab = await page.seated()

        await tab.press(press, value)
        await tab.press("ask", "r")

        await tab.says("All Fives")


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([Frame(Opcode.BINARY, b"{}")], NOT_TEXT),
        ([Frame(Opcode.TEXT, b"x" * 40_000)], TOO_BIG),
        ([Frame(Opcode.TEXT, b"x", fin=False), *[Frame(Opcode.CONT, b"", fin=False)] * MOST_FRAGMENTS], TOO_BIG),
        ([Frame(Opcode.TEXT, b"x" * 18_000, fin=False), Frame(Opcode.CONT, b"x" * 18_000, fin=False)], TOO_BIG),
        ([Frame(Opcode.CONT, b"x")], PROTOCOL_ERROR),
        ([Frame(Opcode.TEXT, b"x", fin=False), Frame(Opcode.TEXT, b"x")], PROTOCOL_ERROR),
        ([Frame(Opcode.TEXT, b"x", fin=False), Frame(Opcode.CLOSE, b"")], PROTOCOL_ERROR),
    ],
    ids=["bytes", "too long", "many fragments", "long in fragments", "out of order", "interleaved", "cut off"],
)
async def test_frames_that_no_browser_sends_end_the_visit(frames: list[Frame], code: int) -> None:
    async with site() as page:
        tab = await page.seated()

        await tab.stream.send_all(b"".join(frame.serialize(mask=True) for frame in frames))

        assert await tab.ends() == code


async def test_a_pong_and_an_entry_sent_at_once_do_not_mix() -> None:
    async with site(seats=2) as page:
        tab = await page.tab({"name": "Ann", "seats": []}, pair=trio.testing.lockstep_stream_pair)
        await tab.until(lambda tab: tab.seats)
        other = await page.host.seated("Ben")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(tab.stream.send_all, 5 * Frame(Opcode.PING, b"x").serialize(mask=True))
            await other.accepted(Say("hello"))
            await trio.testing.wait_all_tasks_blocked()  # both are due now, and wait for the tab to read

            await tab.says("hello")


async def test_a_server_keeps_nothing_of_ended_visits(autojump_clock: MockClock) -> None:
    async with site() as page:
        tab = await page.seated()
        for _ in range(3):
            await tab.leave()
            tab = await page.tab(tab.kept)
            await tab.until(lambda tab: tab.seats)
        await tab.leave()
        await trio.sleep(PATIENCE)

        assert len(page.server.places) == 0
