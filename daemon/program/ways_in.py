"""The ways in for friends: links to this machine and its page, invitations, a tunnel, a port that the router forwards.

Here: what is made of them when the daemon starts. Not here: how each works (`daemon.share`, `daemon.mapping`), what the
host is told about them (`daemon.house.reach`).
"""

import logging
from collections.abc import Sequence
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING

from daemon.house.house import House
from daemon.house.invitation_file import InvitationFile
from daemon.house.invitations import Invitations
from daemon.house.reach import ReachBoard
from daemon.net.addresses import addresses_for_friends
from daemon.program.page_process import PageProcess
from daemon.program.service import Service
from daemon.share.providers import Provider
from daemon.share.tunnel import Tunnel, running
from protocol.console.address import Address
from protocol.console.host_options import FOR_FRIENDS
from protocol.log.refusals import Refused
from protocol.wire.operator_messages import TunnelState

if TYPE_CHECKING:
    from daemon.mapping.port_mapping import PortMapping

log = logging.getLogger("fivesd")


def own_links(service: Service, listening: Sequence[str], port: int) -> tuple[list[str], list[str]]:
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


def know_page_as(page: PageProcess, reach: ReachBoard, service: Service, port: int, name: str) -> bool:
    """Make the page known under another name; False if it has too many."""
    is_known = page.know_as(name)
    if is_known:
        reach.add_outside(_link_to(name, service, port))
    return is_known


async def stored_invitations(service: Service) -> Invitations:
    """The stored invitations, and the one in the link for friends in other houses if a way for them is opened."""
    invitations = await Invitations.stored_in(InvitationFile(service.data))
    if service.maps_port or service.share is not None:
        try:
            await invitations.invite(FOR_FRIENDS)
        except Refused as refused:
            log.warning("no invitation for friends was made: %s", refused.detail)
    return invitations


def tunnel(provider: Provider, port: int, page: PageProcess, house: House, service: Service) -> Tunnel:
    """The tunnel that leads to this port, at which everybody is from outside."""
    report, start = partial(_report_way, house, service), partial(running, provider, port)
    return Tunnel(provider.name, start, page.check, page.forget, report, provider.time_to_resolve)


def port_mapping(listening: Sequence[str], port: int, house: House, service: Service) -> "PortMapping":
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


def _log_what_ipv6_needs(listening: Sequence[str], port: int) -> None:
    """Log the address that no router has to forward, if this machine has one."""
    addresses = [ip for ip in map(ip_address, addresses_for_friends(listening)) if ip.version == 6 and ip.is_global]
    if addresses:
        own = Address(str(addresses[0]), port)
        log.info("friends with IPv6 can reach %s, once the router's firewall lets TCP port %d through", own, port)
