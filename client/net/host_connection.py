"""One connection to the daemon: opening it, reading it, and the reason it ended.

Here: each way in which opening and reading fail, beside the call that fails. Not here: what the messages mean
(`model`), writing (`writer`), what to do after a connection has ended (`link`).
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Final

import trio
from attrs import field

from client.net.tcp import explained, open_tcp, too_slow
from client.words.say import say
from protocol.frozen import define, frozen
from protocol.shared.address import Address
from protocol.wire.codec import (
    MalformedError,
    OverLimitError,
    UnknownEventError,
    decode_from_daemon,
    encode_from_client,
)
from protocol.wire.frames import LineBuffer, LineTooLongError
from protocol.wire.league_parts import LeagueParts
from protocol.wire.messages import (
    LONGEST_FROM_DAEMON,
    AskTables,
    Farewell,
    FromClient,
    FromDaemon,
    Goodbye,
    LeagueGames,
    Tables,
    Welcome,
)

TIME_TO_CONNECT: Final = 10.0
TIME_TO_ANSWER: Final = 10.0
LONGEST_SILENCE: Final = 30.0
"""Seconds without a byte, not even a pong, after which the connection is dead, whatever the system reports."""
CHUNK: Final = 64 * 1024
"""Bytes read and processed at once; keys and signals are handled in between."""
MOST_LINES: Final = 500
LONGEST_KEPT: Final = 2048
"""Bytes of the longest line whose message is cached: the page's browsers at one table receive the same lines."""
_ENDED: Final = {
    Farewell.SHUTDOWN.value: "connection.shut_down",
    Farewell.TOO_MANY.value: "connection.accepts_no_more",
    Farewell.SILENT.value: "connection.received_nothing",
    Farewell.TROUBLE.value: "connection.in_trouble",
}


@frozen
class Cut:
    """The connection failed, or was never made; `why` is the middle of a sentence.

    `is_final`: another one would fail as well.
    """

    why: str
    is_final: bool = False


@frozen
class Nonsense:
    """The peer sent something that a daemon of this release does not send; `text` is for the player.

    `is_newer`: a later release sends it.
    """

    text: str
    is_newer: bool = False


@frozen
class TableChange:
    """The player has chosen another table, and goes there on a new connection."""


Parting = Cut | Nonsense | TableChange | Goodbye
"""Why a connection ended."""
Dial = Callable[[Address], Awaitable[trio.abc.Stream]]


async def connect(address: Address, dial: Dial) -> trio.abc.Stream | Cut:
    """A connection to this address, or why there is none."""
    try:
        with trio.fail_after(TIME_TO_CONNECT):
            return await dial(address)
    except trio.TooSlowError:
        return Cut(too_slow(address))
    except OSError as error:
        reason = explained(address, error)
        return Cut(str(reason), reason.is_final)


@define(eq=False)
class IncomingMessages:
    """What the daemon at `address` sends on one connection.

    `is_daemon`: a daemon has answered at this address before, so bytes that make no sense come from a daemon.
    """

    stream: trio.abc.Stream
    address: Address
    is_daemon: bool
    is_answered: bool = False
    """Whether the daemon has answered on this connection."""
    line: bytes = b""
    """The line of the message that `messages` returned last."""
    _lines: LineBuffer = field(factory=lambda: LineBuffer(LONGEST_FROM_DAEMON))

    async def receive(self) -> bytes | Cut:
        """The next bytes, or why there will be none."""
        received = b""
        try:
            with trio.move_on_after(LONGEST_SILENCE if self.is_answered else TIME_TO_ANSWER) as limit:
                received = bytes(await self.stream.receive_some(CHUNK))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return Cut(say("connection.closed"))
        if limit.cancelled_caught:
            return Cut(say("connection.silent") if self.is_answered else not_welcomed(self.address))
        return received or Cut(say("connection.closed"))

    def messages(self, received: bytes) -> Iterator[FromDaemon | Nonsense]:
        """The messages that these bytes complete. Nothing follows a goodbye, nor a line that makes no sense."""
        try:
            for line in self._lines.feed(received):
                self.line = line
                message = _decoded(line)
                if isinstance(message, Welcome | Tables):
                    self.is_answered = self.is_daemon = True
                if message is not None:
                    yield message
                if isinstance(message, Goodbye):
                    return
        except UnknownEventError:
            yield Nonsense(say("connection.broken_game"), is_newer=True)
        except OverLimitError as error:
            yield Nonsense(_not_allowed(error))
        except LineTooLongError as error:
            yield Nonsense(_not_allowed(error) if self.is_daemon else say("connection.no_daemon"))
        except MalformedError:
            yield Nonsense(say("connection.broken_game") if self.is_daemon else _no_daemon(self.line))


def _decoded(line: bytes) -> FromDaemon | None:
    """The message in a line. Raises `MalformedError` and its subclasses."""
    return _cached(line) if len(line) <= LONGEST_KEPT else decode_from_daemon(line)


@lru_cache(MOST_LINES)
def _cached(line: bytes) -> FromDaemon | None:
    return decode_from_daemon(line)


def _no_daemon(line: bytes) -> str:
    if is_http(line):
        return say("connection.none", why=say("connection.web_server"))
    return say("connection.no_daemon")


def is_http(received: bytes) -> bool:
    """Whether these first bytes are a web server's answer."""
    return received.startswith(b"HTTP/")


async def why_no_daemon(address: Address, dial: Dial = open_tcp) -> str | None:
    """Why nobody can join at this address, in a sentence; None if a daemon answers there, whatever it says."""
    answer = await answer_about_tables(address, dial)
    return answer if isinstance(answer, str) else None


async def answer_about_tables(address: Address, dial: Dial = open_tcp, first: bytes = b"") -> FromDaemon | str:
    """What a daemon answers to somebody who asks for its tables and says no more; as `answer_to`."""
    return await answer_to(address, dial, first, AskTables())


async def answer_to(address: Address, dial: Dial, first: bytes, request: FromClient) -> FromDaemon | str:
    """What a daemon answers to a request on a connection of its own; without an answer, why, in a sentence.

    `first`: lines to send before. A league that comes in several messages is put together.
    """
    stream = await connect(address, dial)
    if isinstance(stream, Cut):
        return say("connection.none", why=stream.why)
    async with stream:
        with suppress(trio.BrokenResourceError):  # reading says so, too
            await stream.send_all(first + encode_from_client(request))
        incoming, parts = IncomingMessages(stream, address, is_daemon=False), LeagueParts()
        while not isinstance(received := await incoming.receive(), Cut):
            for message in incoming.messages(received):
                whole = parts.take(message) if isinstance(message, LeagueGames) else message
                if whole is not None:
                    return whole.text if isinstance(whole, Nonsense) else whole
    return say("connection.none", why=received.why)


# Why a connection ended, in the middle of a sentence.


def ended_by_host(reason: str, *, watches: bool = False) -> str:
    """Why the host closed a connection that the link will restore. `watches`: that of a spectator.

    A spectator gets the same goodbye at a table to which no player has come back yet.
    """
    if watches and reason == Farewell.TROUBLE.value:
        return say("connection.nobody_there")
    return say(_ENDED.get(reason, "connection.closed"))


def not_welcomed(address: Address) -> str:
    """Says that the program there accepted the connection but has sent nothing."""
    return say("connection.silent_from_start", host=str(address))


def _not_allowed(fault: Exception) -> str:
    return say("connection.not_allowed", fault=str(fault))
