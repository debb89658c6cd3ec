"""The host of a running match that is gone, as far as this player can do something about it.

Here: whether the player is asked to go on without the host. Not here: how long that takes, and going on
(`net.absence`), the sentences (`words.take_over_words`).
"""

from enum import Enum, auto

from attrs import define


class Continuing(Enum):
    """What this player can do while the host is gone."""

    NOTHING = auto()
    ASKED = auto()
    """The match can go on on this machine, if the player agrees."""
    STARTING = auto()
    """The player has agreed."""


@define(eq=False)
class AbsentHost:
    """`can_host`: this program can host a match of somebody else, which a page for browsers cannot."""

    can_host: bool = False
    state: Continuing = Continuing.NOTHING
