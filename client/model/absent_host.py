"""A host that is gone, or hands its game over, as far as this player can do something about it.

Here: whether the player is asked to host, and another host that says it goes on with the match. Not here: how long that
takes, and going on (`net.absence`, `net.receiving`), finding that host (`net.successors`), the sentences
(`words.take_over_words`).
"""

from enum import Enum, auto

from client.words.take_over_words import Successor
from protocol.frozen import define


class Continuing(Enum):
    """What this player can do while the host is gone, or asks who hosts from now on."""

    NOTHING = auto()
    ASKED = auto()
    """The match can go on on this machine, if the player agrees."""
    AGREED = auto()
    """The player has agreed, and the round is still being played."""
    STARTING = auto()
    """The player has agreed, and a host is being started here."""


@define(eq=False)
class AbsentHost:
    """`can_host`: this program can host a match of somebody else, which a page for browsers cannot.

    `found`: another host that goes on with the match, to which the player may go; None if none is known.
    """

    can_host: bool = False
    state: Continuing = Continuing.NOTHING
    found: Successor | None = None
    left: str | None = None
    """The table of the player's own host whose match is elsewhere, while it can be taken back; "" is the host's own."""
    has_left_before: bool = False
    """Whether it had left before this program began: that the player is at another table there says nothing then."""
    is_silent_elsewhere: bool = False
    """Whether the other host did not answer when it was asked what was played there."""

    def leave(self, table: str | None, *, before: bool = False) -> None:
        """Note that the match of this table is left to another host; `before`: it was before this program began."""
        self.left, self.has_left_before, self.is_silent_elsewhere = table, before, False

    def forget_left(self) -> None:
        """Note that the match is there again, or stays elsewhere."""
        self.leave(None)
