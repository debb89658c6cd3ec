"""The numbers of mixed deals in a simulation: secrets that follow from its seed, numbers that are seen too early."""

import random
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from daemon.journal.interface import GameOpened, Private
from protocol.log.events import Entry, RoundDealt, RoundEnded
from protocol.log.mixing import Chain


def too_early(line: bytes, given: set[str], entries: Sequence[Entry], private: Sequence[Private]) -> set[str]:
    """The numbers in a line to a player that are not in the log yet: those that players gave, and the host's."""
    shown = {number.decode() for number in re.findall(rb"[0-9a-f]{64}", line)}
    if not shown:
        return set()
    events = [entry.event for entry in entries]
    public = {number for event in events if isinstance(event, RoundDealt) for number in event.numbers or ()}
    public |= {event.host_number for event in events if isinstance(event, RoundEnded)}
    host = (host_numbers(row.secret) for row in private if isinstance(row, GameOpened))
    return shown & given.union(*host) - public


@lru_cache
def host_numbers(secret: str) -> frozenset[str]:
    """The host's numbers for the first rounds of the game with this secret."""
    chain = Chain(secret)
    return frozenset(chain.link(round_) for round_ in range(1, 9))


@contextmanager
def with_secrets_of(seed: int) -> Iterator[None]:
    """Have the program draw its ids, its tokens, and its secrets for mixed deals, by the seed."""
    chance = random.Random(seed)

    def token_hex(count: int) -> str:
        return chance.randbytes(count).hex()

    drawn = {"token_bytes": chance.randbytes, "token_hex": token_hex, "token_urlsafe": token_hex}
    before = {name: getattr(secrets, name) for name in drawn}
    vars(secrets).update(drawn)
    try:
        yield
    finally:
        vars(secrets).update(before)
