"""Making a host's certificate: a new private key, and a certificate for it that is signed with itself.

Here: the key and the certificate (X.509, RFC 5280) as bytes. Not here: the file that they are kept in, and what uses it
(`identity`). The library is slow to import, and a host needs it once in its life, so import this module only then.

ecdsa is plain Python, so any system can do this, also from a zip file. Its signatures take a time that depends a little
on the key (CVE-2024-23342). That needs an attacker who measures many of them; this one is made once, before anybody can
connect, and TLS itself signs with OpenSSL.
"""

import base64
import hashlib
import secrets
import textwrap
from datetime import UTC, datetime
from typing import Final

from ecdsa import NIST256p, SigningKey, der
from ecdsa.util import sigencode_der

NAME: Final = "fives"
VALID_FROM: Final = datetime(2020, 1, 1, tzinfo=UTC)
VALID_UNTIL: Final = datetime(2099, 12, 31, 23, 59, 59, tzinfo=UTC)
_FIRST_GENERALIZED_YEAR: Final = 2050
"""The first year that has four digits in a certificate (RFC 5280, 4.1.2.5)."""
_BITS_OF_SERIAL_NUMBER: Final = 159
"""A serial number has at most 20 bytes and is positive (RFC 5280, 4.1.2.2)."""
_VERSION_3: Final = 2
_ECDSA_WITH_SHA256: Final = (1, 2, 840, 10045, 4, 3, 2)
_PUBLIC_KEY_ON_CURVE: Final = (1, 2, 840, 10045, 2, 1)
_COMMON_NAME: Final = (2, 5, 4, 3)
_UTF8_STRING, _UTC_TIME, _GENERALIZED_TIME, _SET = b"\x0c", b"\x17", b"\x18", b"\x31"


def new_certificate() -> bytes:
    """A private key on the curve P-256 (PKCS #8) and its self-signed certificate, in PEM."""
    key = SigningKey.generate(NIST256p)
    return f"{_pem('PRIVATE KEY', _private_key(key))}{_pem('CERTIFICATE', _self_signed(key))}".encode()


def _private_key(key: SigningKey) -> bytes:
    """The key as `PrivateKeyInfo` (RFC 5208), with an `ECPrivateKey` (RFC 5915) in it.

    ecdsa's own `to_pem` gives it the version of RFC 5958 without the field that this requires; OpenSSL does not mind,
    but the library cryptography refuses it.
    """
    public = der.encode_bitstring(key.verifying_key.to_string("uncompressed"), unused=0)
    key_on_curve = der.encode_sequence(
        der.encode_integer(1), der.encode_octet_string(key.to_string()), der.encode_constructed(1, public)
    )
    algorithm = der.encode_sequence(der.encode_oid(*_PUBLIC_KEY_ON_CURVE), der.encode_oid(*NIST256p.oid))
    private: bytes = der.encode_sequence(der.encode_integer(0), algorithm, der.encode_octet_string(key_on_curve))
    return private


def _self_signed(key: SigningKey) -> bytes:
    algorithm = der.encode_sequence(der.encode_oid(*_ECDSA_WITH_SHA256))
    name = _name(NAME)
    content = der.encode_sequence(
        der.encode_constructed(0, der.encode_integer(_VERSION_3)),
        der.encode_integer(secrets.randbits(_BITS_OF_SERIAL_NUMBER) or 1),
        algorithm,
        name,  # the issuer
        der.encode_sequence(_time(VALID_FROM), _time(VALID_UNTIL)),
        name,  # the subject
        key.verifying_key.to_der(),
    )
    signature = key.sign_deterministic(content, hashfunc=hashlib.sha256, sigencode=sigencode_der)
    certificate: bytes = der.encode_sequence(content, algorithm, der.encode_bitstring(signature, unused=0))
    return certificate


def _name(common_name: str) -> bytes:
    attribute = der.encode_sequence(der.encode_oid(*_COMMON_NAME), _tagged(_UTF8_STRING, common_name.encode()))
    name: bytes = der.encode_sequence(_tagged(_SET, attribute))
    return name


def _time(at: datetime) -> bytes:
    if at.year < _FIRST_GENERALIZED_YEAR:
        return _tagged(_UTC_TIME, f"{at:%y%m%d%H%M%SZ}".encode())
    return _tagged(_GENERALIZED_TIME, f"{at:%Y%m%d%H%M%SZ}".encode())


def _tagged(tag: bytes, content: bytes) -> bytes:
    """An element of a kind for which the library has no function."""
    length: bytes = der.encode_length(len(content))
    return tag + length + content


def _pem(label: str, content: bytes) -> str:
    """Lines of 64 characters (RFC 7468)."""
    lines = "\n".join(textwrap.wrap(base64.b64encode(content).decode(), 64))
    return f"-----BEGIN {label}-----\n{lines}\n-----END {label}-----\n"
