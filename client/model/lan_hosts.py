"""The hosts that were found in this machine's networks: which are listed, in which order, and which are not trusted.

Here: the list, which is bounded, because anybody in the network can announce anything. Not here: finding hosts and
asking for their tables (`net.lan_hosts`), the rest of the sentences (`words.lan_words`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import field

from client.words import lan_words
from protocol.frozen import define
from protocol.names import comparison_key
from protocol.shared.address import Address
from protocol.shared.announced_host import AnnouncedHost
from protocol.shared.join_link import MOST_ENDPOINTS, Endpoint, JoinLink
from protocol.wire.messages import TableSummary

MOST_HOSTS: Final = 30


@define(eq=False)
class LanHost:
    """A host that was found.

    `number`: from 1, its own as long as the list exists. `place`: where it has answered, None before its first answer.
    `is_silent`: it was asked for its tables and did not answer.
    """

    announced: AnnouncedHost
    number: int
    place: Address | None = None
    tables: Sequence[TableSummary] = ()
    is_silent: bool = False

    @property
    def address(self) -> Address:
        """Where it is, as far as known."""
        return self.place or self.announced.places[0]

    @property
    def link(self) -> JoinLink:
        """The link that joins there: at this address, or at another one of the same host."""
        places = dict.fromkeys((self.address, *self.announced.places))
        return JoinLink(tuple(map(Endpoint, places))[:MOST_ENDPOINTS], key=self.announced.key)


@define(eq=False)
class LanHosts:
    """The hosts by the names of their services. `changed` is called after each change.

    `known_keys`: the keys of the hosts that this player has joined, by the names that those had, as `comparison_key`
    writes them. `trouble`: why no host can be found, the middle of a sentence; empty if there is no such reason.
    """

    known_keys: Mapping[str, str] = field(factory=dict)
    changed: Callable[[], None] = lambda: None
    trouble: str = ""
    by_service: dict[str, LanHost] = field(factory=dict)
    _count: int = 0

    def find(self, service: str, announced: AnnouncedHost) -> None:
        """A host has announced itself, or announced a change. Where the list is full, a silent host makes room."""
        host = self.by_service.get(service)
        if host is not None and host.announced.key == announced.key:
            host.announced = announced
            self.changed()
            return
        if host is None and len(self.by_service) >= MOST_HOSTS:
            silent = next((name for name, host in self.by_service.items() if host.is_silent), None)
            if silent is None:
                return
            del self.by_service[silent]
        self._count += 1
        self.by_service[service] = LanHost(announced, self._count)

    def lose(self, service: str) -> None:
        """A host has said goodbye, or its announcement no longer counts."""
        if self.by_service.pop(service, None) is not None:
            self.changed()

    def take_answer(self, host: LanHost, place: Address, tables: Sequence[TableSummary]) -> None:
        """A host has answered at this place with its tables."""
        host.place, host.tables, host.is_silent = place, tables, False
        self.changed()

    def take_silence(self, host: LanHost) -> None:
        """A host has not answered."""
        host.is_silent = True
        self.changed()

    @property
    def trusted(self) -> list[LanHost]:
        """The hosts that answer, and are not known by another key, in the order in which they were found."""
        return [host for host in self.answering if not self.is_impostor(host)]

    @property
    def answering(self) -> list[LanHost]:
        """The hosts that answer, in the order in which they were found."""
        return [host for host in self._listed if not host.is_silent]

    @property
    def doubtful(self) -> list[LanHost]:
        """The others: those that answer first."""
        others = [host for host in self._listed if host.is_silent or self.is_impostor(host)]
        return sorted(others, key=lambda host: host.is_silent)

    def is_impostor(self, host: LanHost) -> bool:
        """Whether this player knows a host of the same name by another key."""
        known = self.known_keys.get(comparison_key(host.announced.name))
        return known is not None and known != host.announced.key

    def line(self, host: LanHost) -> str:
        """The host as it is listed."""
        name = host.announced.name
        if host.is_silent:
            return lan_words.does_not_answer(name, host.address)
        is_impostor, shares_name = self.is_impostor(host), self._shares_name(host)
        return lan_words.about_host(name, host.address, host.tables, is_impostor=is_impostor, shares_name=shares_name)

    def _shares_name(self, host: LanHost) -> bool:
        """Whether another host has the same name."""
        name = comparison_key(host.announced.name)
        others = (other for other in self.by_service.values() if other is not host)
        return any(comparison_key(other.announced.name) == name for other in others)

    @property
    def _listed(self) -> list[LanHost]:
        """Those that have been asked."""
        return [host for host in self.by_service.values() if host.place is not None or host.is_silent]
