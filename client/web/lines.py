"""A terminal that comes through a web server: its connection with the daemon, inside a WebSocket.

Here: forwarding bytes both ways, and the end of either side. Not here: the handshake (`http`), who may come in
(`server`), what the bytes are: mostly TLS, whose lines only the daemon and the client see.
"""

from contextlib import suppress
from typing import Final

import trio
from websockets.frames import Frame, Opcode

from client.net.host_connection import Cut, Dial, connect
from client.web.websocket import TIME_TO_CLOSE, TIME_TO_TAKE, WRONG_KIND, Frames, GoneError
from protocol.shared.address import Address

CHUNK: Final = 64 * 1024
"""The most bytes of a frame, either way, and the most that are held for a slow reader."""
DONE: Final = 1000
NO_DAEMON: Final = 1013
_GONE: Final = (GoneError, trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError)


class BytesSocket(Frames):
    """A WebSocket with bytes in binary messages of any length. A text ends it."""

    def __init__(self, stream: trio.abc.HalfCloseableStream) -> None:
        super().__init__(stream, (None, CHUNK))
        self._received = bytearray()
        self._is_open = True

    async def receive(self) -> bytes:
        """The next bytes; empty once either side has closed the connection. Raises `GoneError`."""
        while self._is_open and not self._received:
            self._is_open = await self.read()
        received = bytes(self._received)
        self._received.clear()
        return received

    def _take(self, frame: Frame) -> None:
        if frame.opcode is Opcode.TEXT:
            self._protocol.fail(WRONG_KIND, "bytes only")
        elif frame.opcode in (Opcode.BINARY, Opcode.CONT):
            self._received += frame.data


async def forward(stream: trio.abc.HalfCloseableStream, address: Address, dial: Dial) -> None:
    """Forward bytes between a terminal, after its handshake, and the daemon, until one side ends and the other has."""
    terminal = BytesSocket(stream)
    daemon = await connect(address, dial)
    if isinstance(daemon, Cut):
        await terminal.close(NO_DAEMON, "the host does not answer")
        with trio.move_on_after(TIME_TO_CLOSE):
            await terminal.receive()
        return
    async with daemon, trio.open_nursery() as nursery:
        nursery.start_soon(_copy_to_terminal, daemon, terminal, nursery.cancel_scope)
        await _copy_to_daemon(terminal, daemon, nursery.cancel_scope)


async def _copy_to_daemon(terminal: BytesSocket, daemon: trio.abc.Stream, both: trio.CancelScope) -> None:
    """Copy until the terminal ends; then the daemon has a moment to end, too."""
    with suppress(*_GONE):
        while received := await terminal.receive():
            with trio.fail_after(TIME_TO_TAKE):
                await daemon.send_all(received)
        if isinstance(daemon, trio.abc.HalfCloseableStream):
            await daemon.send_eof()
    _end_soon(both)


async def _copy_to_terminal(daemon: trio.abc.Stream, terminal: BytesSocket, both: trio.CancelScope) -> None:
    """Copy until the daemon ends; then the terminal has a moment to end, too."""
    with suppress(*_GONE):
        while received := await daemon.receive_some(CHUNK):
            terminal.write(bytes(received))
            await terminal.flush()
        await terminal.close(DONE)
    _end_soon(both)


def _end_soon(both: trio.CancelScope) -> None:
    both.deadline = min(both.deadline, trio.current_time() + TIME_TO_CLOSE)
