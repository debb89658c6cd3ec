"""The address of a daemon, as typed after `fives join` and `fivesd engine --join`.

Here: parsing `HOST`, `HOST:PORT`, `1.2.3.4`, `::1`, `[::1]:5533` or `[fe80::1%25eth0]:5533`, and explaining what is
wrong with anything else.
Not here: looking a name up.
"""

import ipaddress
import re
from typing import Final, NamedTuple

from protocol.clean import brief
from protocol.digits import number_in

DEFAULT_PORT: Final = 5533
LOCALHOST: Final = "localhost"
_ZONE_IN_LINK: Final = "%25"
"""How a link writes the `%` before the network card of a link-local address. See RFC 6874."""
_ZONE: Final = re.compile(r"[\w.-]{1,32}", re.ASCII)
"""The name or number of a network card. Python takes any text for one, and a link may come from a stranger."""
_NAME: Final = re.compile(r"[^\W_]([\w-]*\w)?(\.\w([\w-]*\w)?)*\.?")


class AddressError(ValueError):
    """The text is not an address. The message is one line: what is wrong, and what an address looks like."""

    def __init__(self, typed: str, why: str) -> None:
        how = f"Write HOST or HOST:PORT, like 192.168.1.20:{DEFAULT_PORT}."
        super().__init__(f"{brief(typed)} is not an address: {why}. {how}")
        self.typed, self.why = brief(typed), why


class Address(NamedTuple):
    """A machine and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def is_this_machine(host: str) -> bool:
    """Whether the host is `localhost` or a loopback address."""
    try:
        return host == LOCALHOST or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_name(host: str) -> str:
    """The host, or `localhost` if it is this machine."""
    return LOCALHOST if is_this_machine(host) else host


def as_typed(host: str, port: int) -> str:
    """The address to type after `fives join`: without the port if it is the default."""
    bracketed = f"[{host}]" if ":" in host else host
    return bracketed if port == DEFAULT_PORT else f"{bracketed}:{port}"


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> Address:
    """The address that was typed. Raises `AddressError`."""
    typed = text.strip()
    if not typed:
        raise AddressError(text, "it is empty")
    if "/" in typed or "@" in typed:
        raise AddressError(text, "give only the machine, without anything like http://")
    host, port = _parts(text, typed)
    return Address(_host(text, host), default_port if port is None else _port(text, port))


def _parts(text: str, typed: str) -> tuple[str, str | None]:
    if typed.startswith("["):
        host, closed, rest = typed[1:].partition("]")
        host = host.replace(_ZONE_IN_LINK, "%", 1)
        if not closed or (rest and not rest.startswith(":")):
            raise AddressError(text, "write [ADDRESS] or [ADDRESS]:PORT for an IPv6 address")
        if ":" not in host:
            raise AddressError(text, "only an IPv6 address goes between [ and ]")
        return host, rest[1:] if rest else None
    if typed.count(":") > 1:
        return typed, None
    host, colon, port = typed.partition(":")
    return host, port if colon else None


def _host(text: str, host: str) -> str:
    _, has_zone, zone = host.partition("%")
    if has_zone and not _ZONE.fullmatch(zone):
        raise AddressError(text, f"{brief(zone)} cannot be the name of a network card")
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        pass
    if ":" in host:
        raise AddressError(text, f"{brief(host)} is not an IPv6 address")
    if re.fullmatch(r"[\d.]+", host):
        raise AddressError(text, f"{brief(host)} is not an IPv4 address, which has four numbers up to 255")
    if len(host) > 253 or not _NAME.fullmatch(host):
        raise AddressError(text, f"{brief(host)} cannot be a machine's name")
    return host


def _port(text: str, port: str) -> int:
    number = number_in(port)
    if number is None or not 1 <= number <= 65535:
        raise AddressError(text, f"{brief(port)} is not a port, which is a number from 1 to 65535")
    return number
