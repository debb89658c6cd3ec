"""Browsers at the daemon's port: they are handed to the page process.

Here: how a browser is recognised, and copying bytes between it and the page process. Not here: the page process itself
(`program.page_process`), which also admits browsers and has them make room, because it knows what each one does; the
connection that it opens to this daemon for the browser's player (`connections`), what a proxy says in the head of a
request (`request_head`).

A browser has two connections here: its own, and the page process's for it. So has a terminal that comes through a web
server. The second one takes a place among the connections, like any terminal's; the first one is only counted here.
Each is one task, which holds at most `CHUNK` bytes each way and waits for its sockets by itself: players' sockets are
read and written elsewhere (`sockets`).
"""

import logging
from contextlib import suppress
from typing import Final, NamedTuple

import trio

from daemon.guest import Origin
from daemon.net.addresses import LOCALHOST
from daemon.net.request_head import forwarded_origin, is_websocket_cut_off
from daemon.rare_line import RareLine
from protocol.shared.household import TUNNEL
from protocol.shared.http_head import TIME_TO_ASK, read_head
from protocol.shared.introduction import MOST_AT_ONCE, BrowserOrigin, IntroductionError, introduce
from protocol.shared.places import EVERYBODY, Counts, Limit, Places

CHUNK: Final = 64 * 1024
"""The most bytes that are held for a slow reader."""
TIME_TO_TAKE: Final = 30.0
"""Seconds after which a peer that reads nothing is disconnected."""
TIME_TO_INTRODUCE: Final = 5.0
TIME_TO_CLOSE: Final = 3.0
TIME_FOR_A_PAGE: Final = 30.0
"""Seconds that a browser waits for a page process that is being started, which takes long on a small, busy machine."""
TIME_FOR_A_TURN: Final = 10.0
"""Seconds that a browser waits while others are being introduced to the page process."""
_NO_WEBSOCKETS: Final = (
    "a WebSocket came without its Upgrade, so nobody can play through there: the proxy in front of this host has to "
    "pass WebSockets on; docs/hosting.md has the settings"
)
_BEGINNINGS: Final = (b"GET ", b"HEAD ", b"POST", b"OPTI")
_LONGEST_BEGINNING: Final = 5


def _unavailable(sentence: str) -> bytes:
    body = f"{sentence}\n".encode()
    lines = (
        "HTTP/1.1 503 Service Unavailable",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Connection: close",
        "Retry-After: 5",
        "Content-Security-Policy: default-src 'none'",
        "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff",
        "Cache-Control: no-store",
    )
    return "\r\n".join([*lines, "", ""]).encode() + body


NO_PAGE: Final = _unavailable("The page is not there just now. Players in terminals play on; try again in a moment.")
TOO_MANY: Final = _unavailable("There are too many connections now. Try again later.")

log = logging.getLogger("fivesd")


class BrowserError(Exception):
    """The peer is a browser, not a client; `first` is what it has sent so far."""

    def __init__(self, first: bytes) -> None:
        super().__init__()
        self.first = first


class PageAddress(NamedTuple):
    """The port of the page process on the loopback, and the secret that only it and this daemon know."""

    port: int
    secret: str


def is_browser(first: bytes) -> bool | None:
    """Whether a connection that begins with these bytes is a browser's; None if there are too few to tell."""
    if first.startswith(_BEGINNINGS):
        return True
    may_become_one = len(first) < _LONGEST_BEGINNING and any(beginning.startswith(first) for beginning in _BEGINNINGS)
    return None if may_become_one else False


def most_in_all(places: int) -> int:
    """How many connections of browsers there may be, if the page has this many places.

    It has as many for terminals that come through a web server. Beyond these are those for players who come back, and
    connections that the page has just turned away.
    """
    return 2 * places + places // 2 + 4


class Browsers:
    """The browsers of one daemon, at most `most` at once. `trusts_forwarded`: a tunnel's header says where they are."""

    def __init__(self, most: int, *, trusts_forwarded: bool = False) -> None:
        self._counts: Counts = {EVERYBODY: Limit(most, is_strict=True)}
        self._trusts_forwarded = trusts_forwarded
        self._page_address: PageAddress | None = None
        self._page_opened = trio.Event()
        self._places: Places[trio.abc.Stream] = Places()
        self._introductions = trio.Semaphore(MOST_AT_ONCE)
        self._turned_away = RareLine(log)
        self._without_page = RareLine(log)
        self._cut_off = RareLine(log)
        self._slow = RareLine(log)

    @property
    def page_address(self) -> PageAddress | None:
        """The address of the page process; None while none runs."""
        return self._page_address

    @page_address.setter
    def page_address(self, page_address: PageAddress | None) -> None:
        self._page_address = page_address
        if page_address is None:
            self._page_opened = trio.Event()
        else:
            self._page_opened.set()

    def __len__(self) -> int:
        return len(self._places)

    async def serve(self, stream: trio.abc.Stream, origin: Origin, first: bytes) -> None:
        """Serve a browser to its end, and close its stream. `first`: the bytes that it has sent already."""
        try:
            async with stream:
                if self._places.admit(self._counts, trio.current_time()) is None:
                    self._turned_away.warn(
                        f"a browser from {origin.address} was turned away: there are too many", trio.current_time()
                    )
                    await turn_away(stream)
                    return
                self._places.take(stream, self._counts)
                try:
                    if origin.household == TUNNEL:
                        first = await _whole_head(stream, first)
                        origin = forwarded_origin(first) if self._trusts_forwarded else origin
                    if is_websocket_cut_off(first):
                        self._cut_off.warn(_NO_WEBSOCKETS, trio.current_time())
                    await self._hand_on(stream, origin, first)
                finally:
                    self._places.give_back(stream)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the browser has gone
        except Exception:
            # The boundary: a fault of ours at one browser must not take the others down.
            log.exception("a browser from %s could not be served", origin.address)

    async def _hand_on(self, stream: trio.abc.Stream, origin: Origin, first: bytes) -> None:
        with trio.move_on_after(TIME_FOR_A_PAGE):
            await self._page_opened.wait()
        page = await self._introduced(origin)
        if page is None:
            why = "no page process runs" if self._page_address is None else "the page process does not answer"
            self._without_page.warn(f"a browser from {origin.address} gets no page: {why}", trio.current_time())
            await _answer(stream, NO_PAGE)
            return
        async with page, trio.open_nursery() as nursery:
            nursery.start_soon(self._copy_to_browser, page, stream, origin, nursery.cancel_scope)
            await self._copy_to_page(stream, page, first, nursery.cancel_scope)

    async def _introduced(self, origin: Origin) -> trio.SocketStream | None:
        """A connection to the page process for this browser; None if none runs, or it does not answer."""
        with trio.move_on_after(TIME_FOR_A_TURN) as waiting:
            await self._introductions.acquire()
        if waiting.cancelled_caught:
            return None
        try:
            return None if self._page_address is None else await _connected(self._page_address, origin)
        finally:
            self._introductions.release()

    async def _copy_to_page(
        self, stream: trio.abc.Stream, page: trio.SocketStream, first: bytes, both: trio.CancelScope
    ) -> None:
        """Copy until the browser ends; then the page process ends too."""
        try:
            chunk: bytes | bytearray = first
            while chunk:
                with trio.fail_after(TIME_TO_TAKE):
                    await page.send_all(chunk)
                chunk = await stream.receive_some(CHUNK)
            await page.send_eof()
        except trio.TooSlowError:
            self._cut("the page process")
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # one of the two has gone
        else:
            return
        both.deadline = trio.current_time() + TIME_TO_CLOSE  # what the page has answered may still be on its way

    async def _copy_to_browser(
        self, page: trio.SocketStream, stream: trio.abc.Stream, origin: Origin, both: trio.CancelScope
    ) -> None:
        """Copy until the page process ends; then the browser has a moment to end, too."""
        try:
            while chunk := await page.receive_some(CHUNK):
                with trio.fail_after(TIME_TO_TAKE):
                    await stream.send_all(chunk)
            if isinstance(stream, trio.abc.HalfCloseableStream):
                await stream.send_eof()
        except trio.TooSlowError:
            self._cut(f"a browser from {origin.address}")
            both.cancel()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            both.cancel()  # one of the two has gone
        else:
            both.deadline = trio.current_time() + TIME_TO_CLOSE

    def _cut(self, reader: str) -> None:
        self._slow.warn(f"{reader} was cut: it read nothing for {TIME_TO_TAKE:g} s", trio.current_time())


async def _connected(page_address: PageAddress, origin: Origin) -> trio.SocketStream | None:
    """A connection to the page process for this browser; None if it does not answer."""
    with trio.move_on_after(TIME_TO_INTRODUCE), suppress(OSError, trio.BrokenResourceError, IntroductionError):
        page = await trio.open_tcp_stream(LOCALHOST, page_address.port)
        try:
            await introduce(page, page_address.secret, BrowserOrigin(origin.address, origin.is_outside))
        except BaseException:  # also when this browser, or the daemon, ends meanwhile
            page.socket.close()
            raise
        return page
    return None


async def turn_away(stream: trio.abc.Stream) -> None:
    """Tell a browser that there are too many connections."""
    await _answer(stream, TOO_MANY)


async def _answer(stream: trio.abc.Stream, answer: bytes) -> None:
    """Answer a browser, and let the answer arrive: closing with unread bytes would throw it away."""
    with trio.move_on_after(TIME_TO_CLOSE):
        await stream.send_all(answer)
        if isinstance(stream, trio.abc.HalfCloseableStream):
            await stream.send_eof()
            while await stream.receive_some(CHUNK):
                pass


async def _whole_head(stream: trio.abc.Stream, first: bytes) -> bytes:
    """A request up to the end of its headers; less where they are too long or too slow."""
    head = bytearray(first)
    with trio.move_on_after(TIME_TO_ASK):
        await read_head(stream, head)
    return bytes(head)
