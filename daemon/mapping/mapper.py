"""What the ways of asking a router have in common.

Here: a mapping, why there is none, and what a protocol has to offer. Not here: the protocols (`pcp`, `upnp`), and who
asks when (`port_mapping`).
"""

from ipaddress import IPv4Address
from typing import NamedTuple, Protocol


class Mapping(NamedTuple):
    """A port of the router that leads to this machine: the router's `address` outside, and the `port` there.

    `lifetime`: seconds after which the router forgets it, if it is not renewed.
    """

    address: IPv4Address
    port: int
    lifetime: int

    @property
    def link(self) -> str:
        """What links from other houses begin with."""
        return f"http://{self.address}:{self.port}"


class MappingError(Exception):
    """The router does not forward the port. The message is a clause without a full stop: why."""


class SilentError(MappingError):
    """Nothing that makes sense was answered in time."""


class Mapper(Protocol):
    """A way of asking one router. All methods raise `MappingError`."""

    @property
    def name(self) -> str:
        """The protocol's name, for people."""

    async def outer_address(self) -> IPv4Address | None:
        """The router's address outside; None if this protocol tells it only with a mapping. Changes nothing."""

    async def open(self, port: int, outer_port: int, lifetime: int) -> Mapping:
        """Have a port forwarded to this machine's `port`, or renew that.

        The router may choose another port than `outer_port`, and a shorter `lifetime`, in seconds.
        """

    async def close(self, port: int, outer_port: int) -> None:
        """Stop forwarding."""
