"""A way to another host through a web server, such as a tunnel's: bytes inside a WebSocket.

Here: as much of it as one question takes; every failure is an error of the connection. Not here: the question
(`other_host`), the client's connections, which last, and say what to do about each failure (`client.net.web`).
"""

from typing import Final

import trio
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from protocol.shared.certificates import certificates
from protocol.shared.join_link import Endpoint
from protocol.shared.table_path import LINES

_CHUNK: Final = 65_536
_LONGEST_MESSAGE: Final = 2 * 1024 * 1024
_DATA: Final = (Opcode.BINARY, Opcode.TEXT, Opcode.CONT)


class WebWay(trio.abc.Stream):
    """The bytes in a WebSocket. Its messages end where they like."""

    def __init__(self, stream: trio.abc.Stream, protocol: ClientProtocol) -> None:
        self._stream = stream
        self._protocol = protocol
        self._received = bytearray()

    async def open(self) -> None:
        """Shake hands. Raises `trio.BrokenResourceError`."""
        self._protocol.send_request(self._protocol.connect())
        await self._flush()
        while self._protocol.state is State.CONNECTING and self._protocol.handshake_exc is None:
            await self._read()
        if self._protocol.handshake_exc is not None:
            raise trio.BrokenResourceError("the handshake of the WebSocket has failed")

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """As `trio.abc.SendStream.send_all`."""
        if self._protocol.state is not State.OPEN:
            raise trio.BrokenResourceError("the WebSocket is closed")
        self._protocol.send_binary(bytes(data))
        await self._flush()

    async def wait_send_all_might_not_block(self) -> None:
        """As `trio.abc.SendStream.wait_send_all_might_not_block`."""
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """As `trio.abc.ReceiveStream.receive_some`."""
        while not self._received and self._protocol.state is State.OPEN:
            await self._read()
        taken = bytes(self._received[:max_bytes])
        del self._received[: len(taken)]
        return taken

    async def aclose(self) -> None:
        """As `trio.abc.AsyncResource.aclose`, without a word to the other side."""
        await trio.aclose_forcefully(self._stream)

    async def _read(self) -> None:
        received = bytes(await self._stream.receive_some(_CHUNK))
        if received:
            self._protocol.receive_data(received)
        else:
            self._protocol.receive_eof()
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode in _DATA:
                self._received += event.data
        await self._flush()  # such as the answer to a ping

    async def _flush(self) -> None:
        written = b"".join(self._protocol.data_to_send())
        if written:
            await self._stream.send_all(written)


async def open_web_way(endpoint: Endpoint) -> WebWay:
    """The WebSocket for terminals at this web server. Raises `OSError` and `trio.BrokenResourceError`."""
    address = endpoint.address
    context = certificates()
    context.set_alpn_protocols(["http/1.1"])
    tcp = await trio.open_tcp_stream(*address)
    stream = trio.SSLStream(tcp, context, server_hostname=address.host, https_compatible=True)
    uri = parse_uri(f"wss{str(endpoint).removeprefix('https')}{LINES}")
    way = WebWay(stream, ClientProtocol(uri, max_size=_LONGEST_MESSAGE))
    try:
        await way.open()
    except BaseException:  # cancelled, too: nothing else closes the stream
        await way.aclose()
        raise
    return way
