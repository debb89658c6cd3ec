"""Who has agreed to play another match at this table.

A rematch begins once everyone who has a seat and is connected has agreed, or `LONGEST_VOTE` seconds after the first who
did, or after the last who sat down since. An agreement ends with its connection, or when the game is changed. If all of
them want the same deals, these are dealt again. Here: the agreements. Not here: who is waited for (`table_state`), the
next game (`between_matches`).
"""

import math
from collections.abc import Collection
from typing import Final

from daemon.guest import Guest
from protocol.frozen import frozen
from protocol.log.commands import Rematch
from protocol.wire.messages import Do
from protocol.wire.notices import LONGEST_VOTE


@frozen
class Agreement:
    """A guest's `rematch`, which is answered when the next game begins."""

    guest: Guest
    do: Do


LATE: Final = 10.0
"""Seconds. While the machine is awake, no alarm rings this late."""


class RematchVote:
    """The agreements since the match ended."""

    def __init__(self) -> None:
        self._agreements: list[Agreement] = []
        self._ends_at = math.inf

    def agree(self, guest: Guest, do: Do, now: float) -> None:
        """Count a guest's agreement. The same command sent again counts once."""
        if not self._agreements:
            self._ends_at = now + LONGEST_VOTE
        agreement = Agreement(guest, do)
        if agreement not in self._agreements:
            self._agreements.append(agreement)

    def withdraw(self, guest: Guest) -> None:
        """Forget a guest's agreement: the connection has ended, or the seat is lost."""
        self._agreements = [agreement for agreement in self._agreements if agreement.guest is not guest]
        if not self._agreements:
            self._ends_at = math.inf

    def wait_anew(self, now: float) -> None:
        """Give somebody who has just sat down, or could not agree, as much time as everybody else had."""
        if self._agreements:
            self._ends_at = now + LONGEST_VOTE

    def has_slept(self, now: float) -> bool:
        """Whether the time was over long ago: this machine has slept, and nobody could agree meanwhile."""
        return now - self._ends_at > LATE

    def due(self, players: Collection[Guest], awaited_until: float = 0.0) -> float:
        """When the next match begins, given the guests who have seats: in seconds on trio's clock.

        `awaited_until`: until when somebody who is away may still come back. 0 if all have agreed and nobody is
        awaited, infinite if nobody has agreed.
        """
        agreed = {agreement.guest for agreement in self._agreements}
        return min(awaited_until, self._ends_at) if agreed and agreed.issuperset(players) else self._ends_at

    def seats(self) -> list[int]:
        """The seats that have agreed, in the order in which they did."""
        return list(
            dict.fromkeys(agreement.guest.seat for agreement in self._agreements if agreement.guest.seat is not None)
        )

    def wants_same_deals(self, seat: int) -> bool:
        """Whether the last agreement of this seat is to the deals of the match that has ended."""
        commands = [agreement.do.command for agreement in self._agreements if agreement.guest.seat == seat]
        return bool(commands) and isinstance(commands[-1], Rematch) and commands[-1].same_deals

    @property
    def repeats_deals(self) -> bool:
        """Whether all who have agreed want the deals of the match that has ended."""
        seats = self.seats()
        return bool(seats) and all(map(self.wants_same_deals, seats))

    def end(self) -> list[Agreement]:
        """Forget all agreements, and return them."""
        ended, self._agreements, self._ends_at = self._agreements, [], math.inf
        return ended
