"""Telling every connection what waits for it, once for each turn of the event loop.

Lives here: which connections have something to send. One task serves them all: whatever a turn has brought for a
connection, from however many hands, goes out in one send, which tries the socket once without waiting. That costs about
a third of waking each connection's own writer, which only has to do what the socket would not take. Not here: what is
sent (`outbox`), the sending itself (`connection`).
"""

from typing import Protocol

import trio


class Told(Protocol):
    """Somebody who can be told what waits."""

    def tell(self) -> None:
        """Send what can be sent without waiting."""


class Teller:
    """The connections for which something waits."""

    def __init__(self) -> None:
        self._waiting: dict[Told, None] = {}
        self._something_waits = trio.Event()

    def note(self, connection: Told) -> None:
        """Something waits for this connection."""
        if not self._waiting:
            self._something_waits.set()
        self._waiting[connection] = None

    async def run(self) -> None:
        """Tell until cancelled."""
        while True:
            await self._something_waits.wait()
            self._something_waits = trio.Event()
            waiting, self._waiting = self._waiting, {}
            for connection in waiting:
                connection.tell()
