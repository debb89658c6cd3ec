"""A whole house inside one test: real tables and connections, on streams in memory and a journal that is handed in.

    async with hosting() as host:
        await host.open_table(seats=4)
        ann = await host.seated("Ann")
        await ann.accepted(Say("hello"))

A `WireClient` speaks the wire and nothing else: it folds what it is told with the client's own `Session` and keeps
every line as it came. Whoever waits for something that never comes fails at a deadline.
"""

import itertools
import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final, TypeVar

import trio
import trio.testing
from attrs import define, evolve, field

from daemon.connection import Connection
from daemon.house import House, HouseRules
from daemon.journal import Journal
from daemon.memory_journal import MemoryJournal
from daemon.records import Records
from daemon.workers import Aside, on_the_spot
from protocol.choices import choices
from protocol.codec import decode_from_daemon, encode_from_client
from protocol.commands import Command, Deed, DrawTile, EndMatch, Knock, PlayTile
from protocol.events import Entry, Event, MatchAbandoned, TableOptions
from protocol.frames import Lines
from protocol.messages import (
    Accepted,
    Do,
    FromClient,
    FromDaemon,
    Goodbye,
    NotAccepted,
    OpenTable,
    Role,
    Welcome,
)
from protocol.record import Header, encode_header, read_record
from protocol.session import Session
from protocol.sight import Viewer, see
from protocol.table import Stage, Table, fold

M = TypeVar("M", bound=FromDaemon)

PATIENCE: Final = 20.0
"""Seconds before a test that waits in vain fails."""
MONTHS: Final = 100 * 86_400.0
"""The same for a test whose clock jumps: what it waits for may be weeks away, and comes at once."""
_LONGEST_LINE: Final = 1024 * 1024


class FarewellError(Exception):
    """The daemon said goodbye, or nothing more, while a test waited for something else."""

    def __init__(self, goodbye: Goodbye | None) -> None:
        super().__init__("the stream has ended" if goodbye is None else f"{goodbye.reason}: {goodbye.detail}")
        self.goodbye = goodbye


_clients = itertools.count(1)
"""Their numbers, which no two of them share: an id belongs to one command for ever."""


@define(eq=False)
class WireClient:
    """One connection of one client. `lines` are the bytes it was sent, `heard` the messages, in their order."""

    stream: trio.abc.Stream
    session: Session
    patience: float = PATIENCE
    lines: list[bytes] = field(factory=list)
    heard: list[FromDaemon] = field(factory=list)
    goodbye: Goodbye | None = None
    _frames: Lines = field(factory=lambda: Lines(_LONGEST_LINE))
    _pending: list[bytes] = field(factory=list)
    _number: int = field(factory=lambda: next(_clients))
    _ids: Any = field(factory=lambda: itertools.count(1))

    @property
    def table(self) -> Table:
        """The table as this client knows it."""
        return self.session.table

    @property
    def seat(self) -> int | None:
        """Its seat."""
        return self.session.seat

    def sits_on(self, seat: int | None) -> bool:
        """Whether this is its seat just now."""
        return self.session.seat == seat

    def is_at(self, stage: Stage) -> bool:
        """Whether its game is that far just now."""
        return self.table.stage is stage

    @property
    def events(self) -> list[Event]:
        """The events of the game it follows."""
        return [entry.event for entry in self.session.entries]

    # Speaking.

    async def send(self, *messages: FromClient) -> None:
        """Send messages in one go."""
        await self.send_bytes(b"".join(map(encode_from_client, messages)))

    async def send_bytes(self, raw: bytes) -> None:
        """Send whatever this is."""
        with trio.fail_after(self.patience):
            await self.stream.send_all(raw)

    async def hello(self, **fields: Any) -> None:
        """Say hello as the session would, with these fields changed."""
        await self.send(evolve(self.session.hello(), **fields))

    async def enter(self, **fields: Any) -> Welcome:
        """Say hello and follow the game up to where it stood then."""
        await self.hello(**fields)
        welcome = await self.expect(Welcome)
        await self.catch_up()
        return welcome

    async def catch_up(self) -> None:
        """Hear everything up to the head of the last welcome."""
        await self.until(lambda: self.session.is_caught_up)

    async def leave(self) -> None:
        """Hang up without a word."""
        await trio.aclose_forcefully(self.stream)

    def new_id(self) -> str:
        """An id that this client has not used."""
        return f"{self.session.name}-{self._number}-{next(self._ids)}"

    async def do(
        self,
        command: Command,
        *,
        under: str | None = None,
        seq: int | None = None,
    ) -> Accepted | NotAccepted:
        """Give a command under this id, or under a new one, and hear on until it is answered."""
        do = self.asks(command, under=under, seq=seq)
        await self.send(do)
        return await self.answer_to(do.id)

    def asks(self, command: Command, *, under: str | None = None, seq: int | None = None) -> Do:
        """The message that gives this command."""
        return Do(under or self.new_id(), self.session.head if seq is None else seq, command)

    async def answer_to(self, command_id: str) -> Accepted | NotAccepted:
        """Hear on until the command of this id is answered."""
        while True:
            message = await self.hear()
            if isinstance(message, Accepted | NotAccepted) and message.id == command_id:
                return message

    async def accepted(self, command: Command, **how: Any) -> int:
        """Give a command that is accepted; the number of the last entry it caused."""
        answer = await self.do(command, **how)
        assert isinstance(answer, Accepted), answer
        return answer.seq

    async def refused(self, command: Command, **how: Any) -> str:
        """Give a command that is refused; the reason."""
        answer = await self.do(command, **how)
        assert isinstance(answer, NotAccepted), answer
        assert answer.detail
        return answer.reason

    # Listening.

    async def hear(self) -> FromDaemon:
        """The next message, folded if it is an entry. Raises `FarewellError` at a goodbye and at the stream's end."""
        with trio.fail_after(self.patience):
            line = await self._next_line()
        message = decode_from_daemon(line)
        assert message is not None, line
        self.lines.append(line)
        self.heard.append(message)
        if isinstance(message, Welcome):
            self.session.welcomed(message)
        elif isinstance(message, Entry):
            self.session.told(message)
        elif isinstance(message, Goodbye):
            self.goodbye = message
            raise FarewellError(message)
        return message

    async def _next_line(self) -> bytes:
        while not self._pending:
            try:
                received = await self.stream.receive_some(65536)
            except trio.BrokenResourceError:
                received = b""
            if not received:
                raise FarewellError(None)
            self._pending += self._frames.feed(bytes(received))
        return self._pending.pop(0)

    async def expect(self, kind: type[M], matching: Callable[[M], bool] = lambda _: True) -> M:
        """Hear on until a message of this kind comes, past everything else."""
        while True:
            message = await self.hear()
            if isinstance(message, kind) and matching(message):
                return message

    async def expect_event(self, kind: type[Any], **facts: Any) -> Any:
        """Hear on until an entry tells such an event, with these facts."""
        entry = await self.expect(
            Entry,
            lambda entry: (
                isinstance(entry.event, kind)
                and all(getattr(entry.event, name) == value for name, value in facts.items())
            ),
        )
        return entry.event

    async def until(self, holds: Callable[[], bool]) -> None:
        """Hear on until this holds."""
        while not holds():
            await self.hear()

    async def parting(self) -> Goodbye:
        """Hear on until the daemon says goodbye and nothing follows."""
        while self.goodbye is None:
            try:
                await self.hear()
            except FarewellError:
                break
        assert self.goodbye is not None, "the stream ended without a goodbye"
        with trio.fail_after(self.patience):
            rest = self._pending or await _rest_of(self.stream)
        assert not rest, f"after the goodbye came {rest!r}"
        return self.goodbye

    async def settle(self) -> list[FromDaemon]:
        """Hear whatever comes until everybody waits for somebody else."""
        heard: list[FromDaemon] = []

        async def listen() -> None:
            while True:
                heard.append(await self.hear())

        await trio.testing.wait_all_tasks_blocked()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        return heard

    def a_deed(self) -> Deed | None:
        """Something that this seat may do in its turn, the first there is; None out of turn."""
        if self.seat is None:
            return None
        may = choices(self.table, self.seat)
        if may.plays:
            return PlayTile(*may.plays[0])
        if may.may_draw:
            return DrawTile()
        return Knock() if may.may_knock else None


async def _rest_of(stream: trio.abc.Stream) -> bytes:
    rest = b""
    try:
        while received := await stream.receive_some(65536):
            rest += received
    except trio.BrokenResourceError:
        pass
    return rest


@define
class KeptRecords:
    """Records that are kept in memory, by game."""

    entries_by_game: dict[str, tuple[Entry, ...]] = field(factory=dict)

    async def has(self, game: str) -> bool:
        """As `Records.has`."""
        await trio.lowlevel.checkpoint()
        return game in self.entries_by_game

    async def write(self, header: Header, lines: Iterable[bytes]) -> str:
        """As `Records.write`."""
        await trio.lowlevel.checkpoint()
        self.entries_by_game[header.game] = read_record([encode_header(header), *lines]).entries
        return header.game


@define(eq=False)
class Host:
    """A running house and the ways into it."""

    house: House
    journal: Journal
    records: Records
    patience: float
    _nursery: trio.Nursery

    async def open_table(
        self, rules: str = "fives-and-threes", *, options: TableOptions | None = None, **asked: Any
    ) -> str:
        """Open a table, as the operator does at the start; its name."""
        return await self.house.open_table(OpenTable(rules, options=options or TableOptions(), **asked))

    def connect(self, name: str = "Ann", *, role: Role = Role.PLAYER, session: Session | None = None) -> WireClient:
        """A connection on which nothing has been said yet; with a session, it is somebody who comes back."""
        ours, theirs = trio.testing.memory_stream_pair()
        self.receive(theirs)
        return self.client(ours, name, role=role, session=session)

    def client(
        self, stream: trio.abc.Stream, name: str = "Ann", *, role: Role = Role.PLAYER, session: Session | None = None
    ) -> WireClient:
        """A client on a stream whose other end is received already."""
        return WireClient(stream, session or Session("tests", name, role), self.patience)

    def receive(self, stream: trio.abc.Stream) -> None:
        """Serve this end of a stream as one of the house's connections."""
        self._nursery.start_soon(self.house.receive, Connection(stream, "192.0.2.7"))

    async def seated(self, name: str, **fields: Any) -> WireClient:
        """A player who has a seat and has heard everything so far."""
        client = self.connect(name)
        await client.enter(**fields)
        return client

    async def watching(self, name: str = "Eve", **fields: Any) -> WireClient:
        """A spectator who has heard everything so far."""
        client = self.connect(name, role=Role.SPECTATOR)
        await client.enter(**fields)
        return client

    async def as_seen(self, client: WireClient) -> Table:
        """The table that somebody on this client's seat should know, straight from the journal."""
        stored = await self.journal.read(client.session.game or "")
        viewer = Viewer(client.seat)
        return fold(see(entry.event, viewer).event for entry in stored.entries)

    async def deserted(self) -> None:
        """Wait until the house has noticed that nobody is connected."""
        with trio.fail_after(self.patience):
            await self.house.everybody_has_left()
        await trio.testing.wait_all_tasks_blocked()

    async def back(self, client: WireClient) -> WireClient:
        """The same person on a new connection, resumed."""
        again = self.connect(session=client.session)
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
    aside: Aside = on_the_spot,
    **rules: Any,
) -> AsyncIterator[Host]:
    """A house on this journal, or on one in memory. Leaving the block stops everything at once, as a kill would."""
    journal = MemoryJournal() if journal is None else journal
    records = KeptRecords() if records is None else records
    async with trio.open_nursery() as nursery:
        house = House(
            nursery,
            journal,
            records,
            chance_of or Random(chance),
            HouseRules(think, matches=matches, **rules),
            aside,
        )
        await house.take_up()
        yield Host(house, journal, records, patience, nursery)
        nursery.cancel_scope.cancel()


def masked(line: bytes) -> bytes:
    """The line without what differs from run to run: times, the game's id, tokens and ids of commands."""
    return re.sub(rb'"(at|game|token|id)":"[^"]*"', rb'"\1":""', line)


async def parting_of(client: WireClient, **hello: object) -> Goodbye:
    """What the daemon says goodbye with to this hello."""
    await client.hello(**hello)
    return await client.parting()


async def abandoned(
    host: Host, password: str | None = None, options: TableOptions | None = None
) -> tuple[WireClient, WireClient]:
    """Two players whose match is over."""
    await host.open_table("cinq-et-trois", password=password, options=options)
    ann, ben = await host.seated("Ann", password=password), await host.seated("Ben", password=password)
    await ann.accepted(EndMatch())
    await ben.expect_event(MatchAbandoned)
    return ann, ben
