"""A screen on which a player chooses where to join: a host in the network, or a typed address that is tried first.

Here: the search for hosts while their list is open, and trying a typed address: the screen is left only if a host
answers there. Not here: the list (`hosts_window`), what else the start screen has (`start_screen`), finding hosts
(`net.lan_hosts`).
"""

from collections.abc import Callable
from typing import Final

import trio

from client.model.lan_hosts import LanHost
from client.net.host_connection import Dial, why_no_daemon
from client.net.lan_hosts import LanSearch
from client.screen.hosts_window import HostsWindow
from client.screen.list_screen import ListScreen
from client.terminal.look import Look
from client.words import start_words
from protocol.console.join_link import JoinLink

TIME_TO_FIND: Final = 3.0
"""Seconds after which the player is told that nothing has been found so far."""


class JoinScreen(ListScreen):
    """A list of hosts. `dial_of` returns what connects to the host of a link.

    `link` and `host` are set once the player has chosen: where to join, and the host of the list if it is one.
    `progress`: the attempt that is under way, in words; empty without one. `has_searched`: for a few seconds already.
    """

    def __init__(self, search: LanSearch, dial_of: Callable[[JoinLink], Dial], look: Look | None = None) -> None:
        super().__init__(look)
        self.progress = ""
        self.has_searched = False
        self.link: JoinLink | None = None
        self.host: LanHost | None = None
        self._search = search
        self._hosts = HostsWindow(self, search.hosts)
        self._is_listed = trio.Event()
        self._dial_of = dial_of
        self._place: JoinLink | None = None
        self._is_typed = trio.Event()
        self._attempt = trio.CancelScope()

    def list_hosts(self, *, closes: bool = False) -> None:
        """Open the list. `closes`: it leads back to what is under it."""
        self._hosts.closes = closes
        self.open(self._hosts)
        self._is_listed.set()

    def join_host(self, host: LanHost) -> None:
        """Leave for this host of the list."""
        self.host = host
        self.join(host.link)

    def join(self, link: JoinLink) -> None:
        """Leave for this place."""
        self.link = link
        self.leave()

    def type_in(self, text: str | None) -> None:
        """The line that was typed; None if the player gave it up."""
        self._hosts.question = ""
        super().type_in(text)

    # A typed address.

    def try_to_join(self, place: JoinLink) -> None:
        """Leave for this place as soon as a host answers there."""
        self._place, self.progress = place, start_words.connecting(place.endpoints[0])
        self._is_typed.set()

    def stop_trying(self) -> None:
        """Stay here, whether a host answers or not."""
        self._place, self.progress = None, ""
        self._attempt.cancel()

    async def while_shown(self) -> None:
        """Try each place to which the player wants to go, and search as soon as hosts are listed."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._search_hosts)
            nursery.start_soon(self._note_time)
            while True:
                await self._is_typed.wait()
                self._is_typed = trio.Event()
                place = self._place
                if place is not None:
                    with trio.CancelScope() as self._attempt:
                        await self._try(place)

    async def _try(self, place: JoinLink) -> None:
        fault = await why_no_daemon(place.address, self._dial_of(place))
        self.progress = ""
        if fault is None:
            self.join(place)
        else:
            self._hosts.notice = fault
        self.redraw()

    async def _search_hosts(self) -> None:
        await self._is_listed.wait()
        self._search.hosts.changed = self.redraw
        await self._search.run()

    async def _note_time(self) -> None:
        await self._is_listed.wait()
        await trio.sleep(TIME_TO_FIND)
        self.has_searched = True
        self.redraw()
