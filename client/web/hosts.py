"""The names under which a browser may open this page: what `Host` and `Origin` may say.

Here: reading the two headers. Pure. Not here: the names themselves (`machine`, `protocol.shared.known_name`).

Comparing the two headers is not enough: with DNS rebinding, a hostile site controls both. So a name must belong to this
machine alone, or be registered by the host. An IP address cannot be rebound. Accepting both headers is not enough
either: another page may be served from an IP address, or from another port of this machine.
"""

import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from protocol.shared.address import LOCALHOST

_HEADER: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:@/?#\\\s]+)(?::(\d{0,5}))?")
_ORIGIN: Final = re.compile(r"(https?)://(.+)", re.IGNORECASE)
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


class Hosts:
    """The accepted names, ASCII in any case. `known_as`: the names that the host has registered."""

    def __init__(self, known_as: Iterable[str] = ()) -> None:
        self._own = {LOCALHOST}
        self._known_as = frozenset[str]()
        self._on_trial = list[str]()
        self.know_as(known_as)

    def know_as(self, known_as: Iterable[str]) -> None:
        """Accept these registered names, and none that were registered before.

        Whatever is served under one of them, at any port, may use this page.
        """
        self._known_as = frozenset(map(_compared, known_as))

    @contextmanager
    def on_trial(self, name: str) -> Iterator[Callable[[], None]]:
        """A block in which this name is accepted like a registered one. What it gets keeps the name registered."""
        name = _compared(name)

        def keep() -> None:
            self._known_as |= {name}

        self._on_trial.append(name)
        try:
            yield keep
        finally:
            self._on_trial.remove(name)

    def add_own(self, names: Iterable[str]) -> None:
        """Accept these names of this machine too."""
        self._own.update(map(_compared, names))

    def accepts(self, host: str) -> bool:
        """Whether a `Host` header names this page: an IP address or an accepted name, with or without a port."""
        name = _name_in(host)
        return name in self._own or self._is_registered(name) or _is_address(name)

    def accepts_origin(self, origin: str, host: str) -> bool:
        """Whether a request with these two headers comes from this page.

        `host` is accepted, and `origin` is the same host at the same port, or a registered name: a tunnel may name its
        own end as the host.
        """
        found = _ORIGIN.fullmatch(origin)
        if found is None or not self.accepts(host):
            return False
        default, origin_host = _DEFAULT_PORTS[found[1].lower()], found[2]
        name = _name_in(origin_host)
        if self._is_registered(name):
            return True
        return name == _name_in(host) and _port_in(origin_host, default) == _port_in(host, default)

    def _is_registered(self, name: str) -> bool:
        return name in self._known_as or name in self._on_trial


def own_names(*names: str) -> frozenset[str]:
    """The names of a machine with this host name: in full, without its domain, and with `.local`."""
    bare = {name.partition(".")[0] for name in names if name}
    return frozenset({*(name for name in names if name), *bare, *(f"{name}.local" for name in bare)})


def _name_in(host: str) -> str:
    """The name in a `Host` header as it is compared; "" if it is not valid."""
    found = _HEADER.fullmatch(host)
    return "" if found is None else _compared(found[1])


def _port_in(host: str, default: int) -> int:
    """The port in a valid `Host` header, or the default of the scheme."""
    found = _HEADER.fullmatch(host)
    return int(found[2]) if found is not None and found[2] else default


def _compared(name: str) -> str:
    return name.casefold().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        if name.startswith("["):
            return ipaddress.ip_address(name[1:-1]).version == 6
        return ipaddress.ip_address(name).version == 4
    except ValueError:
        return False
