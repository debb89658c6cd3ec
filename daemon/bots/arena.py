"""Matches between levels, played as fast as they can think, to measure them.

Lives here: one match by the rules (`play_match`) and a round robin on duplicated deals (`round_robin`): each deal is
played again with the seats swapped, so that nobody is judged by good tiles. Every player is blind to what its seat may
not see, as at a real table.
Not here: what the results mean (`ratings`), the command (`arena_command`).
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from multiprocessing import get_context
from random import Random
from typing import Final, TextIO

from attrs import frozen

from daemon.bots.levels import LEVELS
from daemon.bots.player import BotPlayer
from daemon.bots.situation import Level, Situation
from daemon.deal import deal
from protocol.choices import Play
from protocol.commands import Deed, DrawTile, PlayTile
from protocol.consequences import consequences
from protocol.events import (
    Event,
    Knocked,
    MatchStarted,
    RoundDealt,
    SeatTaken,
    TableOpened,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.layout import Arm
from protocol.rules import Rules
from protocol.sight import Viewer, see
from protocol.table import Stage, Table, empty_table, evolve


@frozen
class RandomPlay:
    """Any play, one as likely as another: the yardstick from which ratings are counted, not a level to play with."""

    name: str = "random"
    sentence: str = "lays anything that fits"

    def choose(self, situation: Situation, rng: Random) -> Play:
        """One of the plays."""
        return rng.choice(situation.plays)


CONTESTANTS: Final[Mapping[str, Level]] = {"random": RandomPlay(), **LEVELS}
"""Everyone the arena knows by name, weakest first."""


@frozen
class Contest:
    """What is played: the rules of a table of so many seats, and the seed that every deal and every choice is made from."""

    preset: str
    rules: Rules
    seats: int
    seed: int


def play_match(contest: Contest, levels: Sequence[Level], deals: str) -> tuple[int, ...]:
    """The winning sides of one match, a level a seat. The same `deals` are the same tiles, whoever plays."""
    match = _Match(contest, levels, deals)
    while match.table.stage is Stage.PLAYING:
        match.next_deed()
    return match.table.won_by


class _Match:
    """A match under way: the whole table, and a blind player on each seat."""

    def __init__(self, contest: Contest, levels: Sequence[Level], deals: str) -> None:
        self.table: Table = empty_table()
        self._deals = f"{contest.seed}/{deals}"
        self._players = [BotPlayer(level, seat) for seat, level in enumerate(levels)]
        self._rngs = [Random(f"{self._deals}/seat {seat}") for seat in range(contest.seats)]  # noqa: S311
        self._tell(TableOpened(contest.preset, contest.rules, contest.seats, TableOptions()))
        for seat, level in enumerate(levels):
            self._tell(SeatTaken(seat, f"Seat {seat}", level.name))
        self._tell(MatchStarted(1))
        self._deal()

    def next_deed(self) -> None:
        """Let the seat in turn do what it does."""
        turn = self.table.turn
        assert turn is not None
        command = self._players[turn].choose(self._rngs[turn])
        events, _ = consequences(self.table, _deed(self.table, turn, command))
        for event in events:
            self._tell(event)
        if self.table.stage is Stage.PLAYING and self.table.turn is None:
            self._deal()

    def _deal(self) -> None:
        number = 1 if self.table.round is None else self.table.round.number + 1
        # A chance of its own for each round, so that its tiles do not depend on how the rounds before it went.
        self._tell(deal(self.table, Random(f"{self._deals}/round {number}")))  # noqa: S311

    def _tell(self, event: Event) -> None:
        self.table = evolve(self.table, event)
        for player in self._players:
            player.told(see(event, Viewer(player.seat)).event)


def _deed(table: Table, seat: int, command: Deed) -> TilePlayed | TileDrawn | Knocked:
    match command:
        case PlayTile():
            return TilePlayed(seat, command.tile, command.arm or Arm.START)
        case DrawTile():
            assert table.round is not None
            return TileDrawn(seat, table.round.boneyard[0])
        case _:
            return Knocked(seat)
