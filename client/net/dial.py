"""The road to one host: its endpoints in turn, and the key that it has to show.

Here: what is known of the host from a link and from earlier visits, and what is learned. Not here: one connection to
one endpoint (`transport`), what is sent first (`credentials`), the messages (`host_connection`).

A host whose key is known has to show that key, at every endpoint. The key of any other host is kept when it is first
seen.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import trio
from attrs import evolve, field

from client.net.tcp import NoConnectionError
from client.net.transport import Transport, is_local, open_transport
from client.store.known_hosts import KnownHost, KnownHosts, host_at, host_with, save_at
from protocol.frozen import define
from protocol.shared.address import Address, AddressError
from protocol.shared.join_link import MOST_ENDPOINTS, Endpoint, JoinLink, parse_link
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Invited

TIME_FOR_EACH: Final = 1.0
"""Seconds after which the next endpoint is tried, too, while one has not answered."""


@define(eq=False)
class HostDial:
    """Opens connections to the host that a link leads to. `known`: the player's known hosts.

    `transport`: the last connection. `first`: where to try first; None: where the host answered last.
    """

    link: JoinLink
    known: KnownHosts
    transport: Transport | None = None
    first: Endpoint | None = None
    _host: KnownHost | None = field(init=False)
    """The host as far as its key is known: the one with the link's key, or the one known at its endpoints."""

    def __attrs_post_init__(self) -> None:
        saved = self.known.all()
        if self.link.key is not None:
            self._host = host_with(self.link.key, saved) or KnownHost(self.link.key)
        else:
            at_endpoints = (host_at(str(endpoint), saved) for endpoint in self.link.endpoints)
            self._host = next((host for host in at_endpoints if host is not None), None)

    @property
    def invitation(self) -> str | None:
        """The player's invitation there, if there is one."""
        return self.link.invitation or (None if self._host is None else self._host.invitation)

    @property
    def endpoints(self) -> Sequence[Endpoint]:
        """Where to try, the best place first."""
        seen = [] if self._host is None else [*_endpoints(self._host.endpoints)]
        best = seen[:1] if self.first is None else [self.first]
        return [*dict.fromkeys([*best, *self.link.endpoints, *seen])][:MOST_ENDPOINTS]

    def redial(self, where: JoinLink) -> bool:
        """Try first where this link leads, from now on, if it leads to the same host; the other places are kept."""
        is_same = self.transport is not None and where.key == self.transport.key
        if is_same:
            self.first = where.endpoints[0]
            self.link = evolve(self.link, endpoints=tuple(dict.fromkeys((*self.link.endpoints, *where.endpoints))))
        return is_same

    async def dial(self, _: Address) -> trio.abc.Stream:
        """As `host_connection.Dial`. Raises `NoConnectionError`: the reason of the first endpoint, if all fail."""
        self.transport = await _first_transport(self.endpoints, None if self._host is None else self._host.key)
        self.first = None if self.first is None else self.transport.endpoint
        if self.transport.key is not None:
            self._learn(self.transport.key, self.transport.endpoint)
        return self.transport.stream

    async def dial_invited(self, address: Address) -> trio.abc.Stream:
        """As `dial`, with the player's invitation shown already: for connections of others than the player."""
        stream = await self.dial(address)
        if self.invitation is not None:
            await stream.send_all(encode_from_client(Invited(self.invitation)))
        return stream

    def _learn(self, key: str, endpoint: Endpoint) -> None:
        host = host_with(key, self.known.all()) or KnownHost(key)
        self._host = evolve(host, invitation=self.invitation or host.invitation).at(str(endpoint))
        if not is_local(endpoint):  # several hosts may take turns at one port of this machine
            save_at(self.known, self._host, str(endpoint))


def _endpoints(saved: Iterable[str]) -> Iterable[Endpoint]:
    for text in saved:
        try:
            yield parse_link(text).endpoints[0]
        except AddressError:
            continue  # somebody has edited the file


async def _first_transport(endpoints: Sequence[Endpoint], key: str | None) -> Transport:
    """The connection to the endpoint that answers first. Each has a start over the next. Raises `NoConnectionError`."""
    failures: dict[Endpoint, NoConnectionError] = {}
    opened: list[Transport] = []
    have_failed = [trio.Event() for _ in endpoints]

    async def attempt(nth: int) -> None:
        if nth:
            with trio.move_on_after(TIME_FOR_EACH):
                await have_failed[nth - 1].wait()
        if nth + 1 < len(endpoints):
            nursery.start_soon(attempt, nth + 1)
        try:
            opened.append(await open_transport(endpoints[nth], key))
        except NoConnectionError as error:
            failures[endpoints[nth]] = error
            have_failed[nth].set()
        else:
            nursery.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(attempt, 0)
        if not opened:
            raise failures[endpoints[0]]
        return opened.pop(0)
    finally:
        for late in opened:
            await trio.aclose_forcefully(late.stream)
