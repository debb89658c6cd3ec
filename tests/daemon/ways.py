"""The ways in which tests' clients of the wire connect: plainly, over TLS, or through the WebSocket at `/lines`.

`python -m pytest --over-tls` or `--over-lines` runs every test with such clients that way; a few always run every way
(`every_way`). Not here: the host's identity and a client's TLS (`tls`), the page that answers at `/lines` in a house in
memory (`harness`).
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from typing import Final

import trio
import trio.testing

from client.net.web import WebError, websocket_on
from client.net.web_stream import WebStream
from protocol.shared.address import LOCALHOST, Address
from protocol.shared.table_path import LINES
from tests.daemon import tls

UNASKED: Final = "the host says goodbye before the client has sent anything, so not over TLS"
PRIVATE: Final = "nobody but the player's own program connects to a private daemon, so it encrypts nothing"
NO_HALF: Final = "a WebSocket has no sending side that could be closed alone"
PAGE_STOPS: Final = "the page process is stopped, and what comes through `/lines` comes through it"


class Way(Enum):
    """A way to connect. As terminals do it, `LINES` has TLS inside the WebSocket."""

    PLAIN = "plain"
    TLS = "TLS"
    LINES = "lines"


_way = Way.PLAIN


@contextmanager
def connecting(way: Way) -> Iterator[None]:
    """A block in which tests' clients connect this way."""
    global _way  # noqa: PLW0603 - all that a test connects has to follow it
    before, _way = _way, way
    try:
        yield
    finally:
        _way = before


def chosen() -> Way:
    """The way in which tests' clients connect just now."""
    return _way


def is_encrypted() -> bool:
    """Whether tests' clients connect with TLS just now."""
    return _way is not Way.PLAIN


def as_clients_connect(stream: trio.abc.Stream) -> trio.abc.Stream:
    """The client's stream on this connection to a daemon's port, as the test has it."""
    return encrypted_or_not(Lines(stream) if _way is Way.LINES else stream)


def encrypted_or_not(stream: trio.abc.Stream) -> trio.abc.Stream:
    """The client's stream on this one, which leads to the lines of a daemon already: encrypted, as the test has it."""
    return tls.encrypted(stream) if is_encrypted() else stream


async def end_sending(stream: trio.abc.Stream) -> None:
    """Close a client's sending side under the encryption, if there is one: trio's TLS streams have only a whole end."""
    half = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
    assert isinstance(half, trio.abc.HalfCloseableStream)
    await half.send_eof()


def read_ahead(stream: trio.abc.Stream, nursery: trio.Nursery) -> trio.abc.Stream:
    """The same stream, read whether or not the client reads: a WebSocket that answers no pings is closed."""
    sink, received = trio.testing.memory_stream_one_way_pair()

    async def read() -> None:
        async with sink:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                while some := await stream.receive_some():
                    await sink.send_all(some)

    nursery.start_soon(read)
    return trio.StapledStream(stream, received)


class Lines(trio.abc.Stream):
    """The bytes inside a WebSocket at `/lines` on a stream. Its handshake comes with the first bytes, as TLS has it."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._websocket: WebStream | None = None
        self._opening = trio.Lock()

    async def _opened(self) -> WebStream:
        async with self._opening:
            if self._websocket is None:
                try:
                    self._websocket = await websocket_on(self._stream, Address(LOCALHOST, 80), LINES)
                except WebError as error:
                    raise trio.BrokenResourceError("the handshake of the WebSocket has failed") from error
        return self._websocket

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """As `trio.abc.SendStream.send_all`."""
        await (await self._opened()).send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        """As `trio.abc.SendStream.wait_send_all_might_not_block`."""
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """As `trio.abc.ReceiveStream.receive_some`."""
        return await (await self._opened()).receive_some(max_bytes)

    async def aclose(self) -> None:
        """As `trio.abc.AsyncResource.aclose`."""
        await (self._websocket or self._stream).aclose()
