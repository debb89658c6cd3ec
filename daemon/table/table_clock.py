"""The alarms of a table: for a bot's move, the end of a player's grace, the end of a turn.

Here: when each of them rings, in seconds on the caller's clock. Not here: what happens then (`live_table`).

No clock runs while all of a table's people are disconnected. When the first of them is back, every clock starts again.
How long a bot waits is drawn without looking at its hand, so the pace says nothing about its tiles.
"""

import math
import random
from collections.abc import Mapping
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


class AlarmKind(Enum):
    """What an alarm is for."""

    BOT_PLAYS = auto()
    BOT_TAKES_LONG = auto()
    GRACE_IS_OVER = auto()
    TURN_IS_OVER = auto()
    MATCH_IS_DUE = auto()
    DISK_IS_TRIED = auto()
    REMATCH_BEGINS = auto()
    DEAL_IS_DUE = auto()
    NEXT_HOST = auto()
    NOBODY_LOOKS = auto()
    WATCHERS_HAVE_CHANGED = auto()


class ClockAlarm(NamedTuple):
    """An alarm: when it rings, its kind, and the seat that it is for, -1 for none."""

    at: float
    kind: AlarmKind = AlarmKind.BOT_PLAYS
    seat: int = -1


NEVER: Final = ClockAlarm(math.inf)


class TableClock:
    """The alarms of one table. `think`: about how many seconds bots take; `pace` draws the exact time."""

    def __init__(self, think: float, pace: random.Random, now: float) -> None:
        self._think = think
        self._pace = pace
        self._turn_since = now
        self._dealing_since = now
        self._bot_plays_at = now
        self._disk_is_tried_at: float | None = None
        self._is_match_due = False
        self._away_since: dict[int, float] = {}
        self._here_since: dict[int, float] = {}
        self._seconds_used: dict[int, float] = {}
        """By seat: the seconds of this turn that its person had on earlier connections."""
        self._present: set[int] = set()

    def is_here(self, seat: int) -> bool:
        """Whether the person of this seat is connected."""
        return seat in self._present

    @property
    def is_anybody_away(self) -> bool:
        """Whether the person of any seat is not connected."""
        return bool(self._away_since)

    def grace_ends(self, seat: int, grace: float) -> float:
        """Until when somebody who is away keeps a seat, if that is `grace` seconds; 0 for somebody who is connected."""
        return self._away_since[seat] + grace if seat in self._away_since else 0.0

    def note_connected(self, seat: int, now: float) -> None:
        """Note that the person of this seat has connected."""
        if not self._present:
            self._away_since = dict.fromkeys(self._away_since, now)
            self._dealing_since = now
            self.start_turn(now)
        self._present.add(seat)
        self._here_since[seat] = now
        self._away_since.pop(seat, None)

    def note_disconnected(self, seat: int, now: float) -> None:
        """Note that the person of this seat has disconnected."""
        if seat in self._present:
            self._seconds_used[seat] = self._seconds_used.get(seat, 0.0) + now - self._turn_began_for(seat)
        self._present.discard(seat)
        self._away_since[seat] = now

    def note_free(self, seat: int) -> None:
        """Note that the seat has become free, or a bot's."""
        self._present.discard(seat)
        self._away_since.pop(seat, None)

    def reseat(self, places: Mapping[int, int]) -> None:
        """Note that everybody has another place, given by their seats until now. No match is running."""
        self._present = {places[seat] for seat in self._present}
        self._away_since = {places[seat]: since for seat, since in self._away_since.items()}
        self._here_since = {places[seat]: since for seat, since in self._here_since.items() if seat in places}
        self._seconds_used.clear()

    def note(self, event: events.Event, now: float, turn: int | None) -> None:
        """Update from an event; `turn` is the seat whose turn it is after it."""
        match event:
            case events.Scored():
                pass  # the most common events that change nothing
            case events.TilePlayed() | events.Knocked():
                self.start_turn(now)
            case events.RoundDealt():
                self.start_turn(now, TO_READ_THE_END if event.round > 1 else 1.0)
            case events.StandInSeated() | events.PlayerReturned():
                if event.seat == turn:
                    self.start_turn(now)
            case events.MatchStarted() | events.RoundEnded():
                self._dealing_since = now
            case events.Resumed():
                self._away_since = dict.fromkeys(self._away_since, now)  # a pause does not count as absence
                self._dealing_since = now
                self.start_turn(now)
            case events.TileDrawn():
                self.start_turn(now, TO_DRAW_AGAIN)
            case events.SeatLeft():
                self.note_free(event.seat)
            case events.SeatTaken() if event.bot is not None:
                self.note_free(event.seat)
                if event.seat == turn:
                    self.start_turn(now)
            case _:
                pass

    def start_turn(self, now: float, pauses: float = 1.0) -> None:
        """Start the time of a turn, also again after a draw. `pauses`: the factor for the pause of a bot."""
        self._turn_since = now
        self._seconds_used.clear()
        self._bot_plays_at = now + self._think * self._pace.triangular(*PACE) * pauses

    def schedule_match(self) -> None:
        """Have another match begin as soon as the journal works."""
        self._is_match_due = True

    def start_game(self, now: float) -> None:
        """Note that another game has begun. The time since the end of the previous one does not count as absence."""
        self._is_match_due = False
        self._away_since = dict.fromkeys(self._away_since, now)

    @property
    def is_waiting_for_disk(self) -> bool:
        """Whether the journal failed when it was last tried."""
        return self._disk_is_tried_at is not None

    def schedule_retry(self, now: float) -> None:
        """Try the journal again later, because it failed. Until then nothing else is due."""
        self._disk_is_tried_at = now + PATIENCE_WITH_THE_DISK

    def note_disk_works(self) -> None:
        """Note that the journal works again."""
        self._disk_is_tried_at = None

    def next_alarm(self, table: Table) -> ClockAlarm:
        """The alarm that rings first, or `NEVER`."""
        if self._disk_is_tried_at is not None:
            return ClockAlarm(self._disk_is_tried_at, AlarmKind.DISK_IS_TRIED)
        if self._is_match_due:
            return ClockAlarm(0.0, AlarmKind.MATCH_IS_DUE)
        if not self.runs(table):
            return NEVER
        alarms = self._turns(table)
        if self.is_anybody_away:
            alarms += self._graces(table)
        if not alarms:
            return NEVER
        return min(alarms, key=lambda alarm: alarm.at)

    def runs(self, table: Table) -> bool:
        """Whether any clock runs: not while all of a table's people are disconnected."""
        return bool(self._present) or not any(who.is_person for who in table.seats)

    def turn_missed_since(self, seat: int) -> float:
        """Since when it is the turn of this seat, whose person is away."""
        return max(self._turn_since, self._away_since.get(seat, self._turn_since))

    def patience_ends(self, seat: int, patience: float) -> float:
        """Until when a deal waits for this seat's person, who also has that time after connecting or disconnecting."""
        since = self._here_since[seat] if seat in self._present else self._away_since.get(seat, 0.0)
        return (max(self._dealing_since, since) if seat in self._present else since) + patience

    def running_alarms(self, table: Table) -> list[ClockAlarm]:
        """The alarms for people in a match: for those who are away, and for the person in turn."""
        if table.stage is not Stage.PLAYING or not self._present:
            return []
        alarms = (*self._graces(table), *self._turns(table))
        return [alarm for alarm in alarms if alarm.kind is not AlarmKind.BOT_PLAYS]

    def _graces(self, table: Table) -> list[ClockAlarm]:
        if table.stage is Stage.OVER or table.paused:
            return []
        if table.stage is Stage.PLAYING and table.options.away is Away.WAIT:
            return []
        return [
            ClockAlarm(self._away_since[seat] + table.options.grace, AlarmKind.GRACE_IS_OVER, seat)
            for seat, who in enumerate(table.seats)
            if who.is_person and seat in self._away_since and who.stand_in is None
        ]

    def _turns(self, table: Table) -> list[ClockAlarm]:
        seat = table.turn
        if seat is None or table.paused:
            return []
        if table.seats[seat].played_by is not None:
            return [ClockAlarm(self._bot_plays_at, AlarmKind.BOT_PLAYS, seat)]
        if table.options.turn_time and seat in self._present:
            # Only connected time counts. A player who comes back always has some left, or a bot would play at once.
            whole = table.options.turn_time
            left = max(whole - self._seconds_used.get(seat, 0.0), min(whole, TIME_TO_LOOK))
            return [ClockAlarm(self._turn_began_for(seat) + left, AlarmKind.TURN_IS_OVER, seat)]
        return []

    def _turn_began_for(self, seat: int) -> float:
        """When the connected person of this seat could first move in this turn, or since coming back."""
        return max(self._turn_since, self._here_since[seat])
