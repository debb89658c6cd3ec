"""All connections of one daemon: who is admitted, and saying goodbye to everybody.

Here: the limits on connections, in all and per household, and who makes room for whom. Not here: a single connection
(`connection`), where the daemon listens (`addresses`).
"""

import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum, auto
from typing import Final

import trio

from daemon.guest import NO_PLACE_FOR_STRANGERS, Origin
from daemon.house.house import House
from daemon.net.addresses import origin_of
from daemon.net.browsers import CHUNK, Browsers, is_browser, turn_away
from daemon.net.connection import Connection
from daemon.net.sockets import Sockets
from daemon.rare_line import RareLine
from protocol.console.household import HOUSEHOLDS_BEHIND_A_TUNNEL, TUNNEL
from protocol.console.introduction import (
    TIME_TO_INTRODUCE,
    IntroductionError,
    PendingIntroductions,
    receive_introduction,
)
from protocol.frozen import frozen
from protocol.wire.codec import encode_from_daemon
from protocol.wire.messages import Farewell, Goodbye

_TOO_MANY: Final = encode_from_daemon(Goodbye(Farewell.TOO_MANY.value, "too many connections: try later"))

TIME_TO_ASK: Final = 0.5
"""Seconds that a connection has to show that it is a browser's before it is turned away."""
MOST_ASKED: Final = 8

log = logging.getLogger("fivesd")


@frozen
class ConnectionLimits:
    """How many connections are allowed: from other machines, from one household, and in all (`most_of_all`).

    In addition to `most`, some places are reserved for players who come back to their seats. They count within
    `most_of_all`.
    """

    most: int = 10_000
    most_from_one: int = 10_000
    most_of_all: int = 10_000

    @property
    def most_from_tunnel(self) -> int:
        """How many there may be through a tunnel that does not say where they come from: several households' worth."""
        return min(self.most, HOUSEHOLDS_BEHIND_A_TUNNEL * self.most_from_one)

    def most_from(self, household: str) -> int:
        """How many there may be from one household of another machine."""
        return self.most_from_tunnel if household == TUNNEL else self.most_from_one

    @property
    def reserved(self) -> int:
        """How many places are reserved for players who come back: a tenth, and at least two."""
        return max(2, min(self.most, self.most_of_all) // 10)

    def for_everybody(self, origin: Origin) -> int:
        """The limit on connections for a newcomer from there without a token."""
        most = self.most_of_all - self.reserved
        return most if origin.is_loopback else min(self.most, most)

    def for_players(self, origin: Origin) -> int:
        """The limit on connections for a player from there with a valid token."""
        return self.for_everybody(origin) + self.reserved


class _Place(Enum):
    """The kind of place that a connection gets. It keeps a provisional one by sending a valid token."""

    NONE = auto()
    PROVISIONAL = auto()
    FULL = auto()


class Connections:
    """The connections of a daemon. `run` reads and writes them all.

    `browsers`: those that find the page at the same port; None without a page.
    """

    def __init__(self, house: House, limits: ConnectionLimits | None = None, browsers: Browsers | None = None) -> None:
        self._house = house
        self._browsers = browsers
        self._limits = limits or ConnectionLimits()
        self._sockets = Sockets()
        self._connections: set[Connection] = set()
        self._waiting = PendingIntroductions()
        """Connections of this machine that may be the page process's."""
        self._nobody_is_left = trio.Event()
        self._goodbye: tuple[Farewell, str] | None = None
        """The goodbye to everybody, also to those who come later; None while the daemon is not stopping."""
        self._turned_away = RejectedConnections()
        self._made_room = RareLine(log)
        self._without_address = RareLine(log)
        self._without_keepalive = RareLine(log)
        self._without_secret = RareLine(log)

    async def run(self) -> None:
        """Read and write until cancelled."""
        await self._sockets.run()

    async def receive(self, stream: trio.SocketStream) -> None:
        """Serve a connection that has just been made, or turn it away."""
        try:
            origin = origin_of(stream.socket.getpeername()[0])
        except OSError as error:  # as a rule, it has gone already
            self._without_address.warn(f"a connection without an address was given up: {error}", trio.current_time())
            return
        await self._receive(stream, origin)

    async def receive_from_tunnel(self, stream: trio.SocketStream) -> None:
        """Serve a connection that comes through a tunnel, or turn it away. It is not exempt from limits by address."""
        await self._receive(stream, origin_of(TUNNEL))

    async def _receive(self, stream: trio.SocketStream, origin: Origin) -> None:
        refused: OSError | None = None
        for level, option, value in _keepalive_options():
            try:
                stream.setsockopt(level, option, value)
            except OSError as error:  # not every system has every option; the connection works without
                refused = error
        if refused is not None:
            sentence = f"a connection from {origin.address} is served without a keepalive option: {refused}"
            self._without_keepalive.warn(sentence, trio.current_time())
        await self.serve(stream, origin, may_be_browser=self._browsers is not None)

    async def receive_from_page(self, stream: trio.abc.Stream) -> None:
        """Serve a connection that the page process has made for a browser, under the browser's own address.

        Whoever does not know the secret is not answered.
        """
        page_address = None if self._browsers is None else self._browsers.page_address
        address: str | None = None
        if page_address is not None:
            with (
                trio.move_on_after(TIME_TO_INTRODUCE) as waiting,
                self._waiting.counted(waiting.cancel),
                suppress(IntroductionError, trio.BrokenResourceError, trio.ClosedResourceError),
            ):
                address = await receive_introduction(stream, page_address.secret)
        if address is None:
            sentence = "a connection that did not begin with the page process's secret was given up"
            self._without_secret.warn(sentence, trio.current_time())
            await trio.aclose_forcefully(stream)
            return
        await self.serve(stream, origin_of(address))

    async def serve(self, stream: trio.abc.Stream, origin: Origin, *, may_be_browser: bool = False) -> None:
        """Serve a connection until it ends, or turn it away. `may_be_browser`: it may be one that wants the page."""
        place = self._place_for(origin)
        if place is _Place.NONE:
            self._turned_away.note(origin.address, trio.current_time())
            await self._turned_away.answer(stream, may_be_browser=may_be_browser)
            await trio.aclose_forcefully(stream)
            return
        is_provisional = place is _Place.PROVISIONAL
        connection = Connection(
            stream,
            origin,
            self._house,
            self._sockets,
            is_provisional=is_provisional,
            may_be_browser=may_be_browser,
        )
        self._connections.add(connection)
        if self._goodbye is not None:
            connection.guest.dismiss(*self._goodbye)
        try:
            browser = await connection.serve()
        finally:
            self._connections.discard(connection)
            if not self._connections:
                self._nobody_is_left.set()
        if browser is not None and self._browsers is not None:
            await self._browsers.serve(stream, origin, browser)

    def __len__(self) -> int:
        return len(self._connections)

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._connections)

    # Admission.

    def _place_for(self, origin: Origin) -> _Place:
        """The place for one more connection. The connection that needs its place least may have to leave for it."""
        limits = self._limits
        if not origin.is_loopback:
            others = sum(1 for connection in self._connections if connection.guest.origin.household == origin.household)
            if others >= limits.most_from(origin.household):
                return _Place.NONE
        taken = sum(1 for connection in self._connections if not connection.has_made_room)
        if taken < limits.for_everybody(origin) or self._close_idle():
            return _Place.FULL
        if taken < limits.for_players(origin) or self._close_provisional():
            return _Place.PROVISIONAL
        return _Place.NONE

    def _close_idle(self) -> bool:
        """Close the connection that needs its place least. False if all need theirs."""
        uses = [(use, connection) for connection in self._connections if (use := connection.use_of_place()) is not None]
        if not uses:
            return False
        _, least = min(uses, key=lambda use: use[0])
        address = least.guest.origin.address
        self._made_room.warn(f"all places are taken: an idle connection from {address} made room", trio.current_time())
        least.make_room("all places are taken, and you have not used yours for a while: come back later")
        return True

    def _close_provisional(self) -> bool:
        """Close the provisional connection that has waited longest. False if there is none."""
        provisional = [connection for connection in self._connections if connection.is_provisional]
        if not provisional:
            return False
        min(provisional, key=lambda connection: connection.connected_at).make_room(NO_PLACE_FOR_STRANGERS)
        return True

    # Leaving.

    def dismiss_all(self, reason: Farewell, detail: str) -> None:
        """Say goodbye to everybody, and from now on to everybody who still comes."""
        self._goodbye = reason, detail
        for connection in list(self._connections):
            connection.guest.dismiss(reason, detail)

    async def everybody_has_left(self) -> None:
        """Wait until no connection is left."""
        while self._connections:
            self._nobody_is_left = trio.Event()
            await self._nobody_is_left.wait()


class RejectedConnections:
    """The connections that get no place: their answers, and the log line about them."""

    def __init__(self) -> None:
        self._line = RareLine(log)
        self._asked = 0

    async def answer(self, stream: trio.abc.Stream, *, may_be_browser: bool = False) -> None:
        """Say why, to a peer that may be gone already: to a browser by HTTP, to others by a goodbye."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            if may_be_browser and await self._first_bytes_are_a_browsers(stream):
                await turn_away(stream)
                return
            with trio.move_on_after(1):
                await stream.send_all(_TOO_MANY)

    async def _first_bytes_are_a_browsers(self, stream: trio.abc.Stream) -> bool:
        """Whether the first bytes are a browser's. Only a few connections are read at a time: each is an open file."""
        if self._asked >= MOST_ASKED:
            return False
        self._asked += 1
        try:
            with trio.move_on_after(TIME_TO_ASK):
                return is_browser(bytes(await stream.receive_some(CHUNK))) is True
        finally:
            self._asked -= 1
        return False

    def note(self, peer: str, now: float) -> None:
        """Log that a connection was turned away; `now` is in seconds on trio's clock."""
        self._line.warn(f"a connection from {peer} was turned away: there are too many", now)


def _keepalive_options() -> Iterator[tuple[int, int, int]]:
    """Socket options with which the system notices, in about two minutes, that a peer without pings has gone."""
    yield socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1
    for name, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
        if hasattr(socket, name):
            yield socket.IPPROTO_TCP, getattr(socket, name), value
