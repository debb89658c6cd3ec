"""Which IP addresses belong to the internet, so that a player's address cannot make this host talk to its own network.

Not here: finding the addresses of a name, and connecting (`web`).
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

_NOT_MACHINES: Final = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))
"""Addresses for protocols, of which older Pythons take some for global, and the relays of 6to4."""
_OF_MACHINES: Final = IPv6Network("2000::/3")
"""All IPv6 addresses that are given to machines. What is outside means something else: mapped IPv4 addresses, NAT64,
private, link-local and multicast ones.
"""
_NOT_MACHINES_V6: Final = (IPv6Network("2001::/23"), IPv6Network("2002::/16"), IPv6Network("3fff::/20"))
"""Teredo and 6to4, where a packet can end at the IPv4 address inside; other protocols; examples."""


def is_public(address: str) -> bool:
    """Whether this is the address of one machine of the internet. False for a text that is no address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return _is_public_v4(ip) if isinstance(ip, IPv4Address) else _is_public_v6(ip)


def _is_public_v4(ip: IPv4Address) -> bool:
    is_special = ip.is_multicast or ip.is_reserved or any(ip in network for network in _NOT_MACHINES)
    return ip.is_global and not is_special


def _is_public_v6(ip: IPv6Address) -> bool:
    is_special = ip.scope_id is not None or any(ip in network for network in _NOT_MACHINES_V6)
    return ip in _OF_MACHINES and ip.is_global and not is_special
