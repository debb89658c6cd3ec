"""A WebSocket over a stream: its frames, pings and deadlines, and the page's own, with texts in, texts and bytes out.

Here: a connection after its handshake. Not here: the handshake (`http`), what the texts mean (`page_messages`), a
WebSocket with the bytes of a terminal (`lines`).

Two tasks may send at once, a text and a pong. A lock keeps their bytes apart.
"""

from abc import ABC, abstractmethod
from typing import Final

import trio
from websockets.frames import Frame, Opcode
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

CHUNK: Final = 4096
LONGEST_MESSAGE: Final = 48 * 1024
"""Bytes of a message from a browser. Its first one has everything that it stores."""
MOST_FRAGMENTS: Final = 64
TIME_BETWEEN_PINGS: Final = 20.0
"""Seconds of silence before a ping. After as many more the browser counts as gone."""
TIME_TO_TAKE: Final = 30.0
"""Seconds before a browser that does not read is disconnected."""
TIME_TO_CLOSE: Final = 3.0
WRONG_KIND: Final = 1003
TOO_BIG: Final = 1009
_GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError)
# Caught where it is raised: in Python 3.13 a context manager that turns one error into another keeps both in a
# reference cycle, and with them everything of a visit that has ended.


class GoneError(Exception):
    """The browser has gone, or does not read."""


class Frames(ABC):
    """A connection after its handshake, which agreed on no extension. One task receives; any number may send."""

    def __init__(self, stream: trio.abc.HalfCloseableStream, longest: tuple[int | None, int | None]) -> None:
        self._stream = stream
        self._protocol = ServerProtocol(state=State.OPEN, max_size=longest)
        self._sending = trio.Lock()
        self._is_cut = False

    @abstractmethod
    def _take(self, frame: Frame) -> None:
        """Take the data in this frame."""

    def write(self, message: str | bytes) -> None:
        """Add a text, or bytes, to what will be sent next. Raises `GoneError`."""
        if self._protocol.state is not State.OPEN:
            raise GoneError
        if isinstance(message, str):
            self._protocol.send_text(message.encode())
        else:
            self._protocol.send_binary(message)

    async def read(self) -> bool:
        """Take the frames that come next; False once either side has closed the connection. Raises `GoneError`."""
        received = await self._next_bytes()
        if received:
            self._protocol.receive_data(received)
        else:
            self._protocol.receive_eof()
        for frame in self._protocol.events_received():
            if isinstance(frame, Frame):
                self._take(frame)
        await self.flush()
        return bool(received) and not self._protocol.close_expected()

    async def close(self, code: int, reason: str = "") -> None:
        """Begin the closing handshake; `read` completes it. Raises `GoneError`."""
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(code, reason)
            await self.flush()

    async def _next_bytes(self) -> bytes | bytearray:
        """The next bytes; empty at the end, or if the peer has been silent for too long."""
        try:
            with trio.move_on_after(TIME_BETWEEN_PINGS):
                return await self._stream.receive_some(CHUNK)
            self._protocol.send_ping(b"")
            await self.flush()
            with trio.move_on_after(TIME_BETWEEN_PINGS):
                return await self._stream.receive_some(CHUNK)
        except _GONE:
            raise GoneError from None
        return b""

    async def flush(self) -> None:
        """Send what was written, waiting for a slow peer. Raises `GoneError`."""
        try:
            async with self._sending:
                if self._is_cut:
                    raise GoneError
                written = self._protocol.data_to_send()
                together = b"".join(written)  # a call of the system for each frame would take a fifth of a play's time
                if not written:
                    return
                with trio.fail_after(TIME_TO_TAKE):
                    if together:
                        await self._stream.send_all(together)
                    if SEND_EOF in written:
                        await self._stream.send_eof()
        except _GONE:
            self._is_cut = True  # perhaps in the middle of a frame
            raise GoneError from None


class WebSocket(Frames):
    """The page's own WebSocket. Only short texts come from a browser."""

    def __init__(self, stream: trio.abc.HalfCloseableStream) -> None:
        super().__init__(stream, (LONGEST_MESSAGE, None))
        self._texts: list[str] = []
        self._fragments: list[bytes] = []

    async def send(self, text: str) -> None:
        """Send a text, waiting for a slow browser. Raises `GoneError`."""
        self.write(text)
        await self.flush()

    async def receive(self) -> str:
        """The next text. Raises `GoneError` once either side has closed the connection."""
        while not self._texts:
            if not await self.read():
                raise GoneError
        return self._texts.pop(0)

    def _take(self, frame: Frame) -> None:
        if frame.opcode is Opcode.BINARY:
            self._protocol.fail(WRONG_KIND, "texts only")
        elif frame.opcode in (Opcode.TEXT, Opcode.CONT):
            self._fragments.append(bytes(frame.data))
            if len(self._fragments) > MOST_FRAGMENTS:
                self._protocol.fail(TOO_BIG, "too many fragments")
            elif frame.fin:
                self._texts.append(b"".join(self._fragments).decode(errors="replace"))
                self._fragments.clear()
