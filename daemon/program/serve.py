"""The running daemon: how it starts and stops.

Here: its data folder, its listeners, and the order in which everything closes. Not here: tables (`house`), the
deadlines of a connection (`connection`), the flags (`command`).

To stop, it accepts no more connections, says goodbye to every client, then closes the tables, then the journal.
Everything that was sent is already in the journal, so a daemon that is killed instead loses nothing.
"""

import gc
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Final

import filelock
import trio
from attrs import field

from daemon.house.finished_games import write_due_records
from daemon.house.house import House
from daemon.house.house_rules import HouseRules
from daemon.house.invitation_file import InvitationFile
from daemon.house.invitations import Invitations
from daemon.house.key_file import key_in_folder, new_key
from daemon.house.reach import ReachBoard
from daemon.journal.interface import Journal
from daemon.journal.records import RECORDS, RecordFolder
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from daemon.net.addresses import LOCALHOST, addresses_for_friends, open_listeners, own_address
from daemon.net.announcement import announce_host
from daemon.net.browsers import Browsers, most_in_all
from daemon.net.connections import Connections
from daemon.net.identity import Identity, open_identity
from daemon.program.log_tail import LogTail
from daemon.program.page_process import PageProcess
from daemon.share.providers import Provider
from daemon.share.tunnel import Tunnel, running
from daemon.table.workers import open_workers
from daemon.trio_program import stop_requests
from protocol.console.address import Address
from protocol.console.host_options import FOR_FRIENDS
from protocol.console.places import PlaceLimits
from protocol.frozen import frozen
from protocol.log.refusals import Refused
from protocol.wire.messages import Farewell, OpenTable
from protocol.wire.operator_messages import Reach, TunnelState

if TYPE_CHECKING:
    from daemon.mapping.port_mapping import PortMapping

LOCK: Final = "fivesd.lock"
GC_THRESHOLDS: Final = (4_000, 0, 4_000)
"""The garbage collector looks at each four thousand new objects, every second time at the survivors too, and hardly
ever at all objects. A collection blocks the event loop, so each must be short; fewer collections would each take
longer. A thousand objects, with the survivors every fifth time, pause as long, and cost twice as much in all.
"""
TIME_TO_LEAVE: Final = 5.0

log = logging.getLogger("fivesd")


class InUseError(Exception):
    """Another daemon uses the data folder."""


@frozen
class PageOptions:
    """The page for browsers. `known_as`: its names beside this machine's own.

    `most`: places for browsers. `trusts_forwarded`: the tunnel at the outside port says where a browser is.
    """

    known_as: tuple[str, ...] = ()
    most: int = 500
    trusts_forwarded: bool = False


@frozen
class Service:
    """Settings of a running daemon.

    `page`: the page for browsers at the same port; None for none. `outside_port`: a second port on the loopback, for
    tunnels. `maps_port`: the router is asked to forward the port. `invites`: people from outside need an invitation.
    `listed_as`: the host's name for friends in its network, who can find it there; None if they cannot. `share`: the
    tunnel to run. `stops_with_stdin`: the daemon stops together with the program that started it. `announce` is called
    with the addresses, the port and the host's key, None if nothing is encrypted, as soon as clients can connect;
    `announce_open` with the ways in and the host's own table, whenever the tunnel has opened one; None if nobody reads
    that. `log`: its last lines.
    """

    data: Path
    table: OpenTable
    house: HouseRules
    host: str | None
    port: int
    limits: PlaceLimits
    stops_with_stdin: bool
    announce: Callable[[Sequence[str], int, str | None], None]
    page: PageOptions | None = None
    outside_port: int | None = None
    maps_port: bool = False
    listed_as: str | None = None
    invites: bool = False
    share: Provider | None = None
    announce_open: Callable[[Reach, str | None], None] | None = None
    log: LogTail = field(factory=LogTail)

    @property
    def tunnel_port(self) -> int | None:
        """The port of the loopback for tunnels, 0 for any free one; None for none."""
        return 0 if self.outside_port is None and self.share is not None else self.outside_port


async def serve(service: Service) -> None:
    """Serve until asked to stop, or until the requested number of matches has been played.

    Raises `InUseError`, `IdentityError`, `ListenError`, `StoreError`, `RulesError` and `OSError`, all before it serves
    anything.
    """
    await trio.to_thread.run_sync(partial(service.data.mkdir, mode=0o700, parents=True, exist_ok=True))
    with locked(service.data):
        async with (
            stop_requests(stops_with_stdin=service.stops_with_stdin) as stop,
            open_journal(service.data / JOURNAL) as journal,
        ):
            identity: Identity | None = None
            if not service.house.is_private:
                identity = await trio.to_thread.run_sync(open_identity, service.data)
            await _serve_tables(service, journal, identity, stop)
    log.info("stopped cleanly")


def prepare_process() -> None:
    """Make the garbage collector look rarely at long-lived objects: a game's entries have no cycles."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


async def _serve_tables(service: Service, journal: Journal, identity: Identity | None, stop: trio.Event) -> None:
    async with open_workers() as workers, trio.open_nursery() as tables, AsyncExitStack() as closing:
        records = RecordFolder(service.data / RECORDS)
        invitations = await _invitations(service) if service.invites else None
        house = House(tables, journal, records, SystemRandom(), service.house, workers, invitations)
        house.controls.log_lines = service.log.lines
        await write_due_records(journal, records)
        listeners, port = await open_listeners(service.host, service.port)
        for listener in listeners:
            await closing.enter_async_context(listener)
        await _open_tables(house, service)
        listening = [listener.socket.getsockname()[0] for listener in listeners]
        house.controls.key = new_key(own_address(listening), port)
        inside, outside = _own_links(service, listening, port)
        key = None if identity is None else identity.key
        house.reach.set_own(key, inside, outside)
        browsers = _browsers(service)
        connections = Connections(house, service.limits, browsers, identity)
        from_tunnel = await _loopback_listeners(closing, service.tunnel_port)
        with key_in_folder(service.data, house.controls.key):
            async with trio.open_nursery() as serving:
                serving.start_soon(connections.run)
                async with trio.open_nursery() as accepting:
                    accept = partial(trio.serve_listeners, handler_nursery=serving)
                    accepting.start_soon(accept, connections.receive, connections.paced(listeners))
                    if from_tunnel:
                        accepting.start_soon(accept, connections.receive_from_tunnel, connections.paced(from_tunnel))
                    if browsers is not None and service.page is not None:
                        from_page = await _loopback_listeners(closing, 0)
                        accepting.start_soon(accept, connections.receive_from_page, connections.paced(from_page))
                        network = inside[0] if inside else ""
                        limits = service.page.most, service.limits.most_from_one
                        names = service.page.known_as
                        page = PageProcess(browsers, _port_of(from_page), names, network, limits, key)
                        house.controls.know_page_as = partial(_know_page_as, page, house.reach, service, port)
                        serving.start_soon(page.run)
                        if service.share is not None:
                            serving.start_soon(_tunnel(service.share, _port_of(from_tunnel), page, house, service).run)
                    if service.maps_port:
                        serving.start_soon(_port_mapping(listening, port, house, service).run)
                    service.announce(listening, port, key)
                    if service.listed_as is not None:
                        accepting.start_soon(announce_host, service.listed_as, listening, port, key)
                    accepting.start_soon(_stop_after, house.done, stop)
                    await stop.wait()
                    accepting.cancel_scope.cancel()
                await _say_goodbye(connections, finished=house.done.is_set())
                serving.cancel_scope.cancel()
        tables.cancel_scope.cancel()


async def _open_tables(house: House, service: Service) -> None:
    """Take up the unfinished games, and open the host's own table."""
    resumed = await house.tables.take_up()
    if resumed:
        log.info("%s", _resumed_line(resumed))
    if not service.house.is_private:  # a private daemon's client opens the table that its player asks for
        await house.tables.open_home(service.table)


def _own_links(service: Service, listening: Sequence[str], port: int) -> tuple[list[str], list[str]]:
    """What links to this machine begin with: in its own networks, and from elsewhere.

    An IPv6 address is not among the latter: routers let hardly anybody in there.
    """
    friends = addresses_for_friends(listening)
    names = () if service.page is None else service.page.known_as
    inside = [f"http://{Address(friend, port)}" for friend in friends]
    public = [friend for friend in friends if ":" not in friend and ip_address(friend).is_global]
    outside = [*(_link_to(name, service, port) for name in names), *(f"http://{Address(ip, port)}" for ip in public)]
    return inside, outside


def _link_to(name: str, service: Service, port: int) -> str:
    """What a link begins with that leads to this page by its name: a tunnel's, if there is a port for one."""
    return f"http://{Address(name, port)}" if service.outside_port is None else f"https://{name}"


def _know_page_as(page: PageProcess, reach: ReachBoard, service: Service, port: int, name: str) -> bool:
    """Make the page known under another name; False if it has too many."""
    is_known = page.know_as(name)
    if is_known:
        reach.add_outside(_link_to(name, service, port))
    return is_known


async def _invitations(service: Service) -> Invitations:
    """The stored invitations, and the one in the link for friends in other houses if a way for them is opened."""
    invitations = await Invitations.stored_in(InvitationFile(service.data))
    if service.maps_port or service.share is not None:
        try:
            await invitations.invite(FOR_FRIENDS)
        except Refused as refused:
            log.warning("no invitation for friends was made: %s", refused.detail)
    return invitations


def _tunnel(provider: Provider, port: int, page: PageProcess, house: House, service: Service) -> Tunnel:
    """The tunnel that leads to this port, at which everybody is from outside."""
    report, start = partial(_report_way, house, service), partial(running, provider, port)
    return Tunnel(provider.name, start, page.check, page.forget, report, provider.time_to_resolve)


def _port_mapping(listening: Sequence[str], port: int, house: House, service: Service) -> "PortMapping":
    """The forwarding of this port by the router. In links the page's own names come before the router's address."""
    from daemon.mapping.port_mapping import PortMapping  # noqa: PLC0415 - slow, and rarely needed

    names = [] if service.page is None else [_link_to(name, service, port) for name in service.page.known_as]

    def report(link: str | None, why_not: str) -> None:
        if link is None:
            _report_way(house, service, TunnelState.FAILED, why_not, [])
        else:
            _report_way(house, service, TunnelState.OPEN, "", [*names, link])

    _log_what_ipv6_needs(listening, port)
    house.reach.set_share(TunnelState.STARTING, "", [])
    return PortMapping(port, report)


def _report_way(house: House, service: Service, share: TunnelState, detail: str, links: Sequence[str]) -> None:
    """Tell the host what the way for friends in other houses does."""
    house.reach.set_share(share, detail, links)
    if share is TunnelState.OPEN and service.announce_open is not None:
        service.announce_open(house.reach.now(), house.tables.home.name)


def _browsers(service: Service) -> Browsers | None:
    """The object that hands browsers to the page process; None without a page."""
    if service.page is None:
        return None
    return Browsers(most_in_all(service.page.most), trusts_forwarded=service.page.trusts_forwarded)


async def _loopback_listeners(closing: AsyncExitStack, port: int | None) -> list[trio.SocketListener]:
    """Listeners at this port of the loopback alone, 0 for any free one and None for no listener."""
    listeners = [] if port is None else (await open_listeners(LOCALHOST, port))[0]
    for listener in listeners:
        await closing.enter_async_context(listener)
    return listeners


def _port_of(listeners: Sequence[trio.SocketListener]) -> int:
    port: int = listeners[0].socket.getsockname()[1]
    return port


def _log_what_ipv6_needs(listening: Sequence[str], port: int) -> None:
    """Log the address that no router has to forward, if this machine has one."""
    addresses = [ip for ip in map(ip_address, addresses_for_friends(listening)) if ip.version == 6 and ip.is_global]
    if addresses:
        own = Address(str(addresses[0]), port)
        log.info("friends with IPv6 can reach %s, once the router's firewall lets TCP port %d through", own, port)


def _resumed_line(games: int) -> str:
    if games > 1:
        return f"{games} unfinished games continue where they stopped, each by its own rules"
    return "1 unfinished game continues where it stopped, by its own rules"


async def _stop_after(done: trio.Event, stop: trio.Event) -> None:
    await done.wait()
    stop.set()


async def _say_goodbye(connections: Connections, *, finished: bool) -> None:
    if finished:
        connections.dismiss_all(Farewell.FINISHED, "the matches are over; thank you for playing")
    else:
        connections.dismiss_all(Farewell.SHUTDOWN, "the host has stopped the daemon; the game is kept")
    with trio.move_on_after(TIME_TO_LEAVE):
        await connections.everybody_has_left()


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Lock the data folder against other daemons. Raises `InUseError` if one uses it."""
    try:
        with filelock.FileLock(data / LOCK).acquire(timeout=0):
            yield
    except filelock.Timeout:
        raise InUseError(f"another daemon is using {data}; stop it, or choose another folder with --data") from None
