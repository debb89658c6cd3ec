"""What a player states about a seat to other hosts of its game, signed with the key of the seat (WIRE.md).

A player's program makes the key of a seat from the secret that its chain begins with, and the key stands in the log.
Three statements can be signed. *I host* is for everybody: this game goes on at my machine. *I come* is for one host:
this seat is mine. *I am there* is for the host before: the program of this seat has come to that host. Each names the
key of the host, so what one host was shown proves nothing for another one; and each begins with other words, so none
can be taken for another.

Here: keys, statements, signatures. Not here: which key is a seat's (`succession`), who states what and to whom.

The signatures are those of RFC 8032 (Ed25519), by `ecdsa`, which is plain Python: some 3 ms to check one. It is slow to
import, and most games have one host, so it is imported only when it is needed.
"""

import re
from functools import lru_cache
from typing import Final

from attrs import field

from protocol.frozen import IF_ANY, frozen
from protocol.log.mixing import digest

_KEY: Final = re.compile("[0-9a-f]{64}")
_SIGNATURE: Final = re.compile("[0-9a-f]{128}")


@frozen
class SeatKey:
    """The public key of a seat, as 64 hexadecimal digits.

    `page`: the page of a host keeps the secret behind it, for a player in a browser. So that host could state whatever
    it wants in the player's name: such a key proves whose the seat is, and not who hosts.
    """

    key: str
    page: bool = field(default=False, metadata=IF_ANY)

    @property
    def is_wellformed(self) -> bool:
        """Whether this may be a key."""
        return _KEY.fullmatch(self.key) is not None


def i_host(first: str, number: int, game: str, entry: int, history: str, host_key: str) -> str:
    """The statement of a player who goes on with a game at a machine with this key.

    `first`: the game's id at its first host. `number`: how many hosts it had before this one. `game`: its id here.
    `entry`: the last entry that was taken over. `history`: the digest of all entries up to that one.
    """
    return digest("I host", first, str(number), game, str(entry), history, host_key)


def i_come(first: str, number: int, host_key: str) -> str:
    """The statement of a player who claims a seat at the host with this key; `first` and `number` as in `i_host`."""
    return digest("I come", first, str(number), host_key)


def i_am_there(first: str, number: int, host_key: str) -> str:
    """The statement of a player who has come to the host with this key; `first` and `number` as in `i_host`."""
    return digest("I am there", first, str(number), host_key)


@lru_cache(maxsize=64)
def seat_key_of(secret: str) -> str:
    """The key that follows from a secret."""
    return bytes(_private_key(secret).verifying_key.to_string()).hex()


def signed(secret: str, statement: str) -> str:
    """The signature under a statement with the key that follows from this secret, as 128 hexadecimal digits."""
    return bytes(_private_key(secret).sign(statement.encode())).hex()


def is_signed(key: str, statement: str, signature: str) -> bool:
    """Whether the signature under this statement was made with this key. False for what is no key or no signature."""
    if _KEY.fullmatch(key) is None or _SIGNATURE.fullmatch(signature) is None:
        return False
    from ecdsa import BadSignatureError, Ed25519, VerifyingKey  # noqa: PLC0415 - see above
    from ecdsa.errors import MalformedPointError  # noqa: PLC0415

    try:
        public = VerifyingKey.from_string(bytes.fromhex(key), Ed25519)
        return bool(public.verify(bytes.fromhex(signature), statement.encode()))
    except (BadSignatureError, MalformedPointError, ValueError):
        return False


def _private_key(secret: str):  # type: ignore[no-untyped-def]  # ecdsa has no types
    from ecdsa import Ed25519, SigningKey  # noqa: PLC0415 - see above

    return SigningKey.from_string(bytes.fromhex(digest("key", secret)), Ed25519)
