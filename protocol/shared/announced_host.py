"""A host as it announces itself in its own network: a service of DNS-SD, over multicast DNS.

Here: the service's type, and the fields of an announcement, written and read. Pure. Whatever is read may come from
anybody in the network. Not here: sending one (`daemon.net.announcement`), finding hosts (`client.net.lan_hosts`).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from protocol.clean import clean
from protocol.frozen import frozen
from protocol.names import LONGEST_NAME, checked_name
from protocol.shared.address import Address
from protocol.shared.host_key import parse_key
from protocol.shared.household import is_near, parsed_address
from protocol.wire.messages import PROTOCOL

SERVICE: Final = "_fives._tcp.local."
TIME_TO_LIVE: Final = 120
"""Seconds for which an announcement counts."""
MOST_ADDRESSES: Final = 8
LONGEST_LABEL: Final = 63
"""Bytes of the first part of a service's name."""
_NAME, _KEY, _PROTOCOL = b"name", b"key", b"protocol"


@frozen
class AnnouncedHost:
    """What a host says about itself: a name for people, where it is, and its key, None if nothing is encrypted."""

    name: str
    addresses: tuple[str, ...]
    port: int
    key: str | None = None

    @property
    def places(self) -> tuple[Address, ...]:
        """Where it may be reached; it is one host, but not every network leads to all of its addresses."""
        return tuple(Address(address, self.port) for address in self.addresses)

    @property
    def service_name(self) -> str:
        """The name of the service: for people who see it in other programs, and like that of no other host."""
        ending = f" {(self.key or str(self.port)).partition('-')[0]}"
        room = LONGEST_LABEL - len(ending)
        shown = self.name.replace(".", " ").encode()[:room].decode(errors="ignore")
        return f"{shown}{ending}.{SERVICE}"

    @property
    def fields(self) -> dict[bytes, bytes | None]:
        """The fields of the TXT record."""
        fields: dict[bytes, bytes | None] = {_NAME: self.name.encode(), _PROTOCOL: str(PROTOCOL).encode()}
        return fields if self.key is None else {**fields, _KEY: self.key.encode()}


def name_to_announce(text: str) -> str:
    """The text as the name of a host: one line, not longer than a player's name."""
    return clean(clean(text)[:LONGEST_NAME])


def read_announcement(
    fields: Mapping[bytes, bytes | None], addresses: Sequence[str], port: int | None
) -> AnnouncedHost | None:
    """The host of an announcement; None if nobody can join there.

    Only addresses that are in a private network count: an announcement could lead anywhere else. A host without a name
    that a player could have is called by its address.
    """
    near = list(dict.fromkeys(address for address in addresses if _is_in_network(address)))
    if not near or port is None or not 0 < port < 65_536:
        return None
    near.sort(key=lambda address: (":" in address, "%" in address))  # what people know best first
    name, fault = checked_name(name_to_announce(_text(fields, _NAME)))
    addresses = tuple(near[:MOST_ADDRESSES])
    return AnnouncedHost(near[0] if fault else name, addresses, port, parse_key(_text(fields, _KEY)))


def _is_in_network(address: str) -> bool:
    ip = parsed_address(address)
    if ip is None or ip.is_loopback:
        return False
    leads_nowhere = ip.version == 6 and ip.is_link_local and "%" not in address  # it does not say through which card
    return is_near(address) and not leads_nowhere


def _text(fields: Mapping[bytes, bytes | None], name: bytes) -> str:
    """The text of a field; empty if there is none."""
    return (fields.get(name) or b"").decode(errors="replace")
