"""The server of the page: it admits browsers, and contains the faults of each.

Here: connections and their end. Not here: who gets a place (`protocol.console.places`), requests (`http`), what a
browser sees (`visit`, `page`), where it listens (`program.page_command`, `program.page_child`).
"""

import logging
from http import HTTPStatus
from typing import Final

import trio
from attrs import define, field

from client.net.host_connection import Dial
from client.web.analyses import Analyses
from client.web.hosts import Hosts
from client.web.http import answer, read_head, refusal
from client.web.page_files import Files, page_files
from client.web.places import Place, browser_limits
from client.web.turns import FairShare, Turns
from client.web.visit import Visit
from client.web.websocket import TIME_TO_CLOSE, TIME_TO_TAKE, GoneError, WebSocket
from protocol.console.address import Address
from protocol.console.household import household_of
from protocol.console.places import PlaceLimits, Places

_FULL: Final = refusal(503, "This page has too many visitors now; try again later.").serialize()

log = logging.getLogger("fives.page")


@define(eq=False)
class Server:
    """The page of the daemon at `address`.

    `network`: the page's address for other machines, such as `http://192.168.1.20:5533`, or "" if it is not known.
    """

    address: Address
    hosts: Hosts
    limits: PlaceLimits = field(factory=browser_limits)
    analyses: Analyses = field(factory=Analyses)
    network: str = ""
    turns: Turns = field(factory=Turns)
    places: Places[Place] = field(factory=lambda: Places(Place.usage, Place.make_room))
    _page: Files = field(factory=page_files)

    async def serve(self, stream: trio.abc.HalfCloseableStream, peer: str, dial: Dial) -> None:
        """Serve one connection to its end, and close it. `peer`: the browser's address; `dial` reaches the daemon."""
        try:
            async with stream:
                counts = self.limits.counts(household_of(peer))
                use = self.places.admit(counts, trio.current_time())
                if use is None:
                    with trio.move_on_after(1):
                        await stream.send_all(_FULL)
                    return
                with trio.CancelScope() as scope:
                    place = Place(scope, use)
                    self.places.take(place, counts)
                    try:
                        await self._serve(stream, dial, place)
                    finally:
                        self.places.give_back(place)
        except (GoneError, trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
            pass  # the browser has gone
        except Exception:
            # The boundary: a bug at one browser must not end the others.
            log.exception("a visit to the page failed")

    async def _serve(self, stream: trio.abc.HalfCloseableStream, dial: Dial, place: Place) -> None:
        head = await read_head(stream)
        if head is None:
            return
        response = answer(head, self.hosts, self._page)
        with trio.fail_after(TIME_TO_TAKE):
            await stream.send_all(response.serialize())
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            share = FairShare(self.turns)
            await Visit(WebSocket(stream), self.address, dial, self.analyses, share, place, self.network).run()
        else:
            await _finish(stream)


async def _finish(stream: trio.abc.HalfCloseableStream) -> None:
    """Let the response arrive: closing with unread bytes would discard it."""
    await stream.send_eof()
    with trio.move_on_after(TIME_TO_CLOSE):
        while await stream.receive_some():
            pass
