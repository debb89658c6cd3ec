"""A short conversation with a daemon, before or beside the player's own connection.

Lives here: say something, wait for the answer. Not here: staying connected (`link`), what is said (`play`).
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, TypeVar

import trio

from client.net.link import CHUNK
from client.words import connection_words as words
from client.words import connection_words as words_link
from client.words.refusal_words import farewell
from protocol.console.address import Address
from protocol.log.events import Entry
from protocol.wire.codec import MalformedError, UnknownEventError, decode_from_daemon, encode_from_client
from protocol.wire.frames import Lines, LineTooLongError
from protocol.wire.messages import LONGEST_FROM_DAEMON, FromClient, FromDaemon, Goodbye, Welcome
from protocol.wire.session import GapError, Session

TIME_TO_ANSWER: Final = 20.0
T = TypeVar("T", bound=FromDaemon)


class ErrandError(Exception):
    """The daemon would not talk; one line. `is_misuse`: it was not asked for as it has to be."""

    is_misuse = False


class TurnedAwayError(ErrandError):
    """The daemon said goodbye instead."""

    def __init__(self, goodbye: Goodbye) -> None:
        super().__init__(farewell(goodbye.reason, goodbye.detail))
        self.goodbye = goodbye


class Errand:
    """One conversation."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._lines = Lines(LONGEST_FROM_DAEMON)
        self._heard: list[FromDaemon] = []

    async def ask(self, message: FromClient, *answers: type[T]) -> T:
        """The first answer of one of these types. Raises `ErrandError`."""
        with _answered():
            await self._stream.send_all(encode_from_client(message))
            return await self._next(*answers)

    async def read_out(self, session: Session) -> None:
        """Let a session that reads a game take in all of it. Raises `ErrandError`."""
        welcome = await self.ask(session.hello(), Welcome)
        with _answered():
            session.welcomed(welcome)
            while not session.is_caught_up:
                session.told(await self._next(Entry))

    async def _next(self, *wanted: type[T]) -> T:
        """The next message of one of these types; what comes before it is passed over."""
        while True:
            while self._heard:
                message = self._heard.pop(0)
                if isinstance(message, wanted):
                    return message
                if isinstance(message, Goodbye):
                    raise TurnedAwayError(message)
            received = bytes(await self._stream.receive_some(CHUNK))
            if not received:
                raise ErrandError(words_link.CLOSED)
            decoded = (decode_from_daemon(line) for line in self._lines.feed(received))
            self._heard.extend(each for each in decoded if each is not None)


@contextmanager
def _answered() -> Iterator[None]:
    """Wait for an answer inside. Raises `ErrandError` where none comes, or none that makes sense."""
    with trio.move_on_after(TIME_TO_ANSWER) as patience:
        try:
            yield
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise ErrandError(words_link.CLOSED) from None
        except (GapError, MalformedError, UnknownEventError, LineTooLongError):
            raise ErrandError(words.HOST_NOT_UNDERSTOOD) from None
    if patience.cancelled_caught:
        raise ErrandError(words.HOST_SILENT)


@asynccontextmanager
async def errand(address: Address) -> AsyncIterator[Errand]:
    """A conversation with the daemon there. Raises `ErrandError`."""
    try:
        stream = await trio.open_tcp_stream(address.host, address.port)
    except OSError as error:
        raise ErrandError(words.no_connection_to(str(address), error.strerror or str(error))) from error
    async with stream:
        yield Errand(stream)
