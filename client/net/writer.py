"""Writing to the daemon: the messages in the outbox, and pings while there are none.

Here: when something is sent, on any connection. Not here: the messages (`model.pending`), the connection (`link`).
"""

from collections import deque
from contextlib import suppress
from typing import Final

import trio
from attrs import field

from protocol.frozen import define
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import FromClient, Ping

TIME_BETWEEN_PINGS: Final = 10.0
TIME_TO_SEND: Final = 30.0
TIME_TO_PART: Final = 0.3
"""Seconds for what a player asks for who is leaving."""


def _wakes() -> "tuple[trio.MemorySendChannel[None], trio.MemoryReceiveChannel[None]]":
    return trio.open_memory_channel[None](1)


@define(eq=False)
class Writer:
    """Writes one player's `outbox`, to one connection after another."""

    outbox: deque[FromClient]
    _is_ping_due: bool = False
    _has_pinged: bool = False
    _wake: "tuple[trio.MemorySendChannel[None], trio.MemoryReceiveChannel[None]]" = field(factory=_wakes)
    _pings: int = 0

    def flush(self) -> None:
        """Send what is in the outbox, as soon as there is a connection."""
        with suppress(trio.WouldBlock):  # the writing task is being woken already
            self._wake[0].send_nowait(None)

    def welcomed(self) -> None:
        """Ping now, unless this connection already has: after one the daemon notices a lost client sooner."""
        self._is_ping_due = not self._has_pinged
        self.flush()

    async def write(self, stream: trio.abc.Stream, hello: bytes) -> None:
        """Write a hello, then the outbox and pings. Closes a connection that accepts nothing for `TIME_TO_SEND`."""
        self._is_ping_due = self._has_pinged = False
        to_send = hello
        try:
            while True:
                with trio.fail_after(TIME_TO_SEND):
                    await stream.send_all(to_send)
                try:
                    to_send = await self._next_to_send()
                except trio.Cancelled:
                    await self._send_the_last(stream)
                    raise
        except trio.TooSlowError:
            await trio.aclose_forcefully(stream)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the reader notices as well, perhaps with a goodbye that says why

    async def _send_the_last(self, stream: trio.abc.Stream) -> None:
        """Send what is in the outbox of a player who leaves, if that is quick."""
        with trio.move_on_after(TIME_TO_PART, shield=True):
            if self.outbox:
                await stream.send_all(self._whole_outbox())

    async def _next_to_send(self) -> bytes:
        """The outbox, once it has something; after a while without, a ping, however often this task is woken."""
        with trio.move_on_after(TIME_BETWEEN_PINGS):
            while not self._is_ping_due:
                await self._wake[1].receive()
                if self.outbox:
                    return self._whole_outbox()
        self._is_ping_due, self._has_pinged = False, True
        self._pings += 1
        return encode_from_client(Ping(self._pings))

    def _whole_outbox(self) -> bytes:
        messages = [self.outbox.popleft() for _ in range(len(self.outbox))]
        return b"".join(map(encode_from_client, messages))
