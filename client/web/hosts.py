"""The names under which a browser may open this page: what `Host` and `Origin` may say.

Here: reading the two headers. Pure. Not here: the names themselves (`machine`, `protocol.console.known_name`).

Comparing the two headers is not enough: with DNS rebinding, a hostile site controls both. So a name must belong to this
machine alone, or be registered by the host. An IP address cannot be rebound.
"""

import ipaddress
import re
from collections.abc import Iterable
from typing import Final

from protocol.console.address import LOCALHOST

_HEADER: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:@/?#\\\s]+)(?::\d{0,5})?")
_ORIGIN: Final = re.compile(r"https?://(.+)", re.IGNORECASE)


class Hosts:
    """The accepted names. `names`: those of this machine and registered ones, ASCII in any case."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = {LOCALHOST}
        self.add(names)

    def add(self, names: Iterable[str]) -> None:
        """Accept these names too."""
        self._names.update(map(_compared, names))

    def accepts(self, host: str) -> bool:
        """Whether a `Host` header names this page: an IP address or an accepted name, with or without a port."""
        found = _HEADER.fullmatch(host)
        if found is None:
            return False
        name = found[1]
        if name.startswith("["):
            return _is_address(name[1:-1], version=6)
        return _compared(name) in self._names or _is_address(name, version=4)

    def accepts_origin(self, origin: str) -> bool:
        """Whether an `Origin` header is this page under an accepted name; `null` is refused."""
        found = _ORIGIN.fullmatch(origin)
        return found is not None and self.accepts(found[1])


def own_names(*names: str) -> frozenset[str]:
    """The names of a machine with this host name: in full, without its domain, and with `.local`."""
    bare = {each.partition(".")[0] for each in names if each}
    return frozenset({*(each for each in names if each), *bare, *(f"{each}.local" for each in bare)})


def _compared(name: str) -> str:
    return name.casefold().removesuffix(".")


def _is_address(text: str, *, version: int) -> bool:
    try:
        return ipaddress.ip_address(text).version == version
    except ValueError:
        return False
