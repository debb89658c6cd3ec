"""`fives page --child`: the page process of a daemon, which started it (`daemon.program.page_process`).

Here: what it reads from standard input, and its connections with the daemon over the loopback. Not here: the page
(`client.web`), serving any host's page (`page_command`).
"""

import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import trio

from client.net.tcp import NoConnectionError
from client.net.transport import open_transport
from client.terminal.printed_lines import print_line
from client.terminal.typed_lines import TypedLines
from client.web.challenge import Challenge
from client.web.hosts import Hosts
from client.web.machine import add_own_names
from client.web.places import browser_limits
from client.web.public_check import why_not_reached
from client.web.server import Server
from protocol.frozen import define
from protocol.shared.address import Address
from protocol.shared.exit_status import DONE
from protocol.shared.introduction import (
    MOST_AT_ONCE,
    TIME_TO_INTRODUCE,
    BrowserOrigin,
    IntroductionError,
    PendingIntroductions,
    introduce,
    receive_introduction,
)
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import ForBrowser

LOOPBACK: Final = "127.0.0.1"
TIME_BETWEEN_SIGNS: Final = 1.0
"""Seconds between two empty lines, which tell the daemon that this process is alive."""

log = logging.getLogger("fives.page")


def page_child() -> int:
    """Serve browsers for a daemon until standard input is closed; the exit status."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    trio.run(_serve, TypedLines())
    return DONE


async def _serve(typed: TypedLines) -> None:
    received = await _next(typed)
    if received is None:
        return
    address = Address(LOOPBACK, received["port"])
    hosts = Hosts(_names(received))
    limits, network = browser_limits(*received["limits"]), received["network"]
    server = Server(address, hosts, limits, network=network, key=received.get("key"), challenge=Challenge())
    listeners = await trio.open_tcp_listeners(0, host=LOOPBACK)
    introductions = trio.Semaphore(MOST_AT_ONCE)
    dial_for = partial(PageDial, received["secret"], introductions, received.get("club"), received.get("key"))
    receive = partial(_receive, server, received["secret"], dial_for, PendingIntroductions())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(add_own_names, hosts)
        nursery.start_soon(partial(trio.serve_listeners, receive, listeners))
        print_line(str(listeners[0].socket.getsockname()[1]))
        nursery.start_soon(_show_life)
        while (received := await _next(typed)) is not None:
            if "check" in received:
                nursery.start_soon(_check, received["check"], server)
            else:
                hosts.know_as(_names(received))
                server.network = received["network"]
        nursery.cancel_scope.cancel()


async def _check(link: str, server: Server) -> None:
    """Tell the daemon whether this public link leads here."""
    why_not: str | None = "this program has failed"
    try:
        why_not = await why_not_reached(link, server)
    except Exception:
        # The boundary: a bug in a check must not end the page.
        log.exception("a public link could not be checked")
    with suppress(OSError):  # the daemon has gone
        print_line(json.dumps({"checked": link, "why": why_not}))


async def _show_life() -> None:
    """Print an empty line now and then, as long as this process serves browsers."""
    with suppress(OSError):  # the daemon has gone, and this process is about to end
        while True:
            await trio.sleep(TIME_BETWEEN_SIGNS)
            print_line("")


async def _next(typed: TypedLines) -> Any:
    """The next line of the daemon, None at the end."""
    try:
        line = await trio.to_thread.run_sync(typed.next, abandon_on_cancel=True)
    except EOFError:
        return None
    return json.loads(line or "null")


def _names(received: Any) -> Sequence[str]:
    names: Sequence[str] = received["known_as"]
    return names


async def _receive(
    server: Server,
    secret: str,
    dial_for: Callable[[BrowserOrigin], "PageDial"],
    waiting: PendingIntroductions,
    stream: trio.SocketStream,
) -> None:
    """Serve a browser that the daemon passes on. Other connections get no answer."""
    browser: BrowserOrigin | None = None
    with (
        trio.move_on_after(TIME_TO_INTRODUCE) as introducing,
        waiting.counted(introducing.cancel),
        suppress(IntroductionError, trio.BrokenResourceError, trio.ClosedResourceError),
    ):
        browser = await receive_introduction(stream, secret)
    if browser is None:
        await trio.aclose_forcefully(stream)
    else:
        dial = dial_for(browser)
        await server.serve(stream, browser.address, dial, dial.redial)


@define
class PageDial:
    """Connects to the daemon for this browser; or to another one of its club that has the browser's table.

    `introductions`: the turns of those that introduce themselves to the daemon. `club_secret`: None without a club.
    `key`: the host's.
    """

    secret: str
    introductions: trio.Semaphore
    club_secret: str | None
    key: str | None
    browser: BrowserOrigin
    _elsewhere: Endpoint | None = None

    def redial(self, where: JoinLink) -> bool:
        """As `Moved.redial`."""
        if self.club_secret is None or where.key != self.key:
            return False
        self._elsewhere = where.endpoints[0]
        return True

    async def __call__(self, address: Address) -> trio.abc.Stream:
        """As `host_connection.Dial`."""
        if self._elsewhere is not None and self.club_secret is not None:
            try:
                return await self._dial_other(self._elsewhere, self.club_secret)
            except (NoConnectionError, trio.BrokenResourceError):
                self._elsewhere = None  # its own daemon knows, or will know soon, who has the table
        return await self._dial_own(address)

    async def _dial_other(self, where: Endpoint, secret: str) -> trio.abc.Stream:
        stream = (await open_transport(where, self.key)).stream
        try:
            await stream.send_all(encode_from_client(ForBrowser(secret, self.browser.address, self.browser.is_outside)))
        except BaseException:  # cancelled, too: nothing else closes the stream
            await trio.aclose_forcefully(stream)
            raise
        return stream

    async def _dial_own(self, address: Address) -> trio.abc.Stream:
        async with self.introductions:
            return await self._introduced(await trio.open_tcp_stream(address.host, address.port))

    async def _introduced(self, stream: trio.SocketStream) -> trio.abc.Stream:
        try:
            stream.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
            await introduce(stream, self.secret, self.browser)
        except BaseException as error:  # cancelled, too: nothing else closes the stream
            await trio.aclose_forcefully(stream)
            if isinstance(error, IntroductionError | trio.BrokenResourceError):
                raise ConnectionRefusedError("the daemon does not answer") from error
            raise
        return stream
