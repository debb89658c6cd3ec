"""Noticing that this machine's addresses have changed: another Wi-Fi, a new lease, a VPN, a cable.

The links, the announcement in the network, the tunnel and the router's port all follow what this watch says. Not here:
what each of them does (`program.ways_in`, `net.announcement`, `share.tunnel`, `mapping.port_mapping`).
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import trio

from daemon.machine.network import Network, network_now

TIME_BETWEEN_LOOKS: Final = 3.0
"""Seconds. No call tells of changes on every system."""

log = logging.getLogger("fivesd")

_View = TypeVar("_View")


class NetworkWatch:
    """This machine's addresses, as last seen. `look` asks the system; it may raise `OSError`.

    `in_thread` runs it: the system takes some milliseconds, which no player should wait for.
    """

    def __init__(
        self,
        look: Callable[[], Network] = network_now,
        in_thread: Callable[[Callable[[], Network]], Awaitable[Network]] = trio.to_thread.run_sync,
    ) -> None:
        self._look = look
        self._in_thread = in_thread
        self._changed = trio.Event()
        self._has_failed = False
        self.moves = 0
        """How often the way out to the internet has become another one, or has come back."""
        self.now = Network()
        self.now = self._seen()

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await trio.sleep(TIME_BETWEEN_LOOKS)
            self._take_in(await self._in_thread(self._seen))

    async def changes(self, view: Callable[[Network], _View], seen: _View) -> _View:
        """Wait until this view of the network is no longer what was seen, and return it."""
        while view(self.now) == seen:
            await self._changed.wait()
        return view(self.now)

    async def moved(self, seen: int) -> int:
        """Wait until the number of moves is no longer what was seen, and return it."""
        while self.moves == seen:
            await self._changed.wait()
        return self.moves

    def _seen(self) -> Network:
        """What the system says now; what it said last if it does not answer."""
        try:
            return self._look()
        except OSError as error:
            if not self._has_failed:
                self._has_failed = True
                log.warning("this machine's addresses cannot be read, so links do not follow them: %s", error)
            return self.now

    def _take_in(self, network: Network) -> None:
        if network != self.now:
            self.moves += network.ways_out not in ((), self.now.ways_out)
            self.now = network
            self._changed.set()
            self._changed = trio.Event()
