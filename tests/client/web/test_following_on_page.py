"""A browser whose game goes on at another host: the way there, if it reaches it, and its seat on the page there."""

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
from client.web.links import Links, links_for
from client.web.next_hosts import ways_to_try
from client.web.policy import POLICY
from protocol.log.commands import HandOver, HostReady
from protocol.shared.address import Address
from protocol.shared.join_link import parse_link
from protocol.wire.messages import Goodbye
from protocol.wire.notices import HandOverNotice
from tests.client import three_handed as three
from tests.client.mixed_match import ANN
from tests.client.succeeded import NEW, NEW_HOST, OLD, new_host, old_seat
from tests.client.web.at_page import PagePlayer, at_page
from tests.client.web.at_site import Site, site
from tests.client.web.page_client import answered, request, status_of

KEY = "vbnm5-a7z33-34ywp-emt4v"
MOVED = Goodbye("moved", "Ben hosts it now", NEW_HOST, KEY, NEW)
HERE = "host:5533"
ENCRYPTED = links_for("https://fives.example", "", None)
IN_HOUSE = links_for("http://192.168.1.10:5533", "", None)


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


# Whether this browser reaches it.


def moved(link: str, links: Links) -> PagePlayer:
    """Ann on a page with these links, whose game goes on there, at Ben's machine."""
    player = at_page(*three.game())
    player.page.services.find_links = lambda: links
    player.page.model.receive(HandOverNotice(1, here=True))
    where = moved_to(evolve(MOVED, address=link), Address("localhost", 5533))
    player.page.model.status = Ended("This game goes on at another host.", moved_to=where)
    return player


def tried(player: PagePlayer) -> list[str]:
    """What the script tries before it goes there."""
    (ways,) = re.findall('data-ways="([^"]*)"', player.parts()["actions"])
    return [str(way) for way in ways.split()]


def test_a_page_tries_every_address_of_the_new_host_and_has_what_to_say_if_none_answers() -> None:
    player = moved("http://192.168.1.20:5533/#also=10.0.0.2:5533,also=https://b.example", IN_HOUSE)

    assert tried(player) == ["http://192.168.1.20:5533", "http://10.0.0.2:5533", "https://b.example"]
    assert 'class="unreached"' in player.parts()["actions"], "the script shows it"
    assert "This browser does not reach Ben's machine. Is it in the same Wi-Fi?" in player.sees("actions")
    assert "open http://192.168.1.20:5533/" in player.sees("actions"), "without what is secret"
    assert "Try again" in player.sees("actions")


@pytest.mark.parametrize(
    ("link", "links"),
    [("192.168.1.20:5533", ENCRYPTED), ("[fd00::2]:5533", IN_HOUSE), ("127.0.0.1:5533", IN_HOUSE)],
)
def test_a_page_that_cannot_try_does_not_go_there_by_itself_and_says_so_at_once(link: str, links: Links) -> None:
    player = moved(link, links)

    assert tried(player) == []
    assert "unreached" not in player.parts()["actions"]
    assert "cannot find out whether this browser reaches Ben's machine" in player.sees("actions")
    (there,) = re.findall('<a href="([^"]*)" target="_blank"', player.parts()["actions"])
    assert there in {html.escape(button) for button in player.buttons("actions", "go")}


def test_a_browser_on_the_host_s_own_machine_may_find_the_next_host_there() -> None:
    where = moved_to(evolve(MOVED, address="127.0.0.1:5534"), Address("localhost", 5533))

    assert where is not None
    assert ways_to_try(where, links_for("http://localhost:5533", "", None)) == ("http://127.0.0.1:5534",)


async def test_a_browser_may_load_something_only_from_an_address_that_a_hand_over_has_named() -> None:
    named, other = "http://192.168.1.20:5533", "http://192.168.1.1:80"
    async with site(seats=3) as page:
        ann, ben = await page.host.operator("Ann"), page.host.connect("Ben")
        for player in (ann, ben):
            await player.enter()
        zoe = await page.seated("Zoe")
        assert status_of(await answered(page.stream(), request(f"/reach.html?{named}"))) == 404
        await ann.accepted(HandOver(1))
        await ben.expect(HandOverNotice, lambda notice: notice.here)
        await ben.send(ben.asks(HostReady(named, KEY, "g", release="a word that nobody guesses")))
        await zoe.until(lambda tab: named in tab.parts["actions"])

        frame = await answered(page.stream(), request(f"/reach.html?{named}"))
        assert f"Content-Security-Policy: default-src 'none'; img-src {named}; ".encode() in frame
        assert b"frame-ancestors 'self'\r\n" in frame
        assert frame.count(b"Content-Security-Policy") == 1
        for address in (other, f"{named}0", f"{named},{other}", "", "*"):
            answer = await answered(page.stream(), request(f"/reach.html?{address}"))
            assert status_of(answer) == 404
            assert POLICY.encode() in answer
