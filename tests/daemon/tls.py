"""TLS for tests: a host's identity, and the client's side of an encrypted connection.

Not here: which tests' clients use it (`ways`).
"""

import shutil
import ssl
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from daemon.net.identity import CERTIFICATE, Identity, open_identity
from protocol.shared.host_key import key_of


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
    return open_identity(Path(folder.name)), folder


@cache
def client_context() -> ssl.SSLContext:
    """A client's settings; it takes any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def encrypted(stream: trio.abc.Stream) -> trio.SSLStream[trio.abc.Stream]:
    """A client's stream on this one; the handshake comes with the first bytes."""
    return trio.SSLStream(stream, client_context())


def key_shown(half: ssl.SSLObject) -> str:
    """The key of the host that a client is connected to."""
    certificate = half.getpeercert(binary_form=True)
    assert certificate is not None
    return key_of(certificate)
