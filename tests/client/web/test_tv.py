"""The page for a TV: it finds a table by itself, shows it to a room, and follows it."""

import re

import pytest
import trio
from trio.testing import MockClock

from client.model.status import Ended
from client.net.remedies.moved import moved_to
from client.store.browser_store import BrowserStore
from client.web.page import TIME_BETWEEN_LOOKS
from client.web.page_files import page_files
from client.web.tv import LEAST_TIME_OF_END, MOST_TIME_OF_END, Tv, stored_for_tv
from client.web.tv import NAME as NAME_OF_TV
from protocol.log.commands import HandOver, HostReady
from protocol.log.events import Entry, Event, RoundEnded, TableOptions, TilePlayed
from protocol.log.sight import Viewer, see
from protocol.shared.address import Address
from protocol.wire.messages import Goodbye
from protocol.wire.notices import HandOverNotice
from tests.client import three_handed as three
from tests.client.at_table import AT, new_model, welcome
from tests.client.states import match_of
from tests.client.web.at_page import PagePlayer
from tests.client.web.at_site import Site, plays_to_the_end, pressed, site
from tests.client.web.page_client import NAME, PageClient, answered, request, status_of

NO_SPECTATORS = TableOptions(spectators=False)
INVITATION, KEY = "mjqxgzjtgiydcmrtgqzdgnbrge", "vbnm5-a7z33-34ywp-emt4v"
HIDDEN_PARTS = {"hand", "actions", "window", "introduction", "look"}


async def tv_at(page: Site, path: str = "/tv", kept: object = None, invitation: str | None = None) -> PageClient:
    """A TV at this path."""
    return await page.tab(kept, path=path, invitation=invitation)


def scene(tv: PageClient) -> str:
    """What the room looks at."""
    found = re.search(r'data-scene="(\w+)"', tv.parts["signal"])
    return "" if found is None else found[1]


@pytest.mark.parametrize(("path", "status"), [("/tv", 200), ("/tv/", 200), ("/tv/oak?a=b", 200), ("/tv/a/b", 404)])
async def test_a_tv_has_a_page_of_its_own_with_its_own_style_sheet(path: str, status: int) -> None:
    async with site() as page:
        answer = await answered(page.stream(), request(path))

        assert status_of(answer) == status
        assert (b"/tv.css?v=" in answer and b"page.css" not in answer) == (status == 200)


async def test_a_tv_goes_to_the_only_table_by_itself_and_shows_the_link_for_joining() -> None:
    async with site(seats=3) as page:
        tv = await tv_at(page)

        await tv.shows("invitation", f"http://{NAME}/oak")
        assert 'class="qr"' in tv.parts["invitation"]
        assert scene(tv) == "waiting"
        assert "data-awake" in tv.parts["signal"]
        (oak,) = page.host.house.tables.summaries()
        assert (oak.spectators, [seat.name for seat in oak.seats]) == (1, [None, None, None])


async def test_a_tv_shows_the_table_in_its_address_and_keeps_that_address(autojump_clock: MockClock) -> None:
    async with site() as page:
        await page.host.open_table("all-fives")
        tv = await tv_at(page, "/tv/ash")

        await tv.shows("invitation", f"http://{NAME}/ash")
        assert tv.path == "/tv/ash"


async def test_a_tv_without_its_table_lists_the_others_and_waits_for_it(autojump_clock: MockClock) -> None:
    async with site() as page:
        tv = await tv_at(page, "/tv/ash")
        await tv.shows("lobby", "There is no table ash here")
        assert '<a href="/tv/oak">/tv/oak</a>' in tv.parts["lobby"]

        await page.host.open_table("all-fives")

        await tv.shows("invitation", f"http://{NAME}/ash")
        assert not tv.parts["lobby"]


async def test_a_match_on_a_tv_has_no_hand_and_nothing_to_press() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.until(lambda tab: pressed(tab.parts["hand"], "tile"))
        tv = await tv_at(page)
        await tv.shows("seats", "Ann")

        assert scene(tv) == "play"
        assert 'class="board"' in tv.parts["board"]
        assert "turn." in tv.parts["sum"]
        assert not HIDDEN_PARTS & tv.parts.keys()
        assert "<button" not in "".join(tv.parts.values())
        for press in ("order", "chat", "name"):
            await tv.press(press, "start")
        await tv.press("shape", "1280x720")
        assert page.host.house.tables.summaries()[0].spectators == 1


async def test_a_tv_shows_who_has_won_and_follows_the_rematch(autojump_clock: MockClock) -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        tv = await tv_at(page)
        await plays_to_the_end(tab)

        await tv.until(lambda tv: scene(tv) == "match")
        assert "wins" in tv.parts["match"]
        assert 'class="curve"' in tv.parts["match"]
        assert "data-awake" not in tv.parts["signal"]
        late = await tv_at(page)
        await late.until(lambda late: scene(late) == "match")

        await tab.press("order", "rematch")
        await tv.until(lambda tv: scene(tv) == "play")
        await late.until(lambda late: scene(late) == "play")


def new_tv() -> Tv:
    """A TV without a table."""
    model = new_model(NAME_OF_TV, is_drawn=True)
    return Tv(model, BrowserStore.read("host:5533", stored_for_tv(None)), lambda: None)


def on_tv(*history: Event) -> PagePlayer:
    """A TV that shows a table after this history."""
    player = PagePlayer(new_tv())
    model = player.page.model
    player.page.receive(model.receive(welcome(head=len(history), seat=None)))
    for seq, event in enumerate(history, start=1):
        player.page.receive(model.receive(Entry(seq, AT, see(event, Viewer(None)).event)))
    return player


def test_a_tv_says_the_last_play_what_its_sum_scored_and_whose_turn_it_is() -> None:
    tv = on_tv(*three.game())
    assert "Ann's turn." in tv.sees("sum")

    tv.receives(*three.played("6-6"))
    assert tv.sees("sum") == "Ann leads 6-6 6 + 6 = 12: no points Ben's turn."
    tv = on_tv(*three.game())
    tv.receives(*three.played("6-6", "6-1"))
    assert tv.sees("sum").startswith("Ben plays 6-1 1 + 6 + 6 = 13: no points")


@pytest.mark.parametrize(("leads", "seconds"), [(True, LEAST_TIME_OF_END), (False, MOST_TIME_OF_END)])
async def test_the_end_of_a_round_is_shown_until_somebody_leads_to_the_next_one(
    autojump_clock: MockClock, leads: bool, seconds: float
) -> None:
    events = match_of("all-fives")
    end = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded))
    led = next(at for at in range(end, len(events)) if isinstance(events[at], TilePlayed))
    async with trio.open_nursery() as nursery:
        tv = on_tv(*events[:end])
        tv.page.services.start = nursery.start_soon
        before = tv.parts()["board"]

        tv.receives(*events[end : led + leads])
        assert 'class="left-over"' in tv.parts()["seats"]
        assert tv.sees("sum")
        assert tv.parts()["board"].count("<use") == before.count("<use"), "it is the last board"
        await trio.sleep(seconds - 0.1)
        assert 'class="left-over"' in tv.parts()["seats"]
        await trio.sleep(0.2)
        assert 'class="left-over"' not in tv.parts()["seats"]
        assert ("leads" in tv.sees("sum")) is True


async def test_a_tv_comes_back_to_its_table_after_the_host_was_away(autojump_clock: MockClock) -> None:
    async with site(seats=3) as page:
        tv = await tv_at(page)
        await tv.until(lambda tv: scene(tv) == "waiting")

        page.is_reachable = False
        await page.loses_the_host()
        await tv.shows("status", "trouble")
        page.is_reachable = True

        await tv.until(lambda tv: "trouble" not in tv.parts["status"])
        assert scene(tv) == "waiting"


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("ben.example:5533", "http://ben.example:5533/tv"),
        (f"https://b.example/oak#i={INVITATION}", f"https://b.example/tv#i={INVITATION}"),
    ],
)
def test_a_tv_whose_game_goes_on_at_another_host_goes_there(address: str, there: str) -> None:
    where = moved_to(Goodbye("moved", "", address, KEY, "g"), Address("localhost", 5533))
    at_table, without_table = on_tv(*three.game()), PagePlayer(new_tv())
    for tv, part in ((at_table, "invitation"), (without_table, "lobby")):
        tv.page.model.status = Ended("This game goes on at another host.", moved_to=where)

        assert f'data-go="{there}"' in tv.parts()["signal"]
        assert f"If it does not, open {there.partition('#')[0]}" in tv.sees(part)
        assert f'data-ways="{there.partition("/tv")[0]}"' in tv.parts()["signal"], "it goes once that answers"
        assert 'class="qr"' in tv.parts()[part]
        assert INVITATION not in tv.parts()[part], "it is in the code, and in no text"


async def test_a_tv_is_sent_on_when_the_match_is_handed_over(autojump_clock: MockClock) -> None:
    """At once, and also if it comes later."""
    async with site() as page:
        players = [await page.host.operator("Ann"), page.host.connect("Ben")]
        for player in players:
            await player.enter()
        tv = await tv_at(page)
        await tv.until(lambda tv: scene(tv) == "play")
        await players[0].accepted(HandOver(1))
        await players[1].expect(HandOverNotice, lambda notice: notice.here)
        await players[1].send(
            players[1].asks(HostReady("ben.example:5533", KEY, "g", release="a word that nobody guesses"))
        )

        await tv.until(lambda tv: "data-go" in tv.parts["signal"])
        late = await tv_at(page, "/tv/oak")
        await late.until(lambda late: "data-go" in late.parts["signal"])


@pytest.mark.parametrize("path", ["/tv", "/tv/oak"])
async def test_a_table_that_nobody_may_watch_is_not_on_a_tv_which_says_so(autojump_clock: MockClock, path: str) -> None:
    async with site(options=NO_SPECTATORS) as page:
        tv = await tv_at(page, path)

        await tv.until(lambda tv: "does not allow spectators" in tv.parts["lobby"])
        dials = page.dials
        await tv.reads_for(3 * TIME_BETWEEN_LOOKS)
        assert page.dials == dials, "it does not ask again and again"


async def test_a_tv_leaves_what_a_player_has_stored_in_the_same_browser_alone() -> None:
    async with site(seats=3) as page:
        ann = await page.tab({"name": "Ann", "seats": []}, invitation=INVITATION)
        await ann.until(lambda tab: tab.seats)
        tv = await tv_at(page, kept=ann.kept)

        await tv.until(lambda tv: scene(tv) == "waiting")
        await tv.until(lambda tv: tv.kept == {"invitation": INVITATION})
        assert f"#i={INVITATION}" not in tv.parts["invitation"], "it is in the code, and in no text"
        assert page.host.house.tables.summaries()[0].spectators == 1


def test_a_tv_s_scripts_need_no_new_browser() -> None:
    """Chromium 63 to 79 is in TVs of 2019 to 2021. Motion is loaded apart, so that it may be missing."""
    code = re.sub(r"//.*|/\*.*?\*/", "", page_files()["/tv.js"].content.decode())

    assert not re.findall(r"\?\?|\?\.\D|\|\|=|&&=|globalThis|\.at\(|replaceAll|findLast|catch \{", code)
