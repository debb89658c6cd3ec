"""The first line of each connection between a daemon and its page process: a secret, and where the browser is.

Here: writing and checking that line. Not here: who connects to whom (`daemon.net.browsers`,
`client.program.page_child`).

The two processes talk over the loopback, where every program of the machine can connect. Only they know the secret, so
nobody else can state an address. A wrong secret is not answered. The right one is answered with an empty line, so no
byte that follows is read with the first line.

Any program of this machine can also connect and say nothing. Each such connection is an open file, so only a few may
wait at once (`PendingIntroductions`). The two processes themselves introduce even fewer connections at once
(`MOST_AT_ONCE`), and have the others wait before they connect: so a crowd that comes in one moment pushes none of its
own out.
"""

import hmac
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, Protocol

TIME_TO_INTRODUCE: Final = 5.0
MOST_WAITING: Final = 64
"""The most connections that may wait to be introduced. One from the other process waits for milliseconds only."""
MOST_AT_ONCE: Final = MOST_WAITING // 2
"""How many connections one of the two processes introduces to the other one at once."""
_LONGEST: Final = 512
_WELCOME: Final = b"\n"


class IntroductionError(Exception):
    """The other side is not the process that knows the secret."""


class GoneError(IntroductionError):
    """The other side has gone without a word: its browser may not have waited for it."""


class BrowserOrigin(NamedTuple):
    """Where the browser is that a connection is for: its address, and whether it counts as from outside."""

    address: str
    is_outside: bool = False


class _Stream(Protocol):
    async def send_all(self, data: bytes, /) -> None:
        """Send these bytes."""

    async def receive_some(self, max_bytes: int | None = None, /) -> bytes | bytearray:
        """The next bytes, none at the end."""


class PendingIntroductions:
    """The connections that have not introduced themselves yet. Beyond `most`, the one that came first makes room.

    So silent connections cannot keep the other process out.
    """

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._turn_away: dict[object, Callable[[], None]] = {}
        """By connection, the first one first."""

    def __len__(self) -> int:
        return len(self._turn_away)

    @contextmanager
    def counted(self, turn_away: Callable[[], None]) -> Iterator[None]:
        """A block in which one connection waits. `turn_away` is called if it has to make room; it may not wait."""
        if len(self._turn_away) >= self._most:
            self._turn_away.pop(next(iter(self._turn_away)))()
        connection = object()
        self._turn_away[connection] = turn_away
        try:
            yield
        finally:
            self._turn_away.pop(connection, None)


async def introduce(stream: _Stream, secret: str, introduction: BrowserOrigin) -> None:
    """Send the introduction of a connection, and wait for the answer. Raises `IntroductionError`."""
    address, is_outside = introduction
    line = json.dumps({"secret": secret, "address": address, "outside": is_outside})
    await stream.send_all(line.encode() + b"\n")
    if await stream.receive_some(1) != _WELCOME:
        raise IntroductionError


async def receive_introduction(stream: _Stream, secret: str) -> BrowserOrigin:
    """Read the introduction of a new connection, and answer it. Raises `IntroductionError`."""
    line = b""
    while not line.endswith(b"\n"):
        received = await stream.receive_some(_LONGEST)
        if not received and not line:
            raise GoneError
        line += received
        if not received or len(line) > _LONGEST:
            raise IntroductionError
    introduction = _introduction_in(line, secret)
    await stream.send_all(_WELCOME)
    return introduction


def _introduction_in(line: bytes, secret: str) -> BrowserOrigin:
    try:
        fields = json.loads(line)
        given, address, is_outside = fields["secret"], fields["address"], fields["outside"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise IntroductionError from None
    if not isinstance(given, str) or not isinstance(address, str) or not isinstance(is_outside, bool):
        raise IntroductionError
    if not hmac.compare_digest(given.encode(errors="replace"), secret.encode()):
        raise IntroductionError
    return BrowserOrigin(address, is_outside)
