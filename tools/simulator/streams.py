"""A network in memory: streams that are late, fragmented, slow, and cut.

Both ends of a `Line` are trio streams. All randomness comes from the seed of the run.
"""

import random
from collections.abc import Callable
from typing import Final

import trio

WINDOW = 32 * 1024
"""Bytes that may be on their way: a reader that stops holds its writer up after so many."""
FROM_CLIENT: Final = ">"
FROM_DAEMON: Final = "<"
Note = Callable[[str, bytes], None]
"""Notes what is sent in a direction, at the moment when it is sent."""


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

    def __init__(self, line: "Line", direction: str, outgoing: _Pipe, incoming: _Pipe) -> None:
        self._line = line
        self._direction = direction
        self._out = outgoing
        self._in = incoming

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.lowlevel.checkpoint()
        left = bytes(data)
        self._line.note(self._direction, left)
        while left:
            if self._out.is_cut or self._out.is_closed:
                raise trio.BrokenResourceError
            room = WINDOW - len(self._out.held)
            if room <= 0:
                await self._out.wait()
                continue
            size = min(room, self._line.size_of_piece(len(left)))
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
    """A connection between a client and the daemon.

    `note` is told all that is sent. Unless a line `tears`, what is sent at once comes at once, and how long it takes
    does not depend on its length.
    """

    def __init__(
        self, chance: random.Random, slowness: float, note: Note = lambda *_: None, *, tears: bool = True
    ) -> None:
        self.note = note
        self._chance = chance
        self._tears = tears
        self.is_cut = False
        self.cut_at = 0.0
        self._slowness = slowness
        self._there, self._back = _Pipe(), _Pipe()
        self.client = SimStream(self, FROM_CLIENT, self._there, self._back)
        self.daemon = SimStream(self, FROM_DAEMON, self._back, self._there)

    def latency(self) -> float:
        """The delay of the next piece in seconds."""
        return self._chance.random() * self._slowness

    def size_of_piece(self, left: int) -> int:
        """How many of the bytes that are left come with the next piece."""
        return self._chance.choice((1, 7, 100, left, left)) if self._tears else left

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
