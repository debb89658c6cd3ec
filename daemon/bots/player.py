"""A computer player on a seat: it follows the game through that seat's eyes and chooses when asked.

Lives here: `BotPlayer`, which is told every event as the seat may see it (`protocol.log.sight`), from the start of the
log: that makes it as blind as the seat; and what its move is where players play without a host. Not here: when it is
asked and how long it seems to think: that is the table's.
"""

from random import Random

from daemon.bots.levels import LEVELS, choose
from daemon.bots.memory import Memory, remember
from daemon.bots.situation import Level, Situation
from protocol.game.layout import Arm
from protocol.log.choices import choices
from protocol.log.commands import DrawTile, Move, PlayTile
from protocol.log.events import Event, Knocked, TileDrawn, TilePlayed
from protocol.log.table import Table, empty_table, evolve


class BotPlayer:
    """A level on a seat. One that is made late is told the whole log at once.

    `table` and `memory` are what the seat sees of it, and remembers of the round.
    """

    def __init__(self, level: str | Level, seat: int) -> None:
        self.level: Level = LEVELS[level] if isinstance(level, str) else level
        self.seat = seat
        self.table: Table = empty_table()
        self.memory = Memory()

    @property
    def has_a_choice(self) -> bool:
        """Whether there is more than one thing that it may do now."""
        return len(choices(self.table, self.seat).plays) > 1

    def told(self, event: Event) -> None:
        """Take in the next event of the game, as this seat may see it."""
        self.memory = remember(self.memory, self.table, event)
        self.table = evolve(self.table, event)

    def choose(self, rng: Random) -> Move:
        """What it does now; its turn it must be."""
        return choose(self.level, Situation(self.table, self.seat, self.memory), rng)


def as_event(table: Table, seat: int, move: Move) -> TilePlayed | TileDrawn | Knocked:
    """What happens by a move that is allowed, at a table that is seen in full."""
    match move:
        case PlayTile():
            return TilePlayed(seat, move.tile, move.arm or Arm.START)
        case DrawTile():
            assert table.round is not None
            return TileDrawn(seat, table.round.boneyard[0])
        case _:
            return Knocked(seat)
