"""The ways in for friends: links to this machine and its page, invitations, a tunnel, a port that the router forwards.

Here: opening them when the daemon starts, and having them follow this machine's addresses. Not here: how each works
(`daemon.share`, `daemon.mapping`, `net.announcement`), noticing that the addresses change (`daemon.machine`), what the
host is told about them (`daemon.house.reach`).
"""

import logging
from collections.abc import Sequence
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING

import trio

from daemon.house.house import House
from daemon.house.invitation_file import InvitationFile
from daemon.house.invitations import Invitations
from daemon.machine.network import Network
from daemon.machine.watch import NetworkWatch
from daemon.net.addresses import addresses_for_friends
from daemon.net.announcement import announce_host
from daemon.program.page_process import PageProcess
from daemon.program.service import Service
from daemon.share.providers import Provider
from daemon.share.tunnel import Tunnel, running
from protocol.log.refusals import Refused
from protocol.shared.address import Address
from protocol.shared.host_options import FOR_FRIENDS
from protocol.wire.operator_messages import TunnelState

if TYPE_CHECKING:
    from daemon.mapping.port_mapping import PortMapping

log = logging.getLogger("fivesd")


class WaysIn:
    """The ways in to the daemon that listens there, for friends near and far, as long as this machine has these.

    `watch`: notices when its addresses change; then all links change with them.
    """

    def __init__(
        self, service: Service, house: House, listening: Sequence[str], port: int, watch: NetworkWatch
    ) -> None:
        self._service = service
        self._house = house
        self._listening = listening
        self._port = port
        self._page: PageProcess | None = None
        self._watch = watch
        self._set_links()

    @property
    def friends(self) -> list[str]:
        """The addresses at which other machines may reach this daemon now, the likeliest first."""
        return self._friends_at(self._watch.now)

    @property
    def in_network(self) -> str:
        """What links for friends in this network begin with now; "" if no other machine can join."""
        return next((self._link(friend) for friend in self.friends), "")

    def know_page(self, page: PageProcess) -> None:
        """Lead browsers to this page from now on, and tell it where it is."""
        self._page = page
        self._house.controls.know_page_as = self._know_page_as

    def open(self, accepting: trio.Nursery, serving: trio.Nursery, key: str | None, tunnel_port: int | None) -> None:
        """Open them all. What ends with `accepting` is of no use to those who are here already."""
        service, house = self._service, self._house
        if service.share is not None and tunnel_port is not None and self._page is not None:
            serving.start_soon(self._tunnel(service.share, tunnel_port, self._page).run)
        if service.maps_port:
            serving.start_soon(self._port_mapping().run)
        if not service.house.is_private:
            accepting.start_soon(self._watch.run)
            accepting.start_soon(self._follow)
        if service.listed_as is not None:
            of_host = service.listed_as, self._listening, self._port, key
            accepting.start_soon(announce_host, *of_host, self._watch, house.reach.set_listed)

    # Links.

    async def _follow(self) -> None:
        """Have all links follow this machine's addresses, until cancelled."""
        friends = self.friends
        while True:
            before, friends = friends, await self._watch.changes(self._friends_at, friends)
            self._set_links()
            if friends[:1] != before[:1]:
                log.info("this machine's address is now %s", "".join(friends[:1]) or "none: it is in no network")
                if self._service.announce_moved is not None:
                    self._service.announce_moved(friends, self._port)

    def _set_links(self) -> None:
        """State what links to this machine begin with.

        An IPv6 address is not among those from elsewhere: routers let hardly anybody in there.
        """
        if self._page is not None:
            self._page.move_to(self.in_network)
        public = [friend for friend in self.friends if ":" not in friend and ip_address(friend).is_global]
        outside = [*self._names, *map(self._link, public)]
        self._house.reach.set_own([*map(self._link, self.friends)], outside, self._watch.now)

    def _friends_at(self, network: Network) -> list[str]:
        return addresses_for_friends(self._listening, network)

    def _link(self, address: str) -> str:
        return f"http://{Address(address, self._port)}"

    @property
    def _names(self) -> list[str]:
        """What links begin with that have a name of the page."""
        page = self._service.page
        return [] if page is None else [self._link_to(name) for name in page.known_as]

    def _link_to(self, name: str) -> str:
        """What a link begins with that leads to the page by its name: a tunnel's, if there is a port for one."""
        return self._link(name) if self._service.outside_port is None else f"https://{name}"

    def _know_page_as(self, name: str) -> bool:
        """Make the page known under another name; False if it has too many."""
        assert self._page is not None
        is_known = self._page.know_as(name)
        if is_known:
            self._house.reach.add_outside(self._link_to(name))
        return is_known

    # From other houses.

    def _tunnel(self, provider: Provider, port: int, page: PageProcess) -> Tunnel:
        """The tunnel that leads to this port, at which everybody is from outside."""
        start = partial(running, provider, port)
        of_page = page.check, page.forget
        return Tunnel(provider.name, start, *of_page, self._report, self._watch, provider.time_to_resolve)

    def _port_mapping(self) -> "PortMapping":
        """The forwarding of the port by the router. In links the page's own names come before the router's address."""
        from daemon.mapping.port_mapping import PortMapping  # noqa: PLC0415 - slow, and rarely needed

        def report(link: str | None, why_not: str) -> None:
            if link is None:
                self._report(TunnelState.FAILED, why_not, [])
            else:
                self._report(TunnelState.OPEN, "", [*self._names, link])

        self._log_what_ipv6_needs()
        self._house.reach.set_share(TunnelState.STARTING, "", [])
        return PortMapping(self._port, report, self._watch)

    def _report(self, share: TunnelState, detail: str, links: Sequence[str]) -> None:
        """Tell the host what the way for friends in other houses does."""
        service, house = self._service, self._house
        house.reach.set_share(share, detail, links)
        if share is TunnelState.OPEN and service.announce_open is not None:
            service.announce_open(house.reach.now(), house.tables.home.name)

    def _log_what_ipv6_needs(self) -> None:
        """Log the address that no router has to forward, if this machine has one."""
        addresses = [ip for ip in map(ip_address, self.friends) if ip.version == 6 and ip.is_global]
        if addresses:
            own = Address(str(addresses[0]), self._port)
            log.info(
                "friends with IPv6 can reach %s, once the router's firewall lets TCP port %d through", own, self._port
            )


async def stored_invitations(service: Service) -> Invitations:
    """The stored invitations, and the one in the link for friends in other houses if a way for them is opened."""
    invitations = await Invitations.stored_in(InvitationFile(service.data))
    if service.maps_port or service.share is not None:
        try:
            await invitations.invite(FOR_FRIENDS)
        except Refused as refused:
            log.warning("no invitation for friends was made: %s", refused.detail)
    return invitations
