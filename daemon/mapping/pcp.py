"""PCP (RFC 6887) and NAT-PMP (RFC 6886), its predecessor at the same port: one datagram asks, one answers.

Here: the datagrams, and asking again when one is lost. Not here: which protocol is used when (`port_mapping`).

A router's answer is taken only from its own address and port. One that is not an answer to this request is passed over.
"""

import secrets
import socket
import struct
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Final

import trio

from daemon.mapping.gateway import Gateway
from daemon.mapping.mapper import Mapping, MappingError, SilentError
from protocol.frozen import frozen

WAITS: Final = (0.25, 0.5, 1.0)
"""Seconds for which each try waits for an answer. A router in the same house answers the first, or hardly ever."""
LONGEST: Final = 1100
"""Bytes of a datagram, by RFC 6887."""
_TCP: Final = 6
_NONCE: Final = secrets.token_bytes(12)
"""Shows a router that a request to renew or to remove comes from the same program."""
_ANSWER: Final = 0x80
_ANNOUNCE, _MAP = 0, 1
_OUTER_ADDRESS, _MAP_TCP = 0, 2
_HEADER: Final = struct.Struct("!BBxxI16s")
_ANSWER_HEADER: Final = struct.Struct("!BBxBII12x")
_MAPPING: Final = struct.Struct("!12sB3xHH16s")
_ANY: Final = IPv6Address("::ffff:0.0.0.0").packed
_OLD_ADDRESS: Final = struct.Struct("!BBHI4s")
_OLD_REQUEST: Final = struct.Struct("!BBxxHHI")
_OLD_MAPPING: Final = struct.Struct("!BBHIHHI")
NOT_ALLOWED: Final = "it does not allow it; allow it in the router's settings"
NOT_CONNECTED: Final = "it has no address of its own on the internet; perhaps your provider has another in front of it"
FULL: Final = "it forwards too many ports already"
_WHY: Final = {2: NOT_ALLOWED, 7: NOT_CONNECTED, 8: FULL, 10: FULL}
_WHY_OLD: Final = {2: NOT_ALLOWED, 3: NOT_CONNECTED, 4: FULL}


@frozen
class Pcp:
    """PCP with one router."""

    gateway: Gateway
    name: str = "PCP"

    async def outer_address(self) -> None:
        """Nothing, but an error if the router does not speak PCP."""
        await self._ask(_ANNOUNCE, 0, b"", lambda _: True)

    async def open(self, port: int, outer_port: int, lifetime: int) -> Mapping:
        """As in `Mapper`."""

        def is_this_one(body: bytes) -> bool:
            return len(body) >= _MAPPING.size and _MAPPING.unpack_from(body)[:3] == (_NONCE, _TCP, port)

        body = _MAPPING.pack(_NONCE, _TCP, port, outer_port, _ANY)
        granted, answer = await self._ask(_MAP, lifetime, body, is_this_one)
        *_, opened, outer = _MAPPING.unpack_from(answer)
        address = IPv6Address(outer).ipv4_mapped
        if lifetime and (address is None or not opened or not granted):
            raise SilentError("its answer makes no sense")
        return Mapping(address or IPv4Address(0), opened, granted)

    async def close(self, port: int, outer_port: int) -> None:  # noqa: ARG002 - the port inside says which
        """As in `Mapper`."""
        await self.open(port, 0, 0)

    async def _ask(
        self, opcode: int, lifetime: int, body: bytes, is_this_one: Callable[[bytes], bool]
    ) -> tuple[int, bytes]:
        """The lifetime and the body of the answer."""

        def is_answer(datagram: bytes) -> bool:
            if datagram[:1] == b"\0":  # NAT-PMP's way to say that it knows no PCP
                raise SilentError("it does not speak PCP")
            if len(datagram) < _ANSWER_HEADER.size or datagram[:2] != bytes((2, _ANSWER | opcode)):
                return False
            return datagram[3] != 0 or is_this_one(datagram[_ANSWER_HEADER.size :])  # an error may be shorter

        own = IPv6Address(f"::ffff:{self.gateway.own}").packed
        datagram = await _answer(self.gateway, _HEADER.pack(2, opcode, lifetime, own) + body, is_answer)
        _, _, result, granted, _ = _ANSWER_HEADER.unpack_from(datagram)
        _check(result, _WHY)
        return granted, datagram[_ANSWER_HEADER.size :]


@frozen
class NatPmp:
    """NAT-PMP with one router."""

    gateway: Gateway
    name: str = "NAT-PMP"

    async def outer_address(self) -> IPv4Address:
        """As in `Mapper`."""
        answer = await self._ask(_OUTER_ADDRESS, bytes(2), _OLD_ADDRESS)
        return IPv4Address(answer[-1])

    async def open(self, port: int, outer_port: int, lifetime: int) -> Mapping:
        """As in `Mapper`."""
        address = await self.outer_address()
        return Mapping(address, *await self._map(port, outer_port, lifetime))

    async def close(self, port: int, outer_port: int) -> None:  # noqa: ARG002 - a port has one mapping
        """As in `Mapper`."""
        await self._map(port, 0, 0)

    async def _map(self, port: int, outer_port: int, lifetime: int) -> tuple[int, int]:
        request = _OLD_REQUEST.pack(0, _MAP_TCP, port, outer_port, lifetime)
        *_, opened, granted = await self._ask(_MAP_TCP, request, _OLD_MAPPING)
        if lifetime and not (opened and granted):
            raise SilentError("its answer makes no sense")
        return opened, granted

    async def _ask(self, opcode: int, request: bytes, form: struct.Struct) -> tuple[Any, ...]:
        def is_answer(datagram: bytes) -> bool:
            has_failed = len(datagram) >= 4 and datagram[2:4] != bytes(2)  # an error may be shorter
            return datagram[:2] == bytes((0, _ANSWER | opcode)) and (has_failed or len(datagram) >= form.size)

        datagram = await _answer(self.gateway, request, is_answer)
        _check(int.from_bytes(datagram[2:4]), _WHY_OLD)
        return form.unpack_from(datagram)


def _check(result: int, reasons: dict[int, str]) -> None:
    """Raises `MappingError` unless the result is 0, for success."""
    if result:
        raise MappingError(reasons.get(result, f"error {result}"))


async def _answer(gateway: Gateway, request: bytes, is_answer: Callable[[bytes], bool]) -> bytes:
    """The first datagram from the router that is an answer to this request. Raises `SilentError`."""
    try:
        with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            await sock.connect((str(gateway.address), gateway.port))
            for wait in WAITS:
                await sock.send(request)
                with trio.move_on_after(wait):
                    while not is_answer(datagram := await sock.recv(LONGEST)):
                        pass
                    return datagram
    except OSError:  # nothing is there, or no network
        pass
    raise SilentError("it does not answer")
