"""A client's half of TLS that changes its key, which Python's `ssl` cannot: after its handshake come records by hand.

The names are those of RFC 8446: 5.2 (records), 7.1 and 7.2 (keys), 4.6.3 (KeyUpdate).
"""

import hashlib
import hmac
import ssl
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

APPLICATION_DATA: Final = 23
HANDSHAKE: Final = 22
CIPHER: Final = "TLS_AES_256_GCM_SHA384"
"""The only one that this file knows; OpenSSL prefers it."""


class Records:
    """The client's records from its first one after the handshake on. `keys`: the file where `ssl` logged its keys."""

    def __init__(self, half: ssl.SSLObject, keys: Path) -> None:
        cipher = half.cipher()
        assert cipher is not None
        assert cipher[0] == CIPHER
        (secret,) = (line.split()[2] for line in keys.read_text().splitlines() if "CLIENT_TRAFFIC_SECRET_0" in line)
        self._use(bytes.fromhex(secret))

    def _use(self, secret: bytes) -> None:
        self._secret = secret
        self._key, self._iv, self._sent = AESGCM(_expanded(secret, "key", 32)), _expanded(secret, "iv", 12), 0

    def data(self, plain: bytes) -> bytes:
        """A record with these bytes."""
        return self._record(APPLICATION_DATA, plain)

    def new_key(self, *, asks_for_one: bool) -> bytes:
        """A record that says that the next ones have a new key, and may ask the host for the same."""
        record = self._record(HANDSHAKE, bytes([24, 0, 0, 1, asks_for_one]))
        self._use(_expanded(self._secret, "traffic upd", 48))
        return record

    def _record(self, kind: int, plain: bytes) -> bytes:
        inner = plain + bytes([kind])
        header = b"\x17\x03\x03" + (len(inner) + 16).to_bytes(2, "big")
        nonce = bytes(a ^ b for a, b in zip(self._iv, self._sent.to_bytes(12, "big"), strict=True))
        self._sent += 1
        return header + self._key.encrypt(nonce, inner, header)


def _expanded(secret: bytes, label: str, length: int) -> bytes:
    """HKDF-Expand-Label, for results of one block."""
    name = f"tls13 {label}".encode()
    info = length.to_bytes(2, "big") + bytes([len(name)]) + name + b"\0"
    return hmac.new(secret, info + b"\1", hashlib.sha384).digest()[:length]
