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
from protocol.sentences import Sentence, Sentences

DEFAULT_PORT: Final = 5533
LOCALHOST: Final = "localhost"
_ZONE_IN_LINK: Final = "%25"
"""How a link writes the `%` before the network card of a link-local address. See RFC 6874."""
_ZONE: Final = re.compile(r"[\w.-]{1,32}", re.ASCII)
"""The name or number of a network card. Python takes any text for one, and a link may come from a stranger."""
_NAME: Final = re.compile(r"[^\W_]([\w-]*\w)?(\.\w([\w-]*\w)?)*\.?")


FAULTS: Final = Sentences(
    "wrong_address",
    "Why a typed address or a link cannot be used: the first two are sentences, the others their `why`.",
    {
        "address": "{typed} is not an address: {why}. Write HOST or HOST:PORT, like 192.168.1.20:{port}.",
        "link": "The link {link} cannot be used: {why}.",
        "empty": "it is empty",
        "only_the_machine": "give only the machine, without anything like http://",
        "brackets": "write [ADDRESS] or [ADDRESS]:PORT for an IPv6 address",
        "not_in_brackets": "only an IPv6 address goes between [ and ]",
        "card": "{card} cannot be the name of a network card",
        "ipv6": "{host} is not an IPv6 address",
        "ipv4": "{host} is not an IPv4 address, which has four numbers up to 255",
        "name": "{host} cannot be a machine's name",
        "port": "{port} is not a port, which is a number from 1 to 65535",
        # Of links.
        "cut": "its end is missing; copy the whole link",
        "folder": "it leads into a folder, and a host has a whole name; ask the host for a new link",
        "long": "a link has {most} characters at most",
        "key": "{key} is not a host's key",
        "invitation": "its invitation is not whole; copy the link again",
        "way_back": "its way back is not whole; copy the link again",
        "begins_otherwise": "a link begins with http:// or https://",
    },
)


class AddressError(ValueError):
    """The text is not an address. Its sentence, `said`: what is wrong, `why`, and what an address looks like."""

    def __init__(self, typed: str, why: Sentence) -> None:
        self.typed, self.why = brief(typed), why
        self.said = self._sentence()
        super().__init__(str(self.said))

    def _sentence(self) -> Sentence:
        return FAULTS("address", typed=self.typed, why=self.why, port=DEFAULT_PORT)


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
        raise AddressError(text, FAULTS("empty"))
    if "/" in typed or "@" in typed:
        raise AddressError(text, FAULTS("only_the_machine"))
    host, port = _parts(text, typed)
    return Address(_host(text, host), default_port if port is None else _port(text, port))


def _parts(text: str, typed: str) -> tuple[str, str | None]:
    if typed.startswith("["):
        host, closed, rest = typed[1:].partition("]")
        host = host.replace(_ZONE_IN_LINK, "%", 1)
        if not closed or (rest and not rest.startswith(":")):
            raise AddressError(text, FAULTS("brackets"))
        if ":" not in host:
            raise AddressError(text, FAULTS("not_in_brackets"))
        return host, rest[1:] if rest else None
    if typed.count(":") > 1:
        return typed, None
    host, colon, port = typed.partition(":")
    return host, port if colon else None


def _host(text: str, host: str) -> str:
    _, has_zone, zone = host.partition("%")
    if has_zone and not _ZONE.fullmatch(zone):
        raise AddressError(text, FAULTS("card", card=brief(zone)))
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        pass
    if ":" in host:
        raise AddressError(text, FAULTS("ipv6", host=brief(host)))
    if re.fullmatch(r"[\d.]+", host):
        raise AddressError(text, FAULTS("ipv4", host=brief(host)))
    if len(host) > 253 or not _NAME.fullmatch(host):
        raise AddressError(text, FAULTS("name", host=brief(host)))
    return host


def _port(text: str, port: str) -> int:
    number = number_in(port)
    if number is None or not 1 <= number <= 65535:
        raise AddressError(text, FAULTS("port", port=brief(port)))
    return number
