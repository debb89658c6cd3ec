"""A page in a real browser whose match goes to a machine that this browser does not reach: the page is not lost."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from attrs import define, evolve, field

from client.web.hosts import Hosts
from client.web.server import Server
from protocol.log.commands import HandOver, HostReady
from protocol.log.events import TableOptions
from protocol.log.operator_commands import MakeHostCode
from protocol.shared.address import Address
from protocol.wire.messages import Do
from protocol.wire.notices import HandOverNotice
from protocol.wire.operator_messages import HostCode
from tests.client.browser import Browser, browser
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.table.test_next_host import READY
from tests.end_to_end.test_page_hosting import tap
from tests.end_to_end.test_page_in_browser import TILES, open_page, sit_down, type_name
from tests.taken_over import HOST_KEY, seated

NEXT = "127.0.0.2"
"""The address of the next host: another one than the page's, as that of another machine is."""
TIME_TO_GO_THERE = 120.0
TOLD = (
    "(() => { const told = document.querySelector('.unreached'); return told?.offsetParent ? told.innerText : ''; })()"
)
IS_TOLD = f'{TOLD}.includes("does not reach Ben\'s machine")'
TAKE_BACK = "Take the match back to my machine"
LOOK_NOW = "dispatchEvent(new Event('online'))"
"""Has the page look for the match at this host at once, and not some seconds later."""
NOTE_LOOKS = """
window.looks = 0;
WebSocket = class extends WebSocket { constructor(...address) { super(...address); looks += 1; } };
"""
"""Counts how often the page has looked at this host since, as it does after it has found nobody at the next one."""


@define(eq=False)
class Page:
    """The page of a house, at a port of this machine. `is_visited`: a browser is at it, and not only its files."""

    host: Host
    is_visited: trio.Event = field(factory=trio.Event)

    async def serve(self, listener: trio.SocketListener) -> None:
        """Serve browsers until cancelled."""
        server = Server(Address("localhost", 5533), Hosts())
        await trio.serve_listeners(partial(server.serve, peer="127.0.0.1", dial=self._dial), [listener])

    async def _dial(self, _: Address) -> trio.abc.Stream:
        self.is_visited.set()
        ours, theirs = trio.testing.memory_stream_pair()
        self.host.receive(theirs)
        return ours


async def listening(at: str, port: int = 0) -> tuple[trio.SocketListener, int]:
    """A listener that nobody serves yet, so that it answers nothing, and its port."""
    (listener,) = await trio.open_tcp_listeners(port, host=at)
    return listener, listener.socket.getsockname()[1]


async def seen(look: Callable[..., Any], *about: object) -> Any:
    """What a look at the browser returns, in a thread, so that the page is served meanwhile."""
    return await trio.to_thread.run_sync(look, *about)


@asynccontextmanager
async def sent_to(port: int, folder: Path) -> AsyncIterator[tuple[Host, Browser, str]]:
    """Zoe plays in a browser with Ann and Ben, and the match goes to Ben's machine, which has its page at this port."""
    async with hosting(patience=MONTHS) as host, trio.open_nursery() as nursery:
        await host.open_home("all-fives", seats=3, options=TableOptions(deals="host"))
        listener, own = await listening("127.0.0.1")
        nursery.start_soon(Page(host).serve, listener)
        ann, ben = await host.operator("Ann"), await seated(host, "Ben")
        await ann.enter()
        here = f"127.0.0.1:{own}"
        with browser(folder / "browser") as tab:
            await seen(sit_down, tab, f"http://{here}/", "Zoe")
            await seen(tab.until, TILES, True)
            await ann.accepted(HandOver(next(at for at, seat in enumerate(ann.table.seats) if seat.name == "Ben")))
            await ben.expect(HandOverNotice, lambda notice: notice.here)
            await ben.send(ben.asks(evolve(READY, address=f"{NEXT}:{port}")))
            yield host, tab, here
        nursery.cancel_scope.cancel()


async def test_a_page_stays_while_the_next_host_does_not_answer_and_plays_on_when_the_match_comes_back(
    tmp_path: Path,
) -> None:
    silent, port = await listening(NEXT)
    async with silent, sent_to(port, tmp_path) as (host, tab, here):
        await seen(tab.until, IS_TOLD, True)
        assert f"http://{NEXT}:{port}/" in await seen(tab.evaluate, TOLD)
        assert await seen(tab.evaluate, "location.host") == here

        lobby = await host.operator("Ann")
        await lobby.send(Do("o-1", 0, HandOver(None), host.house.tables.home.name))
        await seen(tab.evaluate, LOOK_NOW)

        await seen(tab.until, f"{TILES} && !document.querySelector('[data-press=go]')", True)
        assert await seen(tab.evaluate, "location.host") == here


@pytest.mark.parametrize("is_pressed", [False, True])
async def test_a_page_goes_to_the_next_host_as_soon_as_it_answers(tmp_path: Path, is_pressed: bool) -> None:
    refusing, port = await listening(NEXT)
    await refusing.aclose()
    async with (
        sent_to(port, tmp_path) as (_, tab, _here),
        hosting(patience=MONTHS) as new,
        trio.open_nursery() as nursery,
    ):
        await seen(tab.until, IS_TOLD, True)
        there = Page(new)
        nursery.start_soon(there.serve, (await listening(NEXT, port))[0])

        await seen(tab.click, "[data-press=go]") if is_pressed else await seen(tab.evaluate, LOOK_NOW)

        with trio.fail_after(TIME_TO_GO_THERE):
            await there.is_visited.wait()
        await seen(tab.until, "location.host", f"{NEXT}:{port}")
        nursery.cancel_scope.cancel()


async def test_a_tv_goes_to_the_next_host_too_once_it_answers(tmp_path: Path) -> None:
    silent, port = await listening(NEXT)
    async with (
        silent,
        sent_to(port, tmp_path) as (host, tab, here),
        hosting(patience=MONTHS) as new,
        trio.open_nursery() as nursery,
    ):
        await seen(tab.visit, f"http://{here}/tv/{host.house.tables.home.name}")
        await seen(tab.evaluate, NOTE_LOOKS)
        await seen(tab.until, "looks > 0", True)
        assert await seen(tab.evaluate, "location.host") == here
        there = Page(new)
        nursery.start_soon(there.serve, silent)

        with trio.fail_after(TIME_TO_GO_THERE):
            await there.is_visited.wait()
        await seen(tab.until, "location.href", f"http://{NEXT}:{port}/tv")
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def host_sent_to(port: int, folder: Path) -> AsyncIterator[Browser]:
    """A browser that hosts, whose match goes to port `port` of the next host, which has not answered it so far."""
    async with hosting(patience=MONTHS) as host, trio.open_nursery() as nursery:
        await host.open_home("all-fives", seats=2, options=TableOptions(deals="host"))
        host.house.controls.know_page_as = lambda _: True
        listener, own = await listening("127.0.0.1")
        nursery.start_soon(Page(host).serve, listener)
        terminal, ben = await host.operator(), await host.operator("Ben")
        await terminal.send(Do("code", 0, MakeHostCode()))
        code = (await terminal.expect(HostCode)).code
        await ben.enter()
        with browser(folder / "browser") as tab:
            await seen(open_page, tab, f"http://127.0.0.1:{own}/#host={code}")
            await seen(tap, tab, "Host from here", "#window")
            await seen(type_name, tab, "Hana")
            await seen(tab.until, TILES, True)
            await ben.send(
                ben.asks(HostReady(f"http://{NEXT}:{port}/#k={HOST_KEY}", HOST_KEY, "2026-11-28-oak-1a2b3c"))
            )
            await seen(tab.until, f"{TOLD}.includes('does not reach')", True)
            yield tab
        nursery.cancel_scope.cancel()


async def test_a_browser_that_hosts_takes_the_match_back_from_a_host_that_does_not_answer(tmp_path: Path) -> None:
    silent, port = await listening(NEXT)
    async with silent, host_sent_to(port, tmp_path) as tab:
        await seen(tab.evaluate, LOOK_NOW)

        await seen(tap, tab, TAKE_BACK)
        await seen(tap, tab, "Yes", "#window")
        await seen(tap, tab, f"{TAKE_BACK}, although the other host does not answer")
        await seen(tap, tab, "Yes", "#window")

        await seen(tab.until, f"{TILES} && !document.querySelector('[data-press=go]')", True)


async def test_a_browser_that_hosts_goes_to_a_next_host_that_answers_late(tmp_path: Path) -> None:
    """It has connected to its own host again by then, which lets it take the match back."""
    silent, port = await listening(NEXT)
    async with (
        silent,
        host_sent_to(port, tmp_path) as tab,
        hosting(patience=MONTHS) as new,
        trio.open_nursery() as nursery,
    ):
        await seen(tab.evaluate, LOOK_NOW)
        take_back = f"[...document.querySelectorAll('button')].some((one) => one.textContent.includes({TAKE_BACK!r}))"
        await seen(tab.until, take_back, True)
        there = Page(new)
        nursery.start_soon(there.serve, silent)

        with trio.fail_after(TIME_TO_GO_THERE):
            await there.is_visited.wait()
        await seen(tab.until, "location.host", f"{NEXT}:{port}")
        nursery.cancel_scope.cancel()
