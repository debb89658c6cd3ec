"""The next host of a game: the machine of a player whom the host has asked to go on.

Here: who is asked, and when the table waits for that machine: from the end of a round on, for a while; and who has gone
on with the game elsewhere, while this host was away. In memory only: after a restart the game simply goes on here. Not
here: leaving the table once that machine is ready (`live_table`), and
what the game is there (`daemon.program.taking_over`).
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, zip_longest
from typing import Final

from attrs import evolve

from protocol.console.join_link import MOST_ENDPOINTS, JoinLink, parse_link
from protocol.log.commands import HostReady
from protocol.log.dealing import is_dealing
from protocol.log.events import Event, MatchAbandoned, MatchWon, RoundEnded
from protocol.log.table import Stage, Table

TIME_TO_START: Final = 90.0
"""Seconds that the table waits for the new host, whose player may still have to answer."""
ENOUGH: Final = 2
"""Players who have to say the same before the game is left to another host: one alone could take it away from all."""

MOST_PLACES: Final = 3
"""Places that one player can name while somebody of the game is here: everybody is told of each."""


class NextHost:
    """Who hosts one table's game next. `seat`: that of the player who is asked, None if nobody is.

    `everything`: the host's other games go along; `along`: those that the new host has. `plays_at`: by seat, where else
    players have gone on with the game.
    """

    def __init__(self) -> None:
        self.seat: int | None = None
        self.until = math.inf
        """Until when the table waits, on trio's clock; infinite while it does not."""
        self.everything = False
        self.along: Sequence[str] = ()
        self.plays_at: dict[int, HostReady] = {}
        self._named: Counter[int] = Counter()
        """How many places each player has named, by seat."""

    @property
    def is_due(self) -> bool:
        """Whether the table waits for the new host."""
        return self.until < math.inf

    def ask(self, seat: int, table: Table, now: float, *, everything: bool) -> None:
        """Ask the player of this seat."""
        self.everything, self.along = everything, ()
        self.seat, self.until = seat, now + TIME_TO_START if _is_between_rounds(table) else math.inf

    def end(self) -> None:
        """Go on here."""
        self.seat, self.until, self.everything, self.along = None, math.inf, False, ()

    def name_place(self, seat: int, there: HostReady) -> bool:
        """Note where the player of this seat says to play now; False if that is nothing new, or they named too many."""
        if self.plays_at.get(seat) == there or self._named[seat] >= MOST_PLACES:
            return False
        self._named[seat] += 1
        self.plays_at[seat] = there
        return True

    def forget_places(self) -> None:
        """Forget where players have said to play."""
        self.plays_at.clear()
        self._named.clear()

    def agreed(self, there: HostReady, seats: Collection[int]) -> HostReady | None:
        """The host of which enough players say that the game goes on `there`, with all its addresses; or None.

        `seats`: those that count. Each player's addresses take turns, so that nobody's are crowded out.
        """
        counted = [said for seat, said in self.plays_at.items() if seat in seats]
        same = [said for said in counted if (said.key, said.game) == (there.key, there.game)]
        in_turn = chain(*zip_longest(*(parse_link(said.address).endpoints for said in same)))
        places = dict.fromkeys(place for place in in_turn if place is not None)
        link = JoinLink(tuple(places)[:MOST_ENDPOINTS], key=there.key)
        return evolve(there, address=str(link)) if len(same) >= ENOUGH else None

    def note(self, happened: Iterable[Event], now: float) -> bool:
        """Note what has happened at the table; True if that changes the hand-over."""
        if self.seat is None:
            return False
        kinds = set(map(type, happened))
        if kinds & {MatchWon, MatchAbandoned}:
            self.end()
            return True
        if RoundEnded in kinds:
            self.until = now + TIME_TO_START
            return True
        return False


def _is_between_rounds(table: Table) -> bool:
    """Whether nobody has moved since the last deal: another deal takes its place at the new host."""
    round_ = table.round
    is_untouched = round_ is not None and not (round_.layout.tiles or round_.drawn or round_.knocks)
    return table.stage is Stage.PLAYING and (is_dealing(table) or is_untouched)
