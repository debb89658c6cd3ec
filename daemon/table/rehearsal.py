"""The rehearsal of a hand-over: before the game leaves, each player's program tries whether it reaches the next host.

Here: whose program has been asked, what each has answered, and whether the game may go. A game that leaves for a
machine behind a firewall would strand those who cannot come in there; so they are named before, and the host decides.
Not here: the attempt itself (`client.net.rehearsal`), who hosts next (`next_host`).
"""

import math
from collections.abc import Iterable
from typing import Final

from attrs import field

from protocol.frozen import define
from protocol.log.commands import HostReady, TryHost
from protocol.wire.notices import ReachableNotice

TIME_TO_TRY: Final = 8.0
"""Seconds in which the players' programs answer; from the others it is not known."""
TIME_TO_DECIDE: Final = 60.0
"""Seconds in which the host decides whether to go on although somebody would be left behind."""
MOST_REHEARSALS: Final = 5
"""For one hand-over: a machine whose firewall has just been opened is tried again."""


@define(eq=False)
class Rehearsal:
    """The attempt of these players' programs to reach `there`. `until`: when it ends, on trio's clock."""

    there: TryHost
    until: float
    missing: set[int]
    """The seats that have not answered yet."""
    answers: dict[int, bool | None] = field(factory=dict)
    is_over: bool = False

    @property
    def ends_at(self) -> float:
        """When it ends by itself; infinite once it is over."""
        return math.inf if self.is_over else self.until

    def take(self, seat: int, key: str, *, reached: bool | None) -> bool:
        """Take the answer of this seat's program about the host with this key; True if it was the last one."""
        if self.is_over or key != self.there.key or seat not in self.missing:
            return False
        self.missing.remove(seat)
        self.answers[seat] = reached
        return not self.missing

    def expect(self, seat: int) -> None:
        """Expect the answer of this seat, whose player has come back."""
        self.answers.pop(seat, None)
        self.missing.add(seat)

    def forget(self, seats: Iterable[int]) -> bool:
        """Expect nothing more of these seats, whose players have left; True if that ends it. It stays unknown."""
        gone = self.missing.intersection(seats)
        self.answers |= dict.fromkeys(gone)
        self.missing -= gone
        return not (self.missing or self.is_over)

    def end(self) -> None:
        """Take no more answers."""
        self.answers |= dict.fromkeys(self.missing)
        self.missing, self.is_over = set(), True

    @property
    def cannot(self) -> tuple[int, ...]:
        """The seats of those whose programs have tried in vain."""
        return self._seats(reached=False)

    def is_for(self, ready: HostReady) -> bool:
        """Whether this host was tried."""
        return self.is_over and self.there.key == ready.key

    def notice(self, seat: int, *, may_go: bool) -> ReachableNotice:
        """What everybody is told: who reaches the machine of the player of this seat."""
        can, unknown = self._seats(reached=True), self._seats(reached=None)
        return ReachableNotice(seat, may_go, can, self.cannot, unknown)

    def _seats(self, *, reached: bool | None) -> tuple[int, ...]:
        return tuple(sorted(seat for seat, answer in self.answers.items() if answer is reached))
