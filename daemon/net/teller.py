"""Telling every connection what waits for it, once for each turn of the event loop.

Lives here: which connections have something to send. One task serves them all: whatever a turn has brought for a
connection, from however many hands, goes out in one send, which tries the socket once without waiting. That costs about
a third of waking a task for each connection; only what a socket would not take is written by one. Not here: what is
sent (`outbox`), the sending itself (`connection`).
"""

from collections.abc import Iterable
from itertools import islice
from typing import Final, Protocol

import trio

AT_ONCE: Final = 100
"""Connections that are told before everybody else has a turn."""
OF_A_CROWD_AT_ONCE: Final = 3
"""The same of those who look on in numbers: they wait for each other, and nobody waits for them."""


class Told(Protocol):
    """Somebody who can be told what waits."""

    def tell(self, nursery: trio.Nursery) -> None:
        """Send what can be sent without waiting, and let a task of this nursery send the rest."""


class Teller:
    """The connections for which something waits: those that are told next, and crowds, told little by little."""

    def __init__(self) -> None:
        self._next: dict[Told, None] = {}
        self._crowd: dict[Told, None] = {}
        self._something_waits = trio.Event()

    def note(self, connection: Told) -> None:
        """Something waits for this connection."""
        if connection not in self._next:
            self._next[connection] = None
            self._something_waits.set()

    def note_all(self, connections: Iterable[Told]) -> None:
        """Something waits for these connections."""
        self._next.update(dict.fromkeys(connections))
        self._something_waits.set()

    def note_crowd(self, connections: Iterable[Told]) -> None:
        """Something waits for these connections, and everybody else goes first."""
        self._crowd.update(dict.fromkeys(connections))
        self._something_waits.set()

    async def run(self) -> None:
        """Tell until cancelled."""
        async with trio.open_nursery() as nursery:
            while True:
                await self._something_waits.wait()
                self._something_waits = trio.Event()
                self._tell_some(nursery)
                while self._next or self._crowd:
                    await trio.lowlevel.checkpoint()
                    self._tell_some(nursery)

    def _tell_some(self, nursery: trio.Nursery) -> None:
        """Tell as many as make a short turn."""
        for connection in _taken(self._next, AT_ONCE) or _taken(self._crowd, OF_A_CROWD_AT_ONCE):
            connection.tell(nursery)


def _taken(waiting: dict[Told, None], most: int) -> list[Told]:
    """So many of these, who wait no more."""
    if len(waiting) <= most:
        everybody = list(waiting)
        waiting.clear()
        return everybody
    taken = list(islice(waiting, most))
    for connection in taken:
        del waiting[connection]
    return taken
