"""The pauses between a link's attempts to connect: longer each time, until the daemon answers."""

import random
from collections.abc import Callable
from typing import Final

import trio

from protocol.frozen import define

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 15.0


@define(eq=False)
class Pauses:
    """A link's pauses. `chance` returns numbers from 0 to 1: so all do not come back at the same moment."""

    chance: Callable[[], float] = random.random
    why_lost: str = ""
    """Why the connection was lost, in the middle of a sentence; empty once the daemon has answered."""
    _failures: int = 0
    _waiting: trio.CancelScope | None = None

    def reset(self) -> None:
        """Start again with the shortest pause, and no reason: the daemon has answered, or the link goes elsewhere."""
        self._failures, self.why_lost = 0, ""

    def note(self, *, has_failed: bool) -> None:
        """Note how an attempt has ended."""
        self._failures = self._failures + 1 if has_failed else 0

    def seconds(self) -> float:
        """Seconds until the next attempt."""
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(self._failures - 1, 10))
        return longest * (0.5 + self.chance() / 2)

    async def wait(self, seconds: float) -> None:
        """Wait for so long, or until `end`."""
        with trio.CancelScope() as self._waiting:
            await trio.sleep(seconds)
        self._waiting = None

    def end(self) -> None:
        """End the wait, if there is one."""
        if self._waiting is not None:
            self._waiting.cancel()
