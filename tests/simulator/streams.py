"""A network in memory: streams that are late, fragmented, slow, and cut.

Both ends of a `Line` are trio streams. All randomness comes from the seed of the run.
"""

import random

import trio

WINDOW = 32 * 1024
"""Bytes that may be on their way: a reader that stops holds its writer up after so many."""


class _Pipe:
    """One direction of a line."""

    def __init__(self) -> None:
        self.held = bytearray()
        self.is_closed = False
        self.is_cut = False
        self.stalled_until = 0.0
        self._changed = trio.Event()

    def change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def wait(self) -> None:
        await self._changed.wait()


class SimStream(trio.abc.HalfCloseableStream):
    """One end of a line."""

    def __init__(self, line: "Line", outgoing: _Pipe, incoming: _Pipe) -> None:
        self._line = line
        self._out = outgoing
        self._in = incoming

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.lowlevel.checkpoint()
        left = bytes(data)
        while left:
            if self._out.is_cut or self._out.is_closed:
                raise trio.BrokenResourceError
            room = WINDOW - len(self._out.held)
            if room <= 0:
                await self._out.wait()
                continue
            size = min(room, self._line.chance.choice((1, 7, 100, len(left), len(left))))
            await trio.sleep(self._line.latency())
            if self._out.is_cut:
                raise trio.BrokenResourceError
            self._out.held += left[:size]
            left = left[size:]
            self._out.change()

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        await trio.lowlevel.checkpoint()
        while True:
            if self._in.is_cut:
                raise trio.BrokenResourceError
            now = trio.current_time()
            if now < self._in.stalled_until:
                await trio.sleep_until(self._in.stalled_until)
            elif self._in.held:
                size = min(max_bytes or WINDOW, len(self._in.held))
                got = bytes(self._in.held[:size])
                del self._in.held[:size]
                self._in.change()
                return got
            elif self._in.is_closed:
                return b""
            else:
                await self._in.wait()

    async def send_eof(self) -> None:
        await trio.lowlevel.checkpoint()
        self._out.is_closed = True
        self._out.change()

    async def aclose(self) -> None:
        self._line.cut()
        await trio.lowlevel.checkpoint()


class Line:
    """A connection between a client and the daemon."""

    def __init__(self, chance: random.Random, slowness: float) -> None:
        self.chance = chance
        self.is_cut = False
        self.cut_at = 0.0
        self._slowness = slowness
        self._there, self._back = _Pipe(), _Pipe()
        self.client = SimStream(self, self._there, self._back)
        self.daemon = SimStream(self, self._back, self._there)

    def latency(self) -> float:
        """The delay of the next piece in seconds."""
        return self.chance.random() * self._slowness

    def stall(self, until: float) -> None:
        """The client reads nothing until this time."""
        self._back.stalled_until = until

    def cut(self) -> None:
        """Drop everything in transit; half a line may have arrived."""
        if not self.is_cut:
            self.cut_at = trio.current_time()
        self.is_cut = True
        for pipe in (self._there, self._back):
            pipe.is_cut = True
            pipe.change()
