"""Where a daemon is: what a player types after `join`, read strictly.

Lives here: `HOST`, `HOST:PORT`, `1.2.3.4`, `::1`, `[::1]:5533`. Not here: finding out which machine a name means
(`link`).
"""

import ipaddress
import re
from typing import Final, NamedTuple

from client.words import address as words

DEFAULT_PORT: Final = 5533
"""The same as `protocol.messages.DEFAULT_PORT`, which would cost `--help` its imports."""
_NAME: Final = re.compile(r"[^\W_]([\w-]*\w)?(\.\w([\w-]*\w)?)*\.?")


class AddressError(ValueError):
    """What was typed is no address: one line, what is wrong and what an address looks like."""


class Address(NamedTuple):
    """A machine and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """The address that was typed. Raises `AddressError`."""
    typed = text.strip()
    if not typed:
        raise _wrong(text, words.EMPTY)
    if "/" in typed or "@" in typed:
        raise _wrong(text, words.NO_LINK)
    host, port = _parts(text, typed)
    return Address(_host(text, host), DEFAULT_PORT if port is None else _port(text, port))


def _parts(text: str, typed: str) -> tuple[str, str | None]:
    if typed.startswith("["):
        host, closed, rest = typed[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise _wrong(text, words.AFTER_A_BRACKET)
        if ":" not in host:
            raise _wrong(text, words.BETWEEN_BRACKETS)
        return host, rest[1:] if rest else None
    if typed.count(":") > 1:
        return typed, None
    host, colon, port = typed.partition(":")
    return host, port if colon else None


def _host(text: str, host: str) -> str:
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        pass
    if ":" in host:
        raise _wrong(text, words.no_ipv6(host))
    if re.fullmatch(r"[\d.]+", host):
        raise _wrong(text, words.no_ipv4(host))
    if len(host) > 253 or not _NAME.fullmatch(host):
        raise _wrong(text, words.no_name(host))
    return host


def _port(text: str, port: str) -> int:
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535):
        raise _wrong(text, words.no_port(port))
    return int(port)


def _wrong(text: str, what: str) -> AddressError:
    return AddressError(words.no_address(text, what, DEFAULT_PORT))
