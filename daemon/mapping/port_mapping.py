"""`--map-port`: the router forwards the daemon's port as long as the daemon runs.

Here: which router is asked in which way, renewing, removing, and what the host reads about it. Not here: the protocols
(`pcp`, `upnp`), and what becomes of the link (`program.ways_in`).

A router that is started again may forget the port and get another address, and hardly any says so: miniupnpd, as Debian
sets it up, does not even begin its epoch anew (2.3.1). So the port is renewed far more often than the lease asks for,
and each renewal brings the router's address.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import trio

from daemon.machine.watch import NetworkWatch
from daemon.mapping.gateway import Gateway, find_gateway
from daemon.mapping.mapper import Mapper, Mapping, MappingError, SilentError
from daemon.mapping.pcp import NOT_CONNECTED, NatPmp, Pcp
from daemon.mapping.upnp import find_services
from protocol.frozen import frozen

LEASE: Final = 3600
"""Seconds."""
BETWEEN_RENEWALS: Final = 60.0
"""Seconds for which friends may have a dead link, at most."""
LONGEST_SLEEP: Final = 30.0
BETWEEN_TRIES: Final = 300.0
BETWEEN_TRIES_IN_OUTAGE: Final = 15.0
"""The same with a router that has forwarded the port before: it is being started again."""
TIME_TO_PROBE: Final = 5.0
TIME_TO_OPEN: Final = 5.0
TIME_TO_REMOVE: Final = 2.0
NO_PROTOCOL: Final = "it answers to none of PCP, NAT-PMP and UPnP; switch one of them on in the router's settings"
NO_ANSWER: Final = "it does not answer any more; it is asked again"
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

    `watch`: notices that this machine has moved to another network. `find`: finds the router, or raises `MappingError`.
    `now`: a clock that goes on while the machine sleeps.
    """

    def __init__(
        self,
        port: int,
        report: Report,
        watch: NetworkWatch,
        find: Callable[[], Awaitable[Gateway]] = find_gateway,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._port = port
        self._report = report
        self._watch = watch
        self._find = find
        self._now = now
        self._held: tuple[Mapper, Mapping] | None = None
        self._outer_port: int | None = None
        """The router's port that was forwarded last; None if none ever was."""
        self._problem = ""
        """What was logged last, until the port is forwarded again."""

    async def run(self) -> None:
        """Have the port forwarded until cancelled, and then no more."""
        try:
            while True:
                moves = self._watch.moves
                try:
                    await self._forward(moves)
                except MappingError as error:
                    self._say_why_not(str(error))
                    await self._pause(BETWEEN_TRIES if self._outer_port is None else BETWEEN_TRIES_IN_OUTAGE, moves)
        finally:
            if self._held is not None:
                await self._remove(*self._held)

    async def _forward(self, moves: int) -> None:
        """Have the port forwarded until that fails, or this machine is in another network. Raises `MappingError`."""
        gateway = await self._find()
        if gateway.own.is_global:
            log.info("this machine's own address, %s, is on the internet: no router has to forward a port", gateway.own)
            self._report(Mapping(gateway.own, self._port, 0).link, "")
            await self._watch.moved(moves)
        else:
            await self._open(gateway)
            await self._renew(moves)

    async def _open(self, gateway: Gateway) -> None:
        """Have the port forwarded in the first way that works. Raises `MappingError`."""
        ways = await ways_of_asking(gateway)
        problems = [way.problem for way in ways if way.problem]
        for way in ways:
            try:
                return await self._ask(way.mapper, self._outer_port or self._port)
            except MappingError as error:
                problems.append(str(error))
        raise MappingError(problems[0] if problems else NO_PROTOCOL if self._outer_port is None else NO_ANSWER)

    async def _renew(self, moves: int) -> None:
        """Renew it again and again, until that fails or this machine moves."""
        assert self._held is not None
        mapper, mapping = self._held
        while not await self._pause(min(BETWEEN_RENEWALS, max(LONGEST_SLEEP, (mapping.lifetime or LEASE) / 2)), moves):
            try:
                await self._ask(mapper, mapping.port)
            except MappingError as error:
                self._problem = f"the router does not renew the forwarded port: {error}; all ways are tried again"
                log.warning("%s", self._problem)
                return
            mapper, mapping = self._held

    async def _pause(self, seconds: float, moves: int) -> bool:
        """Wait, but no longer than until this machine has moved; returns whether it has.

        By either clock: trio's stands still while the machine sleeps, and the router goes on counting.
        """
        began = self._now()
        with trio.move_on_after(seconds):
            while self._now() - began < seconds and self._watch.moves == moves:
                with trio.move_on_after(LONGEST_SLEEP):
                    await self._watch.moved(moves)
        return self._watch.moves != moves

    async def _ask(self, mapper: Mapper, outer_port: int) -> None:
        """Have the port forwarded in this way, or renew that. Raises `MappingError`."""
        with trio.move_on_after(TIME_TO_OPEN, shield=True):  # what is opened has to be known, to be removed at the end
            mapping = await mapper.open(self._port, outer_port, LEASE)
            if not mapping.address.is_global:
                self._held = None
                await self._remove(mapper, mapping)
                raise MappingError(NOT_CONNECTED)
            is_new = self._problem or self._held is None or self._held[1].link != mapping.link
            self._held, self._outer_port, self._problem = (mapper, mapping), mapping.port, ""
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
