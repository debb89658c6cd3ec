"""Hosts that this player has been at: each one's key, where it was reached, and the player's invitation there.

Here: a known host, and the calls of a store of them. Not here: where they are stored (`file_hosts`), who has to show a
key (`net.dial`).
"""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from attrs import evolve, field

from protocol.frozen import frozen

MOST_ENDPOINTS: Final = 8


@frozen
class KnownHost:
    """The host with this key. `endpoints`: where it has answered with it, the last one first."""

    key: str
    endpoints: tuple[str, ...] = ()
    invitation: str | None = field(default=None, repr=False)

    def at(self, endpoint: str) -> "KnownHost":
        """The host, after it has answered at this endpoint."""
        others = (known for known in self.endpoints if known != endpoint)
        return evolve(self, endpoints=(endpoint, *others)[:MOST_ENDPOINTS])


class KnownHosts(Protocol):
    """A player's known hosts. No call raises an error: what fails is told to the player, and the game goes on."""

    @property
    def troubles(self) -> Sequence[str]:
        """A line for the player for each thing that failed, in the order in which they did."""

    def all(self) -> list[KnownHost]:
        """Every known host, most recent first."""

    def save(self, host: KnownHost) -> None:
        """Save a host as the most recent one, instead of what is saved for its key."""


def host_with(key: str, hosts: Iterable[KnownHost]) -> KnownHost | None:
    """The host with this key."""
    return next((host for host in hosts if host.key == key), None)


def host_at(endpoint: str, hosts: Iterable[KnownHost]) -> KnownHost | None:
    """The host that was at this endpoint last."""
    return next((host for host in hosts if endpoint in host.endpoints), None)


def save_at(hosts: KnownHosts, host: KnownHost, endpoint: str) -> None:
    """Save that this host has answered at this endpoint, where no other host is any more."""
    saved, now = hosts.all(), host.at(endpoint)
    for other in saved:
        if other.key != host.key and endpoint in other.endpoints:
            hosts.save(evolve(other, endpoints=tuple(known for known in other.endpoints if known != endpoint)))
    if now not in saved:
        hosts.save(now)
