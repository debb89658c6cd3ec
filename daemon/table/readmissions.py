"""The seats whose people may come back by name, because they have lost their tokens.

Here: the permissions, which the host gives, and how long they last. They are in memory only: after a restart the host
gives them again. Not here: who may give them (`daemon.decide`), coming back (`joining`).
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from daemon.table.tokens import SeatTokens
from protocol.log.table import Seat
from protocol.names import comparison_key

TIME_TO_COME_BACK: Final = 600.0
"""Seconds for which a permission lasts."""


class _Permission(NamedTuple):
    """`until`: when it ends, in seconds on trio's clock; `newest`: the newest token of the seat when it was given."""

    until: float
    newest: str | None


class Readmissions:
    """The permissions of one table.

    A permission ends as soon as the tokens of its seat change: it is used, or the person has come back with a token,
    or the seat is somebody else's.
    """

    def __init__(self) -> None:
        self._by_seat: dict[int, _Permission] = {}

    def allow(self, seat: int, tokens: SeatTokens, now: float) -> None:
        """Let the person of this seat come back by name."""
        self._by_seat[seat] = _Permission(now + TIME_TO_COME_BACK, tokens.newest(seat))

    def reseat(self, places: Mapping[int, int]) -> None:
        """Follow the players to their new places, given by their seats until now."""
        self._by_seat = {places[seat]: permission for seat, permission in self._by_seat.items() if seat in places}

    def seat_for(self, name: str, seats: Sequence[Seat], tokens: SeatTokens, now: float) -> int | None:
        """The seat to which a newcomer of this name may come back, or None."""
        for seat, permission in self._by_seat.items():
            who = seats[seat]
            is_valid = now < permission.until and tokens.newest(seat) == permission.newest
            if is_valid and who.is_person and comparison_key(who.name or "") == comparison_key(name):
                return seat
        return None
