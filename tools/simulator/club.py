"""The same match in a club of two daemons, each of which may be killed, stopped, or cut off from the database.

A player connects to whichever daemon answers, and comes back until it is the one that has the table. An operator wakes
the table if nobody who is left could.
"""

import random
from contextlib import suppress

import trio
from attrs import evolve, field

from daemon.club.directory import ClubGames
from daemon.guest import Guest, PartingError
from daemon.house.house import House
from daemon.house.house_rules import HouseRules
from daemon.house.table_services import table_services
from daemon.journal.interface import StoreError
from daemon.net.addresses import origin_of
from daemon.net.connections import Connections
from protocol.frozen import define
from protocol.wire.messages import Farewell
from tests.daemon.club.memory_club import MemoryClub, MemoryMember
from tests.daemon.harness import KEY as KEY_OF_CLUB
from tools.simulator.disk import Disk, DiskJournal, KilledError
from tools.simulator.players import SimPlayer
from tools.simulator.streams import Line
from tools.simulator.world import KEY, World, simulated, world_of

MOST_AWAKE = 20.0
"""Seconds between two looks of the operator."""


class DiskOfMember(Disk):
    """What one daemon of the club sees of the common disk."""

    def __init__(self, disk: Disk, member: MemoryMember) -> None:
        self._disk = disk
        self.journal = member
        self.records = disk.records

    @property
    def fails(self) -> bool:  # type: ignore[override]  # the other one may be set
        """Whether the common disk fails."""
        return self._disk.fails


@define(eq=False)
class ClubWorld(World):
    """All state of one run with two daemons. `stops`: set for the daemon that is asked to stop."""

    club: MemoryClub = field(factory=MemoryClub)
    houses: dict[MemoryMember, House] = field(factory=dict)
    stops: dict[MemoryMember, trio.Event] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.disk.journal = self.club.stored
        self.goodbyes = (*self.goodbyes, Farewell.MOVED, Farewell.NO_SUCH_TABLE)

    async def connect(self, player: SimPlayer) -> Line:
        """A new line to one of the daemons, for a player who names the table."""
        while self.table_name is None:  # noqa: ASYNC110 - the clock jumps
            await trio.sleep(1)
        player.session.wanted_table = self.table_name
        return await super().connect(player)

    async def keep_a_daemon(self) -> None:
        """Run both daemons, and whenever one has ended start it again a moment later."""
        async with trio.open_nursery() as nursery:
            for nth in range(2):
                nursery.start_soon(self._keep, f"daemon-{nth}:5533")
            nursery.start_soon(self._wake_now_and_then)

    async def _keep(self, address: str) -> None:
        while True:
            for other in self.club.members:
                if other.identity.address == address:
                    self.club.cut_off(other, 0)  # its earlier run is certainly over
            member, lines = self.club.member(address), list[Line]()
            self.stops[member] = trio.Event()
            try:
                await self._daemon_of(member, lines)
            except* KilledError:
                self.tally.kills += 1
            self.club.cut_off(member)
            self.houses.pop(member, None)
            del self.stops[member]
            for line in lines:
                line.cut()
            await trio.sleep(self.chance.random() * 3)

    async def _daemon_of(self, member: MemoryMember, lines: list[Line]) -> None:
        async with trio.open_nursery() as nursery:
            journal = DiskJournal(
                DiskOfMember(self.disk, member),
                nursery,
                self._at_boundary,
                lambda: self.chance.random() * 0.01,
                self.check_that_a_player_is_connected,
            )
            chance, rules = random.Random(self.chance.random()), HouseRules(think=0.5)
            games = ClubGames(member, KEY_OF_CLUB, journal)
            services = table_services(nursery, journal, journal, chance, rules)
            house = self.houses[member] = House(services, rules, directory=games)
            house.controls.key = KEY
            connections = Connections(house)
            nursery.start_soon(connections.run)
            nursery.start_soon(self._stop_when_asked, member, house, nursery)
            await self._open_table(house)
            async for line in self._incoming:
                lines.append(line)
                nursery.start_soon(connections.serve, line.daemon, origin_of("192.0.2.1"))

    async def _open_table(self, house: House) -> None:
        while self.table_name is None:
            with suppress(StoreError):
                opener = Guest(origin_of("192.0.2.9"), lambda _: None, is_operator=True)
                self.table_name = await house.tables.open(self.table, opener)
            await trio.sleep(1)

    async def _stop_when_asked(self, member: MemoryMember, house: House, nursery: trio.Nursery) -> None:
        await self.stops[member].wait()
        await house.tables.leave()
        await trio.sleep(0.1)
        self.tally.stops += 1
        self.club.cut_off(member, 0)
        nursery.cancel_scope.cancel()

    async def _wake_now_and_then(self) -> None:
        while True:
            await trio.sleep(MOST_AWAKE)
            for house in list(self.houses.values()):
                with suppress(PartingError, StoreError):
                    await house.tables.find_by_name(self.table_name or "", is_operator=True)

    # Trouble.

    async def _kill(self) -> None:
        """One daemon dies, stops, or is cut off from the database for a while, which it may not notice."""
        member = self.chance.choice(list(self.stops))
        what = self.chance.randrange(3)
        if what == 0:
            await super()._kill()
        elif what == 1:
            self.stops[member].set()
        else:
            self.tally.cut_off += 1
            self.club.cut_off(member, self.chance.random() * 30)
            await trio.sleep(self.chance.random() * 60)
            if member in self.stops:
                self.club.renew(member)


def simulate_club(seed: int) -> ClubWorld:
    """Play the match of this seed in a club. Raises `BrokenPromiseError`."""
    alone = world_of(seed)
    world = ClubWorld(
        seed, alone.chance, evolve(alone.table, bots=0), alone.people, alone.trouble, alone.has_host, alone.mixing
    )
    simulated(world)
    return world
