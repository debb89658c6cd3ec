"""A scripted daemon over streams in memory."""

from collections.abc import Callable, Sequence

import trio
import trio.testing
from attrs import define, field

from protocol.log.events import Entry, Event
from protocol.log.sight import Viewer, see
from protocol.shared.address import Address
from protocol.wire.codec import decode_from_client, encode_entry, encode_from_daemon
from protocol.wire.frames import LineBuffer
from protocol.wire.messages import LONGEST_LINE, Accepted, FromClient, Goodbye, NotAccepted, Ping, Pong, Tables, Welcome
from protocol.wire.notices import Notice
from tests.client.at_table import AT

PATIENCE = 120.0
"""Seconds on the test's clock before a wait fails."""

Answer = Welcome | Accepted | NotAccepted | Tables | Notice | Pong | Goodbye


@define(eq=False)
class Caller:
    """The daemon's end of one connection."""

    stream: trio.StapledStream[trio.testing.MemorySendStream, trio.testing.MemoryReceiveStream]
    _lines: LineBuffer = field(factory=lambda: LineBuffer(LONGEST_LINE))
    _received: list[FromClient] = field(factory=list)

    async def receives(self) -> FromClient:
        """The next message; pings are answered and skipped."""
        with trio.fail_after(PATIENCE):
            while isinstance(message := await self.receives_anything(), Ping):
                await self.sends(Pong(message.n))
        return message

    async def receives_anything(self) -> FromClient:
        """The next message."""
        with trio.fail_after(PATIENCE):
            while not self._received:
                received = bytes(await self.stream.receive_some())
                assert received, "the client has gone"
                self._received += [decode_from_client(line) for line in self._lines.feed(received)]
        return self._received.pop(0)

    async def sees_the_end(self) -> None:
        """Wait until the client has closed the connection."""
        with trio.fail_after(PATIENCE):
            while await self.stream.receive_some():
                pass

    async def sends(self, *answers: Answer) -> None:
        """Send these messages together."""
        await self.stream.send_all(b"".join(map(encode_from_daemon, answers)))

    async def sends_events(
        self, events: Sequence[Event], first: int = 1, seat: int | None = 0, then: Answer | None = None
    ) -> None:
        """Send these events in a seat's view, numbered from `first`, and an answer after them, all together."""
        seen = [see(event, Viewer(seat)).event for event in events]
        lines = [_entry(Entry(seq, AT, event)) for seq, event in enumerate(seen, start=first)]
        await self.stream.send_all(b"".join(lines) + (b"" if then is None else encode_from_daemon(then)))

    async def sends_bytes(self, line: bytes) -> None:
        """Send these bytes unchanged."""
        await self.stream.send_all(line)

    async def hangs_up(self) -> None:
        """Close the connection without a goodbye."""
        await self.stream.aclose()


def _entry(entry: Entry) -> bytes:
    return b'{"type":"entry",' + encode_entry(entry)[1:]


@define(eq=False)
class ScriptedDaemon:
    """Accepts connections. `refuses`: how many of the next to refuse; `is_silent`: leave dials unanswered."""

    refuses: int = 0
    is_silent: bool = False
    dials: int = 0
    _calls: "tuple[trio.MemorySendChannel[Caller], trio.MemoryReceiveChannel[Caller]]" = field(
        factory=lambda: trio.open_memory_channel[Caller](16)
    )

    async def dial(self, _: Address) -> trio.abc.Stream:
        """The dial function for a link."""
        self.dials += 1
        if self.refuses:
            self.refuses -= 1
            raise ConnectionRefusedError(111, "Connection refused")
        if self.is_silent:
            await trio.sleep_forever()
        here, there = trio.testing.memory_stream_pair()
        self._calls[0].send_nowait(Caller(there))
        return here

    async def call(self) -> Caller:
        """The next connection."""
        with trio.fail_after(PATIENCE):
            return await self._calls[1].receive()


async def at_once(write: Callable[..., object], *args: object) -> object:
    """Call the function without a thread: the tests' clock would run ahead of one."""
    return write(*args)
