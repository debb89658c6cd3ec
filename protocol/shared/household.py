"""Households: the connections that a limit counts together, because one person may have made them all.

Here: the household of an address, and whether it is near. Not here: the limits (`places`).
"""

import ipaddress
from typing import Final

LOOPBACK: Final = "loopback"
"""The household of this machine, exempt from the limits per address. It has no other rights: tunnels end here, too."""

TUNNEL: Final = "a tunnel"
"""The address and the household of everybody who comes through a tunnel that does not say from where."""

HOUSEHOLDS_BEHIND_A_TUNNEL: Final = 4
"""For limits, everybody behind such a tunnel counts as this many households, and so do all with one invitation."""

_INVITED: Final = "invited as "
"""Begins the household of those who came with one invitation."""

_NEAR: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
            *("::1/128", "fc00::/7", "fe80::/10"),
        ),
    )
)
"""Not what Python calls private: that includes tunnels from anywhere over the internet (6to4, Teredo)."""


def household_of(address: str) -> str:
    """The household of this address. With IPv6, it is one network of 2^64 addresses."""
    ip = parsed_address(address)
    if ip is None:
        return address
    if ip.is_loopback:
        return LOOPBACK
    return str(ipaddress.ip_network((ip, 64), strict=False)) if isinstance(ip, ipaddress.IPv6Address) else str(ip)


def household_of_invited(name: str) -> str:
    """The household of those who came with the invitation of this name."""
    return _INVITED + name


def is_shared(household: str) -> bool:
    """Whether several homes count as this household: a tunnel's, or that of an invitation."""
    return household == TUNNEL or household.startswith(_INVITED)


def is_near(address: str) -> bool:
    """Whether this address is loopback, private or link-local. All others are from outside."""
    ip = parsed_address(address)
    return ip is not None and any(ip in network for network in _NEAR)


def parsed_address(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address in a text, as IPv4 if it is one; None if it is no address."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return mapped or ip


def is_of_one_card(address: str) -> bool:
    """Whether this is an address of one network card, which means nothing on other machines. False for names."""
    ip = parsed_address(address)
    return ip is not None and ip.is_link_local
