"""One connection to one endpoint of a host: encrypted with the host's key, or plain where that will do.

Here: TLS with the host's own certificate, and what its failures mean. Not here: which key the host has to have
(`dial`), a web server's part (`web`), the lines (`host_connection`).

Before a host has shown its key, not a byte of a line is sent. Plain lines are for hosts never seen with TLS: on this
machine, where nothing else is tried, and in this network, after TLS has failed.
"""

from typing import Final

import trio

from client.net.host_connection import ended_by_host, is_http, not_welcomed
from client.net.tcp import NoConnectionError, open_tcp
from client.words.say import say
from protocol.frozen import frozen
from protocol.shared.address import is_this_machine
from protocol.shared.certificates import any_certificate
from protocol.shared.host_key import key_of
from protocol.shared.household import is_near
from protocol.shared.join_link import Endpoint
from protocol.shared.table_path import LINES
from protocol.wire.codec import MalformedError, UnknownEventError, decode_from_daemon
from protocol.wire.messages import Farewell, Goodbye

TIME_TO_AGREE: Final = 8.0
"""Seconds for a host to agree on the encryption."""
LONGEST_OVERHEARD: Final = 2048
_BUSY: Final = (Farewell.TOO_MANY, Farewell.SHUTDOWN, Farewell.SILENT, Farewell.TROUBLE)
"""Goodbyes that a daemon may say before it knows that its peer wants TLS."""


class UntrustedHostError(NoConnectionError):
    """The program that answers is not the host that it has to be, or cannot show it."""

    is_final = True


@frozen
class Transport:
    """A connection to a host: the endpoint that answered, and the host's key, None if nothing is encrypted."""

    endpoint: Endpoint
    stream: trio.abc.Stream
    key: str | None


def is_local(endpoint: Endpoint) -> bool:
    """Whether the connection stays on this machine, as far as its name says."""
    return is_this_machine(endpoint.address.host) and not endpoint.is_web


async def open_transport(endpoint: Endpoint, key: str | None) -> Transport:
    """A connection to a host with this key; None: whatever key it has. Raises `NoConnectionError`."""
    if is_local(endpoint) and key is None:
        return Transport(endpoint, await open_tcp(endpoint.address), None)
    overheard = _Overheard(await _stream_to(endpoint))
    tls = trio.SSLStream(overheard, any_certificate(), https_compatible=True)
    try:
        with trio.move_on_after(TIME_TO_AGREE) as limit:
            await tls.do_handshake()
        if limit.cancelled_caught:
            raise NoConnectionError(not_welcomed(endpoint.address))
        found = key_of(tls.getpeercert(binary_form=True))
        if key is not None and key != found:
            raise UntrustedHostError(_other_key(endpoint, key, found))
    except trio.BrokenResourceError as error:
        await trio.aclose_forcefully(overheard)
        return await _plain_transport(endpoint, key, overheard, error)
    except BaseException:  # cancelled, too: nothing else closes the stream
        await trio.aclose_forcefully(overheard)
        raise
    overheard.listens = False
    return Transport(endpoint, tls, found)


async def _plain_transport(
    endpoint: Endpoint, key: str | None, overheard: "_Overheard", error: trio.BrokenResourceError
) -> Transport:
    """A connection without encryption, to a host that could not be spoken to with it. Raises `NoConnectionError`."""
    goodbye = overheard.goodbye
    if goodbye is not None and goodbye.reason in _BUSY:
        raise NoConnectionError(ended_by_host(goodbye.reason)) from error
    if is_http(overheard.heard):
        raise UntrustedHostError(say("connection.web_server")) from error
    if key is not None:
        if not overheard.heard:
            raise NoConnectionError(say("connection.closed_early", host=str(endpoint))) from error
        raise UntrustedHostError(say("connection.not_encrypted", host=str(endpoint), key=key)) from error
    if not overheard.is_near:
        raise UntrustedHostError(say("connection.not_near", host=str(endpoint))) from error
    return Transport(endpoint, await open_tcp(endpoint.address), None)


async def _stream_to(endpoint: Endpoint) -> trio.abc.Stream:
    if endpoint.is_web:
        from client.net.web import open_websocket  # noqa: PLC0415 - websockets is slow to import, and rarely needed

        return await open_websocket(endpoint.address, LINES)
    return await open_tcp(endpoint.address)


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
    command = " ".join(("fives", "join", f"{endpoint.typed}#k={found}"))
    return say("connection.other_key", host=str(endpoint), found=found, key=key, command=command)
