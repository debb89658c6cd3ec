"""A host that is gone, or hands its game over, as far as this player can do something about it.

Here: whether the player is asked to host, and another host that says it goes on with the match. Not here: how long that
takes, and going on (`net.absence`, `net.receiving`), finding that host (`net.successors`), the sentences
(`words.take_over_words`).
"""

from enum import Enum, auto
from typing import NamedTuple

from attrs import define

from protocol.console.join_link import JoinLink


class Continuing(Enum):
    """What this player can do while the host is gone, or asks who hosts from now on."""

    NOTHING = auto()
    ASKED = auto()
    """The match can go on on this machine, if the player agrees."""
    AGREED = auto()
    """The player has agreed, and the round is still being played."""
    STARTING = auto()
    """The player has agreed, and a host is being started here."""


class Proof(Enum):
    """Who a host that goes on with a match is, as far as it proves that."""

    OWN_HOST = auto()
    """The match's own host, at this address now."""
    PLAYER = auto()
    """A player of the match, by the key of the seat; as far as I have its entries, they are the same."""
    OTHER_HISTORY = auto()
    """A player of the match, who goes on from other entries than mine."""
    NOBODY = auto()
    """Nothing is proved."""


class Successor(NamedTuple):
    """A host that says it goes on with the match: what is known of it, and what it says itself.

    `name`: the player's, if one is proved, otherwise the one that the host gives itself. `people`: who is there, as it
    says. `game`: the id of the match there. `ahead`: how many entries it had when it went on that I do not have.
    `is_right`: of two hosts that go on with the match, this one counts, and not the present one.
    """

    name: str
    link: JoinLink
    people: tuple[str, ...] = ()
    proof: Proof = Proof.NOBODY
    game: str = ""
    ahead: int = 0
    is_right: bool = True


@define(eq=False)
class AbsentHost:
    """`can_host`: this program can host a match of somebody else, which a page for browsers cannot.

    `found`: another host that goes on with the match, to which the player may go; None if none is known.
    """

    can_host: bool = False
    state: Continuing = Continuing.NOTHING
    found: Successor | None = None
