"""Places at a full page: who makes room, and which places are for players who come back."""

import html

import pytest
import trio
from trio.testing import MockClock

from client.web.page_messages import ENDED
from client.web.places import TIME_TO_COME_BACK, browser_limits
from client.words.say import say
from protocol.shared.places import EVERYBODY
from tests.client.web.at_site import Site, site
from tests.client.web.page_client import NAME, PageClient, answered, handshake, request, status_of

STRANGER = "203.0.113.9"


async def tab(page: Site, kept: object = None, peer: str = STRANGER) -> PageClient:
    """A new tab at this address, after its hello."""
    client = PageClient(page.stream(peer=peer))
    await client.open(kept)
    return client


async def is_told(client: PageClient, sentence: str) -> None:
    """Check that the page says this, and then ends the visit so that the browser does not come back by itself."""
    await client.until(lambda page: sentence in html.unescape(page.parts["status"]))
    assert "reconnect" in client.parts["lobby"]
    assert await client.ends() == ENDED


async def test_visits_without_a_table_do_not_keep_a_player_out(autojump_clock: MockClock) -> None:
    async with site(seats=4) as page:
        page.server.limits = browser_limits(most=20, most_from_one=5)
        ann = await page.seated()
        await ann.leave()
        idle = [await tab(page, peer=f"203.0.113.{number // 5}") for number in range(40)]

        again = await page.tab(ann.kept)

        await again.until(lambda tab: tab.parts["waiting"])
        assert page.server.places.taken(EVERYBODY) <= 20
        await is_told(idle[0], say("page.made_room"))
        assert status_of(await answered(page.stream(), request(host=NAME))) == 200


async def test_a_page_full_of_players_lets_a_player_come_back_and_nobody_else(autojump_clock: MockClock) -> None:
    async with site(seats=4) as page:
        page.server.limits = browser_limits(most=2)
        ann = await page.seated()
        await ann.leave()
        players = [await page.seated(name) for name in ("Ben", "Cho")]

        stranger = await tab(page, {"name": "Mallory", "seats": []})
        await is_told(stranger, say("page.full"))
        seats = [["oak", "Mallory", "made up", ann.seats[0][3], False]]
        liar = await tab(page, {"name": "Mallory", "seats": seats})
        began = trio.current_time()
        await liar.ends()
        assert trio.current_time() - began <= TIME_TO_COME_BACK + 1

        again = await page.tab(ann.kept)
        await again.until(lambda tab: tab.parts["waiting"])
        async with trio.open_nursery() as nursery:
            for player in (again, *players):
                nursery.start_soon(player.reads_for, 3 * TIME_TO_COME_BACK)

        assert [player.closed for player in (again, *players)] == [None] * 3
        assert len(page.server.places) == 3


async def test_a_browser_that_made_room_before_it_said_anything_is_no_fault_in_the_log(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with site() as page:
        page.server.limits = browser_limits(most_from_one=3)
        silent = [page.stream(peer=STRANGER) for _ in range(8)]
        for stream in silent:
            await stream.send_all(handshake("/play"))
        cut = [await _all_of(stream) for stream in silent[:5]]

        assert [status_of(answer) for answer in cut] == [101] * 5
    assert caplog.messages == []


async def _all_of(stream: trio.abc.Stream) -> bytes:
    received = b""
    while more := await stream.receive_some():
        received += more
    return received
