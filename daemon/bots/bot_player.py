"""A bot in a seat.

Here: `BotPlayer`, which follows the game from the events that its seat may see (`protocol.log.sight`), so it knows no
more than the seat does. Not here: when it moves and how long it seems to think (the table decides that).
"""

from random import Random

from daemon.bots.bot_levels import LEVELS, choose
from daemon.bots.memory import Memory, remember
from daemon.bots.situation import Level, Situation
from protocol.game.layout import Arm
from protocol.log.choices import choices
from protocol.log.commands import DrawTile, Move, PlayTile
from protocol.log.events import Event, Knocked, TileDrawn, TilePlayed
from protocol.log.table import Table, empty_table, evolve


class BotPlayer:
    """A level in a seat. It has to observe every event after `before`, the table at the start of the log or of a deal.

    `table` is the table as the seat sees it, `memory` what the seat remembers of the round.
    """

    def __init__(self, level: str | Level, seat: int, before: Table | None = None) -> None:
        self.level: Level = LEVELS[level] if isinstance(level, str) else level
        self.seat = seat
        self.table: Table = empty_table() if before is None else before
        self.memory = Memory()

    @property
    def has_a_choice(self) -> bool:
        """Whether more than one play is legal now."""
        return len(choices(self.table, self.seat).plays) > 1

    def observe(self, event: Event) -> None:
        """Follow the next event of the game, given as this seat may see it."""
        self.memory = remember(self.memory, self.table, event)
        self.table = evolve(self.table, event)

    def choose(self, rng: Random) -> Move:
        """Its move. It must be its turn."""
        return choose(self.level, Situation(self.table, self.seat, self.memory), rng)


def as_event(table: Table, seat: int, move: Move) -> TilePlayed | TileDrawn | Knocked:
    """The event of a legal move, at a table with nothing hidden."""
    match move:
        case PlayTile():
            return TilePlayed(seat, move.tile, move.arm or Arm.START)
        case DrawTile():
            assert table.round is not None
            return TileDrawn(seat, table.round.boneyard[0])
        case _:
            return Knocked(seat)
