"""A computer player on a seat: it follows the game through that seat's eyes and chooses when asked.

Lives here: `BotPlayer`. It is told every event as the seat may see it (`protocol.sight`), from the start of the log,
which makes it as blind as the seat. Not here: when it is asked and how long it seems to think: that is the table's.
"""

from random import Random

from daemon.bots.levels import LEVELS, choose_as
from daemon.bots.memory import Memory, remember
from daemon.bots.situation import Level
from protocol.commands import Deed
from protocol.events import Event
from protocol.table import Table, empty_table, evolve


class BotPlayer:
    """A level on a seat. One that is made late is told the whole log at once."""

    def __init__(self, level: str | Level, seat: int) -> None:
        self.level: Level = LEVELS[level] if isinstance(level, str) else level
        self.seat = seat
        self._table: Table = empty_table()
        self._memory = Memory()

    def told(self, event: Event) -> None:
        """Take in the next event of the game, as this seat may see it."""
        self._memory = remember(self._memory, self._table, event)
        self._table = evolve(self._table, event)

    def choose(self, rng: Random) -> Deed:
        """What it does now; its turn it must be."""
        return choose_as(self.level, self._table, self.seat, rng, self._memory)
