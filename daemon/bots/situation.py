"""Everything that a bot knows when it chooses.

Here: `Situation`, the table as one seat sees it and the seat's memory of the round, and `Level`, the interface of a
level. A level gets nothing else, so it cannot see another hand. Not here: the levels (`bot_levels`), following a game
(`bot_player`).
"""

from functools import cached_property
from random import Random
from typing import Protocol

from daemon.bots.memory import Memory
from daemon.bots.race import race_for
from protocol.frozen import define
from protocol.game.layout import Arm
from protocol.game.rules import Rules
from protocol.game.tiles import Tile, known_tiles, set_of_tiles
from protocol.log.choices import Play, plays_of
from protocol.log.table import Round, Table


@define(frozen=True, slots=False)
class Situation:
    """A seat in its turn with more than one legal play: the table as the seat sees it, and its memory.

    `overlooked`: numbers at open ends that a level does not see in this round.
    """

    table: Table
    seat: int
    memory: Memory
    overlooked: frozenset[int] = frozenset()

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def round(self) -> Round:
        """The current round."""
        assert self.table.round is not None
        return self.table.round

    @property
    def side(self) -> int:
        """The side this seat plays for."""
        return self.table.side_of(self.seat)

    @cached_property
    def hand(self) -> tuple[Tile, ...]:
        """The seat's own tiles."""
        return known_tiles(self.round.hands[self.seat])

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """The legal plays; without those on overlooked ends, unless there are no others."""
        plays = plays_of(self.table, self.seat)
        if not self.overlooked:
            return plays
        return tuple(play for play in plays if play.arm not in self.unseen_arms) or plays

    @cached_property
    def unseen_arms(self) -> frozenset[Arm]:
        """The arms with an overlooked number at their end."""
        return frozenset(end.arm for end in self.round.layout.ends if end.pip in self.overlooked)

    @cached_property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that are neither on the table nor in this hand, in a fixed order."""
        seen = {*self.hand, *self.round.layout.tiles}
        return tuple(tile for tile in set_of_tiles(self.rules.max_pip) if tile not in seen)

    def wins_with(self, points: int) -> bool:
        """Whether these points win the match at once."""
        return points > 0 and race_for(self.rules).has_won(self.table.score_of(self.seat) + points)


class Level(Protocol):
    """How a bot chooses its plays."""

    @property
    def name(self) -> str:
        """The level's name on the command line and in the log."""

    @property
    def sentence(self) -> str:
        """How it plays, for people who choose a level."""

    def choose(self, situation: Situation, rng: Random) -> Play:
        """One of the situation's plays."""
