"""The numbers for the next mixed deal of a table: who has revealed theirs, and how long the others are waited for.

Here: `NextDeal`, and the events of a mixed deal. Not here: whether a number is right (`daemon.dealer`), the numbers of
earlier deals, which are in the log.
"""

import math
from collections.abc import Iterable
from typing import Final

from daemon.dealer import Dealer
from daemon.game_log import GameLog
from daemon.journal.interface import NumberRevealed, Private
from daemon.table.table_clock import TableClock
from protocol.log.dealing import is_dealing, next_round
from protocol.log.events import Event, PlayerReturned, StandInSeated
from protocol.log.table import fold

TIME_TO_REVEAL: Final = 10.0
"""Seconds that a deal waits for the number of a player who is connected, or has just lost the connection."""


class NextDeal:
    """The numbers that have been revealed for the next deal of one game; they are private until then."""

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._revealed: dict[int, NumberRevealed] = {}
        for row in private:
            self.take_note(row)

    def take_note(self, row: Private) -> None:
        """Update from a stored row."""
        if isinstance(row, NumberRevealed):
            self._revealed[row.seat] = row

    def due(self, log: GameLog, clock: TableClock) -> float:
        """When to deal, on trio's clock: as soon as nobody's number is waited for; infinite if no mixed deal is due."""
        if log.deals.host is None or not is_dealing(log.table) or log.table.paused or not clock.runs(log.table):
            return math.inf
        return max((clock.patience_ends(seat, TIME_TO_REVEAL) for seat in self._missing(log)), default=0.0)

    def events(self, log: GameLog, dealer: Dealer) -> tuple[Event, ...]:
        """The deal. Whoever's number is missing has a stand-in for it, so everybody sees that it is missing."""
        missing = self._missing(log)
        seated = tuple(StandInSeated(seat, log.table.options.bot_level) for seat in missing)
        numbers = tuple(self._number(log, seat) for seat in range(len(log.table.seats)))
        dealt = dealer.deal_mixed(fold(seated, log.table), numbers)
        return (*seated, dealt, *map(PlayerReturned, missing))

    def _missing(self, log: GameLog) -> list[int]:
        seats = range(len(log.table.seats))
        return [seat for seat in seats if log.deals.takes_part(log.table, seat) and self._number(log, seat) is None]

    def _number(self, log: GameLog, seat: int) -> str | None:
        row = self._revealed.get(seat)
        is_valid = row is not None and row.round == next_round(log.table) and log.deals.takes_part(log.table, seat)
        return row.number if row is not None and is_valid else None
