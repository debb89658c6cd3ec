"""Hosts that this player has been at: each one's key, where it was reached, and the player's invitation there.

Here: a known host, and the calls of a store of them. Not here: where they are stored (`file_hosts`), who has to show a
key (`net.dial`).
"""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from attrs import evolve, field

from protocol.frozen import frozen
from protocol.names import comparison_key

MOST_ENDPOINTS: Final = 8


@frozen
class KnownHost:
    """The host with this key.

    `endpoints`: where it has answered with it, the last one first. `name`: its name in the list of hosts from which the
    player has joined it.
    """

    key: str
    endpoints: tuple[str, ...] = ()
    invitation: str | None = field(default=None, repr=False)
    name: str | None = None

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


def keys_by_name(hosts: Iterable[KnownHost]) -> dict[str, str]:
    """The keys of the hosts that were joined from a list, by their names in it, as `comparison_key` writes them."""
    return {comparison_key(host.name): host.key for host in hosts if host.name is not None}


def save_name(hosts: KnownHosts, key: str, name: str) -> None:
    """Save the name of the host with this key in the list of hosts. No other host has this name any more."""
    saved = hosts.all()
    for other in saved:
        if other.key != key and other.name is not None and comparison_key(other.name) == comparison_key(name):
            hosts.save(evolve(other, name=None))
    hosts.save(evolve(host_with(key, saved) or KnownHost(key), name=name))
