"""Writing to the daemon: what waits to be sent, and pings where nothing does.

Lives here: when something goes out, on whichever connection there is. Not here: what goes out (`asked`), which
connection that is (`link`).
"""

from collections import deque
from contextlib import suppress
from typing import Final

import trio
from attrs import define, field

from protocol.wire.codec import encode_from_client
from protocol.wire.messages import FromClient, Ping

TIME_BETWEEN_PINGS: Final = 10.0
TIME_TO_SEND: Final = 30.0


def _wakes() -> "tuple[trio.MemorySendChannel[None], trio.MemoryReceiveChannel[None]]":
    return trio.open_memory_channel[None](1)


@define(eq=False)
class Writer:
    """What writes one player's `outbox`, connection after connection."""

    outbox: deque[FromClient]
    _is_ping_due: bool = False
    _has_pinged: bool = False
    _wake: "tuple[trio.MemorySendChannel[None], trio.MemoryReceiveChannel[None]]" = field(factory=_wakes)
    _pings: int = 0

    def flush(self) -> None:
        """Send what is in the outbox, as soon as there is a connection."""
        with suppress(trio.WouldBlock):  # it is woken already
            self._wake[0].send_nowait(None)

    def welcomed(self) -> None:
        """Ping now, unless this connection has: who is cut off before the first ping is missed late (WIRE.md)."""
        self._is_ping_due = not self._has_pinged
        self.flush()

    async def write(self, stream: trio.abc.Stream, hello: bytes) -> None:
        """Write a hello, then what waits, and pings. A line that takes nothing is given up."""
        self._is_ping_due = self._has_pinged = False
        to_send = hello
        try:
            while True:
                with trio.fail_after(TIME_TO_SEND):
                    await stream.send_all(to_send)
                to_send = await self._next_to_send()
        except trio.TooSlowError:
            await trio.aclose_forcefully(stream)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the reader hears of it too, perhaps with a goodbye that says why

    async def _next_to_send(self) -> bytes:
        """What waits, once something does; where nothing does for a while, a ping, however often this is woken."""
        with trio.move_on_after(TIME_BETWEEN_PINGS):
            while not self._is_ping_due:
                await self._wake[1].receive()
                if self.outbox:
                    return self._all_that_waits()
        self._is_ping_due, self._has_pinged = False, True
        self._pings += 1
        return encode_from_client(Ping(self._pings))

    def _all_that_waits(self) -> bytes:
        messages = [self.outbox.popleft() for _ in range(len(self.outbox))]
        return b"".join(map(encode_from_client, messages))
