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
"""Connections that are told before everybody else has a turn, and as many that have waited for one."""


class Told(Protocol):
    """Somebody who can be told what waits."""

    def tell(self, nursery: trio.Nursery) -> None:
        """Send what can be sent without waiting, and let a task of this nursery send the rest."""


class Teller:
    """The connections for which something waits: those that are new, and those that have waited for a turn."""

    def __init__(self) -> None:
        self._new: dict[Told, None] = {}
        self._late: dict[Told, None] = {}
        self._something_waits = trio.Event()

    def note(self, connection: Told) -> None:
        """Something waits for this connection."""
        self.note_all((connection,))

    def note_all(self, connections: Iterable[Told]) -> None:
        """Something waits for these connections."""
        if self._late:
            connections = [each for each in connections if each not in self._late]
        if not self._new:
            self._something_waits.set()
        self._new.update(dict.fromkeys(connections))

    async def run(self) -> None:
        """Tell until cancelled."""
        async with trio.open_nursery() as nursery:
            while True:
                await self._something_waits.wait()
                self._something_waits = trio.Event()
                self._tell_some(nursery)
                while self._late:
                    await trio.lowlevel.checkpoint()
                    self._tell_some(nursery)

    def _tell_some(self, nursery: trio.Nursery) -> None:
        """Tell as many as make a short turn, new ones first: a crowd at one table delays no other table."""
        new, self._new = list(self._new), {}
        late = list(islice(self._late, AT_ONCE))
        for connection in late:
            del self._late[connection]
        self._late.update(dict.fromkeys(new[AT_ONCE:]))
        for connection in (*new[:AT_ONCE], *late):
            connection.tell(nursery)
