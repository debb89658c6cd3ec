"""The networks of this machine, at this moment: which addresses are other machines near by.

Not here: the daemon's addresses, in the order in which friends get them (`daemon.machine.network`).
"""

import ipaddress

import ifaddr

from protocol.frozen import frozen
from protocol.shared.household import is_near, parsed_address

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_ONE_HOUSEHOLD = 64
"""IPv6 gives a household at least a network of this prefix, also where a card's own address has a longer one."""


@frozen
class OwnNetworks:
    """`addresses`: this machine's own, each with the prefix of its network."""

    addresses: tuple[tuple[IpAddress, int], ...]

    @classmethod
    def now(cls) -> "OwnNetworks":
        """Those of this moment; none if the system does not say."""
        try:
            ips = [ip for card in ifaddr.get_adapters() for ip in card.ips]
        except OSError:
            return cls(())
        texts = [(ip.ip if isinstance(ip.ip, str) else ip.ip[0], ip.network_prefix) for ip in ips]
        return cls(tuple((ipaddress.ip_address(text.partition("%")[0]), prefix) for text, prefix in texts))

    def has(self, address: str) -> bool:
        """Whether this is an address of this machine, loopback included."""
        ip = parsed_address(address)
        return ip is not None and (ip.is_loopback or any(ip == own for own, _ in self.addresses))

    def has_neighbour(self, address: str) -> bool:
        """Whether this is an address of another machine in one of these networks. False for names.

        Not one of a single network card (`household.is_of_one_card`): it means nothing on other machines.
        """
        ip = parsed_address(address)
        if ip is None or not is_near(address) or ip.is_loopback or ip.is_link_local:
            return False
        return not self.has(address) and any(ip in _network(own, prefix) for own, prefix in self.addresses)


def _network(own: IpAddress, prefix: int) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    shortest = min(prefix, _ONE_HOUSEHOLD) if own.version == 6 else prefix
    return ipaddress.ip_network((own, shortest), strict=False)
