"""The known hosts of a player in files, one for each.

Here: what is in these files, and how many are kept. Not here: what a known host is (`known_hosts`), reading and writing
them (`documents`).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import field

from client.store.documents import Contents, ManyDocuments
from client.store.files import HOSTS
from client.store.known_hosts import KnownHost
from protocol.frozen import define
from protocol.shared.host_key import parse_key
from protocol.wire.codec import MalformedError
from protocol.wire.converter import FROM_FILE, read

MOST_HOSTS: Final = 100


@define
class FileHosts:
    """The `KnownHosts` in one data folder."""

    folder: Path
    _files: ManyDocuments[KnownHost] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._files = ManyDocuments(self.folder / HOSTS, Contents.HOST_KEY, _decoded)

    @property
    def troubles(self) -> Sequence[str]:
        """As `KnownHosts.troubles`."""
        return self._files.place.troubles

    def all(self) -> list[KnownHost]:
        """As `KnownHosts.all`."""
        return [*self._files.newest_first()]

    def save(self, host: KnownHost) -> None:
        """As `KnownHosts.save`."""
        self._files.write(host.key, host)
        for old in self.all()[MOST_HOSTS:]:
            self._files.delete(old.key)


def _decoded(value: Any) -> KnownHost:
    host: KnownHost = read(FROM_FILE, KnownHost, value)
    if parse_key(host.key) != host.key:
        raise MalformedError("it has no key of a host")
    return host
