"""Tokens, with which players come back to their seats.

Here: making and hashing tokens, the seat that a token is for, the passwords of tables, and the secrets of games. Of
tokens, only hashes are stored: the token itself is sent only to its player. Not here: all else about a seat
(`protocol.log.table`).
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

import trio
from attrs import evolve

from daemon.journal.interface import Private, TokenIssued, TokensRevoked

_BYTES: Final = 18
_SCRYPT: Final = {"n": 2**12, "r": 8, "p": 1}
_ONE_AT_A_TIME: Final = trio.CapacityLimiter(1)


def new_token() -> str:
    """A token of 144 random bits."""
    return secrets.token_urlsafe(_BYTES)


def new_secret() -> str:
    """A secret of 256 random bits, from which the host's numbers for the mixed deals of a game follow."""
    return secrets.token_hex(32)


def digest(token: str) -> str:
    """The hash of a token. A fast hash is enough: there is no dictionary of 144 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


class SeatTokens:
    """The valid tokens of a table: at most three per seat, the one in use and the last two issued after it.

    A seat's second token is issued when its player comes back with the first. Until it is used, the first one stays
    valid, so a lost welcome locks nobody out. A late hello does not either: if the first token is used again, the
    token issued before stays valid, too.
    """

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._by_seat: dict[int, list[TokenIssued]] = {}
        self.host_seat: int | None = None
        """The seat of the guest who opened the table, if known."""
        for row in private:
            self.take_note(row)

    def take_note(self, private: Private) -> None:
        """Update from a stored row."""
        if isinstance(private, TokenIssued):
            self._by_seat.setdefault(private.seat, []).append(private)
        elif isinstance(private, TokensRevoked):
            self._by_seat.pop(private.seat, None)
        else:
            return
        self.host_seat = next((issued.seat for issued in self.all_valid() if issued.is_host), None)

    def carry(self, places: Mapping[int, int]) -> Iterator[TokenIssued]:
        """The valid tokens, for the next game; `places` are as in `Carried`."""
        return (evolve(issued, seat=places[issued.seat]) for issued in self.all_valid() if issued.seat in places)

    def rows_without(self, seat: int) -> list[TokensRevoked]:
        """The row with which the tokens of a seat become invalid."""
        return [TokensRevoked(seat)]

    def find(self, token: str) -> TokenIssued | None:
        """The row of this token, or None if it is not valid. A wrong token takes as long to check as a right one."""
        hashed = digest(token)
        found = None
        for issued in self.all_valid():
            if hmac.compare_digest(issued.digest, hashed):
                found = issued
        return found

    def newest(self, seat: int) -> str | None:
        """The hash of the newest token of a seat; None if it has none."""
        held = self._by_seat.get(seat)
        return held[-1].digest if held else None

    def valid_after_use_of(self, used: TokenIssued) -> list[TokenIssued]:
        """The tokens of a seat that stay valid when one of them is used: the used one first, then the newest."""
        held = self._by_seat[used.seat]
        return [used, *held[held.index(used) + 1 :][-1:]]

    def all_valid(self) -> list[TokenIssued]:
        """Every valid token of every seat."""
        return [issued for held in self._by_seat.values() for issued in held]


async def hash_password(password: str) -> str:
    """A salted, slow hash of a table's password, because people choose and guess passwords."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{await _slow_hash(password, salt)}"


async def is_password(password: str, hashed: str) -> bool:
    """Whether the password has this hash."""
    salt, _, expected = hashed.partition(":")
    return hmac.compare_digest(await _slow_hash(password, bytes.fromhex(salt)), expected)


async def _slow_hash(password: str, salt: bytes) -> str:
    """A hash that takes some ten milliseconds, in a thread and one at a time: a guesser delays no table."""
    hashed = await trio.to_thread.run_sync(
        partial(hashlib.scrypt, password.encode(), salt=salt, **_SCRYPT), limiter=_ONE_AT_A_TIME
    )
    return hashed.hex()
