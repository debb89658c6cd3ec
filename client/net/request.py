"""Requests to a daemon outside the player's own connection: send one message, wait for its answer.

Not here: the player's connection (`link`), the requests (`program.play`, `program.unfinished`).
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from typing import Final, TypeVar

import trio

from client.net.host_connection import CHUNK
from client.words.refusal_words import farewell
from client.words.say import say
from protocol.log.events import Entry
from protocol.shared.address import Address
from protocol.wire.codec import MalformedError, UnknownEventError, decode_from_daemon, encode_from_client
from protocol.wire.frames import LineBuffer, LineTooLongError
from protocol.wire.league_parts import LeagueParts
from protocol.wire.messages import (
    LONGEST_FROM_DAEMON,
    AskLeague,
    FromClient,
    FromDaemon,
    Goodbye,
    Hello,
    LeagueGames,
    OpenTable,
    Tables,
    Welcome,
)
from protocol.wire.notices import RefusedNotice
from protocol.wire.session import GapError, Session

TIME_TO_ANSWER: Final = 20.0
T = TypeVar("T", bound=FromDaemon)


class RequestError(Exception):
    """A request has no answer that can be used; the text is one line for the player.

    `is_misuse`: the player has to give another command.
    """

    is_misuse = False


class TurnedAwayError(RequestError):
    """The daemon answered with a goodbye."""

    def __init__(self, goodbye: Goodbye) -> None:
        super().__init__(farewell(goodbye.reason, goodbye.detail))
        self.goodbye = goodbye


class Requests:
    """A connection to a daemon for requests, one after another. `first`: lines to send before the first of them."""

    def __init__(self, stream: trio.abc.Stream, first: bytes = b"") -> None:
        self._stream = stream
        self._unsent = first
        self._lines = LineBuffer(LONGEST_FROM_DAEMON)
        self._received: list[FromDaemon] = []

    async def ask(self, message: FromClient, *answers: type[T]) -> T:
        """Send a message and return the first answer of one of these types. Raises `RequestError`."""
        with _answered():
            unsent, self._unsent = self._unsent, b""
            await self._stream.send_all(unsent + encode_from_client(message))
            return await self._next(*answers)

    async def open_table(self, wanted: OpenTable) -> str:
        """Have this table opened; returns its name. Raises `RequestError`."""
        answer = await self.ask(wanted, Tables, RefusedNotice)
        if isinstance(answer, Tables) and answer.opened is not None:
            return answer.opened
        raise RequestError(answer.text if isinstance(answer, RefusedNotice) else say("unfinished.not_opened"))

    async def league(self) -> LeagueGames:
        """The host's league, which may come in several messages. Raises `RequestError`."""
        parts = LeagueParts()
        whole = parts.take(await self.ask(AskLeague(), LeagueGames))
        while whole is None:
            with _answered():
                whole = parts.take(await self._next(LeagueGames))
        return whole

    async def read_game(self, session: Session, turn: AbstractAsyncContextManager[None] | None = None) -> None:
        """Receive all entries of the game that this session asks for. Raises `RequestError`.

        `turn` is entered while received entries are processed, as in `Link`.
        """
        await self._read(session, await self.ask(session.hello(), Welcome), turn)

    async def read_next_game(self, session: Session, hello: Hello | None = None) -> None:
        """Receive all entries of the next game that the daemon sends, the first one in answer to this hello.

        Raises `RequestError`; after the last game, `TurnedAwayError`.
        """
        if hello is not None:
            welcome = await self.ask(hello, Welcome)
        else:
            with _answered():
                welcome = await self._next(Welcome)
        await self._read(session, welcome)

    async def _read(
        self, session: Session, welcome: Welcome, turn: AbstractAsyncContextManager[None] | None = None
    ) -> None:
        with _answered():
            session.take_welcome(welcome)
            while not session.is_caught_up:
                received = b"" if self._received else await self._receive()
                async with turn or nullcontext():
                    self._decode(received)
                    while self._received and not session.is_caught_up:
                        message = self._take(Entry)
                        if message is not None:
                            session.receive(message)

    async def _next(self, *wanted: type[T]) -> T:
        """The next message of one of these types; all others before it are ignored."""
        while (message := self._take(*wanted)) is None:
            self._decode(await self._receive())
        return message

    def _take(self, *wanted: type[T]) -> T | None:
        """The first message of one of these types that has been received, or None. All others before it are ignored."""
        while self._received:
            message = self._received.pop(0)
            if isinstance(message, wanted):
                return message
            if isinstance(message, Goodbye):
                raise TurnedAwayError(message)
        return None

    async def _receive(self) -> bytes:
        received = bytes(await self._stream.receive_some(CHUNK))
        if not received:
            raise RequestError(say("connection.closed"))
        return received

    def _decode(self, received: bytes) -> None:
        decoded = (decode_from_daemon(line) for line in self._lines.feed(received))
        self._received.extend(message for message in decoded if message is not None)


@contextmanager
def _answered() -> Iterator[None]:
    """Limits the time for an answer, and turns every failure inside into a `RequestError`."""
    with trio.move_on_after(TIME_TO_ANSWER) as limit:
        try:
            yield
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise RequestError(say("connection.closed")) from None
        except (GapError, MalformedError, UnknownEventError, LineTooLongError):
            raise RequestError(say("connection.not_understood")) from None
    if limit.cancelled_caught:
        raise RequestError(say("connection.no_answer"))


@asynccontextmanager
async def requests_to(address: Address) -> AsyncIterator[Requests]:
    """A connection to the daemon at this address. Raises `RequestError`."""
    try:
        stream = await trio.open_tcp_stream(address.host, address.port)
    except OSError as error:
        raise RequestError(
            say("connection.to_daemon_failed", host=str(address), why=str(error.strerror or error))
        ) from error
    async with stream:
        yield Requests(stream)
