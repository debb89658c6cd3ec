"""Tokens: what brings a player back to a seat.

Here: making tokens, hashing them, and which seat a token is for; passwords of tables. Only hashes are kept: the token
itself is sent to its player and to nobody else. Not here: what else a seat is (`protocol.log.table`).
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from functools import partial
from typing import Final

import trio

from daemon.journal.interface import Private, TokenIssued, TokensRevoked

_BYTES: Final = 18
_SCRYPT: Final = {"n": 2**12, "r": 8, "p": 1}
_ONE_AT_A_TIME: Final = trio.CapacityLimiter(1)


def new_token() -> str:
    """A token of 144 random bits."""
    return secrets.token_urlsafe(_BYTES)


def digest(token: str) -> str:
    """The hash of a token. A plain one will do: there is no dictionary of 144 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


class SeatTokens:
    """The tokens that hold at a table: at most three a seat, the one in use and the last two that were to follow it.

    A seat's second token is issued when its player comes back with the first. Until it is used the first one holds too,
    so a welcome that is lost on its way locks nobody out. Nor does a hello that comes late: the token that was issued
    before holds, too, when the first one is used again.
    """

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._by_seat: dict[int, list[TokenIssued]] = {}
        self.host_seat: int | None = None
        """The seat of the guest who opened the table, where that is known."""
        for each in private:
            self.take_note(each)

    def take_note(self, private: Private) -> None:
        """Keep up with what was stored."""
        if isinstance(private, TokenIssued):
            self._by_seat.setdefault(private.seat, []).append(private)
        elif isinstance(private, TokensRevoked):
            self._by_seat.pop(private.seat, None)
        else:
            return
        self.host_seat = next((issued.seat for issued in self.holding() if issued.is_host), None)

    def find(self, token: str) -> TokenIssued | None:
        """What this token was issued as. Takes as long for a wrong one as for a right one."""
        hashed = digest(token)
        found = None
        for issued in self.holding():
            if hmac.compare_digest(issued.digest, hashed):
                found = issued
        return found

    def used(self, used: TokenIssued) -> list[TokenIssued]:
        """The tokens of its seat that hold on when this one is used, itself first."""
        held = self._by_seat[used.seat]
        return [used, *held[held.index(used) + 1 :][-1:]]

    def holding(self) -> list[TokenIssued]:
        """Every token that holds, to be taken along into the next game at the table."""
        return [issued for held in self._by_seat.values() for issued in held]


async def hash_password(password: str) -> str:
    """A salted hash of a table's password, which people choose and guess."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{await _slow_hash(password, salt)}"


async def is_password(password: str, hashed: str) -> bool:
    """Whether this is the password of that hash."""
    salt, _, expected = hashed.partition(":")
    return hmac.compare_digest(await _slow_hash(password, bytes.fromhex(salt)), expected)


async def _slow_hash(password: str, salt: bytes) -> str:
    """A hash that takes some ten milliseconds, in a thread and one at a time: a guesser delays no table."""
    hashed = await trio.to_thread.run_sync(
        partial(hashlib.scrypt, password.encode(), salt=salt, **_SCRYPT), limiter=_ONE_AT_A_TIME
    )
    return hashed.hex()
