"""The next host of a game: the machine of a player whom the host has asked to go on.

Here: who is asked, when the table waits for that machine (from the end of a round on, for a while), and how long
everybody has to come to it; and who has gone on with the game elsewhere, while this host was away. All of it is in
memory only, and after a restart the game simply goes on here, except the machine to which everybody is sent: that is
stored. Not here: sending everybody there, and leaving the game (`live_table`), and what the game is there
(`daemon.house.taking_over`).
"""

import math
from collections.abc import Collection, Iterable
from itertools import chain, zip_longest
from typing import Final

from attrs import evolve

from daemon.journal.interface import GameMoved, GameOffered, OfferWithdrawn, Private, offer_in
from daemon.table.rehearsal import MOST_REHEARSALS, TIME_TO_DECIDE, TIME_TO_TRY, Rehearsal
from protocol.log.commands import HostReady, TryHost
from protocol.log.dealing import is_dealing
from protocol.log.events import Event, Knocked, MatchAbandoned, MatchWon, RoundEnded, TileDrawn, TilePlayed
from protocol.log.table import Stage, Table
from protocol.shared.join_link import MOST_ENDPOINTS, JoinLink, parse_link

TIME_TO_START: Final = 90.0
"""Seconds that the table waits for the new host, whose player may still have to answer."""
TIME_TO_ARRIVE: Final = 60.0
"""Seconds in which somebody has to come to the new host; otherwise the game goes on here."""
TIME_TO_RETURN: Final = 60.0
"""Seconds after which a player's word counts who stays elsewhere, although the game was taken back: a round was played
there after all."""
FEWEST: Final = 2
"""Players who have to say the same before the game is left to another host, however few there are: one alone could take
it away from all."""
TIME_AT_ONE_HOST: Final = 3600.0
"""Seconds for which a player's word stands while somebody reads it: everybody at the table is told of each new host."""


class NextHost:
    """Who hosts one table's game next. `seat`: that of the player who is asked, None if nobody is.

    `everything`: the host's other games go along. `offer`: the new host, to which everybody is sent, until somebody has
    come there. `is_taken_back`: nobody has, so the game goes on here; until the next move. `plays_at`: by seat, where
    else players have gone on with the game.
    """

    def __init__(self, private: Collection[Private] = (), now: float = 0.0) -> None:
        self.seat: int | None = None
        self.until = math.inf
        """Until when the table waits, on trio's clock; infinite while it does not."""
        self.everything = False
        self.rehearsal: Rehearsal | None = None
        """The attempt to reach that machine."""
        self._goes_anyway = False
        """Whether the host has decided to go on there although some cannot reach it."""
        self._rehearsals = 0
        self.offer: GameOffered | None = None
        self.is_taken_back = False
        self.plays_at: dict[int, HostReady] = {}
        self.was_taken_back = any(isinstance(row, OfferWithdrawn) for row in private)
        """Whether the host has ever taken it back, here or as the game before this one."""
        self._knows_since: dict[int, float] = {}
        """Since when each player's program knows that the game is taken back, by seat, on trio's clock."""
        self._may_change: dict[int, float] = {}
        """From when on each player can name another host, by seat, on trio's clock."""
        offer = offer_in(private)
        if offer is not None:
            self.take_note(offer, now)

    @property
    def is_due(self) -> bool:
        """Whether the table waits for the new host."""
        return self.until < math.inf

    def ask(self, seat: int, table: Table, now: float, *, everything: bool) -> None:
        """Ask the player of this seat."""
        self.end()
        self.everything, self.is_taken_back = everything, False
        self.seat, self.until = seat, now + TIME_TO_START if _is_between_rounds(table) else math.inf

    def end(self) -> None:
        """Go on here."""
        self.seat, self.until, self.everything, self.offer = None, math.inf, False, None
        self.rehearsal, self._goes_anyway, self._rehearsals = None, False, 0

    def take_note(self, row: Private, now: float) -> None:
        """Update from a stored row."""
        match row:
            case GameOffered():
                self.offer, self.seat, self.until = row, row.seat, now + TIME_TO_ARRIVE
                self.rehearsal = None
            case OfferWithdrawn():
                self.end()
                self.is_taken_back = True
            case GameMoved():
                self.offer = None
            case _:
                pass

    # The rehearsal.

    @property
    def can_rehearse(self) -> bool:
        """Whether the next host may be tried, once more or for the first time."""
        return self._rehearsals < MOST_REHEARSALS

    def rehearse(self, there: TryHost, seats: Iterable[int], now: float) -> None:
        """Have the programs on these seats try that host."""
        self._rehearsals += 1
        self.rehearsal = Rehearsal(there, now + TIME_TO_TRY, set(seats))
        self._wait_until(now + TIME_TO_TRY + TIME_TO_DECIDE)

    def end_rehearsal(self, now: float) -> None:
        """Take no more answers: what is not known by now stays unknown."""
        assert self.rehearsal is not None
        self.rehearsal.end()
        self._wait_until(now + TIME_TO_DECIDE)

    def go_anyway(self, now: float) -> None:
        """Note that the host wants the game to go there, whoever is left behind."""
        self._goes_anyway = True
        self._wait_until(now + TIME_TO_DECIDE)

    @property
    def may_go(self) -> bool:
        """Whether the game may go to the host that was tried: all who have tried reach it, or the host wants it."""
        tried = self.rehearsal
        return tried is not None and tried.is_over and (self._goes_anyway or not tried.cannot)

    def may_go_to(self, ready: HostReady) -> bool:
        """Whether the game may go to this host. One that nobody has tried is tried by those who go there."""
        return self.rehearsal is None or (self.may_go and self.rehearsal.is_for(ready))

    @property
    def alarm_at(self) -> float:
        """When the table stops waiting for something here, on trio's clock."""
        return min(self.until, math.inf if self.rehearsal is None else self.rehearsal.ends_at)

    def _wait_until(self, moment: float) -> None:
        if self.is_due:
            self.until = max(self.until, moment)

    # Where else the game is played.

    def name_place(self, seat: int, there: HostReady, now: float, *, is_read: bool) -> bool:
        """Note where the player of this seat says to play now; True if that is another host than before.

        `is_read`: somebody is here who is told. Then the player can name another host only after a while. Another
        address of the same host is no news, because only a host with that key is gone to.
        """
        before = self.plays_at.get(seat)
        is_new = before is None or not _is_same_host(before, there)
        if is_new and is_read:
            if now < self._may_change.get(seat, now):
                return False
            self._may_change[seat] = now + TIME_AT_ONE_HOST
        self.plays_at[seat] = there
        return is_new

    def plays_on(self, seat: int, now: float) -> bool:
        """Whether the player of this seat stays elsewhere, although the program knows that the game is taken back."""
        return now - self._knows_since.setdefault(seat, now) >= TIME_TO_RETURN

    def forget_places(self) -> None:
        """Forget where players have said to play."""
        self.plays_at.clear()
        self._knows_since.clear()
        self._may_change.clear()

    def agreed(self, there: HostReady, seats: Collection[int]) -> HostReady | None:
        """The host of which more than half of these seats say that the game goes on `there`, or None.

        It has all their addresses. Each player's take turns, so that nobody's are crowded out.
        """
        counted = [said for seat, said in self.plays_at.items() if seat in seats]
        same = [said for said in counted if _is_same_host(said, there)]
        in_turn = chain(*zip_longest(*(parse_link(said.address).endpoints for said in same)))
        places = dict.fromkeys(place for place in in_turn if place is not None)
        link = JoinLink(tuple(places)[:MOST_ENDPOINTS], key=there.key)
        is_enough = len(same) >= FEWEST and 2 * len(same) > len(seats)
        return evolve(there, address=str(link)) if is_enough else None

    def note(self, happened: Iterable[Event], now: float) -> bool:
        """Note what has happened at the table; True if that changes the hand-over."""
        kinds = set(map(type, happened))
        if kinds & _MOVES:
            self.is_taken_back = False
        if self.seat is None:
            return False
        if kinds & {MatchWon, MatchAbandoned}:
            self.end()
            return True
        if RoundEnded in kinds:
            self.until = now + TIME_TO_START
            return True
        return False


def _is_same_host(one: HostReady, other: HostReady) -> bool:
    return (one.key, one.game) == (other.key, other.game)


_MOVES: Final = frozenset((TilePlayed, TileDrawn, Knocked))


def _is_between_rounds(table: Table) -> bool:
    """Whether nobody has moved since the last deal: another deal takes its place at the new host."""
    round_ = table.round
    is_untouched = round_ is not None and not (round_.layout.tiles or round_.drawn or round_.knocks)
    return table.stage is Stage.PLAYING and (is_dealing(table) or is_untouched)
