"""Who watches a table, as its players are told: names, not more of them than anybody reads, and how many there are.

A crowd that comes and goes must not bury what the players say. So a notice has the whole state, it waits a little for
what else changes, and the next one comes a while later. Not here: who is at the table (`guests_present`).
"""

import math
from collections.abc import Iterable
from typing import Final

from attrs import evolve

from daemon.guest import Guest
from protocol.wire.notices import WatchersNotice

MOST_NAMED: Final = 8
"""How many are named; the others are counted."""
DELAY: Final = 2.0
"""Seconds between a change and its notice: who has lost the connection is back by then."""
PAUSE: Final = 10.0
"""Seconds between two notices."""
NOBODY: Final = WatchersNotice((), 0)


class Watchers:
    """What the players of one table know about its spectators. Times are on trio's clock."""

    def __init__(self) -> None:
        self.due = math.inf
        """When the next notice is to be sent; infinite if nothing has changed."""
        self.known = NOBODY
        """The last notice."""
        self._sent_at = -math.inf

    def note_change(self, now: float) -> None:
        """Note that a spectator has come or gone."""
        self.due = min(self.due, max(now + DELAY, self._sent_at + PAUSE))

    def known_to(self, player: Guest) -> WatchersNotice:
        """The last notice, for a player who has just come; they may have watched until now, which is over."""
        known = self.known
        if player.name not in known.names:
            return known
        return evolve(known, names=tuple(name for name in known.names if name != player.name), people=known.people - 1)

    def next_notice(self, guests: Iterable[Guest], now: float) -> WatchersNotice | None:
        """The notice that is due now; None if those who watch are the same again."""
        self.due, before = math.inf, self.known
        watching = [guest for guest in guests if guest.seat is None]
        people = [guest.name for guest in watching if not guest.is_screen]
        self.known = WatchersNotice(tuple(people[:MOST_NAMED]), len(people), len(watching) - len(people))
        if self.known == before:
            return None
        self._sent_at = now
        return self.known
