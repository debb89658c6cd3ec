"""The host's identity: its certificate with the private key, made once and kept in one file of the data folder.

Here: keeping the file, reading it, and the TLS settings that use it. Not here: how a certificate is made
(`certificate`), the encryption of a connection (`encryption`), the key as people write it
(`protocol.shared.host_key`), the certificate that the daemons of a club share (`club.identity`).

A client knows a host by the SHA-256 of its certificate, so nothing in it counts but that it stays the same: it is
self-signed, has no names, and is valid for as long as anybody may play. A file that cannot be used is left as it is,
because another certificate would look to every friend's client like another host.
"""

import hashlib
import os
import re
import ssl
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import field

from daemon.private_file import write_private
from protocol.frozen import frozen
from protocol.shared.host_key import key_of

CERTIFICATE: Final = "host.pem"
"""The private key and the certificate."""
_CERTIFICATE: Final = re.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)
_HAS_PRIVATE_KEY: Final = "PRIVATE KEY-----"
_IS_ENCRYPTED: Final = ("BEGIN ENCRYPTED PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED")
_ON_P256: Final = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")
"""How a public key on the curve P-256 begins, in every certificate that has one (RFC 5480)."""
_WHAT_TO_DO: Final = (
    "restore it from a backup. If you delete it, this host gets a new key, and your friends' programs will warn them"
)


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


def open_identity(data: Path) -> Identity:
    """The identity of the host with this data folder, made now if it has none.

    Raises `IdentityError`, and `OSError` if a new one cannot be stored.
    """
    path = data / CERTIFICATE
    if not os.path.lexists(path):
        write_private(path, new_pem())
    try:
        text = path.read_text(encoding="latin-1")
    except OSError as error:
        raise IdentityError(f"{path} cannot be read: {error.strerror or error}; {_WHAT_TO_DO}") from error
    try:
        context, certificate = _context(path), _certificate_in(text)
    except (ssl.SSLError, ValueError) as error:
        raise IdentityError(f"{path} {_why_unusable(text)}; {_WHAT_TO_DO}") from error
    if _ON_P256 not in certificate:
        raise IdentityError(
            f"{path} has a key of a kind that this fives cannot use. If a newer fives made it, install that again."
            f" Otherwise {_WHAT_TO_DO}"
        )
    secret = hashlib.sha256(f"for a browser\n{text}".encode()).hexdigest()
    return Identity(context, key_of(certificate), secret)


def is_sound(pem: bytes) -> bool:
    """Whether this is a private key with its certificate."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / CERTIFICATE
        write_private(path, pem)
        try:
            open_identity(Path(folder))
        except IdentityError:
            return False
    return True


def _certificate_in(pem: str) -> bytes:
    """The certificate in DER. Raises `ValueError`."""
    found = _CERTIFICATE.search(pem)
    if found is None:
        raise ValueError("no certificate")
    return ssl.PEM_cert_to_DER_cert(found[0])


def _why_unusable(pem: str) -> str:
    """What is wrong with a file that OpenSSL does not take."""
    has_key, has_certificate = _HAS_PRIVATE_KEY in pem, _CERTIFICATE.search(pem) is not None
    if any(sign in pem for sign in _IS_ENCRYPTED):
        return "has a private key that is encrypted with a passphrase, which fives cannot use"
    if has_certificate and not has_key:
        return "has a certificate and no private key"
    if has_key and not has_certificate:
        return "has a private key and no whole certificate"
    return "is damaged"


def _context(path: Path) -> ssl.SSLContext:
    """TLS 1.3 alone, which has no renegotiation; without tickets, there is nothing to resume and no early data."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    context.load_cert_chain(path, password="")  # no question in the terminal, if somebody has encrypted it
    return context


def new_pem() -> bytes:
    """A new private key and its certificate, as PEM."""
    from daemon.net.certificate import new_certificate  # noqa: PLC0415 - needed once in a host's life

    return new_certificate()
