"""A client for tests that speaks only the wire protocol.

It folds received entries with the client's own `Session`, and keeps every line as received.
"""

import itertools
import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import trio
import trio.testing
from attrs import define, evolve, field

from protocol.log.choices import choices
from protocol.log.commands import Command, DrawTile, Knock, Move, PlayTile
from protocol.log.events import Entry, Event
from protocol.log.table import Stage, Table
from protocol.wire.codec import decode_from_daemon, encode_from_client
from protocol.wire.frames import LineBuffer
from protocol.wire.messages import Accepted, Do, FromClient, FromDaemon, Goodbye, NotAccepted, Welcome
from protocol.wire.notices import HeldNotice
from protocol.wire.session import Session

M = TypeVar("M", bound=FromDaemon)

PATIENCE: Final = 20.0
"""Seconds before a test that waits in vain fails."""
_LONGEST_LINE: Final = 1024 * 1024


class FarewellError(Exception):
    """The daemon said goodbye or closed the stream while a test waited for something else."""

    def __init__(self, goodbye: Goodbye | None) -> None:
        super().__init__("the stream has ended" if goodbye is None else f"{goodbye.reason}: {goodbye.detail}")
        self.goodbye = goodbye


_TOO_LATE: Final = {"stale", "not_your_turn", "match_over"}
_clients = itertools.count(1)
"""Their numbers, which no two of them share: an id belongs to one command for ever."""


@define(eq=False)
class WireClient:
    """One connection of one client. `lines` are the bytes received, `received` the messages, in order."""

    stream: trio.abc.Stream
    session: Session
    patience: float = PATIENCE
    lines: list[bytes] = field(factory=list)
    received: list[FromDaemon] = field(factory=list)
    goodbye: Goodbye | None = None
    _frames: LineBuffer = field(factory=lambda: LineBuffer(_LONGEST_LINE))
    _pending: list[bytes] = field(factory=list)
    _number: int = field(factory=lambda: next(_clients))
    _ids: Any = field(factory=lambda: itertools.count(1))

    @property
    def table(self) -> Table:
        """The table as this client knows it."""
        return self.session.table

    @property
    def seat(self) -> int | None:
        """The client's seat."""
        return self.session.seat

    def sits_on(self, seat: int | None) -> bool:
        """Whether this is the client's current seat."""
        return self.session.seat == seat

    def is_at(self, stage: Stage) -> bool:
        """Whether its game is at this stage."""
        return self.table.stage is stage

    @property
    def events(self) -> list[Event]:
        """The events of the game that it follows."""
        return [entry.event for entry in self.session.entries]

    # Sending.

    async def send(self, *messages: FromClient) -> None:
        """Send messages at once, and whole: over TLS, a cancelled half could not be followed by anything."""
        with trio.CancelScope(shield=True):
            await self.send_bytes(b"".join(map(encode_from_client, messages)))

    async def send_bytes(self, raw: bytes) -> None:
        """Send these bytes."""
        with trio.fail_after(self.patience):
            await self.stream.send_all(raw)

    async def hello(self, **fields: Any) -> None:
        """Send the session's hello, with these fields changed."""
        await self.send(evolve(self.session.hello(), **fields))

    async def enter(self, **fields: Any) -> Welcome:
        """Send a hello and receive the game up to its head at that moment."""
        await self.hello(**fields)
        welcome = await self.expect(Welcome)
        await self.catch_up()
        return welcome

    async def catch_up(self) -> None:
        """Receive everything up to the head of the last welcome."""
        await self.until(lambda: self.session.is_caught_up)

    async def leave(self) -> None:
        """Close the connection without a goodbye."""
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
        """Send a command with this id or a new one, and receive until it is answered."""
        do = self.asks(command, under=under, seq=seq)
        await self.send(do)
        return await self.answer_to(do.id)

    def asks(self, command: Command, *, under: str | None = None, seq: int | None = None) -> Do:
        """The message for this command."""
        return Do(under or self.new_id(), self.session.head if seq is None else seq, command)

    async def answer_to(self, command_id: str) -> Accepted | NotAccepted:
        """Receive until the command with this id is answered."""
        while True:
            message = await self.receive()
            if isinstance(message, Accepted | NotAccepted) and message.id == command_id:
                return message

    async def accepted(self, command: Command, **how: Any) -> int:
        """Send a command that is accepted; returns the number of the last entry it caused."""
        answer = await self.do(command, **how)
        assert isinstance(answer, Accepted), answer
        return answer.seq

    async def refused(self, command: Command, **how: Any) -> str:
        """Send a command that is refused; returns the reason."""
        answer = await self.do(command, **how)
        assert isinstance(answer, NotAccepted), answer
        assert answer.detail
        return answer.reason

    # Receiving.

    async def receive(self) -> FromDaemon:
        """The next message, folded if it is an entry.

        Raises `FarewellError` at a goodbye and at the end of the stream.
        """
        with trio.fail_after(self.patience):
            line = await self._next_line()
        message = decode_from_daemon(line)
        assert message is not None, line
        self.lines.append(line)
        self.received.append(message)
        if isinstance(message, Welcome):
            self.session.take_welcome(message)
        elif isinstance(message, Entry):
            self.session.receive(message)
            await self._send_owed()
        elif isinstance(message, HeldNotice):
            self.session.is_held = message.here
            await self._send_owed()
        elif isinstance(message, Goodbye):
            self.goodbye = message
            raise FarewellError(message)
        return message

    async def _send_owed(self) -> None:
        for owed in self.session.owed():
            await self.send(self.asks(owed))

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
        """Receive until a message of this kind arrives."""
        while True:
            message = await self.receive()
            if isinstance(message, kind) and matching(message):
                return message

    async def expect_event(self, kind: type[Any], **facts: Any) -> Any:
        """Receive until an entry has an event of this kind with these facts."""
        entry = await self.expect(
            Entry,
            lambda entry: (
                isinstance(entry.event, kind)
                and all(getattr(entry.event, name) == value for name, value in facts.items())
            ),
        )
        return entry.event

    async def until(self, holds: Callable[[], bool]) -> None:
        """Receive until this is true."""
        while not holds():
            await self.receive()

    async def parting(self) -> Goodbye:
        """Receive until the daemon says goodbye and closes the stream."""
        while self.goodbye is None:
            try:
                await self.receive()
            except FarewellError:
                break
        assert self.goodbye is not None, "the stream ended without a goodbye"
        with trio.fail_after(self.patience):
            rest = self._pending or await _rest_of(self.stream)
        assert not rest, f"after the goodbye came {rest!r}"
        return self.goodbye

    async def settle(self) -> list[FromDaemon]:
        """Receive everything until all tasks are blocked."""
        received: list[FromDaemon] = []

        async def listen() -> None:
            while True:
                received.append(await self.receive())

        await trio.testing.wait_all_tasks_blocked()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        return received

    def a_move(self) -> Move | None:
        """The first legal move of this seat in its turn; None out of turn."""
        if self.seat is None:
            return None
        may = choices(self.table, self.seat)
        if may.plays:
            return PlayTile(*may.plays[0])
        if may.may_draw:
            return DrawTile()
        return Knock() if may.may_knock else None

    async def play_some(self, turns: int) -> None:
        """Play this many turns of this seat, fewer if the match ends first.

        A round or the match may end after the entry that gave this seat the turn, in lines not yet received: the answer
        is then `stale`, `not_your_turn` or `match_over`, or the goodbye after the last match.
        """
        while turns and self.is_at(Stage.PLAYING):
            move = self.a_move()
            try:
                if move is None:
                    await self.receive()
                else:
                    answer = await self.do(move)
                    assert isinstance(answer, Accepted) or answer.reason in _TOO_LATE
                    turns -= 1
            except FarewellError as farewell:
                if farewell.goodbye is None or farewell.goodbye.reason != "finished":
                    raise


async def _rest_of(stream: trio.abc.Stream) -> bytes:
    rest = b""
    try:
        while received := await stream.receive_some(65536):
            rest += received
    except trio.BrokenResourceError:
        pass
    return rest


def masked(line: bytes) -> bytes:
    """The line without values that differ between runs: times, the game's id, tokens and ids of commands."""
    return re.sub(rb'"(at|game|token|id)":"[^"]*"', rb'"\1":""', line)


async def parting_of(client: WireClient, **hello: object) -> Goodbye:
    """The goodbye in answer to this hello."""
    await client.hello(**hello)
    return await client.parting()
