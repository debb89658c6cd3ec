"""The places of a page: who gets one, and who makes room.

Here: the limits on browsers, in all and from one household. A browser that is at no table makes room for the next one;
some places are reserved for players who come back to their seats. Not here: connections (`server`), what a visit does
and what it says when it has to go (`visit`).
"""

import math
from enum import IntEnum
from typing import Final

import trio
from attrs import define, field

from protocol.console.household import HOUSEHOLDS_BEHIND_A_TUNNEL, LOOPBACK, TUNNEL
from protocol.frozen import frozen

TIME_TO_COME_BACK: Final = 10.0
"""Seconds that a browser in a reserved place has to be back at its seat."""
TIME_TO_LOOK_ON: Final = 600.0
"""Seconds without a press after which a spectator may lose its place."""
TIME_TO_MAKE_ROOM: Final = 1.0
"""Seconds that a browser has to read why it has to go."""


@frozen
class PlaceLimits:
    """How many browsers there may be at once, and how many from one household; this machine itself is exempt."""

    most: int = 1000
    most_from_one: int = 50

    def most_from(self, household: str) -> float:
        """How many there may be from this household."""
        if household == LOOPBACK:
            return math.inf
        several = HOUSEHOLDS_BEHIND_A_TUNNEL if household == TUNNEL else 1
        return min(self.most, several * self.most_from_one)


class Use(IntEnum):
    """What a browser does with its place, the least important first."""

    NOTHING = 0
    LOOKS_ON = 1
    HAS_A_SEAT = 2


@define(eq=False)
class Place:
    """The place of one connection, which `scope` ends. `pressed_at`: when its player last did something.

    `is_provisional`: a reserved place, which is kept only by a player who comes back in time. `is_needed` is set when
    it has to be left.
    """

    household: str
    scope: trio.CancelScope
    use: Use = Use.NOTHING
    pressed_at: float = field(factory=trio.current_time)
    is_provisional: bool = False
    is_needed: trio.Event = field(factory=trio.Event)

    def keep(self) -> None:
        """Keep this reserved place: its player has come back."""
        self.is_provisional = False
        self.scope.deadline = math.inf

    def make_room(self) -> None:
        """Leave within `TIME_TO_MAKE_ROOM`."""
        self.is_needed.set()
        self.scope.deadline = min(self.scope.deadline, trio.current_time() + TIME_TO_MAKE_ROOM)


@define(eq=False)
class PagePlaces:
    """The places of one page."""

    limits: PlaceLimits = field(factory=PlaceLimits)
    _places: list[Place] = field(factory=list)

    def __len__(self) -> int:
        """How many are taken, without those that are being left for others."""
        return len(self._taken())

    def take(self, household: str, scope: trio.CancelScope) -> Place | None:
        """The place for one more connection; None if it is to be turned away."""
        place = Place(household, scope)
        for whose, most in ((household, self.limits.most_from(household)), (None, self.limits.most)):
            if len(self._taken(whose)) >= most and not self._has_made_room(whose):
                place.is_provisional = True
                if len(self._taken(whose)) >= most + reserved_places(most) and not self._has_given_up_on_one(whose):
                    return None
        if place.is_provisional:
            scope.deadline = trio.current_time() + TIME_TO_COME_BACK
        self._places.append(place)
        return place

    def give_back(self, place: Place) -> None:
        """Free the place of a connection that has ended."""
        self._places.remove(place)

    def _taken(self, household: str | None = None) -> list[Place]:
        return [
            place for place in self._places if not place.is_needed.is_set() and household in (None, place.household)
        ]

    def _has_made_room(self, household: str | None) -> bool:
        """Have the browser leave that needs its place least; False if all need theirs."""
        idle = [place for place in self._taken(household) if not place.is_provisional and _may_go(place)]
        if not idle:
            return False
        min(idle, key=lambda place: (place.use, place.pressed_at)).make_room()
        return True

    def _has_given_up_on_one(self, household: str | None) -> bool:
        """Have the browser leave that has been in a reserved place for longest; False if none is in one."""
        provisional = [place for place in self._taken(household) if place.is_provisional]
        if not provisional:
            return False
        provisional[0].make_room()
        return True


def reserved_places(most: float) -> int:
    """How many places there are beyond `most`, for players who come back: a tenth, and at least two."""
    return 0 if math.isinf(most) else max(2, int(most) // 10)


def _may_go(place: Place) -> bool:
    looks_on_idly = place.use is Use.LOOKS_ON and trio.current_time() - place.pressed_at >= TIME_TO_LOOK_ON
    return place.use is Use.NOTHING or looks_on_idly
