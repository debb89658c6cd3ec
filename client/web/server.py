"""The server of the page: it admits browsers and terminals, and contains the faults of each.

Here: connections and their end. Not here: who gets a place (`protocol.shared.places`), requests (`http`), what a
browser sees (`visit`, `page`), a terminal's bytes (`lines`), where it listens (`program.page_command`,
`program.page_child`).

Every connection first has a browser's place. A terminal's then gives it back, for one of those for terminals, of which
there are as many: neither kind takes places from the other. Nobody there makes room, because this process cannot see
who has a seat. The daemon can: it limits terminals like all others, and closes those that have to go.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import trio
from attrs import Factory, field
from websockets.http11 import Response

from client.net.host_connection import Dial
from client.net.remedies.moved import Redial
from client.web.analyses import Analyses
from client.web.browser_kind import kind_of
from client.web.browser_language import language_of_browsers
from client.web.challenge import Challenge
from client.web.hosts import Hosts
from client.web.http import Answer, Served, answer, head_of_request, refusal
from client.web.lines import forward
from client.web.links import Links, links_for
from client.web.places import Place, browser_limits
from client.web.turns import FairShare, Turns
from client.web.visit import Visit
from client.web.websocket import TIME_TO_CLOSE, TIME_TO_TAKE, GoneError, WebSocket
from client.words.say import speaking
from protocol.frozen import define
from protocol.shared.address import Address
from protocol.shared.household import household_of
from protocol.shared.places import EVERYBODY, Counts, Limit, PlaceLimits, Places
from protocol.shared.table_path import LINES, PLAY

_FULL: Final = refusal(503, "This page has too many visitors now; try again later.").serialize()

log = logging.getLogger("fives.page")


@define(eq=False)
class Server:
    """The page of the daemon at `address`.

    `network`: the page's address for other machines, such as `http://192.168.1.20:5533`, or "" if it is not known.
    `key`: the host's key, if this is the host's own page and it encrypts; `find_key` finds it otherwise. `challenge`:
    as in `Served`.
    """

    address: Address
    hosts: Hosts
    limits: PlaceLimits = field(factory=browser_limits)
    analyses: Analyses = field(factory=Analyses)
    network: str = ""
    key: str | None = None
    find_key: Callable[[], str | None] | None = None
    challenge: Challenge | None = None
    turns: Turns = field(factory=Turns)
    places: Places[Place] = field(factory=lambda: Places(Place.usage, Place.make_room))
    terminals: Places[trio.abc.Stream] = field(factory=Places[trio.abc.Stream])
    _served: Served = field(default=Factory(lambda self: Served(self.hosts, challenge=self.challenge), takes_self=True))

    @property
    def version(self) -> str:
        """The version of the page's files, which the page names."""
        return self._served.files["/"].version

    async def serve(
        self, stream: trio.abc.HalfCloseableStream, peer: str, dial: Dial, redial: Redial | None = None
    ) -> None:
        """Serve one connection to its end, and close it. `peer`: the browser's address; `dial` reaches the daemon.

        `redial`: as in `Moved`.
        """
        try:
            async with stream:
                counts = self.limits.counts(household_of(peer))
                use = self.places.admit(counts, trio.current_time())
                if use is None:
                    await _turn_away(stream)
                    return
                terminal = None
                with trio.CancelScope() as scope:  # one that makes room is cancelled: then it is no terminal
                    place = Place(scope, use)
                    self.places.take(place, counts)
                    try:
                        terminal = await self._serve(stream, dial, redial, place)
                    finally:
                        self.places.give_back(place)
                if terminal is not None:
                    await self._serve_terminal(stream, dial, terminal)
        except (GoneError, trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
            pass  # the browser has gone
        except Exception:
            # The boundary: a bug at one browser must not end the others.
            log.exception("a visit to the page failed")

    async def _serve(
        self, stream: trio.abc.HalfCloseableStream, dial: Dial, redial: Redial | None, place: Place
    ) -> Answer | None:
        """Serve a browser. For a terminal, return the answer that it has to get."""
        head = await head_of_request(stream)
        if head is None:
            return None
        answered = answer(head, self._served)
        if answered.websocket == LINES:
            return answered
        await _send(stream, answered.response)
        if answered.websocket == PLAY:
            share, links = FairShare(self.turns), partial(self._links, answered.origin)
            kind = kind_of(answered.agent)
            find_key, is_hosts = self.find_key or (lambda: self.key), self.find_key is None
            socket = WebSocket(stream)
            visit = Visit(
                socket,
                self.address,
                dial,
                self.analyses,
                share,
                place,
                links,
                kind,
                redial,
                find_key,
                self._served.next_hosts,
                is_hosts=is_hosts,
            )
            with speaking(language_of_browsers(answered.language)):
                await visit.run()
        else:
            await _finish(stream)
        return None

    def _links(self, origin: str) -> Links:
        """The links for a browser that has opened the page at this origin."""
        return links_for(origin, self.network, self.key)

    async def _serve_terminal(self, stream: trio.abc.HalfCloseableStream, dial: Dial, answered: Answer) -> None:
        counts: Counts = {EVERYBODY: Limit(self.limits.most, is_strict=True)}
        if self.terminals.admit(counts, trio.current_time()) is None:
            await _turn_away(stream)
            return
        self.terminals.take(stream, counts)
        try:
            await _send(stream, answered.response)
            await forward(stream, self.address, dial)
        finally:
            self.terminals.give_back(stream)


async def _send(stream: trio.abc.Stream, response: Response) -> None:
    with trio.fail_after(TIME_TO_TAKE):
        await stream.send_all(response.serialize())


async def _turn_away(stream: trio.abc.Stream) -> None:
    with trio.move_on_after(1):
        await stream.send_all(_FULL)


async def _finish(stream: trio.abc.HalfCloseableStream) -> None:
    """Let the response arrive: closing with unread bytes would discard it."""
    await stream.send_eof()
    with trio.move_on_after(TIME_TO_CLOSE):
        while await stream.receive_some():
            pass
