"""One connection to the daemon: opening it, reading it, and the reason it ended.

Here: each way in which opening and reading fail, beside the call that fails. Not here: what the messages mean
(`model`), writing (`writer`), what to do after a connection has ended (`link`).
"""

from collections.abc import Awaitable, Callable, Iterator
from typing import Final

import trio
from attrs import define, field, frozen

from client.words import connection_words as words
from protocol.console.address import Address
from protocol.wire.codec import MalformedError, OverLimitError, UnknownEventError, decode_from_daemon
from protocol.wire.frames import Lines, LineTooLongError
from protocol.wire.messages import LONGEST_FROM_DAEMON, FromDaemon, Goodbye, Tables, Welcome

TIME_TO_CONNECT: Final = 10.0
TIME_TO_ANSWER: Final = 10.0
LONGEST_SILENCE: Final = 30.0
"""Seconds without a byte, not even a pong, after which the connection is dead, whatever the system reports."""
CHUNK: Final = 64 * 1024
"""Bytes read and processed at once; keys and signals are handled in between."""


@frozen
class Cut:
    """The connection failed, or was never made; `why` is the middle of a sentence."""

    why: str


@frozen
class Nonsense:
    """The peer sent something that a daemon of this release does not send; `text` is for the player."""

    text: str


@frozen
class Moved:
    """The player goes to another table, on a new connection."""


Parting = Cut | Nonsense | Moved | Goodbye
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
        return Cut(words.silent(address))
    except OSError as error:
        return Cut(words.cannot_connect(address, error))


@define(eq=False)
class Incoming:
    """What the daemon at `address` sends on one connection.

    `is_daemon`: a daemon has answered at this address before, so bytes that make no sense come from a daemon.
    """

    stream: trio.abc.Stream
    address: Address
    is_daemon: bool
    is_answered: bool = False
    """Whether the daemon has answered on this connection."""
    _lines: Lines = field(factory=lambda: Lines(LONGEST_FROM_DAEMON))

    async def receive(self) -> bytes | Cut:
        """The next bytes."""
        received = b""
        try:
            with trio.move_on_after(LONGEST_SILENCE if self.is_answered else TIME_TO_ANSWER) as limit:
                received = bytes(await self.stream.receive_some(CHUNK))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return Cut(words.CLOSED)
        if limit.cancelled_caught:
            return Cut(words.SILENT if self.is_answered else words.not_welcomed(self.address))
        return received or Cut(words.CLOSED)

    def messages(self, received: bytes) -> Iterator[FromDaemon | Nonsense]:
        """The messages that these bytes complete. Nothing follows a goodbye, nor a line that makes no sense."""
        try:
            for line in self._lines.feed(received):
                message = decode_from_daemon(line)
                if isinstance(message, Welcome | Tables):
                    self.is_answered = self.is_daemon = True
                if message is not None:
                    yield message
                if isinstance(message, Goodbye):
                    return
        except UnknownEventError:
            yield Nonsense(words.UPDATE)
        except OverLimitError as error:
            yield Nonsense(words.not_allowed(error))
        except LineTooLongError as error:
            yield Nonsense(words.not_allowed(error) if self.is_daemon else words.NO_DAEMON)
        except MalformedError:
            yield Nonsense(words.BROKEN_GAME if self.is_daemon else words.NO_DAEMON)
