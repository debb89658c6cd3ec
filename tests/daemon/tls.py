"""TLS for tests: a host's identity, and the client's side of an encrypted connection.

`python -m pytest --over-tls` runs every test with clients of the wire over TLS; a few always run both ways
(`plain_or_over_tls`).
"""

import shutil
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import trio

from daemon.net.identity import CERTIFICATE, Identity, open_identity
from protocol.console.host_key import key_of

UNASKED: Final = "the host says goodbye before the client has sent anything, so not over TLS"
PRIVATE: Final = "nobody but the player's own program connects to a private daemon, so it encrypts nothing"
_is_used = False


@contextmanager
def over_tls(is_wanted: bool) -> Iterator[None]:
    """A block in which tests' clients connect with TLS, or without."""
    global _is_used  # noqa: PLW0603 - all that a test connects has to follow it
    before, _is_used = _is_used, is_wanted
    try:
        yield
    finally:
        _is_used = before


def is_used() -> bool:
    """Whether tests' clients connect with TLS just now."""
    return _is_used


def identity() -> Identity:
    """The identity of the tests' hosts."""
    return _made()[0]


def give_identity(data: Path) -> None:
    """Put it into a host's data folder, if it has none: making one takes an eighth of a second."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not (data / CERTIFICATE).exists():
        shutil.copy(Path(_made()[1].name) / CERTIFICATE, data)


@cache
def _made() -> "tuple[Identity, TemporaryDirectory[str]]":
    folder = TemporaryDirectory(prefix="fives-tests-")
    made = open_identity(Path(folder.name))
    assert made is not None
    return made, folder


@cache
def client_context() -> ssl.SSLContext:
    """A client's settings; it takes any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def encrypted(stream: trio.abc.Stream) -> trio.SSLStream[trio.abc.Stream]:
    """A client's stream on this one; the handshake comes with the first bytes."""
    return trio.SSLStream(stream, client_context())


def as_clients_connect(stream: trio.abc.Stream) -> trio.abc.Stream:
    """The client's stream on this one: encrypted or not, as the test has it."""
    return encrypted(stream) if _is_used else stream


async def end_sending(stream: trio.abc.Stream) -> None:
    """Close a client's sending side under the encryption, if there is one: trio's TLS streams have only a whole end."""
    half = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
    assert isinstance(half, trio.abc.HalfCloseableStream)
    await half.send_eof()


def key_shown(half: ssl.SSLObject) -> str:
    """The key of the host that a client is connected to."""
    certificate = half.getpeercert(binary_form=True)
    assert certificate is not None
    return key_of(certificate)
