"""The encryption of one connection, TLS 1.3, without I/O: received bytes become plain ones, and output ciphertext.

Here: the handshake, records both ways, and the end. Not here: the socket (`sockets`), when a connection is encrypted
(`connection`), the certificate (`identity`).
"""

import ssl
from contextlib import suppress
from typing import Final

from protocol.wire.codec import ViewerLine

FIRST_BYTE: Final = b"\x16"
"""What every TLS connection begins with: a handshake record. No line of JSON and no request of a browser does."""
LARGEST_RECORD: Final = 16 * 1024
"""The most plain bytes that one record has: reading as many leaves nothing of it behind."""
RECORD: Final = 4 * 1024
"""How many plain bytes are encrypted at once. A memory buffer of OpenSSL's never shrinks, so a connection that was sent
a long history by the chunk would keep the memory for it: 24 KB with records of 16 KB, and 9 KB with these.
"""
MOST_WITHOUT_PLAIN: Final = 32 * 1024
"""How many bytes may arrive in sequence without any plain ones among them. A record has half as many, a handshake some
three thousand at most; whoever sends more keeps the host busy with new keys, or with a handshake that does not end.
"""
MOST_ANSWERED: Final = 16 * 1024
"""The most bytes of TLS's own answers that may be pending: a peer that asks for more does not read any."""


class Encryption:
    """The host's side of one TLS connection. `is_ready`: the handshake is complete."""

    __slots__ = ("_incoming", "_is_closed", "_outgoing", "_tls", "_without_plain", "is_ready")

    def __init__(self, context: ssl.SSLContext) -> None:
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._without_plain = 0
        self._is_closed = False
        """Whether nothing more can be encrypted."""
        self.is_ready = False

    @property
    def has_answer(self) -> bool:
        """Whether TLS itself has something to send: its part of the handshake, an alert, a new key."""
        return self._outgoing.pending > 0

    def decrypt(self, received: bytes) -> tuple[bytes, bool]:
        """The plain bytes, if any are complete, and whether they are the last.

        They are if the peer says so or breaks the rules. `encrypt` then has the alert.
        """
        plain: list[bytes] = []
        has_ended = False
        self._incoming.write(received)
        try:
            if not self.is_ready:
                self._tls.do_handshake()
                self.is_ready = True
            while self._incoming.pending and not has_ended:
                plain.append(self._tls.read(LARGEST_RECORD))
                has_ended = not plain[-1]
        except ssl.SSLWantReadError:
            pass  # the rest of a record has not arrived
        except ssl.SSLError:
            has_ended = self._is_closed = True
        self._without_plain = 0 if plain else self._without_plain + len(received)
        if self._without_plain > MOST_WITHOUT_PLAIN or self._outgoing.pending > MOST_ANSWERED:
            has_ended = self._is_closed = True
        return b"".join(plain), has_ended

    def encrypt(self, plain: ViewerLine, *, is_last: bool) -> bytes:
        """The ciphertext of these lines and of TLS's own answer. `is_last`: nothing follows, and the peer is told so.

        Before the handshake is complete, lines are dropped: nobody has asked for anything, so it is a goodbye at most.
        """
        encrypted: list[bytes] = []
        if self.is_ready and not self._is_closed:
            for start in range(0, len(plain), RECORD):
                self._tls.write(plain[start : start + RECORD])
                encrypted.append(self._outgoing.read())
            if is_last:
                self._is_closed = True
                with suppress(ssl.SSLError):  # it would wait for the peer to say the same
                    self._tls.unwrap()
        encrypted.append(self._outgoing.read())
        return b"".join(encrypted)
