"""A browser whose game goes on at another host: the way there, and its seat on the page of that host."""

import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from attrs import evolve

from client.model.status import Ended
from client.net.remedies.moved import moved_to
from client.store.browser_seats import BrowserSeats, seat_in, way_along, way_back
from protocol.shared.address import Address
from protocol.shared.join_link import parse_link
from protocol.wire.messages import Goodbye
from tests.client import three_handed as three
from tests.client.mixed_match import ANN
from tests.client.succeeded import NEW, NEW_HOST, OLD, new_host, old_seat
from tests.client.web.at_page import at_page
from tests.client.web.at_site import Site

KEY = "vbnm5-a7z33-34ywp-emt4v"
MOVED = Goodbye("moved", "Ben hosts it now", NEW_HOST, KEY, NEW)
HERE = "host:5533"


@asynccontextmanager
async def new_page() -> AsyncIterator[Site]:
    """The page of the host with which the game goes on."""
    async with new_host() as host, trio.open_nursery() as nursery:
        yield Site(nursery, host)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("path", ["/", "/elm"])
async def test_a_browser_with_the_seat_of_another_host_claims_it(autojump_clock: object, path: str) -> None:
    async with new_page() as page:
        tab = await page.tab(None, way_along(old_seat()), path=path)
        await tab.until(lambda tab: tab.seats)

        newest, *_ = tab.seats
        assert newest[:2] == ["elm", "Ann"]
        assert newest[3:6] == [NEW, False, ANN.secret]
        assert len(newest) == 7, "the page of this host makes another secret"
        assert newest[2] != old_seat().token
        assert "The game goes on at Ben's machine. You sit at table elm" in html.unescape(" ".join(tab.said))


async def test_a_seat_without_its_secrets_is_not_given_to_a_browser(autojump_clock: object) -> None:
    async with new_page() as page:
        tab = await page.tab(None, way_back(evolve(old_seat(), secrets=())), path="/elm")
        await tab.until(lambda tab: "Every seat of table elm is taken." in tab.parts["lobby"])

        assert page.host.house.tables.summaries()[0].seats[0].here is False


def test_what_goes_along_to_another_host_proves_the_seat_and_has_no_token() -> None:
    found = seat_in(way_along(old_seat()), HERE)

    assert found is not None
    assert (found.token, found.game, found.secrets) == ("", OLD, (ANN.secret,))
    assert BrowserSeats.read(HERE, BrowserSeats(HERE, [found]).rows).all() == [found]
    assert seat_in(way_along(evolve(old_seat(), secrets=())), HERE) is None


@pytest.mark.parametrize(
    ("address", "origin"), [(NEW_HOST, "http://ben.example:5533"), ("https://b.example", "https://b.example")]
)
def test_a_page_whose_game_has_moved_leads_to_the_page_of_the_new_host(address: str, origin: str) -> None:
    player = at_page(*three.game())
    assert player.page.link is not None
    player.page.link.autosave.seats.current = old_seat()
    where = moved_to(evolve(MOVED, address=address), Address("localhost", 5533))
    player.page.model.status = Ended("This game goes on at another host.", moved_to=where)

    (link,) = player.buttons("actions", "go")
    parsed = parse_link(link)
    assert link.startswith(f"{origin}/#")
    assert (parsed.key, parsed.back) == (KEY, way_along(old_seat()))
    assert "Play on there" in player.sees("actions")


def test_a_spectator_takes_no_seat_along() -> None:
    player = at_page(*three.game(), seat=None)
    where = moved_to(MOVED, Address("localhost", 5533))
    player.page.model.status = Ended("This game goes on at another host.", moved_to=where)

    shown = html.unescape("".join(player.parts().values()))
    assert re.findall('data-press="go" data-value="([^"]*)"', shown) == [f"http://ben.example:5533/#k={KEY}"]
