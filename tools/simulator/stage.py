"""A partly played game, continued by a real daemon: one of the two worlds of a pair.

Here: the house, the people at its one table, and all output to one of them, the viewer, with its time of
arrival. Not here: their actions (`script`), the comparison (`interference`).

The two worlds share one clock that jumps, so times can be compared too.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Final

import trio
import trio.testing
from attrs import evolve, field

from daemon.house.house import House
from daemon.house.house_rules import HouseRules
from daemon.house.table_services import table_services
from daemon.journal.interface import GameOpened, NumberRevealed, Private, TokenIssued
from daemon.net.addresses import origin_of
from daemon.net.connections import Connections
from daemon.table.tokens import digest
from protocol.frozen import define
from protocol.log.events import Entry
from protocol.log.table import Table, fold
from protocol.wire.messages import Role
from protocol.wire.session import Session
from tests.daemon.harness import MONTHS, KeptRecords
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import FarewellError, WireClient, masked
from tests.played import seen_from

GAME: Final = "the-game"
TABLE: Final = "oak"
Who = int | None
"""A seat, or None for a spectator."""
Told = tuple[float, bytes]
"""A line and the moment at which it came, in seconds on the clock of the pair."""


@define(eq=False)
class Staged:
    """One of the two worlds. `received`: the viewer's output, one list per connection; `clients`: current and former
    ones.
    """

    viewer: Who
    journal: MemoryJournal
    connections: Connections
    _nursery: trio.Nursery
    clients: dict[Who, WireClient] = field(factory=dict)
    is_connected: dict[Who, bool] = field(factory=dict)
    received: list[list[Told]] = field(factory=list)

    @property
    def entries(self) -> Sequence[Entry]:
        """The game with nothing hidden."""
        return self.journal.entries_now(GAME)

    def table_of(self, who: Who) -> Table:
        """The table in this viewer's view."""
        return self.clients[who].table

    async def comes(self, who: Who, role: Role, kept: int = 10**6, **hello: str | int | None) -> None:
        """Connect and send a hello, claiming this many known entries; `hello` changes its fields."""
        session = self.clients[who].session if who in self.clients else self._session_of(who)
        session = _with_entries(session, session.entries[:kept])
        session.role = role
        ours, theirs = trio.testing.memory_stream_pair()
        self._nursery.start_soon(self.connections.serve, theirs, origin_of("192.0.2.9"))
        self.clients[who] = client = WireClient(ours, session, MONTHS)
        self.is_connected[who] = True
        received: list[Told] = []
        if who == self.viewer:
            self.received.append(received)
        self._nursery.start_soon(self._listen, client, who, received)
        await client.hello(**hello)

    def _session_of(self, who: Who) -> Session:
        """The saved session of a viewer: the token of a seat, and the entries seen from there."""
        session = Session("pairs", f"seat {who}", game=GAME, token=None if who is None else key_to(who))
        seen = [] if who == self.viewer else seen_from(who, self.entries)
        return _with_entries(session, seen)

    async def says(self, who: Who, raw: bytes) -> None:
        """Send this line on an open connection."""
        await self.clients[who].send_bytes(raw)

    async def goes(self, who: Who) -> None:
        """Disconnect without a goodbye."""
        await self.clients[who].leave()

    async def _listen(self, client: WireClient, who: Who, received: list[Told]) -> None:
        has_ended = False
        while not has_ended:
            before = len(client.lines)
            try:
                await client.receive()
            except (FarewellError, trio.ClosedResourceError):
                has_ended = True
            received += [(trio.current_time(), masked(line)) for line in client.lines[before:]]
        if self.clients[who] is client:
            self.is_connected[who] = False
        await client.leave()


def _with_entries(session: Session, entries: Sequence[Entry]) -> Session:
    """The session of a viewer with these entries."""
    table = fold(entry.event for entry in entries)
    return evolve(session, entries=list(entries), head=len(entries), table=table, goal=0)


def key_to(seat: int) -> str:
    """The token of a seat when the game is restored."""
    return f"the key to seat {seat:02}"


@asynccontextmanager
async def staged(
    history: Sequence[Entry],
    seats: Sequence[int],
    viewer: Who,
    seed: int,
    secret: str = "",
    given: Sequence[NumberRevealed] = (),
) -> AsyncIterator[Staged]:
    """This history restored by a daemon; `seats` are those of people, none of whom is connected yet.

    `secret`: the host's for the mixed deals of the game; `given`: the numbers that the next one has already.
    """
    journal = MemoryJournal()
    private: list[Private] = [GameOpened(TABLE, history[0].at, secret=secret), *given]
    private += [TokenIssued(seat, digest(key_to(seat)), is_host=False) for seat in seats]
    await journal.append(GAME, 0, history, private)
    async with trio.open_nursery() as nursery:
        rules = HouseRules()
        house = House(table_services(nursery, journal, KeptRecords(), Random(seed), rules), rules)
        await house.tables.take_up()
        connections = Connections(house)
        nursery.start_soon(connections.run)
        yield Staged(viewer, journal, connections, nursery)
        nursery.cancel_scope.cancel()
