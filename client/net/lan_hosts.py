"""Finding the hosts in this machine's networks, and asking each for its tables, as long as somebody looks at the list.

Here: the announcements, by multicast DNS (`protocol.shared.multicast`), and the questions. Each of both is bounded,
because anybody in the network can announce anything. Not here: the list (`model.lan_hosts`).
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import trio
from attrs import field

from client.model.lan_hosts import LanHost, LanHosts
from client.net.host_connection import Dial, answer_about_tables
from client.net.transport import open_transport
from protocol.frozen import define
from protocol.shared.address import Address
from protocol.shared.announced_host import SERVICE, AnnouncedHost, read_announcement
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.shared.multicast import NoMulticastError, close_multicast, open_multicast
from protocol.wire.messages import Tables

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf

Open = Callable[[Address, str | None], Awaitable[trio.abc.Stream]]
"""Connects to an address where a host with this key has to be, None for one without. Raises `OSError`."""
TIME_TO_FIND: Final = 3.0
"""Seconds after which the player is told that nothing has been found so far."""
TIME_TO_ANSWER: Final = 1.0
TIME_BETWEEN_QUESTIONS: Final = 4.0
_HEAD_START: Final = 0.1
"""Seconds by which an address is asked before the next one."""
_MOST_WAITING: Final = 100
"""Announcements that wait to be read; more are dropped."""
_READERS: Final = 10
_TIME_TO_READ: Final = 1_000
"""Milliseconds for the rest of an announcement that was not sent whole."""


class Join(NamedTuple):
    """Join where a link leads. `host`: the host of the list that the player has chosen."""

    link: JoinLink
    host: LanHost | None = None


class WaysToJoin(NamedTuple):
    """The list of hosts and the search that fills it; `dial_of` returns what connects to the host of a link."""

    hosts: LanHosts
    search: Callable[[], Awaitable[None]]
    dial_of: Callable[[JoinLink], Dial]


@define(eq=False)
class LanSearch:
    """The search that keeps a list of hosts up to date."""

    hosts: LanHosts
    open: Open
    _news: trio.Event = field(factory=trio.Event)

    async def run(self) -> None:
        """Search until cancelled; where that is impossible, the list says why."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.keep_asking)
            try:
                await self._listen()
            except NoMulticastError as error:
                self.hosts.trouble = str(error)
                self.hosts.changed()

    # Announcements.

    async def _listen(self) -> None:
        """Take announcements until cancelled. Raises `NoMulticastError`."""
        multicast = await trio.to_thread.run_sync(open_multicast)
        from zeroconf import ServiceBrowser  # noqa: PLC0415 - see `protocol.shared.multicast`

        found, services = trio.open_memory_channel[str](_MOST_WAITING)
        browser = ServiceBrowser(multicast, SERVICE, [partial(self._hear, trio.lowlevel.current_trio_token(), found)])
        try:
            async with trio.open_nursery() as nursery:
                for _ in range(_READERS):
                    nursery.start_soon(self._read_all, multicast, services)
        finally:
            browser.cancel()
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(close_multicast, multicast)

    def _hear(
        self,
        token: trio.lowlevel.TrioToken,
        found: trio.MemorySendChannel[str],
        name: str,
        state_change: "ServiceStateChange",
        **_: Any,
    ) -> None:
        """A service has come, changed or gone. The library calls this in a thread of its own."""
        with suppress(trio.RunFinishedError):
            if state_change.name == "Removed":
                token.run_sync_soon(self.hosts.lose, name)
            else:
                token.run_sync_soon(_send, found, name)

    async def _read_all(self, multicast: "Zeroconf", services: trio.MemoryReceiveChannel[str]) -> None:
        async for service in services:
            announced = await trio.to_thread.run_sync(_read, multicast, service, abandon_on_cancel=True)
            if announced is None:
                self.hosts.lose(service)
            else:
                self.find(service, announced)

    def find(self, service: str, announced: AnnouncedHost) -> None:
        """List a host that has announced itself as soon as it has answered."""
        self.hosts.find(service, announced)
        self._news.set()

    # Questions.

    async def keep_asking(self) -> None:
        """Ask all hosts for their tables again and again, until cancelled."""
        while True:
            self._news = trio.Event()
            async with trio.open_nursery() as nursery:
                for host in self.hosts.by_service.values():
                    nursery.start_soon(self._ask, host)
            with trio.move_on_after(TIME_BETWEEN_QUESTIONS):
                await self._news.wait()

    async def _ask(self, host: LanHost) -> None:
        """Ask one host at all its addresses, the best one first; the first answer counts."""
        answers: list[tuple[Address, Tables]] = []
        with trio.move_on_after(TIME_TO_ANSWER):
            async with trio.open_nursery() as nursery:

                async def ask_at(nth: int, place: Address) -> None:
                    await trio.sleep(nth * _HEAD_START)
                    answer = await answer_about_tables(place, lambda address: self.open(address, host.announced.key))
                    if isinstance(answer, Tables):
                        answers.append((place, answer))
                        nursery.cancel_scope.cancel()

                for nth, place in enumerate(host.announced.places):
                    nursery.start_soon(ask_at, nth, place)
        if answers:
            place, answer = answers[0]
            self.hosts.take_answer(host, place, answer.tables)
        else:
            self.hosts.take_silence(host)


async def open_at(address: Address, key: str | None) -> trio.abc.Stream:
    """As `Open`; nothing is stored about the host, for the player has not chosen it."""
    return (await open_transport(Endpoint(address), key)).stream


def _send(found: trio.MemorySendChannel[str], service: str) -> None:
    with suppress(trio.WouldBlock, trio.BrokenResourceError):  # too many, or nobody looks at the list any more
        found.send_nowait(service)


def _read(multicast: "Zeroconf", service: str) -> AnnouncedHost | None:
    """The host with this service; None if the announcement cannot be used. It takes a second at most."""
    from zeroconf import ServiceInfo  # noqa: PLC0415 - see `protocol.shared.multicast`

    try:
        info = ServiceInfo(SERVICE, service)
        if not info.request(multicast, _TIME_TO_READ):
            return None
        return read_announcement(info.properties, info.parsed_scoped_addresses(), info.port)
    except Exception:  # noqa: BLE001 - the library reads what anybody has sent; or the search has ended
        return None
