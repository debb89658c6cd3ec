"""A daemon in this process behind real sockets, and simple players who play on it until it says goodbye."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import trio
from attrs import define, field

from daemon.house.house_rules import HouseRules
from daemon.program.serve import serve
from daemon.program.service import PageOptions, Service
from protocol.log.choices import choices
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.events import Entry
from protocol.log.table import Table
from protocol.shared.places import PlaceLimits
from protocol.wire.messages import Accepted, Do, OpenTable, Role, Welcome
from protocol.wire.session import Session
from tests.daemon import tls, ways
from tests.daemon.ways import Way
from tests.daemon.wire_client import FarewellError, WireClient

TIME_FOR_EVERYTHING = 120.0


@asynccontextmanager
async def served(data: Path, table: OpenTable, matches: int = 1) -> AsyncIterator[int]:
    """The port of a daemon that ends after this many matches; leaving the block waits for that."""
    tls.give_identity(data)
    ports, port = trio.open_memory_channel[int](1)
    service = Service(
        data=data,
        table=table,
        house=HouseRules(think=0, matches=matches),
        host="127.0.0.1",
        port=0,
        limits=PlaceLimits(),
        stops_with_stdin=False,
        announce=lambda _, _friends, number, _key: ports.send_nowait(number),
        page=PageOptions() if ways.chosen() is Way.LINES else None,
    )
    with trio.fail_after(TIME_FOR_EVERYTHING):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, service)
            yield await port.receive()


async def connected(port: int, session: Session) -> WireClient:
    """A client on a socket that has not sent anything yet."""
    return WireClient(ways.as_clients_connect(await trio.open_tcp_stream("127.0.0.1", port)), session)


@define(eq=False)
class Person:
    """A player who makes the first move found, and now and then an illegal one.

    `tables` holds the table as this client saw it after each entry, `tables[n - 1]` after entry n.
    """

    client: WireClient
    chance: Random
    tables: list[Table] = field(factory=list)
    refusals: int = 0
    _asked_at: int = 0
    _waits_for: str | None = None

    async def play(self) -> None:
        """Play until the daemon says goodbye, and close the connection."""
        try:
            while True:
                await self._receive()
                await self._act()
        except FarewellError as farewell:
            if farewell.goodbye is None or farewell.goodbye.reason != "finished":
                raise
        finally:
            await self.client.leave()

    async def _receive(self) -> None:
        message = await self.client.receive()
        if isinstance(message, Entry):
            self.tables.append(self.client.table)
        answer_id = getattr(message, "id", None)
        if answer_id is not None and answer_id == self._waits_for:
            self._waits_for = None
            self.refusals += not isinstance(message, Accepted)

    async def _act(self) -> None:
        seat, head = self.client.seat, self.client.session.head
        if seat is None or self._waits_for or self.client.table.turn != seat or self._asked_at == head:
            return
        move = self._move(seat)
        if self.chance.random() < 0.15 and not isinstance(move, Knock):
            move = Knock()  # refused, with a reason that names a tile of this hand
        else:
            self._asked_at = head
        self._waits_for = self.client.new_id()
        await self.client.send(Do(self._waits_for, head, move))

    def _move(self, seat: int) -> Move:
        may = choices(self.client.table, seat)
        if may.plays:
            return PlayTile(*self.chance.choice(may.plays))
        return DrawTile() if may.may_draw else Knock()


async def person(port: int, name: str, role: Role = Role.PLAYER) -> Person:
    """A player who has sent a hello and received the welcome."""
    client = await connected(port, Session("tests", name, role))
    await client.hello()
    await client.expect(Welcome)
    return Person(client, Random(name))
