"""The addresses of this machine, the likeliest for friends first, and the way out to the internet.

Here: asking the system for them at this moment. Not here: the kinds of cards (`cards`), noticing a change (`watch`),
which addresses a daemon listens on (`daemon.net.addresses`), the router (`daemon.mapping.gateway`).
"""

import ipaddress
import socket
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address
from typing import Final

import ifaddr

from daemon.machine.cards import CardKind, kind_of
from protocol.frozen import frozen

IpAddress = IPv4Address | IPv6Address

SOMEWHERE: Final = (IPv4Address("198.51.100.1"), IPv6Address("2001:db8::1"))
"""Addresses for documentation, outside every home; nothing is sent to them."""
_ANY_PORT: Final = 9
_ONE_HOUSEHOLD: Final = 64
"""IPv6 gives a household at least a network of this prefix, also where a card's own address has a longer one."""


@frozen
class OwnAddress:
    """An address of this machine, and the network of that card. `card`: the card's name, as its owner knows it."""

    ip: IpAddress
    prefix: int
    card: str
    kind: CardKind = CardKind.HOUSE

    def __str__(self) -> str:
        return str(self.ip)

    @property
    def network(self) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
        """The addresses that this card reaches without a router."""
        prefix = min(self.prefix, _ONE_HOUSEHOLD) if self.ip.version == 6 else self.prefix
        return ipaddress.ip_network((self.ip, prefix), strict=False)


@frozen
class Network:
    """This machine's addresses, in the order in which friends are given them.

    `ways_out`: those by which it reaches the internet, IPv4 first; empty if no default route is known.
    """

    addresses: tuple[OwnAddress, ...] = ()
    ways_out: tuple[IpAddress, ...] = ()

    def has(self, address: str) -> bool:
        """Whether this is an address of this machine."""
        return any(str(own) == address.partition("%")[0] for own in self.addresses)


def network_now() -> Network:
    """What the system says at this moment. Raises `OSError`."""
    ways_out = tuple(ip for ip in (address_towards(somewhere) for somewhere in SOMEWHERE) if ip)
    return Network(in_order(_own_addresses(), ways_out), ways_out)


def in_order(found: Iterable[OwnAddress], ways_out: Iterable[IpAddress] = ()) -> tuple[OwnAddress, ...]:
    """The addresses that lead anywhere, the likeliest for friends first.

    A browser uses only the first. What leads to containers and virtual machines comes last; but where the default route
    goes out is the house, whatever the card is called: Hyper-V gives a machine's own card such a name.
    """
    ways_out = frozenset(ways_out)

    def rank(own: OwnAddress) -> tuple[int, ...]:
        is_way_out, ip = own.ip in ways_out, own.ip
        is_virtual = own.kind is CardKind.VIRTUAL and not is_way_out
        # A VPN for all traffic has the default route, but the friends in the house are not in it.
        unlikely = is_virtual, ip.is_link_local, ip.version, own.kind is CardKind.TUNNEL, not is_way_out
        return *map(int, unlikely), not ip.is_private, int(ip)

    by_ip = {own.ip: own for own in found if own.kind is not CardKind.DOWN}
    return tuple(sorted(by_ip.values(), key=rank))


def _own_addresses() -> Iterator[OwnAddress]:
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            address = ipaddress.ip_address(text.partition("%")[0])
            if not (address.is_loopback or address.is_unspecified or address.is_multicast):
                names = dict.fromkeys((ip.nice_name, adapter.nice_name))
                yield OwnAddress(address, ip.network_prefix, ip.nice_name, kind_of(*names))


def address_towards(target: IpAddress) -> IpAddress | None:
    """This machine's address on the way to the target; None if no way leads there."""
    family = socket.AF_INET if target.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((str(target), _ANY_PORT))
            return ipaddress.ip_address(sock.getsockname()[0].partition("%")[0])
    except OSError:  # also where there is no IPv6 at all
        return None


def is_in_own_networks(address: str) -> bool:
    """Whether this is an address of this machine, or of another one in its networks, at this moment.

    A card that is down counts, too: what it leads to is no stranger's. True if the system does not say.
    """
    try:
        ip = ipaddress.ip_address(address)
        return any(ip in own.network for own in _own_addresses() if own.prefix > 0)
    except (OSError, ValueError):
        return True
