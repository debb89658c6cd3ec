"""One connection to the daemon: opening it, reading it, and the reason it ended.

Here: each way in which opening and reading fail, beside the call that fails. Not here: what the messages mean
(`model`), writing (`writer`), what to do after a connection has ended (`link`).
"""

import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Final

import trio
from attrs import define, field

from protocol.console.address import Address
from protocol.frozen import frozen
from protocol.wire.codec import (
    MalformedError,
    OverLimitError,
    UnknownEventError,
    decode_from_daemon,
    encode_from_client,
)
from protocol.wire.frames import LineBuffer, LineTooLongError
from protocol.wire.messages import LONGEST_FROM_DAEMON, AskTables, Farewell, FromDaemon, Goodbye, Tables, Welcome

TIME_TO_CONNECT: Final = 10.0
TIME_TO_ANSWER: Final = 10.0
LONGEST_SILENCE: Final = 30.0
"""Seconds without a byte, not even a pong, after which the connection is dead, whatever the system reports."""
CHUNK: Final = 64 * 1024
"""Bytes read and processed at once; keys and signals are handled in between."""
MOST_LINES: Final = 500
LONGEST_KEPT: Final = 2048
"""Bytes of the longest line whose message is cached: the page's browsers at one table receive the same lines."""
CLOSED: Final = "the host closed the connection"
SILENT: Final = "the host has gone silent"
NO_DAEMON: Final = "The program that answers there is not a fives daemon, or this release cannot read it."
BROKEN_GAME: Final = "The host sent a game that makes no sense; this client cannot continue it."
_CHECK_FIREWALL: Final = "check the address, and that the host's firewall or router lets you in"
_ENDED: Final = {
    Farewell.SHUTDOWN: "the host was shut down",
    Farewell.TOO_MANY: "the host accepts no more connections now",
    Farewell.SILENT: "the host received nothing from here",
    Farewell.TROUBLE: "the host is in trouble",
}


@frozen
class Cut:
    """The connection failed, or was never made; `why` is the middle of a sentence."""

    why: str


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


async def dial(address: Address) -> trio.abc.Stream:
    """A TCP connection. Raises `OSError`."""
    stream = await trio.open_tcp_stream(address.host, address.port)
    stream.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
    return stream


async def connect(address: Address, dial: Dial) -> trio.abc.Stream | Cut:
    """A connection to this address, or why there is none."""
    try:
        with trio.fail_after(TIME_TO_CONNECT):
            return await dial(address)
    except trio.TooSlowError:
        return Cut(f"{address} does not answer: {_CHECK_FIREWALL}")
    except OSError as error:
        return Cut(_no_connection(address, error))


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
            return Cut(CLOSED)
        if limit.cancelled_caught:
            return Cut(SILENT if self.is_answered else not_welcomed(self.address))
        return received or Cut(CLOSED)

    def messages(self, received: bytes) -> Iterator[FromDaemon | Nonsense]:
        """The messages that these bytes complete. Nothing follows a goodbye, nor a line that makes no sense."""
        try:
            for line in self._lines.feed(received):
                self.line, message = line, _decoded(line)
                if isinstance(message, Welcome | Tables):
                    self.is_answered = self.is_daemon = True
                if message is not None:
                    yield message
                if isinstance(message, Goodbye):
                    return
        except UnknownEventError:
            yield Nonsense(BROKEN_GAME, is_newer=True)
        except OverLimitError as error:
            yield Nonsense(_not_allowed(error))
        except LineTooLongError as error:
            yield Nonsense(_not_allowed(error) if self.is_daemon else NO_DAEMON)
        except MalformedError:
            yield Nonsense(BROKEN_GAME if self.is_daemon else NO_DAEMON)


def _decoded(line: bytes) -> FromDaemon | None:
    """The message in a line. Raises `MalformedError` and its subclasses."""
    return _cached(line) if len(line) <= LONGEST_KEPT else decode_from_daemon(line)


@lru_cache(MOST_LINES)
def _cached(line: bytes) -> FromDaemon | None:
    return decode_from_daemon(line)


async def why_no_daemon(address: Address, dial: Dial = dial) -> str | None:
    """Why nobody can join at this address, in a sentence; None if a daemon answers there, whatever it says."""
    answer = await answer_about_tables(address, dial)
    return answer if isinstance(answer, str) else None


async def answer_about_tables(address: Address, dial: Dial = dial) -> FromDaemon | str:
    """What a daemon answers to somebody who asks for its tables and says no more; without one, why, in a sentence."""
    stream = await connect(address, dial)
    if isinstance(stream, Cut):
        return f"No connection: {stream.why}."
    async with stream:
        with suppress(trio.BrokenResourceError):  # reading says so, too
            await stream.send_all(encode_from_client(AskTables()))
        incoming = IncomingMessages(stream, address, is_daemon=False)
        while not isinstance(received := await incoming.receive(), Cut):
            for message in incoming.messages(received):
                return message.text if isinstance(message, Nonsense) else message
    return f"No connection: {received.why}."


# Why a connection ended, in the middle of a sentence.


def ended_by_host(reason: str) -> str:
    """Why the host closed a connection that the link will restore."""
    return next((text for farewell, text in _ENDED.items() if farewell.value == reason), CLOSED)


def unreachable(address: Address) -> str:
    """Says that a later attempt has failed; gives no advice, since the address has been reached before."""
    return f"{address} cannot be reached"


def not_welcomed(address: Address) -> str:
    """Says that the program there accepted the connection but has sent nothing."""
    return f"{address} accepts the connection but sends nothing: it may not be a fives daemon"


def _no_connection(address: Address, error: OSError) -> str:
    """Why an address cannot be reached, and what to check."""
    causes = list(_causes(error))
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return f"there is no machine called {address.host}: check the name, and that you are online"
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return f"nobody answers at {address}: check address and port, and that a game is hosted there"
    # trio puts the address into `strerror`, as Python shows it.
    reason = next((os.strerror(cause.errno) for cause in causes if cause.errno), None) or str(error)
    return f"{unreachable(address)}: {reason}"


def _causes(error: BaseException) -> Iterator[OSError]:
    """The errors of the system in this one: in a group, and those that caused others."""
    if isinstance(error, BaseExceptionGroup):
        for member in error.exceptions:
            yield from _causes(member)
    elif isinstance(error, OSError):
        yield error
        if error.__cause__ is not None:
            yield from _causes(error.__cause__)


def _not_allowed(fault: Exception) -> str:
    return f"The host broke the protocol ({fault}), so the connection was closed."
