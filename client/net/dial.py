"""The road to one host: its endpoints in turn, encrypted with its key.

Here: which key the host has to have, and when plain lines will do. Not here: a web server's part (`web`), what is sent
first (`credentials`), the messages (`host_connection`).

A host whose key is known, from a link or from an earlier visit, has to show that key, at every endpoint; before it has,
not a byte of a line is sent. The key of any other host is kept when it is first seen. Plain lines are for hosts never
seen with TLS: on this machine, where nothing else is tried, and in this network, after TLS has failed.
"""

import ssl
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import trio
from attrs import define, evolve, field

from client.net.host_connection import ended_by_host, not_welcomed
from client.net.tcp import NoConnectionError, open_tcp
from client.store.known_hosts import KnownHost, KnownHosts, host_at, host_with, save_at
from protocol.console.address import Address, AddressError, is_this_machine
from protocol.console.host_key import key_of
from protocol.console.household import is_near
from protocol.console.join_link import MOST_ENDPOINTS, Endpoint, JoinLink, parse_link
from protocol.frozen import frozen
from protocol.wire.codec import MalformedError, UnknownEventError, decode_from_daemon, encode_from_client
from protocol.wire.messages import Farewell, Goodbye, Invited

LINES: Final = "/lines"
"""The path of the WebSocket for programs like this one."""
TIME_FOR_EACH: Final = 1.0
"""Seconds after which the next endpoint is tried, too, while one has not answered."""
TIME_TO_AGREE: Final = 8.0
"""Seconds for a host to agree on the encryption."""
LONGEST_OVERHEARD: Final = 2048
_BUSY: Final = (Farewell.TOO_MANY, Farewell.SHUTDOWN, Farewell.SILENT, Farewell.TROUBLE)
"""Goodbyes that a daemon may say before it knows that its peer wants TLS."""
_COMPARE: Final = "Nothing was sent. Ask the host for the key, or for a new link."


class UntrustedHostError(NoConnectionError):
    """The program that answers is not the host that it has to be, or cannot show it."""

    is_final = True


@frozen
class Line:
    """A connection to a host: the endpoint that answered, and the host's key, None if nothing is encrypted."""

    endpoint: Endpoint
    stream: trio.abc.Stream
    key: str | None


@define(eq=False)
class HostDial:
    """Opens connections to the host that a link leads to. `known`: the player's known hosts.

    `line`: the last connection.
    """

    link: JoinLink
    known: KnownHosts
    line: Line | None = None
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
        """Where to try: first where the host answered last."""
        seen = [] if self._host is None else [*_endpoints(self._host.endpoints)]
        return [*dict.fromkeys([*seen[:1], *self.link.endpoints, *seen])][:MOST_ENDPOINTS]

    async def dial(self, _: Address) -> trio.abc.Stream:
        """As `host_connection.Dial`. Raises `NoConnectionError`: the reason of the first endpoint, if all fail."""
        self.line = await _first_line(self.endpoints, None if self._host is None else self._host.key)
        if self.line.key is not None:
            self._learn(self.line.key, self.line.endpoint)
        return self.line.stream

    async def dial_invited(self, address: Address) -> trio.abc.Stream:
        """As `dial`, with the player's invitation shown already: for connections of others than the player."""
        stream = await self.dial(address)
        if self.invitation is not None:
            await stream.send_all(encode_from_client(Invited(self.invitation)))
        return stream

    def _learn(self, key: str, endpoint: Endpoint) -> None:
        host = host_with(key, self.known.all()) or KnownHost(key)
        self._host = evolve(host, invitation=self.invitation or host.invitation).at(str(endpoint))
        if not _is_local(endpoint):  # several hosts may take turns at one port of this machine
            save_at(self.known, self._host, str(endpoint))


def _is_local(endpoint: Endpoint) -> bool:
    return is_this_machine(endpoint.address.host) and not endpoint.is_web


def _endpoints(saved: Iterable[str]) -> Iterable[Endpoint]:
    for text in saved:
        try:
            yield parse_link(text).endpoints[0]
        except AddressError:
            continue  # somebody has edited the file


async def _first_line(endpoints: Sequence[Endpoint], key: str | None) -> Line:
    """The line to the endpoint that answers first. Each has a start over the next. Raises `NoConnectionError`."""
    failures: dict[Endpoint, NoConnectionError] = {}
    lines: list[Line] = []
    have_failed = [trio.Event() for _ in endpoints]

    async def attempt(nth: int) -> None:
        if nth:
            with trio.move_on_after(TIME_FOR_EACH):
                await have_failed[nth - 1].wait()
        if nth + 1 < len(endpoints):
            nursery.start_soon(attempt, nth + 1)
        try:
            lines.append(await open_line(endpoints[nth], key))
        except NoConnectionError as error:
            failures[endpoints[nth]] = error
            have_failed[nth].set()
        else:
            nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(attempt, 0)
    if not lines:
        raise failures[endpoints[0]]
    for late in lines[1:]:
        await trio.aclose_forcefully(late.stream)
    return lines[0]


async def open_line(endpoint: Endpoint, key: str | None) -> Line:
    """A line to a host with this key; None: whatever key it has. Raises `NoConnectionError`."""
    if _is_local(endpoint) and key is None:
        return Line(endpoint, await open_tcp(endpoint.address), None)
    overheard = _Overheard(await _transport(endpoint))
    tls = trio.SSLStream(overheard, _any_certificate(), https_compatible=True)
    try:
        with trio.move_on_after(TIME_TO_AGREE) as limit:
            await tls.do_handshake()
        if limit.cancelled_caught:
            raise NoConnectionError(not_welcomed(endpoint.address))
        found = key_of(tls.getpeercert(binary_form=True))
        if key not in (None, found):
            raise UntrustedHostError(_other_key(endpoint, key or "", found))
    except trio.BrokenResourceError as error:
        await trio.aclose_forcefully(overheard)
        return await _plain_line(endpoint, key, overheard, error)
    except BaseException:
        await trio.aclose_forcefully(overheard)
        raise
    overheard.listens = False
    return Line(endpoint, tls, found)


async def _plain_line(
    endpoint: Endpoint, key: str | None, overheard: "_Overheard", error: trio.BrokenResourceError
) -> Line:
    """A line without encryption, to a host that could not be spoken to with it. Raises `NoConnectionError`."""
    goodbye = overheard.goodbye
    if goodbye is not None and goodbye.reason in _BUSY:
        raise NoConnectionError(ended_by_host(goodbye.reason)) from error
    if key is not None:
        if not overheard.heard:
            raise NoConnectionError(f"{endpoint} closed the connection before it was encrypted") from error
        raise UntrustedHostError(_not_encrypted(endpoint, key)) from error
    if not overheard.is_near:
        raise UntrustedHostError(_not_near(endpoint)) from error
    return Line(endpoint, await open_tcp(endpoint.address), None)


async def _transport(endpoint: Endpoint) -> trio.abc.Stream:
    if endpoint.is_web:
        from client.net.web import open_websocket  # noqa: PLC0415 - websockets is slow to import, and rarely needed

        return await open_websocket(endpoint.address, LINES)
    return await open_tcp(endpoint.address)


@cache
def _any_certificate() -> ssl.SSLContext:
    """TLS 1.3 with whatever certificate: its key is compared, and nothing else in it counts."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class _Overheard(trio.abc.Stream):
    """A stream that keeps the first bytes received, as long as it `listens`: they may be plain lines after all."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self.heard = b""
        self.listens = True
        self.is_near = isinstance(stream, trio.SocketStream) and is_near(_peer_of(stream))
        """Whether the peer is in this network, and no web server in between."""

    @property
    def goodbye(self) -> Goodbye | None:
        """The goodbye that was received in place of TLS."""
        line = self.heard.partition(b"\n")[0] + b"\n"
        try:
            message = decode_from_daemon(line)
        except (MalformedError, UnknownEventError):
            return None
        return message if isinstance(message, Goodbye) else None

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        received = await self._stream.receive_some(max_bytes)
        if self.listens and len(self.heard) < LONGEST_OVERHEARD:
            self.heard += received
        return received

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


def _peer_of(stream: trio.SocketStream) -> str:
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return ""  # it has gone already


# Sentences, from the middle of one on.


def _other_key(endpoint: Endpoint, key: str, found: str) -> str:
    return (
        f"the host at {endpoint} has another key, {found}, and not {key}. It may have been installed again, another "
        f"machine may have its address, or somebody sits in between. {_COMPARE} If the new key "
        f"is right, `fives join {endpoint.typed}#k={found}` joins it"
    )


def _not_encrypted(endpoint: Endpoint, key: str) -> str:
    return (
        f"{endpoint} does not encrypt, and the host with the key {key} does. Another machine may have its address, its "
        f"fives may be older now, or somebody sits in between. {_COMPARE}"
    )


def _not_near(endpoint: Endpoint) -> str:
    return (
        f"{endpoint} does not encrypt, and is not in this network, where that would do. Nothing was sent. Ask the host "
        "to update fives"
    )
