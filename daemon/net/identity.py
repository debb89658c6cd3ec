"""The host's identity: its certificate with the private key, made once and kept in one file of the data folder.

Here: making the file, reading it, and the TLS settings that use it. Not here: the encryption of a connection
(`encryption`), the key as people write it (`protocol.console.host_key`).

A client knows a host by the SHA-256 of its certificate, so nothing in it counts but that it stays the same: it is
self-signed, has no names, and is valid for as long as anybody may play. A file that cannot be used is left as it is,
because another certificate would look to every friend's client like another host.
"""

import datetime
import hashlib
import os
import ssl
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import trio
from attrs import field

from daemon.journal.club import Club
from daemon.private_file import write_private
from protocol.console.host_key import key_of
from protocol.frozen import frozen

CERTIFICATE: Final = "host.pem"
"""The private key and the certificate."""
NAME: Final = "fives"
VALID_FROM: Final = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
VALID_UNTIL: Final = datetime.datetime(2099, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)
_BEGINNING: Final = "-----BEGIN CERTIFICATE-----"


class IdentityError(Exception):
    """The file with the certificate cannot be used; its text says which and what to do."""


@frozen
class Identity:
    """The certificate as TLS settings, and the host's key, by which clients know it.

    `secret`: what only daemons with the same private key know.
    """

    context: ssl.SSLContext
    key: str
    secret: str = field(repr=False)


def open_identity(data: Path) -> Identity | None:
    """The identity of the host with this data folder, made now if it has none.

    None if it cannot be made: this machine has no library for it. Raises `IdentityError`, and `OSError` if a new one
    cannot be stored.
    """
    path = data / CERTIFICATE
    if not os.path.lexists(path):
        pem = _new_certificate()
        if pem is None:
            return None
        write_private(path, pem)
    try:
        context = _context(path)
        text = path.read_text(encoding="ascii")
        secret = hashlib.sha256(f"for a browser\n{text}".encode()).hexdigest()
        return Identity(context, key_of(ssl.PEM_cert_to_DER_cert("".join(text.partition(_BEGINNING)[1:]))), secret)
    except (ssl.SSLError, ValueError) as error:
        raise _unusable(path, "is damaged") from error
    except OSError as error:
        raise _unusable(path, f"cannot be read: {error.strerror or error}") from error


async def open_identity_of_club(club: Club, data: Path) -> Identity | None:
    """The identity that all daemons of a club have, with a copy in this data folder; as `open_identity`.

    The first daemon gives the club its own. Raises `IdentityError` in a data folder of another host, and `StoreError`.
    """
    path = trio.Path(data / CERTIFICATE)
    own = await path.read_bytes() if await path.exists() else None
    pem = await club.certificate(own or _new_certificate())
    if pem is not None and pem != own and not await trio.to_thread.run_sync(_is_sound, pem):
        raise IdentityError(
            "the certificate in the club's database is damaged: restore it from a backup. `UPDATE fives SET certificate"
            " = NULL` has the next daemon that starts give the club its own, and players' programs warn them"
        )
    if own is None and pem is not None:
        await trio.to_thread.run_sync(write_private, Path(path), pem)
    elif own != pem:
        raise IdentityError(f"{path} is not this club's; move it away, or give this daemon another folder with --data")
    return await trio.to_thread.run_sync(open_identity, data)


def _is_sound(pem: bytes) -> bool:
    """Whether this is a private key with its certificate."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / CERTIFICATE
        write_private(path, pem)
        try:
            open_identity(Path(folder))
        except IdentityError:
            return False
    return True


def _unusable(path: Path, why: str) -> IdentityError:
    return IdentityError(
        f"{path} {why}; restore it from a backup. If you delete it, this host gets a new key, and your friends'"
        " programs will warn them"
    )


def _context(path: Path) -> ssl.SSLContext:
    """TLS 1.3 alone, which has no renegotiation; without tickets, there is nothing to resume and no early data."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    context.load_cert_chain(path, password="")  # no question in the terminal, if somebody has encrypted it
    return context


def _new_certificate() -> bytes | None:
    """A private key on the curve P-256 and its self-signed certificate, in PEM; None without the library for it."""
    try:
        # A host needs it once in its life, and it is missing on some systems.
        from cryptography import x509  # noqa: PLC0415
        from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    except ImportError:
        return None
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(VALID_FROM)
        .not_valid_after(VALID_UNTIL)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    return private + certificate.public_bytes(serialization.Encoding.PEM)
