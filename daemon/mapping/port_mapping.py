"""`--map-port`: the router forwards the daemon's port as long as the daemon runs.

Here: which router is asked in which way, renewing, removing, and what the host reads about it. Not here: the protocols
(`pcp`, `upnp`), and what becomes of the link (`program.serve`).
"""

import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import trio

from daemon.mapping.gateway import Gateway, find_gateway
from daemon.mapping.mapper import Mapper, Mapping, MappingError, SilentError
from daemon.mapping.pcp import NOT_CONNECTED, NatPmp, Pcp
from daemon.mapping.upnp import find_services
from protocol.frozen import frozen

LEASE: Final = 3600
"""Seconds."""
SHORTEST_PAUSE: Final = 30.0
BETWEEN_TRIES: Final = 300.0
TIME_TO_PROBE: Final = 5.0
TIME_TO_OPEN: Final = 5.0
TIME_TO_REMOVE: Final = 2.0
NO_PROTOCOL: Final = "it answers to none of PCP, NAT-PMP and UPnP; switch one of them on in the router's settings"
NEXT_STEP: Final = "`--share` works without the router"
_ORDER: Final = ("PCP", "NAT-PMP", "UPnP")

log = logging.getLogger("fivesd")

Report = Callable[[str | None, str], None]
"""Called with each change: what a link from outside begins with, or None and a sentence that says why."""


@frozen
class WayOfAsking:
    """A way of asking the router that it answers to. `problem`: why it cannot help; "" for none, None if unknown."""

    mapper: Mapper
    problem: str | None


async def ways_of_asking(gateway: Gateway) -> list[WayOfAsking]:
    """The ways of asking this router, the most promising first. Opens nothing."""
    found: list[WayOfAsking] = []

    async def probe(mapper: Mapper) -> None:
        with suppress(SilentError):
            found.append(WayOfAsking(mapper, await _problem(mapper)))

    async def probe_services() -> None:
        for service in await find_services(gateway):
            await probe(service)

    with trio.move_on_after(TIME_TO_PROBE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(probe, Pcp(gateway))
            nursery.start_soon(probe, NatPmp(gateway))
            nursery.start_soon(probe_services)
    return sorted(found, key=lambda way: (bool(way.problem), _ORDER.index(way.mapper.name)))


async def _problem(mapper: Mapper) -> str | None:
    """As in `WayOfAsking`. Raises `SilentError`."""
    try:
        address = await mapper.outer_address()
    except SilentError:
        raise
    except MappingError as error:
        return str(error)
    return None if address is None else "" if address.is_global else NOT_CONNECTED


class PortMapping:
    """The forwarding of this machine's `port`.

    `find`: finds the router, or raises `MappingError`. `now`: a clock that goes on while the machine sleeps.
    """

    def __init__(
        self,
        port: int,
        report: Report,
        find: Callable[[], Awaitable[Gateway]] = find_gateway,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._port = port
        self._report = report
        self._find = find
        self._now = now
        self._held: tuple[Mapper, Mapping] | None = None
        self._problem = ""
        """What was logged last, until the port is forwarded again."""

    async def run(self) -> None:
        """Have the port forwarded until cancelled, and then no more."""
        try:
            while True:
                try:
                    await self._open()
                    await self._renew()
                except MappingError as error:
                    self._say_why_not(str(error))
                    await trio.sleep(BETWEEN_TRIES)
        finally:
            if self._held is not None:
                await self._remove(*self._held)

    async def _open(self) -> None:
        """Have the port forwarded in the first way that works. Raises `MappingError`."""
        gateway = await self._find()
        if gateway.own.is_global:
            log.info("this machine's own address, %s, is on the internet: no router has to forward a port", gateway.own)
            self._report(Mapping(gateway.own, self._port, 0).link, "")
            await trio.sleep_forever()
        outer_port = self._port if self._held is None else self._held[1].port
        ways = await ways_of_asking(gateway)
        problems = [way.problem for way in ways if way.problem]
        for way in ways:
            try:
                return await self._ask(way.mapper, outer_port)
            except MappingError as error:
                problems.append(str(error))
        raise MappingError(problems[0] if problems else NO_PROTOCOL)

    async def _renew(self) -> None:
        """Renew it at half of each lease, until that fails."""
        assert self._held is not None
        mapper, mapping = self._held
        while True:
            await self._pause(max(SHORTEST_PAUSE, (mapping.lifetime or LEASE) / 2))
            try:
                await self._ask(mapper, mapping.port)
            except MappingError as error:
                self._problem = f"the router does not renew the forwarded port: {error}; all ways are tried again"
                log.warning("%s", self._problem)
                return
            mapper, mapping = self._held

    async def _pause(self, seconds: float) -> None:
        """Wait, by either clock: trio's stands still while the machine sleeps, and the router goes on counting."""
        began = self._now()
        with trio.move_on_after(seconds):
            while self._now() - began < seconds:  # noqa: ASYNC110 - no event says that a machine has slept
                await trio.sleep(SHORTEST_PAUSE)

    async def _ask(self, mapper: Mapper, outer_port: int) -> None:
        """Have the port forwarded in this way, or renew that. Raises `MappingError`."""
        with trio.move_on_after(TIME_TO_OPEN, shield=True):  # what is opened has to be known, to be removed at the end
            mapping = await mapper.open(self._port, outer_port, LEASE)
            if not mapping.address.is_global:
                self._held = None
                await self._remove(mapper, mapping)
                raise MappingError(NOT_CONNECTED)
            is_new = self._problem or self._held is None or self._held[1].link != mapping.link
            self._held, self._problem = (mapper, mapping), ""
            if is_new:
                log.info("the router forwards %s:%d to this machine, by %s", mapping.address, mapping.port, mapper.name)
                self._report(mapping.link, "")
            return
        raise MappingError("it takes too long")

    def _say_why_not(self, why: str) -> None:
        """Tell the host, once for each reason."""
        problem = f"the router does not forward port {self._port}: {why}; {NEXT_STEP}"
        if problem != self._problem:
            self._problem = problem
            log.warning("%s", problem)
            self._report(None, problem)

    async def _remove(self, mapper: Mapper, mapping: Mapping) -> None:
        with trio.move_on_after(TIME_TO_REMOVE, shield=True), suppress(MappingError):
            await mapper.close(self._port, mapping.port)
            log.info("the router no longer forwards port %d", mapping.port)
            return
        until = "it ends by itself within an hour" if mapping.lifetime else "remove it in the router's settings"
        log.warning("the router did not confirm the end of the forwarding of port %d; %s", mapping.port, until)
