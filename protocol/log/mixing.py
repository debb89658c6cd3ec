"""The numbers behind a mixed deal: chains, seals, and the stream that the deal is drawn from (WIRE.md, "Mixed deals").

Each player's program and the host have a *chain*: each of its links is the hash of the one before. The end of the
chain, its *seal*, is in the log before a deal; the links are revealed backwards, one for each deal. So everybody is
bound to their numbers before anybody knows them, and nobody can choose a deal.

Here: everything that has to be the same in every program. Not here: which players take part in a deal (`dealing`), the
deal itself (`deal`), and where a program keeps its secret.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, MutableSequence, Sequence
from functools import cached_property
from itertools import accumulate, repeat
from typing import Any, Final, NamedTuple

from attrs import field

from protocol.frozen import frozen

_LINK: Final = re.compile("[0-9a-f]{64}")
_NUMBERS: Final = 2**32
"""How many different numbers a stream has."""
_APART: Final = 20
"""A chain keeps every so many-th of its links: all of them would be 50 KB, and none half a millisecond for each."""


def is_link(text: str) -> bool:
    """Whether this may be a link of a chain, such as its seal."""
    return _LINK.fullmatch(text) is not None


class Share(NamedTuple):
    """A player's part in a deal: their seat, and the link of their chain that they revealed for it."""

    seat: int
    link: str


def digest(tag: str, *parts: str) -> str:
    """SHA-256 over the tag, which names the use, and the parts, each with its length before it; in hexadecimal.

    The length is four bytes, the highest first; texts are in UTF-8.
    """
    return hashlib.sha256(b"".join(map(_framed, (tag, *parts)))).hexdigest()


def _framed(part: str) -> bytes:
    text = part.encode()
    return len(text).to_bytes(4, "big") + text


def link_after(link: str, steps: int = 1) -> str:
    """The link that is so many steps nearer to the seal."""
    tag = _framed("link")
    for _ in range(steps):  # `digest`, written out: a deal takes hundreds of steps of each player, and all wait for it
        link = hashlib.sha256(tag + _framed(link)).hexdigest()
    return link


@frozen
class Chain:
    """The chain that follows from a secret of its owner, for `length` rounds. No secret is used for two games."""

    secret: str = field(repr=False)
    length: int = 500

    @property
    def seal(self) -> str:
        """The end of the chain: it binds its owner, and says nothing about the links."""
        return self.link(0)

    def link(self, round_: int) -> str:
        """The link for this round after the seal, from 1 to `length`."""
        if not 0 <= round_ <= self.length:
            raise ValueError(f"the chain has {self.length} links, and none for round {round_}")
        kept, steps = divmod(self.length - round_, _APART)
        return link_after(self._kept[kept], steps)

    @cached_property
    def _kept(self) -> Sequence[str]:
        """Every `_APART`-th link, beginning with the one that follows from the secret."""
        first = digest("chain", self.secret)
        return tuple(accumulate(repeat(_APART, self.length // _APART), link_after, initial=first))


def seed_of(round_: int, host_link: str, shares: Iterable[Share]) -> str:
    """The seed of a round's deal; the shares are in seat order."""
    numbers = (text for share in shares for text in (str(share.seat), share.link))
    return digest("deal", str(round_), host_link, *numbers)


class Stream:
    """The chance that follows from a seed, as `deal.Chance`: HMAC-SHA256 of a counter, in numbers of 32 bits.

    Numbers that would make some results likelier than others are left out.
    """

    def __init__(self, seed: str) -> None:
        self._key = bytes.fromhex(seed)
        self._counter = 0
        self._left: list[int] = []

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle in place: from the last place down, exchange each with one at or before it (Fisher-Yates)."""
        for last in range(len(x) - 1, 0, -1):
            other = self.randrange(last + 1)
            x[last], x[other] = x[other], x[last]

    def randrange(self, stop: int) -> int:
        """A number from 0 up to, but not including, `stop`."""
        usable = _NUMBERS - _NUMBERS % stop
        while (number := self._next()) >= usable:
            pass
        return number % stop

    def _next(self) -> int:
        if not self._left:
            block = hmac.digest(self._key, self._counter.to_bytes(8, "big"), "sha256")
            self._counter += 1
            self._left = [int.from_bytes(block[at : at + 4], "big") for at in range(0, len(block), 4)][::-1]
        return self._left.pop()
