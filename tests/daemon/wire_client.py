"""A client for tests that speaks only the wire protocol.

It folds what it is told with the client's own `Session`, and keeps every line as it came.
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
from protocol.wire.frames import Lines
from protocol.wire.messages import Accepted, Do, FromClient, FromDaemon, Goodbye, NotAccepted, Welcome
from protocol.wire.session import Session

M = TypeVar("M", bound=FromDaemon)

PATIENCE: Final = 20.0
"""Seconds before a test that waits in vain fails."""
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

    def a_move(self) -> Move | None:
        """Something that this seat may do in its turn, the first there is; None out of turn."""
        if self.seat is None:
            return None
        may = choices(self.table, self.seat)
        if may.plays:
            return PlayTile(*may.plays[0])
        if may.may_draw:
            return DrawTile()
        return Knock() if may.may_knock else None

    async def play_some(self, turns: int) -> None:
        """Play so many turns of this seat, fewer where the match ends before.

        A round or the match may end behind the entry that made it this seat's turn, in lines still to come: then the
        answer is `stale` or `match_over`, or the goodbye after the last match.
        """
        while turns and self.is_at(Stage.PLAYING):
            move = self.a_move()
            try:
                if move is None:
                    await self.hear()
                else:
                    answer = await self.do(move)
                    assert isinstance(answer, Accepted) or answer.reason in {"stale", "match_over"}
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
    """The line without what differs from run to run: times, the game's id, tokens and ids of commands."""
    return re.sub(rb'"(at|game|token|id)":"[^"]*"', rb'"\1":""', line)


async def parting_of(client: WireClient, **hello: object) -> Goodbye:
    """What the daemon says goodbye with to this hello."""
    await client.hello(**hello)
    return await client.parting()
