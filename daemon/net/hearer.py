"""Hearing every connection, once for each turn of the event loop.

Lives here: which sockets something has come for. One task reads them all: they stay registered with the system's
selector, and trio is asked to wait for that alone. Waiting for each socket by a task of its own registers it anew for
every line, and tries to read it once in vain. Not here: what is done with what has come (`connection`).
"""

import os
import selectors
import sys
from typing import Final, Protocol

import trio

AT_ONCE: Final = 100
"""Sockets that are read before everybody else has a turn."""
MOST_BYTES: Final = 16 * 1024
"""That are taken from one of them in its turn."""


class Hearing(Protocol):
    """Somebody who takes what comes."""

    def hear(self, received: bytes) -> None:
        """Take this; nothing at all where the other side has ended."""


def descriptor_of(stream: trio.abc.Stream) -> int | None:
    """The socket behind this stream, where it can be read and written by its number; None for any other stream."""
    return stream.socket.fileno() if isinstance(stream, trio.SocketStream) and sys.platform != "win32" else None


class Hearer:
    """The sockets that are listened to, by number."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._hearing: dict[int, Hearing] = {}

    def follow(self, socket: int, who: Hearing) -> None:
        """Let somebody hear what comes on this socket."""
        self._hearing[socket] = who
        self._selector.register(socket, selectors.EVENT_READ)

    def leave(self, socket: int) -> None:
        """Leave what comes on this socket where it is."""
        del self._hearing[socket]
        self._selector.unregister(socket)

    async def run(self) -> None:
        """Hear until cancelled."""
        if sys.platform == "win32":
            return  # whose selector is nothing that can be waited for; nobody is followed there
        with self._selector:
            while True:
                await trio.lowlevel.wait_readable(self._selector.fileno())
                ready = [key.fd for key, _ in self._selector.select(0)]
                for nth, socket in enumerate(ready):
                    if nth and nth % AT_ONCE == 0:
                        await trio.lowlevel.checkpoint()
                    self._read(socket)

    def _read(self, socket: int) -> None:
        who = self._hearing.get(socket)
        if who is None:
            return  # it was left a moment ago
        try:
            received = os.read(socket, MOST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            received = b""  # the peer has vanished
        who.hear(received)
