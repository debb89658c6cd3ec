"""Hosting from a browser: the code, what the page says before, what it then has, and how it ends."""

import html
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from client.web.browser_kind import kind_of
from client.web.links import links_for
from client.web.page_messages import ENDED
from client.words.say import say
from daemon.house.other_host import PlayedThere
from daemon.journal.interface import GameMoved
from daemon.machine.network import Network
from daemon.net.addresses import origin_of
from protocol.log.commands import HostReady
from protocol.log.operator_commands import MakeHostCode, Revoke, TakeMatchBack
from protocol.log.table import Stage
from protocol.wire.messages import Do
from protocol.wire.operator_messages import Exchange, HostCode, Reach
from tests.client.web.at_site import Site, pressed, site
from tests.client.web.page_client import PageClient
from tests.daemon.harness import KeptInvitations
from tests.taken_over import HOST_KEY

HOME = "http://192.168.1.20:5533"
HANA = {"name": "Hana", "seats": []}
ON_ANDROID = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"
)
ON_IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5"
    " Mobile/15E148 Safari/604.1"
)
ON_LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def code_of(page: Site) -> str:
    """A new code, as the host's terminal shows it."""
    page.host.house.controls.know_page_as = lambda _: True
    terminal = await page.host.operator()
    await terminal.send(Do("1", 0, MakeHostCode()))
    return (await terminal.expect(HostCode)).code


async def hosting_tab(page: Site, kept: object = HANA) -> PageClient:
    """A browser in the host's house that has got the host's controls, and a seat."""
    tab = await page.tab(kept, has_code=True, origin=HOME)
    await tab.shows("window", say("page.plain_hosting").replace("'", "&#x27;"))
    await tab.press("become-host", await code_of(page))
    await tab.until(lambda tab: "host" in tab.kept and tab.parts["waiting"] and not tab.parts["window"])
    await tab.shows("waiting", "Change the game")  # once it has connected again
    return tab


async def opens(tab: PageClient, panel: str, shown: str) -> None:
    """Open a panel that has this in it."""
    await tab.press("show", panel)
    await tab.shows("window", shown)


async def chooses(tab: PageClient, action: str) -> None:
    """Choose the action in the open panel that begins like this."""
    (value,) = [value for value in pressed(tab.parts["window"], "choose") if action in value]
    await tab.press("choose", value)


async def test_a_browser_that_hosts_reads_that_somebody_tried_a_wrong_code() -> None:
    async with site(seats=3) as page:
        hana = await hosting_tab(page)
        stranger = page.host.connect(peer="192.168.1.66")
        await stranger.send(Exchange("1", "aaaa-aaaa"))

        said = "Somebody at 192.168.1.66 tried a wrong code for the host&#x27;s controls."
        await hana.until(lambda tab: any(said in line for line in tab.said))


async def test_with_a_code_a_browser_has_the_hosts_controls_also_after_a_reload() -> None:
    async with site(seats=3) as page:
        tab = await hosting_tab(page)
        await opens(tab, "menu", "Change the game")

        again = await page.tab(tab.kept, origin=HOME)
        await again.shows("waiting", "Begin the match")
        await opens(again, "menu", "Change the game")
        await chooses(again, 'Show "host"')
        await again.shows("window", say("host.browsers"))


async def test_without_the_rights_nothing_of_it_is_visible() -> None:
    async with site(seats=3) as page:
        tab = await page.seated("Ben")
        await opens(tab, "menu", "Rules")
        assert say("host.title") not in tab.parts["window"].replace("&#x27;", "'")

        for panel in ("host", "phone", "log", "names", "invitations", "invite", "become-host"):
            await tab.press("show", panel)
            await tab.reads_for(0.05)
            assert 'class="choices"' not in tab.parts["window"]
            assert "form" not in tab.parts["window"]


async def test_a_wrong_code_gives_nothing_and_the_page_says_why() -> None:
    async with site(seats=3) as page:
        await code_of(page)
        tab = await page.tab(HANA, has_code=True, origin=HOME)
        await tab.shows("window", say("page.host_now"))

        await tab.press("become-host", "aaaa-aaaa")

        await tab.shows("waiting", "this code is wrong, used or too old")
        assert "host" not in tab.kept


async def test_a_code_that_is_no_code_is_not_passed_over_in_silence() -> None:
    async with site(seats=3) as page:
        tab = await page.tab(HANA, has_code=True, origin=HOME)
        await tab.shows("window", say("page.host_now"))

        await tab.press("become-host", "k7mq-2xw")

        await tab.shows("waiting", say("page.no_code"))


async def test_a_browser_with_the_token_of_a_daemon_that_has_ended_takes_a_new_code() -> None:
    async with site(seats=3) as page:
        tab = await hosting_tab(page, {**HANA, "host": "of yesterday"})

        assert tab.kept["host"] != "of yesterday"
        await tab.shows("waiting", "Change the game")


async def test_a_visitor_without_a_name_becomes_the_host_first() -> None:
    async with site(seats=3) as page:
        tab = await page.tab(None, has_code=True, origin=HOME)
        await tab.shows("window", say("page.host_now"))
        await tab.press("become-host", await code_of(page))
        await tab.until(lambda tab: "host" in tab.kept)

        await tab.press("name", {"text": "Hana"})

        await tab.shows("waiting", "Change the game")


async def test_when_the_controls_are_taken_back_the_seat_stays_and_the_token_is_forgotten() -> None:
    async with site(seats=3) as page:
        tab = await hosting_tab(page)
        terminal = await page.host.operator()
        await terminal.send(Do("1", 0, Revoke()))
        await terminal.expect(Reach)

        await tab.says("taken the controls back")
        await tab.until(lambda tab: "host" not in tab.kept and "Change the game" not in tab.parts["waiting"])
        assert "You" in tab.parts["waiting"]


async def test_a_token_of_an_earlier_run_is_forgotten_and_the_browser_plays_on() -> None:
    async with site(seats=3) as page:
        await page.host.operator()
        tab = await page.tab({**HANA, "host": "of an earlier run"}, origin=HOME)

        await tab.until(lambda tab: tab.seats and "host" not in tab.kept)


async def test_a_host_invites_a_friend_and_passes_the_link_on() -> None:
    async with site(seats=3, invitations=KeptInvitations()) as page:
        page.host.house.reach.set_own([HOME], ["https://quick-fox.example"], Network())
        tab = await hosting_tab(page)
        await opens(tab, "invitations", "NewInvitation")
        await chooses(tab, "NewInvitation")
        await tab.shows("window", say("invite.for_whom"))

        await tab.press("invite", {"text": "Ben"})

        await tab.shows("window", "nobody here now")
        (invitation,) = page.host.house.reach.now().invitations
        assert f'data-share="https://quick-fox.example/oak#i={invitation.invitation}"' in tab.parts["window"]
        await chooses(tab, "Uninvite")
        await tab.press("confirm")
        await opens(tab, "invitations", "NewInvitation")
        await tab.until(lambda _: not page.host.house.reach.now().invitations)


async def test_a_host_names_the_page_and_reads_the_log() -> None:
    async with site(seats=3) as page:
        known = list[str]()
        tab = await hosting_tab(page)

        def know_as(name: str) -> bool:
            known.append(name)
            return True

        page.host.house.controls.know_page_as = know_as
        page.host.house.controls.log_lines = lambda: ["12:30 INFO table oak is open"]

        await opens(tab, "names", say("host.add_name"))
        await tab.press("page-name", {"text": "not a name!"})
        await tab.shows("window", "is not the name of a machine")
        await tab.press("page-name", {"text": "den.example.org"})
        await opens(tab, "log", "table oak is open")

        assert known == ["den.example.org"]


async def test_a_table_of_a_guest_is_begun_paused_ended_and_closed_by_taps() -> None:
    async with site(seats=3) as page:
        table = await page.host.open_table("all-fives", seats=2)
        ben = page.host.connect("Ben")
        await ben.enter(table=table)
        tab = await hosting_tab(page)
        await opens(tab, "tables", "CloseTable")
        await chooses(tab, "null true")  # to watch
        await tab.shows("waiting", "Ben")

        await opens(tab, "menu", "Begin the match")
        await chooses(tab, "Start")
        await tab.shows("window", "Begin with 1 bot?")
        await tab.press("confirm")
        await ben.until(lambda: ben.is_at(Stage.PLAYING))
        await opens(tab, "menu", "Pause the game")
        await chooses(tab, "Pause")
        await ben.until(lambda: ben.table.paused)
        await opens(tab, "tables", "CloseTable")
        await chooses(tab, "CloseTable")
        await tab.shows("window", "Its match ends for everybody.")
        await tab.press("confirm")

        assert (await ben.parting()).reason == "no_such_table"
        await tab.shows("lobby", "All Fives")
        assert table not in [summary.table for summary in page.host.house.tables.summaries()]


@pytest.mark.parametrize(
    ("origin", "is_possible"),
    [
        ("http://192.168.1.20:5533", True),
        ("http://localhost:5533", True),
        ("http://den.local:5533", True),
        ("https://quick-fox.example", True),
        ("http://quick-fox.example", False),
        ("http://203.0.113.7:5533", False),
        ("http://[2001:db8::1]:5533", False),
    ],
)
def test_nobody_hosts_unencrypted_through_other_networks(origin: str, is_possible: bool) -> None:
    assert links_for(origin, "", None).may_host == is_possible


async def test_from_far_away_the_page_says_that_it_is_not_possible() -> None:
    async with site(seats=3) as page:
        tab = await page.tab(HANA, has_code=True)  # at a registered name, over plain http
        await tab.shows("window", say("page.far_hosting").replace("'", "&#x27;"))

        await tab.press("become-host", await code_of(page))

        await tab.reads_for(0.1)
        assert "host" not in tab.kept


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (ON_ANDROID, "Chrome on Android"),
        (ON_IPHONE, "Safari on iPhone"),
        (ON_LINUX, "Firefox on Linux"),
        ("curl/8", "A browser"),
    ],
)
def test_a_browser_is_named_by_its_kind(agent: str, kind: str) -> None:
    assert kind_of(agent) == kind


# The address in the link.


async def test_the_waiting_room_of_the_page_shows_the_hosts_link_and_another_address_with_one_press() -> None:
    vpn = "http://10.8.0.2:5533"
    async with site(seats=3) as page:
        reach = page.host.house.reach
        reach.set_own([HOME, vpn], [], Network())
        tab = await hosting_tab(page)
        await tab.shows("waiting", say("way.not_opened"))
        assert f"<b>{HOME}/oak</b>" in tab.parts["waiting"]

        (value,) = [value for value in pressed(tab.parts["waiting"], "choose") if "OtherAddress" in value]
        await tab.press("choose", value)
        await tab.shows("waiting", f"<b>{vpn}/oak</b>")
        assert f'data-share="{vpn}/oak#also=192.168.1.20:5533"' in tab.parts["waiting"]

        reach.set_own(["http://192.168.88.50:5533"], [], Network())
        await tab.shows("waiting", "<b>http://192.168.88.50:5533/oak</b>")
        reach.note_visit(origin_of("192.168.88.2"))
        await tab.shows("waiting", say("way.opened"))
        assert "OtherAddress" not in tab.parts["waiting"]


# The match is at another host.


@asynccontextmanager
async def left_by(found: PlayedThere) -> AsyncIterator[tuple[Site, PageClient, PageClient]]:
    """A page whose match has gone to another host, which has said this; and the tabs of Hana, who hosts, and of Zoe."""
    async with site(seats=3) as page:
        hana, zoe, ben = await hosting_tab(page), await page.seated("Zoe"), await page.host.operator("Ben")
        await ben.enter()
        await hana.until(lambda tab: tab.parts["hand"])
        await ben.send(
            ben.asks(HostReady(f"http://192.168.1.21:5533/#k={HOST_KEY}", HOST_KEY, "2026-11-28-oak-1a2b3c"))
        )

        async def played(_: GameMoved) -> PlayedThere:
            await trio.lowlevel.checkpoint()
            return found

        page.host.house.left.played = played
        yield page, hana, zoe


async def reopened(page: Site, tab: PageClient, path: str = "/oak") -> PageClient:
    """The page as the browser of this tab opens it again, where the match was."""
    return await page.tab(tab.kept, origin=HOME, path=path)


async def takes_back(tab: PageClient, label: str) -> None:
    """Press the button with this label, and say yes."""
    await tab.shows("lobby", f">{label}<")
    button, *_ = [button for button in tab.parts["lobby"].split("<button")[1:] if f">{label}<" in button]
    await tab.press("choose", html.unescape(button.partition('data-value="')[2].partition('"')[0]))
    await tab.shows("window", "It goes on there from the end of its last round.")
    await tab.press("confirm")


@pytest.mark.parametrize("path", ["/oak", "/"])
async def test_who_hosts_from_a_browser_takes_the_match_back_where_it_was(path: str, autojump_clock: MockClock) -> None:
    async with left_by(PlayedThere.NO) as (page, hana, _):
        assert await hana.ends() == ENDED, "everybody at the table follows the match"
        again = await reopened(page, hana, path)

        await takes_back(again, "Take the match back to my machine")

        await again.until(lambda tab: tab.parts["hand"])
        await again.says(say("take_back.done"))


async def test_who_hosts_from_a_browser_without_a_seat_takes_the_match_back(autojump_clock: MockClock) -> None:
    async with left_by(PlayedThere.NO) as (page, hana, zoe):
        again = await page.tab({"name": "Hana", "host": hana.kept["host"]}, origin=HOME)

        await takes_back(again, "Take the match back to my machine")

        await again.until(lambda tab: "Take the match back" not in tab.parts["lobby"])
        await zoe.ends()
        back = await reopened(page, zoe)
        await back.until(lambda tab: tab.parts["hand"])


async def test_a_browser_that_hosts_reads_that_the_other_host_is_silent_and_may_insist(
    autojump_clock: MockClock,
) -> None:
    async with left_by(PlayedThere.UNKNOWN) as (page, hana, _):
        await hana.ends()
        again = await reopened(page, hana)
        await takes_back(again, "Take the match back to my machine")
        await again.shows("lobby", "both matches exist. There is a button for that now.")

        await takes_back(again, "Take the match back to my machine, although the other host does not answer")

        await again.until(lambda tab: tab.parts["hand"])


async def test_a_match_that_was_played_on_stays_there_and_the_page_of_the_host_says_so() -> None:
    async with left_by(PlayedThere.YES) as (page, hana, _):
        await hana.ends()
        again = await reopened(page, hana)

        await takes_back(again, "Take the match back to my machine")

        await again.shows("lobby", "a round was played there; it stays there")
        assert again.closed is None


async def test_the_page_of_a_host_goes_on_when_the_match_is_back(autojump_clock: MockClock) -> None:
    """The terminal of the host has taken it back meanwhile, or nobody has come to the other host in time."""
    async with left_by(PlayedThere.NO) as (page, hana, _):
        await hana.ends()
        again = await reopened(page, hana)
        await again.shows("lobby", "Take the match back")

        operator = await page.host.operator()
        await operator.send(Do("back", 0, TakeMatchBack()))

        await again.until(lambda tab: tab.parts["hand"])


async def test_a_browser_without_the_rights_is_not_offered_to_take_the_match_back() -> None:
    async with left_by(PlayedThere.NO) as (page, _, zoe):
        await zoe.ends()
        again = await reopened(page, zoe)

        assert await again.ends() == ENDED
        assert "Take the match back" not in again.parts["lobby"]
