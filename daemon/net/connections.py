"""All connections of one daemon: who is let in, and how everybody is let go.

Here: the limits on connections, from everywhere and from one household. Not here: what one connection does
(`connection`), where the daemon listens (`addresses`).
"""

import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import trio
from attrs import frozen

from daemon.guest import Origin
from daemon.house.house import House
from daemon.net.addresses import origin_of
from daemon.net.connection import Connection
from daemon.net.sockets import Sockets
from protocol.wire.codec import encode_from_daemon
from protocol.wire.messages import Farewell, Goodbye

TIME_BETWEEN_LINES: Final = 60.0
"""Seconds between two lines of the log about connections that were turned away."""
_TOO_MANY: Final = encode_from_daemon(Goodbye(Farewell.TOO_MANY.value, "too many connections: try later"))

log = logging.getLogger("fivesd")


@frozen
class ConnectionLimits:
    """How many connections there may be: from other machines, from one household of them, and from everywhere."""

    most: int = 10_000
    most_from_one: int = 10_000
    most_of_all: int = 10_000


class Connections:
    """The connections of a daemon. `run` reads and writes them all."""

    def __init__(self, house: House, limits: ConnectionLimits = ConnectionLimits()) -> None:
        self._house = house
        self._limits = limits
        self._sockets = Sockets()
        self._connections: set[Connection] = set()
        self._nobody_is_left = trio.Event()
        self._turned_away = TurnedAway()

    async def run(self) -> None:
        """Read and write until cancelled."""
        await self._sockets.run()

    async def receive(self, stream: trio.SocketStream) -> None:
        """Serve a connection that has just been made, or turn it away."""
        try:
            origin = origin_of(stream.socket.getpeername()[0])
            for level, option, value in _keepalive_options():
                stream.setsockopt(level, option, value)
        except OSError:
            return  # gone before it was received
        if self._is_crowded(origin):
            self._turned_away.note(origin.address, trio.current_time())
            await self._turned_away.answer(stream)
            return
        await self.serve(stream, origin)

    async def serve(self, stream: trio.abc.Stream, origin: Origin) -> None:
        """Serve a connection until it ends."""
        connection = Connection(stream, origin, self._house, self._sockets)
        self._connections.add(connection)
        try:
            await connection.serve()
        finally:
            self._connections.discard(connection)
            if not self._connections:
                self._nobody_is_left.set()

    def __len__(self) -> int:
        return len(self._connections)

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._connections)

    def _is_crowded(self, origin: Origin) -> bool:
        limits = self._limits
        if origin.is_loopback:
            return len(self) >= limits.most_of_all
        others = sum(1 for each in self._connections if each.guest.origin.household == origin.household)
        return len(self) >= min(limits.most, limits.most_of_all) or others >= limits.most_from_one

    def dismiss_all(self, reason: Farewell, detail: str) -> None:
        """Say goodbye to everybody."""
        for connection in list(self._connections):
            connection.guest.dismiss(reason, detail)

    async def everybody_has_left(self) -> None:
        """Wait until no connection is left."""
        while self._connections:
            self._nobody_is_left = trio.Event()
            await self._nobody_is_left.wait()


class TurnedAway:
    """Connections that are turned away. The log has one line a minute of them, so that nobody can fill the disk."""

    def __init__(self) -> None:
        self._next_line_at = 0.0
        self._not_logged = 0

    async def answer(self, stream: trio.abc.Stream) -> None:
        """Say so to one of them, which may be gone already."""
        with trio.move_on_after(1), suppress(trio.BrokenResourceError):
            await stream.send_all(_TOO_MANY)

    def note(self, peer: str, now: float) -> None:
        """A connection was turned away; `now` is in seconds on trio's clock."""
        if now < self._next_line_at:
            self._not_logged += 1
            return
        before = f"; {self._not_logged} more before" if self._not_logged else ""
        log.warning("a connection from %s was turned away: there are too many%s", peer, before)
        self._next_line_at, self._not_logged = now + TIME_BETWEEN_LINES, 0


def _keepalive_options() -> Iterator[tuple[int, int, int]]:
    """Options by which the system itself finds out, in some two minutes, that a peer is gone which never pings."""
    yield socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1
    for name, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
        if hasattr(socket, name):
            yield socket.IPPROTO_TCP, getattr(socket, name), value
