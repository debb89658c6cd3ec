"""A screen on which a player chooses where to join: a host in the network, or a typed address that is tried first.

Here: the search for hosts once their list is open, and trying a typed address: the screen is left only if a host
answers there. Not here: the list (`hosts_window`), what else the start screen has (`start_screen`), finding hosts
(`net.lan_hosts`).
"""

import trio

from client.model.lan_hosts import LanHost
from client.net.host_connection import why_no_daemon
from client.net.lan_hosts import TIME_TO_FIND, Join, WaysToJoin
from client.screen.hosts_window import HostsWindow
from client.screen.list_screen import ListScreen
from client.terminal.look import Look
from client.words import start_words
from protocol.shared.join_link import JoinLink


class JoinScreen(ListScreen):
    """A list of hosts, and where else to join. `place` is set once the player has chosen.

    `progress`: the attempt that is under way, in words; empty without one. `has_searched`: for a few seconds already.
    """

    def __init__(self, ways: WaysToJoin, look: Look | None = None) -> None:
        super().__init__(look)
        self.progress = ""
        self.has_searched = False
        self.place: Join | None = None
        self._ways = ways
        self._hosts = HostsWindow(self, ways.hosts)
        self._is_listed = trio.Event()
        self._link: JoinLink | None = None
        self._is_typed = trio.Event()
        self._attempt = trio.CancelScope()

    def list_hosts(self, *, closes: bool = False) -> None:
        """Open the list. `closes`: it leads back to what is under it."""
        self._hosts.closes = closes
        self.open(self._hosts)
        self._is_listed.set()

    def join_host(self, host: LanHost) -> None:
        """Leave for this host of the list."""
        self._join(Join(host.link, host))

    def _join(self, place: Join) -> None:
        self.place = place
        self.leave()

    def paste(self, text: str) -> None:
        """A link may be pasted on the list, too: it is in the line to type one, for Enter."""
        if self.windows.front is self._hosts:
            self._hosts.type_address(text)

    def type_in(self, text: str | None) -> None:
        """The line that was typed; None if the player gave it up."""
        self._hosts.question = ""
        super().type_in(text)

    async def while_shown(self) -> None:
        """Search as soon as hosts are listed, and try each typed address."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._search)
            nursery.start_soon(self._note_time)
            while True:
                await self._is_typed.wait()
                self._is_typed = trio.Event()
                if self._link is not None:
                    with trio.CancelScope() as self._attempt:
                        await self._try(self._link)

    # Searching.

    async def _search(self) -> None:
        await self._is_listed.wait()
        self._ways.hosts.changed = self.redraw
        await self._ways.search()

    async def _note_time(self) -> None:
        await self._is_listed.wait()
        await trio.sleep(TIME_TO_FIND)
        self.has_searched = True
        self.redraw()

    # A typed address.

    def try_to_join(self, link: JoinLink) -> None:
        """Leave for this place as soon as a host answers there."""
        self._link, self.progress = link, start_words.connecting(link.endpoints[0])
        self._is_typed.set()

    def stop_trying(self) -> None:
        """Stay here, whether a host answers or not."""
        self._link, self.progress = None, ""
        self._attempt.cancel()

    async def _try(self, link: JoinLink) -> None:
        fault = await why_no_daemon(link.address, self._ways.dial_of(link))
        self.progress = ""
        if fault is None:
            self._join(Join(link))
        else:
            self._hosts.notice = fault
        self.redraw()
