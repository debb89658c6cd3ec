"""The first line of each connection between a daemon and its page process: a secret, and the browser's address.

Here: writing and checking that line. Not here: who connects to whom (`daemon.net.browsers`,
`client.program.page_child`).

The two processes talk over the loopback, where every program of the machine can connect. Only they know the secret, so
nobody else can state an address. A wrong secret is not answered. The right one is answered with an empty line, so no
byte that follows is read with the first line.
"""

import hmac
import json
from typing import Final, Protocol

_LONGEST: Final = 512
_WELCOME: Final = b"\n"


class IntroductionError(Exception):
    """The other side is not the process that knows the secret."""


class _Stream(Protocol):
    async def send_all(self, data: bytes, /) -> None:
        """Send these bytes."""

    async def receive_some(self, max_bytes: int | None = None, /) -> bytes | bytearray:
        """The next bytes, none at the end."""


async def introduce(stream: _Stream, secret: str, address: str) -> None:
    """Begin a connection for the browser at this address. Raises `IntroductionError`."""
    await stream.send_all(json.dumps({"secret": secret, "address": address}).encode() + b"\n")
    if await stream.receive_some(1) != _WELCOME:
        raise IntroductionError


async def introduced(stream: _Stream, secret: str) -> str:
    """The address of the browser that a new connection is for. Raises `IntroductionError`."""
    line = b""
    while not line.endswith(b"\n"):
        received = await stream.receive_some(_LONGEST)
        line += received
        if not received or len(line) > _LONGEST:
            raise IntroductionError
    address = _address_in(line, secret)
    await stream.send_all(_WELCOME)
    return address


def _address_in(line: bytes, secret: str) -> str:
    try:
        said = json.loads(line)
        given, address = said["secret"], said["address"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise IntroductionError from None
    if not isinstance(given, str) or not isinstance(address, str):
        raise IntroductionError
    if not hmac.compare_digest(given.encode(errors="replace"), secret.encode()):
        raise IntroductionError
    return address
