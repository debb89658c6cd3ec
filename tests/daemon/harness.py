"""A whole house inside one test: real tables and connections, on streams in memory and a journal that is handed in.

    async with hosting() as host:
        await host.open_table(seats=4)
        ann = await host.seated("Ann")
        await ann.accepted(Say("hello"))

Whoever waits for something that never comes fails at a deadline.
"""

import errno
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any, Final

import trio
import trio.testing
from attrs import define, field

from client.web.challenge import Challenge
from client.web.hosts import Hosts
from client.web.server import Server
from daemon.club.directory import ClubGames
from daemon.club.interface import Club
from daemon.guest import Guest
from daemon.house.home_opening import open_home
from daemon.house.house import House
from daemon.house.house_rules import HouseRules
from daemon.house.invitations import Invitations, InvitationStore
from daemon.house.table_services import table_services
from daemon.journal.interface import Journal
from daemon.journal.record_folder import Records
from daemon.net.addresses import origin_of
from daemon.net.connections import Connections
from daemon.reminders.reminders import Reminders
from daemon.table.workers import RunInWorker, run_in_this_process
from protocol.log.commands import EndMatch
from protocol.log.events import Entry, MatchAbandoned, TableOptions
from protocol.log.sight import Viewer, see
from protocol.log.table import Table, fold
from protocol.shared.address import Address
from protocol.shared.household import TUNNEL
from protocol.shared.operator_key import OperatorKey
from protocol.shared.places import PlaceLimits
from protocol.wire.messages import Invited, OpenTable, Role, TableSummary
from protocol.wire.operator_messages import Operator
from protocol.wire.record import Header, encode_header, read_record
from protocol.wire.session import Session
from tests.daemon import tls, ways
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.ways import Lines, Way, read_ahead
from tests.daemon.wire_client import PATIENCE, WireClient

MONTHS: Final = 100 * 86_400.0
"""`PATIENCE` for a test whose clock jumps: what it waits for may be weeks away, and comes at once."""
LONGEST: Final = 120.0
"""The most `PATIENCE` for a test whose clock does not jump: what never comes is a failure, and nothing to wait for."""

ELSEWHERE: Final = "192.0.2.7"
"""Another machine."""
NEAR: Final = "192.168.1.7"
"""Another machine in the same house."""
SECRET: Final = "only the host knows"
KEY: Final = "vbnm5-a7z33-34ywp-emt4v"


@define
class KeptRecords:
    """Records in memory, by game."""

    entries_by_game: dict[str, tuple[Entry, ...]] = field(factory=dict)

    async def has(self, game: str) -> bool:
        """As `Records.has`."""
        await trio.lowlevel.checkpoint()
        return game in self.entries_by_game

    async def recorded(self) -> set[str]:
        """As `Records.recorded`."""
        await trio.lowlevel.checkpoint()
        return set(self.entries_by_game)

    async def write(self, header: Header, lines: Iterable[bytes]) -> str:
        """As `Records.write`."""
        await trio.lowlevel.checkpoint()
        self.entries_by_game[header.game] = read_record([encode_header(header), *lines]).entries
        return header.game


@define
class KeptInvitations:
    """Invitations in memory, by name. `is_full`: no more can be stored."""

    by_name: Mapping[str, str] = field(factory=dict)
    is_full: bool = False

    async def read(self) -> Mapping[str, str]:
        """As `InvitationStore.read`."""
        await trio.lowlevel.checkpoint()
        return self.by_name

    async def write(self, by_name: Mapping[str, str]) -> None:
        """As `InvitationStore.write`."""
        await trio.lowlevel.checkpoint()
        if self.is_full:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.by_name = dict(by_name)


@define(eq=False)
class Host:
    """A running house, and ways to connect to it. `peer`: where those come from who say nothing else."""

    house: House
    connections: Connections
    journal: Journal
    records: Records
    patience: float
    peer: str
    _nursery: trio.Nursery
    _page: Server = field(factory=lambda: Server(Address("host", 5533), Hosts(), challenge=Challenge()))

    async def open_table(
        self, rules: str = "fives-and-threes", *, options: TableOptions | None = None, **asked: Any
    ) -> str:
        """Open a table, as an operator who does not sit there; the first who does is its host. Returns its name."""
        opener = Guest(origin_of(ELSEWHERE), lambda _: None, is_operator=True)
        return await self.house.tables.open(OpenTable(rules, options=options or TableOptions(), **asked), opener)

    async def open_home(
        self, rules: str = "fives-and-threes", *, options: TableOptions | None = None, **asked: Any
    ) -> TableSummary:
        """Open the host's own table, as a daemon does at the start; returns its entry in the lobby."""
        await open_home(self.house.tables, OpenTable(rules, options=options or TableOptions(), **asked))
        (home,) = [table for table in self.house.tables.summaries() if table.home]
        return home

    def connect(
        self, name: str = "Ann", *, role: Role = Role.PLAYER, session: Session | None = None, peer: str | None = None
    ) -> WireClient:
        """A connection that has not sent anything yet; with a session, that of a returning client."""
        ours, theirs = trio.testing.memory_stream_pair()
        if ways.chosen() is not Way.LINES:
            self.receive(theirs, peer)
            return self.client(ours, name, role=role, session=session)
        self._nursery.start_soon(self._page.serve, theirs, peer or self.peer, partial(self._dial, peer))
        return self.client(read_ahead(Lines(ours), self._nursery), name, role=role, session=session)

    async def outside(
        self, name: str = "Ben", invitation: str | None = None, *, peer: str = TUNNEL, role: Role = Role.PLAYER
    ) -> WireClient:
        """A connection from outside, through a tunnel or from an address; it has shown this invitation, or nothing."""
        client = self.connect(name, role=role, peer=peer)
        if invitation is not None:
            await client.send(Invited(invitation))
        return client

    def client(
        self, stream: trio.abc.Stream, name: str = "Ann", *, role: Role = Role.PLAYER, session: Session | None = None
    ) -> WireClient:
        """A client on a stream whose other end is already being served."""
        return WireClient(ways.encrypted_or_not(stream), session or Session("tests", name, role), self.patience)

    async def _dial(self, peer: str | None, _: Address) -> trio.abc.Stream:
        """What the page of this house connects for a terminal at `/lines`."""
        await trio.lowlevel.checkpoint()
        ours, theirs = trio.testing.memory_stream_pair()
        self.receive(theirs, peer)
        return ours

    def receive(self, stream: trio.abc.Stream, peer: str | None = None) -> None:
        """Serve this end of a stream as one of the house's connections."""
        self._nursery.start_soon(self.connections.serve, stream, origin_of(peer or self.peer))

    async def operator(self, name: str = "Ann", *, role: Role = Role.PLAYER, peer: str | None = None) -> WireClient:
        """A connection that has sent only the operator's secret."""
        self.house.controls.key = self.house.controls.key or OperatorKey("127.0.0.1", 5533, SECRET)
        client = self.connect(name, role=role, peer=peer)
        await client.send(Operator(self.house.controls.key.secret))
        return client

    async def seated_operator(self, name: str = "Ann", **fields: Any) -> WireClient:
        """A seated operator who has received everything so far."""
        client = await self.operator(name)
        await client.enter(**fields)
        return client

    async def seated(self, name: str, **fields: Any) -> WireClient:
        """A seated player who has received everything so far."""
        client = self.connect(name)
        await client.enter(**fields)
        return client

    async def watching(self, name: str = "Eve", **fields: Any) -> WireClient:
        """A spectator who has received everything so far."""
        client = self.connect(name, role=Role.SPECTATOR)
        await client.enter(**fields)
        return client

    async def as_seen(self, client: WireClient) -> Table:
        """The table that the player on this client's seat should see, read from the journal."""
        stored = await self.journal.read(client.session.game or "")
        viewer = Viewer(client.seat)
        return fold(see(entry.event, viewer).event for entry in stored.entries)

    async def deserted(self) -> None:
        """Wait until the house has noticed that nobody is connected."""
        with trio.fail_after(self.patience):
            await self.connections.everybody_has_left()
        await trio.testing.wait_all_tasks_blocked()

    async def deserted_by(self, client: WireClient) -> None:
        """Wait until the house has noticed that this player is not connected."""
        with trio.fail_after(self.patience):
            while any(table.seats[client.seat or 0].here for table in self.house.tables.summaries()):
                await trio.lowlevel.checkpoint()
        await trio.testing.wait_all_tasks_blocked()

    async def back(self, client: WireClient, *, is_operator: bool = False) -> WireClient:
        """The same client on a new connection, resumed; with the operator's secret or without."""
        again = await self.operator() if is_operator else self.connect()
        again.session = client.session
        await again.enter()
        return again


@asynccontextmanager
async def hosting(
    journal: Journal | None = None,
    records: Records | None = None,
    *,
    chance: int = 0,
    chance_of: Random | None = None,
    think: float = 0,
    matches: int | None = None,
    patience: float = PATIENCE,
    run_in_worker: RunInWorker = run_in_this_process,
    limits: PlaceLimits | None = None,
    invitations: InvitationStore | None = None,
    reminders: Reminders | None = None,
    league: str | None = None,
    club: Club | None = None,
    **rules: Any,
) -> AsyncIterator[Host]:
    """A house on this journal, or on one in memory; it may be in a club, whose key is `KEY`.

    `invitations`: what people from outside need; None if they need nothing, and then all guests come from outside.
    `league`: the text of its league's file, or None.
    Leaving the block stops everything at once, as a kill would.
    """
    journal = MemoryJournal() if journal is None else journal
    records = KeptRecords() if records is None else records
    if not isinstance(trio.lowlevel.current_clock(), trio.testing.MockClock):
        patience = min(patience, LONGEST)
    async with trio.open_nursery() as nursery:
        house_rules, drawn = HouseRules(think, matches=matches, **rules), chance_of or Random(chance)
        house = House(
            table_services(nursery, journal, records, drawn, house_rules, run_in_worker, reminders),
            house_rules,
            None if invitations is None else await Invitations.stored_in(invitations),
            partial(_text, league),
            None if club is None else ClubGames(club, KEY, journal),
        )
        await house.tables.take_up()
        connections = Connections(house, limits or PlaceLimits(), identity=tls.identity())
        nursery.start_soon(connections.run)
        yield Host(house, connections, journal, records, patience, ELSEWHERE if invitations is None else NEAR, nursery)
        nursery.cancel_scope.cancel()


async def _text(league: str | None) -> str | None:
    await trio.lowlevel.checkpoint()
    return league


async def abandoned(
    host: Host, password: str | None = None, options: TableOptions | None = None, *, is_home: bool = False
) -> tuple[WireClient, WireClient]:
    """Two players whose match has ended, the host first; `is_home`: at the host's own table."""
    open_it, seat_host = (host.open_home, host.seated_operator) if is_home else (host.open_table, host.seated)
    await open_it("cinq-et-trois", password=password, options=options)
    ann, ben = await seat_host("Ann", password=password), await host.seated("Ben", password=password)
    await ann.accepted(EndMatch())
    await ben.expect_event(MatchAbandoned)
    return ann, ben
