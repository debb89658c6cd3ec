"""Corrects a table of chances by matches of `club` players, from late scores to their end.

The chances that follow from rounds can be off near the target: a table knows the best of the others only, not the third
side, and rounds are played by a simpler player. So each chance is moved, on a logistic scale, by as much as makes sides
with that much to go win as often as the table says. `club` plays by the table that is to be corrected.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from math import exp
from random import Random
from typing import Final

from attrs import evolve as changed

from daemon.bots.bare_match import BareMatch, Contest
from daemon.bots.bot_player import BotPlayer
from daemon.bots.chance_tables import CERTAIN, FARTHEST, ChanceTable, TabledGame, cells, whole
from daemon.measure.parallel import run_in_parallel
from protocol.frozen import frozen
from protocol.log.leading import next_leader

LEVEL: Final = "club"
LATE: Final = 16
"""Points to go: once a side has no more than that, the match is late."""
NEAR: Final = 6
"""Points to go, up to which chances are corrected: farther away they are as right as can be measured."""
STEPS: Final = 50
LONGEST_STEP: Final = 0.5
"""Few matches, or a table of few rounds, may want too much at once."""


@frozen
class Late:
    """A match of this game to be played from these scores, by side. `seed`: its deals and choices follow from it."""

    game: TabledGame
    scores: tuple[int, ...]
    seed: int


@frozen
class Between:
    """The moment before a round: what each side had to go, which seat led, if that was known, and the side that won."""

    to_go: tuple[int, ...]
    leader: int | None
    won_by: int


class _LateMatch(BareMatch):
    """A match that begins with these scores, and whose moments between two rounds are noted."""

    def __init__(self, late: Late) -> None:
        game = late.game
        self.late = late
        self.bots = [BotPlayer(LEVEL, seat) for seat in range(game.seats)]
        self.noted: list[tuple[tuple[int, ...], int | None]] = []
        super().__init__(Contest(game.preset, game.rules, game.seats, late.seed), self.bots, "late")

    def _deal(self) -> None:
        if self.table.round is None:
            # Where doubles lead one after another, it may be any one's turn by now.
            double = Random(self.late.seed).randrange(self.table.rules.max_pip + 1)  # noqa: S311 - a seed repeats it
            for bot in self.bots:
                bot.table = changed(bot.table, scores=self.late.scores, next_double=double)
            self.table = changed(self.table, scores=self.late.scores, next_double=double)
        target = self.table.rules.target
        self.noted.append((tuple(target - score for score in self.table.scores), next_leader(self.table)))
        super()._deal()


def moments_of(late: Late) -> list[Between]:
    """The moments between two rounds of this match; none if it has no winner, or several."""
    match = _LateMatch(late)
    won_by = match.play().won_by
    return [Between(to_go, leader, *won_by) for to_go, leader in match.noted] if len(won_by) == 1 else []


def moments(late: Sequence[Late], progress: Callable[[float], None]) -> list[Between]:
    """The moments of all these matches, played in parallel."""
    found: list[Between] = []
    played = count(1)

    def receive(more: list[Between]) -> None:
        found.extend(more)
        progress(next(played) / len(late))

    run_in_parallel(lambda parallel: parallel.map(moments_of, late, receive))
    return found


def corrected(table: ChanceTable, seen: Sequence[Between]) -> ChanceTable:
    """The table in which sides near the target have won as often as it says."""
    moves, moved = [0.0] * FARTHEST, table
    for _ in range(STEPS):
        missing, weight = defaultdict[int, float](float), defaultdict[int, float](float)
        for moment in seen:
            for side, to_go in enumerate(moment.to_go):
                if to_go <= NEAR:
                    said = moved.share(side, moment.to_go, moment.leader)
                    missing[to_go] += (side == moment.won_by) - said
                    weight[to_go] += said * (1 - said)
        for to_go in missing:
            step = missing[to_go] / weight[to_go]
            moves[to_go - 1] += min(LONGEST_STEP, max(-LONGEST_STEP, step))
        by_cell = (moves[to_go - 1] for to_go, _, _ in cells(table.game.positions))
        moved = ChanceTable(table.game, [_moved(*each) for each in zip(table.numbers, by_cell, strict=True)])
    return moved


def _moved(number: int, by: float) -> int:
    chance = number / CERTAIN
    return whole(1 / (1 + (1 - chance) / chance * exp(-by)))
