"""Routers on the loopback, written from the standards: one that answers datagrams, and one that speaks UPnP."""

import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import IPv4Address
from typing import Final

import trio
from attrs import define, field

from daemon.mapping.gateway import Gateway

LOOPBACK: Final = IPv4Address("127.0.0.1")
OUTSIDE: Final = IPv4Address("81.2.69.142")
SERVICE: Final = "urn:schemas-upnp-org:service:WANIPConnection:1"


@define
class DatagramRouter:
    """Speaks PCP and NAT-PMP. `result`: the error in its answers, 0 for success; `is_silent`: it gives none.

    `ports` has the forwarded port of each port inside, `asked` the requests for a mapping: protocol and lifetime.
    """

    address: IPv4Address = OUTSIDE
    protocols: tuple[str, ...] = ("PCP", "NAT-PMP")
    result: int = 0
    lifetime: int = 7200
    gives: int | None = None
    is_silent: bool = False
    lost: int = 0
    ports: dict[int, int] = field(factory=dict)
    asked: list[tuple[str, int]] = field(factory=list)

    def answer(self, request: bytes) -> bytes | None:
        if self.is_silent:
            return None
        if self.lost:
            self.lost -= 1
            return None
        if request[0] == 2 and "PCP" in self.protocols:
            return self._answer_pcp(request)
        if request[0] == 2 and "NAT-PMP" in self.protocols:
            return bytes([0, 128 | request[1], 0, 1]) + bytes(4)  # an unknown version: RFC 6886, 3.5
        return self._answer_nat_pmp(request) if request[0] == 0 and "NAT-PMP" in self.protocols else None

    def _answer_pcp(self, request: bytes) -> bytes:
        opcode, wanted = request[1], int.from_bytes(request[4:8])
        assert request[8:24] == bytes(10) + b"\xff\xff" + LOOPBACK.packed
        granted = min(self.lifetime, wanted)
        header = bytes([2, 128 | opcode, 0, self.result]) + granted.to_bytes(4) + bytes(16)
        if opcode == 0:
            return header
        nonce, protocol, inside, outside = (request[24:36], request[36], request[40:42], request[42:44])
        assert (opcode, len(request), protocol) == (1, 60, 6)
        given = self._map("PCP", int.from_bytes(inside), int.from_bytes(outside), wanted)
        mapped = bytes(10) + b"\xff\xff" + self.address.packed
        return header + nonce + request[36:40] + inside + given.to_bytes(2) + mapped

    def _answer_nat_pmp(self, request: bytes) -> bytes:
        opcode = request[1]
        header = bytes([0, 128 | opcode, 0, self.result]) + bytes(4)
        if opcode == 0:
            return header + self.address.packed
        assert (opcode, len(request)) == (2, 12)
        inside, outside, wanted = (int.from_bytes(part) for part in (request[4:6], request[6:8], request[8:12]))
        given = self._map("NAT-PMP", inside, outside, wanted)
        return header + inside.to_bytes(2) + given.to_bytes(2) + min(self.lifetime, wanted).to_bytes(4)

    def _map(self, protocol: str, inside: int, outside: int, lifetime: int) -> int:
        self.asked.append((protocol, lifetime))
        if lifetime == 0:
            self.ports.pop(inside, None)
            return 0
        if not self.result:
            self.ports[inside] = self.gives or outside
        return self.gives or outside


@define
class UpnpRouter:
    """Speaks UPnP. `taken`: ports outside that lead to another machine; `is_permanent`: it knows no leases.

    `ports` has the port inside and the lease of each port outside. `location`: where it says that it is described.
    """

    address: IPv4Address = OUTSIDE
    taken: tuple[int, ...] = ()
    is_permanent: bool = False
    error: int = 0
    location: str = "http://127.0.0.1:{port}/rootDesc.xml"
    control: str = "/ctl/IPConn"
    ports: dict[int, tuple[int, int]] = field(factory=dict)

    def description(self) -> str:
        return (
            '<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device><deviceList><device>'
            "<serviceList><service><serviceType>urn:schemas-upnp-org:service:WANCommonInterfaceConfig:1</serviceType>"
            f"<controlURL>/ctl/CmnIfCfg</controlURL></service><service><serviceType>{SERVICE}</serviceType>"
            f"<controlURL>{self.control}</controlURL></service></serviceList></device></deviceList></device></root>"
        )

    def act(self, action: str, body: str) -> str | int:
        """The inside of an answer, or an error."""

        def argument(name: str) -> str:
            found = re.search(f"<{name}>(.*?)</{name}>", body)
            assert found, name
            return found[1]

        match action:
            case "GetExternalIPAddress":
                return f"<NewExternalIPAddress>{self.address}</NewExternalIPAddress>"
            case "AddPortMapping":
                outside, lease = int(argument("NewExternalPort")), int(argument("NewLeaseDuration"))
                assert (argument("NewProtocol"), argument("NewInternalClient")) == ("TCP", "127.0.0.1")
                assert (argument("NewRemoteHost"), argument("NewEnabled")) == ("", "1")
                error = self.error or (718 if outside in self.taken else 725 if lease and self.is_permanent else 0)
                if not error:
                    self.ports[outside] = (int(argument("NewInternalPort")), lease)
                return error
            case "DeletePortMapping":
                return 714 if self.ports.pop(int(argument("NewExternalPort")), None) is None else ""
        return 401


@asynccontextmanager
async def at_datagrams(router: DatagramRouter) -> AsyncIterator[Gateway]:
    """The router, which answers inside this context."""
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        await sock.bind((str(LOOPBACK), 0))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_answer_datagrams, sock, router)
            yield Gateway(LOOPBACK, LOOPBACK, sock.getsockname()[1], (str(LOOPBACK), _closed_port()))
            nursery.cancel_scope.cancel()


async def _answer_datagrams(sock: trio.socket.SocketType, router: DatagramRouter) -> None:
    while True:
        request, sender = await sock.recvfrom(1100)
        answer = router.answer(request)
        if answer is not None:
            await sock.sendto(answer, sender)


@asynccontextmanager
async def at_upnp(router: UpnpRouter) -> AsyncIterator[Gateway]:
    """The router, which answers inside this context."""
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        await sock.bind((str(LOOPBACK), 0))
        async with trio.open_nursery() as nursery:
            (listener,) = await nursery.start(
                partial(trio.serve_tcp, partial(_answer_http, router), 0, host=str(LOOPBACK))
            )
            location = router.location.format(port=listener.socket.getsockname()[1])
            nursery.start_soon(_answer_searches, sock, location)
            yield Gateway(LOOPBACK, LOOPBACK, _closed_port(), sock.getsockname())
            nursery.cancel_scope.cancel()


async def _answer_searches(sock: trio.socket.SocketType, location: str) -> None:
    while True:
        search, sender = await sock.recvfrom(2048)
        wanted = re.search(r"\r\nST: (urn:\S+:InternetGatewayDevice:1)\r\n", search.decode())
        if wanted and b'MAN: "ssdp:discover"' in search:
            lines = ("HTTP/1.1 200 OK", "EXT:", f"ST: {wanted[1]}", f"Location: {location}", "", "")
            await sock.sendto("\r\n".join(lines).encode(), sender)


async def _answer_http(router: UpnpRouter, stream: trio.SocketStream) -> None:
    received = b""
    while b"\r\n\r\n" not in received:
        received += await stream.receive_some()
    head, _, body = received.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    while length and len(body) < int(length[1]):
        body += await stream.receive_some()
    status, page = "200 OK", router.description()
    action = re.search(rf'(?i)soapaction: "{SERVICE}#(\w+)"', head.decode())
    if action:
        answer = router.act(action[1], body.decode())
        if isinstance(answer, int) and answer:
            status, answer = "500 Internal Server Error", f"<UPnPError><errorCode>{answer}</errorCode></UPnPError>"
        page = f"<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>{answer}</s:Body></s:Envelope>"
    await stream.send_all(f"HTTP/1.1 {status}\r\nContent-Length: {len(page)}\r\n\r\n{page}".encode())
    await stream.aclose()


def _closed_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind((str(LOOPBACK), 0))
        port: int = sock.getsockname()[1]
        return port
