"""A page for a complete house in memory, and browsers at it."""

import html
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import trio
import trio.testing

from client.web.hosts import Hosts
from client.web.server import Server
from daemon.house.invitations import InvitationStore
from daemon.journal.interface import Journal
from protocol.game.levels import FIRST_LEVEL
from protocol.log.events import TableOptions
from protocol.shared.address import Address
from tests.client.web.page_client import NAME, PageClient
from tests.daemon.harness import MONTHS, Host, hosting

Pair = Callable[[], tuple[trio.abc.HalfCloseableStream, trio.abc.HalfCloseableStream]]


class Site:
    """A page for a house in memory."""

    def __init__(self, nursery: trio.Nursery, host: Host) -> None:
        self.host = host
        self.server = Server(Address("host", 5533), Hosts([NAME]), key=host.house.reach.key)
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
        self,
        kept: object = None,
        back: str = "",
        pair: Pair = trio.testing.memory_stream_pair,
        path: str = "/",
        invitation: str | None = None,
        *,
        has_code: bool = False,
        origin: str = f"http://{NAME}",
        language: str = "",
    ) -> PageClient:
        """A new tab, after its hello. `has_code`: its link has a code for hosting."""
        client = PageClient(self.stream(pair))
        await client.open(kept, back, origin, path=path, invitation=invitation, has_code=has_code, language=language)
        return client

    async def seated(self, name: str = "Ann", path: str = "/", language: str = "") -> PageClient:
        """A new tab whose player has a seat."""
        client = await self.tab({"name": name, "seats": []}, path=path, language=language)
        await client.until(lambda tab: tab.seats)
        return client


QUICK_BOTS = TableOptions(bot_level=FIRST_LEVEL)
"""Bots that do not think: what their moves are matters to no test of the page."""


@asynccontextmanager
async def site(
    seats: int = 2,
    bots: int = 0,
    options: TableOptions = QUICK_BOTS,
    of: type[Site] = Site,
    target: int = 40,
    invitations: InvitationStore | None = None,
    league: str | None = None,
    journal: Journal | None = None,
) -> AsyncIterator[Site]:
    """A page for a house with one table. `invitations`: what people from outside need; None if they need nothing.

    `league`: the text of its league's file, or None. `journal`: with that of a house before, it is started again.
    """
    about: dict[str, Any] = {"invitations": invitations, "league": league, "journal": journal}
    async with hosting(patience=MONTHS, **about) as host, trio.open_nursery() as nursery:
        await host.open_home("all-fives", seats=seats, bots=bots, set={"target": str(target)}, options=options)
        yield of(nursery, host)
        nursery.cancel_scope.cancel()


def pressed(part: str, press: str) -> list[str]:
    """The values of the buttons in a part that send this press."""
    return [html.unescape(value) for value in re.findall(rf'data-press="{press}" data-value="([^"]*)"', part)]


def way_back(page: PageClient) -> str:
    """The fragment of the way-back link in the menu of a page."""
    found = re.search(r'href="#[^"]*back=([^"]+)"', page.parts["window"])
    assert found is not None
    return found[1]


async def plays_to_the_end(tab: PageClient) -> None:
    """Play by taps until the match has been won."""
    await plays_until(tab, lambda tab: any("win" in sentence and "the match" in sentence for sentence in tab.said))


async def plays_until(tab: PageClient, holds: Callable[[PageClient], object]) -> None:
    """Play by taps until this is true."""
    with trio.fail_after(MONTHS):
        while not holds(tab):
            parts = tab.parts
            ended = pressed(parts["actions"], "go-on")
            moves = [move for move in pressed(parts["actions"], "order") if move in ("draw", "pass")]
            fits = "does not fit" not in parts["actions"]  # a tile that was chosen may not fit any more
            plays = pressed(parts["actions"], "play") if fits else []
            fitting = re.findall(r'class="tile" data-press="tile" data-value="([^"]+)"', parts["hand"])
            if ended:
                await tab.press("go-on", ended[0])
            elif "Your turn" not in tab.title:
                pass
            elif moves:
                await tab.press("order", moves[0])
            elif plays:
                await tab.press("play", plays[0])
            elif fitting:
                await _choose(tab, fitting[0])
                continue
            await tab.reads_one()


async def _choose(tab: PageClient, tile: str) -> None:
    """Tap a tile, and wait until it is chosen: another tap would play it. It may have been played already."""
    await tab.press("tile", tile)
    button = f'data-press="tile" data-value="{tile}"'
    await tab.until(lambda tab: f'chosen" {button}' in tab.parts["hand"] or button not in tab.parts["hand"])
