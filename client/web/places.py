"""The place of one browser at the page: what it is used for, and having to leave it.

Here: also how many there are. Not here: who gets one, and who makes room (`protocol.shared.places`), connections
(`server`), what a visit does and what it says when it has to go (`visit`).
"""

import math
from typing import Final

import trio
from attrs import field

from protocol.frozen import define
from protocol.shared.places import PlaceLimits, Usage, Use, reserved_beyond

TIME_TO_COME_BACK: Final = 10.0
"""Seconds that a browser in a provisional place has to be back at its seat."""
TIME_TO_MAKE_ROOM: Final = 1.0
"""Seconds that a browser has to read why it has to go."""


def browser_limits(most: int = 1000, most_from_one: int = 50) -> PlaceLimits:
    """The limits on browsers, in all and from one household. A household with too many makes room itself."""
    return PlaceLimits(most, most_from_one, most + reserved_beyond(most), are_households_strict=False)


@define(eq=False)
class Place:
    """The place of one connection, which `scope` ends. `pressed_at`: when its player last did something.

    A provisional place is kept only by a player who comes back in time. `is_needed` is set when it has to be left.
    """

    scope: trio.CancelScope
    use: Use
    pressed_at: float = field(factory=trio.current_time)
    is_needed: trio.Event = field(factory=trio.Event)

    def __attrs_post_init__(self) -> None:
        if self.is_provisional:
            self.scope.deadline = self.pressed_at + TIME_TO_COME_BACK

    @property
    def is_provisional(self) -> bool:
        """Whether its player still has to come back."""
        return self.use is Use.PROVISIONAL

    def usage(self) -> Usage:
        """What it is used for, and when its player last did something."""
        return Usage(self.use, self.pressed_at)

    def keep(self) -> None:
        """Keep this provisional place: its player has come back."""
        self.scope.deadline = math.inf

    def make_room(self) -> None:
        """Leave within `TIME_TO_MAKE_ROOM`."""
        self.is_needed.set()
        self.scope.deadline = min(self.scope.deadline, trio.current_time() + TIME_TO_MAKE_ROOM)
