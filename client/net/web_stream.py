"""The bytes inside a WebSocket, as a stream.

Here: bytes to binary messages and back, and the answers to pings. Not here: opening the WebSocket (`web`), pings of its
own: the lines inside have them (`writer`), and they keep a tunnel open as well.

Two tasks may send at once, one that sends and one that answers pings. A lock keeps their bytes apart.
"""

from collections.abc import Iterable
from typing import Final

import trio
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State

CHUNK: Final = 64 * 1024
LONGEST_SENT: Final = 16 * 1024
"""Bytes of one message: a server may limit them."""
TIME_TO_CLOSE: Final = 1.0
_DATA: Final = (Opcode.BINARY, Opcode.TEXT, Opcode.CONT)


class WebStream(trio.abc.Stream):
    """A WebSocket after its handshake. Messages end where they like: only their bytes count.

    `events`: what came together with the end of the handshake.
    """

    def __init__(
        self, stream: trio.abc.Stream, protocol: ClientProtocol, events: Iterable[Frame | Request | Response] = ()
    ) -> None:
        self._stream = stream
        self._protocol = protocol
        self._sending = trio.Lock()
        self._received = bytearray()
        self._take(events)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """As `trio.abc.SendStream.send_all`."""
        if self._protocol.state is not State.OPEN:
            raise trio.BrokenResourceError("the WebSocket is closed")
        for start in range(0, len(data), LONGEST_SENT):
            self._protocol.send_binary(bytes(data[start : start + LONGEST_SENT]))
        await self._flush()

    async def wait_send_all_might_not_block(self) -> None:
        """As `trio.abc.SendStream.wait_send_all_might_not_block`."""
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """As `trio.abc.ReceiveStream.receive_some`."""
        while not self._received and self._protocol.state is State.OPEN:
            received = await self._stream.receive_some(CHUNK)
            if received:
                self._protocol.receive_data(received)
            else:
                self._protocol.receive_eof()
            if self._take(self._protocol.events_received()) or self._protocol.state is not State.OPEN:
                await self._flush()
        taken = bytes(self._received[:max_bytes])
        del self._received[: len(taken)]
        return taken

    async def aclose(self) -> None:
        """As `trio.abc.AsyncResource.aclose`. Says that it closes, and does not wait for an answer."""
        try:
            if self._protocol.state is State.OPEN:
                self._protocol.send_close()
                with trio.move_on_after(TIME_TO_CLOSE):
                    await self._flush()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        finally:
            await trio.aclose_forcefully(self._stream)

    def _take(self, events: Iterable[Frame | Request | Response]) -> bool:
        """Add the bytes of these messages to those received; whether anything among them needs an answer."""
        needs_answer = False
        for event in events:
            if isinstance(event, Frame) and event.opcode in _DATA:
                self._received += event.data
            else:
                needs_answer = True
        return needs_answer

    async def _flush(self) -> None:
        async with self._sending:
            written = b"".join(self._protocol.data_to_send())
            if written:
                await self._stream.send_all(written)
