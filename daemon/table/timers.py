"""Timers: one task that wakes every table of a house when its next clock rings.

Here: waiting for the next timer. Not here: the clocks of a table (`table_clock`).
"""

import heapq
import math
from collections.abc import Callable
from itertools import count

import trio


class Timer:
    """Calls a function once, at a time that can be changed. `Timers.timer` makes one."""

    def __init__(self, timers: "Timers", ring: Callable[[], None]) -> None:
        self._timers = timers
        self._ring: Callable[[], None] | None = ring
        self.at = math.inf
        """When it rings, in seconds on trio's clock; infinite for never."""

    def set(self, at: float) -> None:
        """Ring at this time and at no other."""
        if at != self.at and self._ring is not None:
            self.at = at
            self._timers.set(self)

    def ring(self) -> None:
        """Ring now."""
        self.at = math.inf
        if self._ring is not None:
            self._ring()

    def close(self) -> None:
        """Never ring again, and drop the callback."""
        self.at, self._ring = math.inf, None


class Timers:
    """The timers of a house, which ring while `run` runs."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Timer]] = []
        self._count = count()
        self._is_sooner = trio.Event()

    def timer(self, ring: Callable[[], None]) -> Timer:
        """A timer that calls this function, from the event loop."""
        return Timer(self, ring)

    def set(self, timer: Timer) -> None:
        """Note a timer's new time."""
        if timer.at == math.inf:
            return
        if not self._due or timer.at < self._due[0][0]:
            self._is_sooner.set()
        heapq.heappush(self._due, (timer.at, next(self._count), timer))

    async def run(self) -> None:
        """Ring until cancelled."""
        while True:
            self._is_sooner = trio.Event()
            with trio.move_on_at(self._due[0][0] if self._due else math.inf):
                await self._is_sooner.wait()
            now = trio.current_time()
            while self._due and self._due[0][0] <= now:
                at, _, timer = heapq.heappop(self._due)
                if timer.at == at:  # it has not been set to another time since
                    timer.ring()
                    await trio.lowlevel.checkpoint()
