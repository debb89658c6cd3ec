"""UPnP-IGD: a router is searched by multicast, describes itself in XML, and is asked by SOAP over HTTP.

Here: all three steps. Not here: which protocol is used when (`port_mapping`).

Any machine in the network can answer a search. Answers count only from private addresses, a description and its
control URL only at the address that answered, and the default router's own come first. Answers are limited in size and
time, redirects are not followed, and XML with a document type is refused, so that it can define no entities.
"""

import http.client
import secrets
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from ipaddress import AddressValueError, IPv4Address
from typing import Any, Final
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import trio

from daemon.mapping.gateway import Gateway, is_at_home
from daemon.mapping.mapper import Mapping, MappingError, SilentError
from daemon.mapping.pcp import FULL, NOT_ALLOWED, NOT_CONNECTED
from protocol.frozen import frozen

ROUNDS_OF_SEARCH: Final = 2
TIME_FOR_ANSWERS: Final = 1.0
"""Seconds, in each round. Datagrams get lost, and Wi-Fi delays multicast."""
TIME_FOR_PAGE: Final = 3.0
MOST_ROUTERS: Final = 4
MOST_SERVICES: Final = 4
LONGEST_ANSWER: Final = 2048
LONGEST_PAGE: Final = 64 * 1024
TRIES_FOR_A_PORT: Final = 4
DESCRIPTION: Final = "fives"
_DEVICES: Final = tuple(f"urn:schemas-upnp-org:device:InternetGatewayDevice:{version}" for version in (1, 2))
_SERVICES: Final = tuple(
    f"urn:schemas-upnp-org:service:{kind}" for kind in ("WANIPConnection:2", "WANIPConnection:1", "WANPPPConnection:1")
)
_ONLY_PERMANENT, _CONFLICT = 725, 718
_WHY: Final = {606: NOT_ALLOWED, 501: f"it cannot; perhaps {NOT_CONNECTED}", 728: FULL}
_THREADS: Final = trio.CapacityLimiter(MOST_ROUTERS)
"""Of its own: a router that answers without end must not take the threads of the journal."""


@frozen
class Upnp:
    """A service of a router: its control URL, its type, and this machine's `own` address as that router sees it."""

    control: str
    service: str
    own: IPv4Address
    name: str = "UPnP"

    async def outer_address(self) -> IPv4Address:
        """As in `Mapper`."""
        answer = await self._call("GetExternalIPAddress")
        try:
            return IPv4Address((answer.findtext(".//NewExternalIPAddress") or "0.0.0.0").strip())  # noqa: S104 - none
        except AddressValueError:
            raise SilentError("its answer makes no sense") from None

    async def open(self, port: int, outer_port: int, lifetime: int) -> Mapping:
        """As in `Mapper`."""
        for _ in range(TRIES_FOR_A_PORT):
            try:
                await self._add(port, outer_port, lifetime)
            except _UpnpError as error:
                if error.code == _ONLY_PERMANENT:
                    lifetime = 0
                elif error.code == _CONFLICT:  # another machine has this port
                    outer_port = 20_000 + secrets.randbelow(40_000)
                else:
                    raise
            else:
                return Mapping(await self.outer_address(), outer_port, lifetime)
        raise MappingError("it offers no port")

    async def close(self, port: int, outer_port: int) -> None:  # noqa: ARG002 - the outer port says which
        """As in `Mapper`."""
        await self._call("DeletePortMapping", NewRemoteHost="", NewExternalPort=outer_port, NewProtocol="TCP")

    async def _add(self, port: int, outer_port: int, lifetime: int) -> None:
        await self._call(
            "AddPortMapping",
            NewRemoteHost="",
            NewExternalPort=outer_port,
            NewProtocol="TCP",
            NewInternalPort=port,
            NewInternalClient=self.own,
            NewEnabled=1,
            NewPortMappingDescription=DESCRIPTION,
            NewLeaseDuration=lifetime,
        )

    async def _call(self, action: str, **arguments: object) -> ElementTree.Element:
        """The answer to an action. Raises `MappingError`; `_UpnpError` if the router refuses it with a code."""
        inside = "".join(f"<{name}>{escape(str(value))}</{name}>" for name, value in arguments.items())
        envelope = (
            '<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"'
            ' s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
            f'<u:{action} xmlns:u="{self.service}">{inside}</u:{action}></s:Body></s:Envelope>\r\n'
        )
        headers = {"Content-Type": 'text/xml; charset="utf-8"', "SOAPAction": f'"{self.service}#{action}"'}
        status, page = await _fetch(self.control, envelope.encode(), headers)
        answer = _parsed(page)
        if status != http.client.OK:
            raise _UpnpError((answer.findtext(".//{*}errorCode") or "").strip())
        return answer


class _UpnpError(MappingError):
    def __init__(self, code: str) -> None:
        self.code = int(code) if code.isascii() and code.isdigit() and len(code) == 3 else 0
        super().__init__(_WHY.get(self.code, f"error {self.code}"))


async def find_services(gateway: Gateway) -> list[Upnp]:
    """The services that forward ports, of all routers that answer; the default router's own first."""
    services: list[Upnp] = []
    for location in await _locations(gateway):
        with suppress(MappingError):
            status, page = await _fetch(location)
            if status == http.client.OK:
                services += (Upnp(url, kind, gateway.own) for url, kind in controls_in(page, location))
    return services[:MOST_SERVICES]


async def _locations(gateway: Gateway) -> list[str]:
    """Where routers describe themselves."""
    found: dict[IPv4Address, str] = {}
    with suppress(OSError), trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, gateway.own.packed)
        await sock.bind((str(gateway.own), 0))
        for _ in range(ROUNDS_OF_SEARCH):
            for device in _DEVICES:
                await sock.sendto(_search(device, gateway.search), gateway.search)
            with trio.move_on_after(TIME_FOR_ANSWERS):
                while gateway.address not in found and len(found) < MOST_ROUTERS:
                    answer, (sender, _) = await sock.recvfrom(LONGEST_ANSWER)
                    address = IPv4Address(sender)
                    location = location_in(answer, address)
                    if location is not None:
                        found.setdefault(address, location)
    own = found.get(gateway.address)
    return list(found.values()) if own is None else [own]


def _search(device: str, at: tuple[str, int]) -> bytes:
    lines = ("M-SEARCH * HTTP/1.1", f"HOST: {at[0]}:{at[1]}", 'MAN: "ssdp:discover"', "MX: 1", f"ST: {device}")
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def location_in(answer: bytes, sender: IPv4Address) -> str | None:
    """Where a device describes itself, by its answer to a search; None if it is no such answer, or leads elsewhere."""
    first, *lines = answer.decode("latin-1").split("\r\n")
    if not first.startswith("HTTP/1.") or " 200" not in first or not is_at_home(sender):
        return None
    headers = {name.strip().upper(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    location = headers.get("LOCATION", "")
    return location if _is_at(location, str(sender)) else None


def _is_at(url: str, address: str) -> bool:
    """Whether this is a link to this address, by http."""
    try:
        place = urlsplit(url)
        is_there = (place.scheme, place.hostname) == ("http", address) and place.port != 0
    except ValueError:
        return False
    return is_there


def controls_in(page: bytes, location: str) -> Iterator[tuple[str, str]]:
    """The control URLs in a description that was at this location, each with its service's type, best first."""
    description = _parsed(page)
    base = (description.findtext("{*}URLBase") or "").strip() or location
    services = {
        (service.findtext("{*}serviceType") or "").strip(): (service.findtext("{*}controlURL") or "").strip()
        for service in description.findall(".//{*}service")
    }
    for kind in _SERVICES:
        with suppress(ValueError):
            control = urljoin(base, services[kind]) if kind in services else ""
            if _is_at(control, urlsplit(location).hostname or ""):
                yield control, kind


class _Tree(ElementTree.TreeBuilder):
    """Refuses a document type, which no such page has: without one there are no entities but the five of XML."""

    def doctype(self, *_: object) -> None:
        raise SilentError("its answer is not plain XML")


def _parsed(page: bytes) -> ElementTree.Element:
    """The page's XML. Raises `SilentError`."""
    try:
        parser = ElementTree.XMLParser(target=_Tree())  # noqa: S314 - without a document type
        parser.feed(page)
        return parser.close()
    except (ElementTree.ParseError, ValueError, LookupError):  # the latter two: an encoding that Python does not know
        raise SilentError("its answer is not XML") from None


async def _fetch(url: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
    """The status and the content of a page. Raises `SilentError`."""
    fetch = partial(_fetch_in_thread, url, body, headers or {})
    try:
        with trio.move_on_after(TIME_FOR_PAGE):
            return await trio.to_thread.run_sync(fetch, abandon_on_cancel=True, limiter=_THREADS)
    except (OSError, http.client.HTTPException, ValueError):
        pass
    raise SilentError("it does not answer")


def _fetch_in_thread(url: str, body: bytes | None, headers: dict[str, Any]) -> tuple[int, bytes]:
    place = urlsplit(url)
    path = (place.path or "/") + (f"?{place.query}" if place.query else "")
    with closing(http.client.HTTPConnection(place.hostname or "", place.port, timeout=TIME_FOR_PAGE)) as connection:
        connection.request("GET" if body is None else "POST", path, body, {**headers, "Connection": "close"})
        answer = connection.getresponse()
        return answer.status, answer.read(LONGEST_PAGE)
