"""What somebody sees at the page who comes from outside: with an invitation, without one, and when it has ended."""

import html
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
import trio.testing
from trio.testing import MockClock

from client.actions.action import GoTo
from client.actions.panel import key_of
from client.picture.qr_picture import qr_picture
from client.web.page_messages import ENDED
from client.words.say import say
from protocol.log.operator_commands import Uninvite
from protocol.shared.address import Address
from protocol.shared.household import TUNNEL
from protocol.wire.messages import Do
from tests.client.web.at_site import Site, plays_to_the_end, pressed, way_back
from tests.client.web.page_client import NAME, PageClient
from tests.daemon.harness import MONTHS, KeptInvitations, hosting

INVITATION, OTHERS = "mjqxgzjtgiydcmrtgqzdgnbrge", "a" * 26
UNKNOWN = "b" * 26
STORED = {"name": "Ben", "seats": []}


class TunnelSite(Site):
    """A page whose visitors all come through a tunnel."""

    async def dial(self, _: Address) -> trio.abc.Stream:
        """Connect to the house from outside."""
        ours, theirs = trio.testing.memory_stream_pair()
        self.host.receive(theirs, TUNNEL)
        return ours


@asynccontextmanager
async def outside(seats: int = 3, bots: int = 0) -> AsyncIterator[Site]:
    """The page of a house that takes people from outside only with an invitation."""
    kept = KeptInvitations({"Ben": INVITATION, "Cho": OTHERS})
    async with hosting(patience=MONTHS, invitations=kept) as host, trio.open_nursery() as nursery:
        await host.open_home("all-fives", seats=seats, bots=bots, set={"target": "40"})
        yield TunnelSite(nursery, host)
        nursery.cancel_scope.cancel()


async def uninvite(page: Site, name: str) -> None:
    """Have the host end an invitation."""
    operator = await page.host.operator()
    await operator.send(Do("1", 0, Uninvite(name)))
    await operator.receive()


async def sees_only(tab: PageClient, *sentences: str) -> None:
    """Check that the page says this and asks for a link, and nothing else; then it has ended the connection."""
    await tab.until(lambda tab: 'data-press="link"' in tab.parts["lobby"])
    assert await tab.ends() == ENDED
    for sentence in sentences:
        assert sentence in tab.parts["lobby"]
    shown = html.unescape("".join(tab.parts.values()))
    assert not [word for word in ("oak", "Ann", "All Fives", "seats free", "Connect again") if word in shown]
    assert tab.title == "fives"


async def test_without_an_invitation_a_visitor_learns_nothing_about_tables_and_people(
    autojump_clock: MockClock,
) -> None:
    async with outside() as page:
        ann = await page.host.seated("Ann")
        for stored in (None, STORED):
            for path in ("/", "/oak", "/elm"):
                tab = await page.tab(stored, path=path)
                await sees_only(tab, say("page.by_invitation"), say("page.ask_for_link"))
        assert ann.table.seats[1].is_free


async def test_with_an_invitation_a_friend_plays_to_the_end_and_another_one_sees_the_match_again(
    autojump_clock: MockClock,
) -> None:
    async with outside(seats=2, bots=1) as page:
        tab = await page.tab(None, invitation=INVITATION)
        await tab.shows("lobby", 'data-press="name"')
        await tab.press("name", {"text": "Ben"})
        await plays_to_the_end(tab)
        assert tab.kept["invitation"] == INVITATION
        await tab.until(lambda tab: tab.kept.get("finished"))

        cho = await page.tab({**tab.kept, "name": "Cho", "seats": []}, invitation=OTHERS)
        await cho.until(lambda tab: tab.title)
        await cho.press("show", "games")
        await cho.shows("window", 'data-press="past"')
        await cho.press("past", pressed(cho.parts["window"], "past")[0])
        await cho.shows("window", "Round 1, play 0 of ")


async def test_a_reload_after_the_host_has_ended_the_invitation_says_so_and_forgets_it(
    autojump_clock: MockClock,
) -> None:
    async with outside() as page:
        tab = await page.tab(None, invitation=INVITATION)
        await tab.shows("lobby", 'data-press="name"')
        await tab.leave()
        await uninvite(page, "Ben")

        for stored in (tab.kept, {**tab.kept, "name": "Ben"}):
            again = await page.tab(stored)
            await sees_only(again, say("page.invitation_ended"), say("page.ask_for_new_link"))
            assert "invitation" not in again.kept


async def test_an_invitation_of_another_host_is_not_kept(autojump_clock: MockClock) -> None:
    async with outside() as page:
        tab = await page.tab(STORED, invitation=UNKNOWN)

        await sees_only(tab, say("page.invitation_ended"))
        assert "invitation" not in tab.kept


async def test_a_spectator_whose_invitation_ends_sees_the_table_no_more(autojump_clock: MockClock) -> None:
    async with outside(seats=2) as page:
        ann, _ = await page.host.seated("Ann"), await page.host.seated("Dan")
        tab = await page.tab(STORED, path="/oak", invitation=INVITATION)
        await tab.shows("lobby", "Watch")
        await tab.press("choose", f"tables {key_of(GoTo('oak', watches=True))}")
        await tab.shows("seats", "Ann")

        await uninvite(page, "Ben")

        await sees_only(tab, say("page.invitation_ended"))
        assert "invitation" not in tab.kept
        assert ann.goodbye is None


async def test_who_has_a_seat_keeps_it_and_comes_back_though_the_invitation_has_ended(
    autojump_clock: MockClock,
) -> None:
    async with outside() as page:
        tab = await page.tab(STORED, invitation=INVITATION)
        await tab.until(lambda tab: tab.seats)
        await tab.press("show", "menu")
        await tab.shows("window", "back=")
        await uninvite(page, "Ben")
        await tab.reads_for(5)
        assert tab.closed is None

        reloaded = await page.tab(tab.kept)
        await reloaded.shows("waiting", "You")
        assert "invitation" not in reloaded.kept
        elsewhere = await page.tab(None, back=way_back(tab))
        await elsewhere.shows("waiting", "You")


async def test_a_new_link_lets_a_friend_in_again(autojump_clock: MockClock) -> None:
    async with outside() as page:
        tab = await page.tab(STORED, invitation=UNKNOWN)
        await sees_only(tab)

        again = await page.tab(tab.kept, invitation=OTHERS)

        await again.until(lambda tab: tab.seats)
        assert again.kept["invitation"] == OTHERS


async def test_the_page_of_a_league_needs_an_invitation_like_everybody(autojump_clock: MockClock) -> None:
    async with outside() as page:
        stranger = await page.tab(path="/league")
        assert await stranger.ends() == ENDED
        assert html.unescape(stranger.parts["league"]) == f"<p>{say('page.league_needs_link')}</p>"

        invited = await page.tab(path="/league", invitation=INVITATION)
        await invited.shows("league", "This host has no league")


async def test_a_tv_needs_an_invitation_like_everybody_and_passes_it_on_in_its_code(autojump_clock: MockClock) -> None:
    async with outside() as page:
        stranger = await page.tab(path="/tv")
        assert await stranger.ends() == ENDED
        assert say("page.by_invitation") in stranger.parts["lobby"]
        assert "oak" not in stranger.parts["status"] + stranger.parts["invitation"]

        tv = await page.tab(path="/tv", invitation=INVITATION)
        await tv.shows("invitation", "/oak")
        code = qr_picture(f"http://{NAME}/oak#i={INVITATION}")
        assert code in tv.parts["invitation"]
        again = await page.tab(tv.kept, path="/tv")
        await again.shows("invitation", code)
