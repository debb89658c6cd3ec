"""All connections of one daemon: serving them or turning them away, and saying goodbye to everybody.

Not here: who gets a place (`protocol.shared.places`), a single connection (`connection`), where the daemon listens
(`addresses`).
"""

import logging
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import trio

from daemon.guest import Origin
from daemon.house.house import House
from daemon.net.addresses import origin_of
from daemon.net.browsers import CHUNK, Browsers, is_browser, turn_away
from daemon.net.connection import Connection
from daemon.net.identity import Identity
from daemon.net.sockets import Sockets
from daemon.rare_line import RareLine
from protocol.shared.household import TUNNEL
from protocol.shared.introduction import (
    TIME_TO_INTRODUCE,
    BrowserOrigin,
    GoneError,
    IntroductionError,
    PendingIntroductions,
    receive_introduction,
)
from protocol.shared.places import PlaceLimits, Places, Use
from protocol.wire.codec import encode_from_daemon
from protocol.wire.messages import Farewell, Goodbye

_TOO_MANY: Final = encode_from_daemon(Goodbye(Farewell.TOO_MANY.value, "too many connections: try later"))

TIME_TO_ASK: Final = 0.5
"""Seconds that a connection has to show that it is a browser's before it is turned away."""
MOST_ASKED: Final = 8
MOST_MAKING_ROOM: Final = 4
"""How many connections may be making room before no other one is accepted: each still has an open file."""

log = logging.getLogger("fivesd")


class Connections:
    """The connections of a daemon. `run` reads and writes them all.

    `browsers`: those that find the page at the same port; None without a page. `identity`: None if this host encrypts
    nothing.
    """

    def __init__(
        self,
        house: House,
        limits: PlaceLimits | None = None,
        browsers: Browsers | None = None,
        identity: Identity | None = None,
    ) -> None:
        self._house = house
        self._browsers = browsers
        self._identity = identity
        self._limits = limits or PlaceLimits()
        self._sockets = Sockets()
        self._places = Places(Connection.usage, self._make_room)
        self._waiting = PendingIntroductions()
        """Connections of this machine that may be the page process's."""
        self._nobody_is_left = trio.Event()
        self._making_room: set[Connection] = set()
        self._has_made_room = trio.Event()
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

    def paced(self, listeners: Sequence[trio.SocketListener]) -> "list[PacedListener]":
        """The same listeners, which accept nobody while many connections are still making room."""
        return [PacedListener(listener, self._until_few_make_room) for listener in listeners]

    async def _until_few_make_room(self) -> None:
        while len(self._making_room) >= MOST_MAKING_ROOM:
            self._has_made_room = trio.Event()
            await self._has_made_room.wait()

    async def receive(self, stream: trio.SocketStream) -> None:
        """Serve a connection that has just been made, or turn it away."""
        try:
            origin = origin_of(stream.socket.getpeername()[0], own=stream.socket.getsockname()[0])
        except OSError as error:  # as a rule, it has gone already
            self._without_address.warn(f"a connection without an address was given up: {error}", trio.current_time())
            return
        await self._receive(stream, origin)

    async def receive_from_tunnel(self, stream: trio.SocketStream) -> None:
        """Serve a connection that comes through a tunnel, or turn it away. It is not exempt from limits by address."""
        await self._receive(stream, origin_of(TUNNEL, is_outside=True))

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
        """Serve a connection that the page process has made for a browser, as if it came from where the browser is.

        Whoever does not know the secret is not answered.
        """
        page_address = None if self._browsers is None else self._browsers.page_address
        introduction: BrowserOrigin | None = None
        if page_address is not None:
            try:
                with trio.move_on_after(TIME_TO_INTRODUCE) as waiting, self._waiting.counted(waiting.cancel):
                    introduction = await receive_introduction(stream, page_address.secret)
            except (GoneError, trio.BrokenResourceError, trio.ClosedResourceError):  # its browser did not wait for it
                await trio.aclose_forcefully(stream)
                return
            except IntroductionError:
                pass
        if introduction is None:
            sentence = "a connection that did not begin with the page process's secret was given up"
            self._without_secret.warn(sentence, trio.current_time())
            await trio.aclose_forcefully(stream)
            return
        address, is_outside = introduction
        origin = origin_of(address, is_outside=is_outside)
        self._house.reach.note_visit(origin)
        await self.serve(stream, origin)

    async def serve(self, stream: trio.abc.Stream, origin: Origin, *, may_be_browser: bool = False) -> None:
        """Serve a connection until it ends, or turn it away. `may_be_browser`: it may be one that wants the page."""
        counts = self._limits.counts(origin.household)
        use = self._places.admit(counts, trio.current_time())
        if use is None:
            self._turned_away.note(origin.address, trio.current_time())
            await self._turned_away.answer(stream, may_be_browser=may_be_browser)
            await trio.aclose_forcefully(stream)
            return
        connection = Connection(
            stream,
            origin,
            self._house,
            self._sockets,
            self._places,
            self._limits,
            is_provisional=use is Use.PROVISIONAL,
            may_be_browser=may_be_browser,
            identity=self._identity,
        )
        self._places.take(connection, counts)
        if self._goodbye is not None:
            connection.guest.dismiss(*self._goodbye)
        try:
            browser = await connection.serve()
        finally:
            self._places.give_back(connection)
            self._making_room.discard(connection)
            self._has_made_room.set()
            if not self._places:
                self._nobody_is_left.set()
        if browser is not None and self._browsers is not None:
            await self._browsers.serve(stream, origin, browser)

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._places)

    def _make_room(self, connection: Connection) -> None:
        if not connection.guest.is_provisional:
            address = connection.guest.origin.address
            sentence = f"all places are taken: an idle connection from {address} made room"
            self._made_room.warn(sentence, trio.current_time())
        self._making_room.add(connection)
        connection.make_room()

    # Leaving.

    def dismiss_all(self, reason: Farewell, detail: str) -> None:
        """Say goodbye to everybody, and from now on to everybody who still comes."""
        self._goodbye = reason, detail
        for connection in list(self._places):
            connection.guest.dismiss(reason, detail)

    async def everybody_has_left(self) -> None:
        """Wait until no connection is left."""
        while self._places:
            self._nobody_is_left = trio.Event()
            await self._nobody_is_left.wait()


class PacedListener(trio.abc.Listener[trio.SocketStream]):
    """A listener that accepts only after `until_ready`: as fast as others leave, so open files stay within bounds."""

    def __init__(self, listener: trio.SocketListener, until_ready: Callable[[], Awaitable[None]]) -> None:
        self._listener = listener
        self._until_ready = until_ready

    async def accept(self) -> trio.SocketStream:
        """The next connection."""
        await self._until_ready()
        return await self._listener.accept()

    async def aclose(self) -> None:
        """Listen no more."""
        await self._listener.aclose()


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
