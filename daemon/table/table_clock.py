"""The clocks of a table: for a bot's move, the end of a player's grace, the end of a turn.

Here: when each clock rings, in seconds on the caller's clock. Not here: what happens then (`live_table`).

No clock runs while all of a table's people are disconnected. When the first of them is back, every clock starts again.
How long a bot waits is drawn without looking at its hand, so the pace says nothing about its tiles.
"""

import math
import random
from enum import Enum, auto
from typing import Final, NamedTuple

from protocol.game.table_options import Away
from protocol.log import events
from protocol.log.table import Stage, Table

PATIENCE_WITH_THE_DISK: Final = 5.0
"""Seconds before a failed journal is tried again."""
TIME_TO_LOOK: Final = 10.0
"""The least seconds of a turn that a player who has just come back still has."""
PACE: Final = (0.4, 2.4, 0.6)
"""The shortest, longest and most frequent pause of a bot, in its thinking times: usually quick, sometimes slow."""
TO_DRAW_AGAIN: Final = 0.3
"""The pause after a draw, in turns."""
TO_READ_THE_END: Final = 4.0
"""The pause before the lead of a later round, in turns: people are still reading how the round before it ended."""


class Ring(Enum):
    """The kinds of clock."""

    BOT_PLAYS = auto()
    BOT_TAKES_LONG = auto()
    GRACE_IS_OVER = auto()
    TURN_IS_OVER = auto()
    MATCH_IS_OWED = auto()
    DISK_IS_TRIED = auto()
    REMATCH_BEGINS = auto()


class Due(NamedTuple):
    """A clock: when it rings, its kind, and its seat."""

    at: float
    ring: Ring = Ring.BOT_PLAYS
    seat: int = -1


NEVER: Final = Due(math.inf)


class TableClock:
    """The clocks of one table. `think`: about how many seconds bots take; `pace` draws the exact time."""

    def __init__(self, think: float, pace: random.Random, now: float) -> None:
        self._think = think
        self._pace = pace
        self._turn_since = now
        self._bot_plays_at = now
        self._disk_is_tried_at: float | None = None
        self._owes_a_match = False
        self._away_since: dict[int, float] = {}
        self._here_since: dict[int, float] = {}
        self._used: dict[int, float] = {}
        """By seat: the seconds of this turn that its person had on earlier connections."""
        self._present: set[int] = set()

    def is_here(self, seat: int) -> bool:
        """Whether the person of this seat is connected."""
        return seat in self._present

    @property
    def somebody_is_away(self) -> bool:
        """Whether the person of any seat is not connected."""
        return bool(self._away_since)

    def comes(self, seat: int, now: float) -> None:
        """The person of this seat has connected."""
        if not self._present:
            self._away_since = dict.fromkeys(self._away_since, now)
            self.turn_begins(now)
        self._present.add(seat)
        self._here_since[seat] = now
        self._away_since.pop(seat, None)

    def goes(self, seat: int, now: float) -> None:
        """The person of this seat has disconnected."""
        if seat in self._present:
            self._used[seat] = self._used.get(seat, 0.0) + now - self._has_had_the_turn_since(seat)
        self._present.discard(seat)
        self._away_since[seat] = now

    def frees(self, seat: int) -> None:
        """The seat has become free."""
        self._present.discard(seat)
        self._away_since.pop(seat, None)

    def note(self, event: events.Event, now: float, turn: int | None) -> None:
        """Update from an event; `turn` is the seat whose turn it is after it."""
        match event:
            case events.Scored():
                pass  # the most common events that change nothing
            case events.TilePlayed() | events.Knocked():
                self.turn_begins(now)
            case events.RoundDealt():
                self.turn_begins(now, TO_READ_THE_END if event.round > 1 else 1.0)
            case events.StandInSeated() | events.PlayerReturned():
                if event.seat == turn:
                    self.turn_begins(now)
            case events.Resumed():
                self._away_since = dict.fromkeys(self._away_since, now)  # a pause does not count as absence
                self.turn_begins(now)
            case events.TileDrawn():
                self.turn_begins(now, TO_DRAW_AGAIN)
            case events.SeatLeft():
                self.frees(event.seat)
            case events.SeatTaken() if event.bot is not None:
                self.frees(event.seat)
            case _:
                pass

    def turn_begins(self, now: float, pauses: float = 1.0) -> None:
        """A turn begins, or continues after a draw. `pauses`: by what the pause of a bot is multiplied."""
        self._turn_since = now
        self._used.clear()
        self._bot_plays_at = now + self._think * self._pace.triangular(*PACE) * pauses

    def owe_a_match(self) -> None:
        """Another match has to follow once the journal works again."""
        self._owes_a_match = True

    def another_game(self, now: float) -> None:
        """Another game has begun; the time since the end of the previous game does not count as absence."""
        self._owes_a_match = False
        self._away_since = dict.fromkeys(self._away_since, now)

    @property
    def waits_for_the_disk(self) -> bool:
        """Whether the journal failed when it was last tried."""
        return self._disk_is_tried_at is not None

    def try_later(self, now: float) -> None:
        """The journal failed: nothing else is due until it has been tried again."""
        self._disk_is_tried_at = now + PATIENCE_WITH_THE_DISK

    def disk_works(self) -> None:
        """The journal works again."""
        self._disk_is_tried_at = None

    def next_due(self, table: Table) -> Due:
        """The clock that rings first, or `NEVER`."""
        if self._disk_is_tried_at is not None:
            return Due(self._disk_is_tried_at, Ring.DISK_IS_TRIED)
        if self._owes_a_match:
            return Due(0.0, Ring.MATCH_IS_OWED)
        if not self._present and any(who.is_person for who in table.seats):
            return NEVER
        dues = self._turns(table)
        if self.somebody_is_away:
            dues += self._graces(table)
        if not dues:
            return NEVER
        return min(dues, key=lambda due: due.at)

    def running(self, table: Table) -> list[Due]:
        """The clocks that run for people in a match: for those who are away, and for the person in turn."""
        if table.stage is not Stage.PLAYING or not self._present:
            return []
        return [due for due in (*self._graces(table), *self._turns(table)) if due.ring is not Ring.BOT_PLAYS]

    def _graces(self, table: Table) -> list[Due]:
        if table.stage is Stage.OVER or table.paused:
            return []
        if table.stage is Stage.PLAYING and table.options.away is Away.WAIT:
            return []
        return [
            Due(self._away_since[seat] + table.options.grace, Ring.GRACE_IS_OVER, seat)
            for seat, who in enumerate(table.seats)
            if who.is_person and seat in self._away_since and who.stand_in is None
        ]

    def _turns(self, table: Table) -> list[Due]:
        seat = table.turn
        if seat is None or table.paused:
            return []
        if table.seats[seat].played_by is not None:
            return [Due(self._bot_plays_at, Ring.BOT_PLAYS, seat)]
        if table.options.turn_time and seat in self._present:
            # Only connected time counts. A player who comes back always has some left, or a bot would play at once.
            whole = table.options.turn_time
            left = max(whole - self._used.get(seat, 0.0), min(whole, TIME_TO_LOOK))
            return [Due(self._has_had_the_turn_since(seat) + left, Ring.TURN_IS_OVER, seat)]
        return []

    def _has_had_the_turn_since(self, seat: int) -> float:
        """Since when the connected person of this seat could have moved in this turn."""
        return max(self._turn_since, self._here_since[seat])
