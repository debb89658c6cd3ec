"""Where a game goes on, as the goodbye `moved` of its host says.

Here: whether a client goes there by itself. Pure. Not here: going there (`link`, and `follow` of the program), finding
the table there (`table_choice`).
"""

import ipaddress
from contextlib import suppress

from protocol.console.address import LOCALHOST, Address, AddressError
from protocol.console.host_key import parse_key
from protocol.console.join_link import JoinLink, parse_link
from protocol.wire.messages import Goodbye


def moved_to(goodbye: Goodbye, present: Address) -> JoinLink | None:
    """The link to the host to which the game has moved; None if the client does not go there by itself.

    `present`: the address of the host that says so. What it says may be anything: without a key nobody could tell who
    answers there, and a host elsewhere is not to send the client to programs on its own machine.
    """
    with suppress(AddressError):
        said = parse_link(goodbye.address or "")
        key = said.key if goodbye.key is None else parse_key(goodbye.key)
        may_be_here = _is_here(present.host)
        endpoints = tuple(place for place in said.endpoints if may_be_here or not _is_here(place.address.host))
        if key is not None and said.key in (None, key) and endpoints:
            return JoinLink(endpoints, key=key, invitation=said.invitation)
    return None


def _is_here(host: str) -> bool:
    """Whether a connection to this host may lead to this machine itself, as far as its name says."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        name = host.casefold().rstrip(".")
        return name == LOCALHOST or name.endswith(f".{LOCALHOST}") or name.startswith(("localhost.", "ip6-"))
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ip.is_loopback or ip.is_unspecified
