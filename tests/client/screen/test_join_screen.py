"""Where to join: the hosts in the network as a list on the full screen, and a typed address that is tried first."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from wcwidth import wcswidth

from client.model.lan_hosts import LanHosts
from client.net.lan_hosts import Join, WaysToJoin
from client.net.tcp import open_tcp
from client.picture.pinwheel import Size
from client.screen import bridge
from client.screen.display import Display
from client.screen.join_screen import JoinScreen
from client.screen.paper import RowHit
from client.words import lan_words
from client.words.say import say
from protocol.shared.join_link import parse_link
from protocol.wire.messages import AskTables, Farewell, Goodbye, Tables
from tests.client.drawn_terminal import Terminal, terminal
from tests.client.frames import as_text, painted
from tests.client.model.test_lan_hosts import BENS, OAK, OTHER, announced, find
from tests.client.scripted_daemon import ScriptedDaemon

SIZES = [Size(80, 24), Size(120, 40), Size(40, 20), Size(20, 8)]
on_the_bridge = pytest.mark.trio(run=bridge.run)


def no_ways() -> WaysToJoin:
    """The list of a player who knows Ben's key; nothing is searched."""
    return WaysToJoin(LanHosts({"ben": BENS}), trio.sleep_forever, lambda _: open_tcp)


@pytest.fixture
def ways() -> WaysToJoin:
    return no_ways()


@pytest.fixture
def screen(ways: WaysToJoin) -> JoinScreen:
    """The list of `fives join`, before anything has been found."""
    screen = JoinScreen(ways)
    screen.list_hosts()
    return screen


def seen(screen: JoinScreen, size: Size = SIZES[0]) -> str:
    return as_text(painted(screen, size))


# Hosts in the network.


def test_until_a_host_is_found_enter_asks_for_an_address(screen: JoinScreen) -> None:
    assert "> Type an address, or paste a link" in seen(screen)
    assert say("lan.looking") in seen(screen)

    screen.press("enter")
    assert screen.windows.line is not None


def test_the_first_host_is_selected_and_enter_joins_it(ways: WaysToJoin, screen: JoinScreen) -> None:
    ana = find(ways.hosts, announced("Ana", OTHER), OAK)
    find(ways.hosts, announced("Ben"))
    assert "> Ana: All Fives, waiting for players, Ben, 1 free seat" in seen(screen)

    screen.press("enter")
    assert screen.is_left
    assert screen.place == Join(ana.link, ana)


def test_a_selected_host_stays_selected_while_others_come_and_go(ways: WaysToJoin, screen: JoinScreen) -> None:
    cho, ben = announced("Cho", OTHER), announced("Ben")
    find(ways.hosts, cho)
    find(ways.hosts, ben)
    screen.press("2")
    find(ways.hosts, announced("Dan", OTHER, "10.0.0.4"))
    ways.hosts.lose(cho.service_name)

    assert "> Ben: no table is open" in seen(screen)


def test_a_host_that_does_not_answer_is_listed_last_and_says_why(ways: WaysToJoin, screen: JoinScreen) -> None:
    ways.hosts.take_silence(find(ways.hosts, announced("Ben")))
    assert "> Type an address" in seen(screen)

    screen.press("down")
    assert "> Ben (192.168.1.20) does not answer" in seen(screen)
    assert "allow TCP port 5533" in seen(screen).replace("\n", " ")
    screen.press("enter")
    assert not screen.is_left


def test_another_machine_of_a_known_name_is_never_preselected_and_takes_a_word(
    ways: WaysToJoin, screen: JoinScreen
) -> None:
    impostor = find(ways.hosts, announced("Ben", OTHER, "192.168.1.66"), OAK)
    assert "> Type an address" in seen(screen)

    screen.press("down")
    assert "> Another machine that calls itself Ben (192.168.1.66)" in seen(screen)
    screen.press("enter")
    assert lan_words.about_impostor("Ben") in seen(screen)
    screen.type_in("yes")
    assert not screen.is_left

    screen.press("enter")
    screen.type_in("join")
    assert screen.place == Join(impostor.link, impostor)


def test_two_clicks_join(ways: WaysToJoin, screen: JoinScreen) -> None:
    find(ways.hosts, announced("Ana", OTHER))
    ben = find(ways.hosts, announced("Ben"))
    screen.hit(RowHit(1))
    assert not screen.is_left

    screen.hit(RowHit(1))
    assert screen.place == Join(ben.link, ben)


def test_why_hosts_cannot_be_found_is_said(ways: WaysToJoin, screen: JoinScreen) -> None:
    ways.hosts.trouble = "the library zeroconf is not installed"

    assert "Hosts in your network cannot be listed: the library zeroconf is not installed." in seen(screen)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_screen_is_filled_exactly_with_any_hosts(ways: WaysToJoin, screen: JoinScreen, size: Size) -> None:
    for number in range(40):
        find(ways.hosts, announced("e\u0301\u8a9e" * 8, OTHER, f"10.0.0.{number}"), *[OAK] * (number % 5))
        lines = painted(screen, size)
        assert len(lines) == size.height
        assert {sum(map(wcswidth, [fragment.text for fragment in line])) for line in lines} == {size.width}
        screen.press("down")


# A typed address.


def join(screen: JoinScreen, typed: str) -> None:
    """Choose to type where to join, and type this."""
    screen.press("enter")
    assert screen.windows.line is not None
    screen.type_in(typed)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("ftp://quick-fox.example.net/oak", "begins with http"),
        ("oak.example:99999", "'99999' is not a port"),
        ("two words", "'two words' is not an address"),
    ],
)
def test_what_is_no_address_is_explained_and_can_be_corrected(screen: JoinScreen, typed: str, says: str) -> None:
    join(screen, typed)

    assert says in seen(screen)
    assert not screen.is_left
    screen.press("enter")
    assert screen.windows.line is not None
    assert screen.windows.line.draft == typed
    assert says not in seen(screen)


@asynccontextmanager
async def shown(daemon: ScriptedDaemon, typed: str) -> AsyncIterator[tuple[JoinScreen, Terminal, list[Join | None]]]:
    """The screen on a terminal, where this address was typed; and the choice once there is one."""
    screen = JoinScreen(WaysToJoin(LanHosts(), trio.sleep_forever, lambda _: daemon.dial))
    screen.list_hosts()
    choices = list[Join | None]()

    async def choose() -> None:
        await Display(screen).run()
        choices.append(screen.place)

    with terminal() as at:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(choose)
            await at.shows("> Type an address")
            at.press("\r")
            await at.shows("link or address:")
            at.press(f"{typed}\r")
            yield screen, at, choices
        assert at.is_restored


@on_the_bridge
@pytest.mark.parametrize("answer", [Tables(()), Goodbye(Farewell.TOO_MANY, "")])
async def test_the_screen_is_left_for_a_table_once_its_host_answers(answer: Tables | Goodbye) -> None:
    daemon = ScriptedDaemon()
    async with shown(daemon, "http://oak.example:5533/ash") as (_, at, choices):
        caller = await daemon.call()
        await at.shows("Connecting to oak.example:5533 ...")
        assert await caller.receives() == AskTables()
        await caller.sends(answer)

    assert choices == [Join(parse_link("oak.example/ash"))]


@on_the_bridge
@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (b"SSH-2.0-OpenSSH_9.6\n", "not a fives daemon"),
        (b"HTTP/1.1 400 Bad Request\r\n", "a web server answers there"),
        (b"", "the host closed the connection"),
    ],
)
async def test_what_answers_and_is_no_host_is_reported_on_the_screen(sent: bytes, says: str) -> None:
    daemon = ScriptedDaemon()
    async with shown(daemon, "oak.example") as (screen, at, choices):
        caller = await daemon.call()
        await caller.sends_bytes(sent)
        await caller.hangs_up()
        await at.shows(says)
        assert not screen.is_left
        at.press("q")

    assert choices == [None]


@on_the_bridge
async def test_a_machine_without_a_host_is_reported_on_the_screen_and_another_can_be_typed() -> None:
    daemon = ScriptedDaemon(refuses=1)
    async with shown(daemon, "oak.example") as (_, at, choices):
        await at.shows("nobody answers at oak.example:5533")
        at.press("\r\x15ash.example\r")
        await (await daemon.call()).sends(Tables(()))

    assert choices == [Join(parse_link("ash.example"))]


@on_the_bridge
async def test_a_link_is_pasted_on_the_list_where_no_line_is_typed() -> None:
    daemon = ScriptedDaemon(refuses=1)
    async with shown(daemon, "oak.example") as (_, at, choices):
        await at.shows("nobody answers at oak.example:5533")
        at.press("\x1b[200~ http://ash.example/elm\n\x1b[201~\r")
        await (await daemon.call()).sends(Tables(()))

    assert choices == [Join(parse_link("ash.example/elm"))]


@on_the_bridge
async def test_any_key_gives_up_an_address_that_does_not_answer() -> None:
    daemon = ScriptedDaemon()
    async with shown(daemon, "oak.example") as (screen, at, choices):
        caller = await daemon.call()
        await caller.receives()
        await at.shows("Connecting to oak.example:5533 ...")
        at.press("\x1b[A")
        await caller.sees_the_end()
        await at.shows("Looking for hosts")
        assert "oak.example" not in at.text, "there is nothing to report about it"
        assert not screen.is_left
        at.press("q")

    assert choices == [None]
