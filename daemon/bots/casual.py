"""The weak levels: they take the points they see, and make the mistakes that people make.

Here: `Casual`. It sometimes overlooks an end, forgets a knock, and misjudges slightly what a play is worth. It never
plays at random, so it hardly ever takes a small score where it could have a large one.
"""

from random import Random
from typing import Final

from attrs import frozen

from daemon.bots.situation import Situation
from protocol.game.layout import Arm
from protocol.game.rules import Rules
from protocol.game.scoring import points_of, reachable_sums
from protocol.log.choices import Play, worth

FOR_A_KNOCK: Final = 0.4
"""The value of leaving the next opponent a number that it has knocked on, in typical scores."""

WINNING: Final = 5
"""The factor by which points that reach the target are worth more than other points."""


@frozen
class Casual:
    """A greedy player who makes mistakes.

    `end_overlooked`: the probability of overlooking an end. `knock_forgotten`: the probability of forgetting a number
    that the next opponent lacks. `misjudged_by`: the standard deviation of its error about a play, in typical scores.
    """

    name: str
    sentence: str
    end_overlooked: float
    knock_forgotten: float
    misjudged_by: float

    def choose(self, situation: Situation, rng: Random) -> Play:
        """The play that looks best to it."""
        plays = self._noticed(situation, rng)
        unit = _typical_score(situation.rules)
        lacked = self._remembered_gaps(situation, rng)
        appeal = [
            _attraction(situation, play) / unit
            + rng.gauss(0, self.misjudged_by)
            + FOR_A_KNOCK * (_new_end(situation, play) in lacked)
            + 0.02 * play.tile.pips / situation.rules.max_pip
            for play in plays
        ]
        return plays[appeal.index(max(appeal))]

    def _noticed(self, situation: Situation, rng: Random) -> list[Play]:
        """The plays on the ends that it does not overlook; all plays if it would overlook them all."""
        overlooked = [arm for arm in Arm if rng.random() < self.end_overlooked]
        return [play for play in situation.plays if play.arm not in overlooked] or list(situation.plays)

    def _remembered_gaps(self, situation: Situation, rng: Random) -> set[int]:
        """The numbers that the next opponent lacks, as far as it remembers."""
        after = situation.round.seat_after(situation.seat)
        if situation.table.side_of(after) == situation.side:
            return set()
        lacked = sorted(situation.memory.lacked_by(after))
        return {number for number in lacked if rng.random() >= self.knock_forgotten}


def _attraction(situation: Situation, play: Play) -> float:
    """The points of a play, with the factor for winning."""
    awarded = worth(situation.table, situation.seat, play).awarded
    wins = awarded and situation.table.score_of(situation.seat) + awarded >= situation.rules.target
    return WINNING * awarded if wins else awarded


def _new_end(situation: Situation, play: Play) -> int | None:
    for end in situation.round.layout.ends:
        if end.arm is play.arm:
            return play.tile.other_half(end.pip)
    return None


def _typical_score(rules: Rules) -> float:
    """The points of one of the smaller sums that score, which are the most frequent ones."""
    points = sorted(points for points in (points_of(rules, each) for each in reachable_sums(rules)) if points)
    return points[len(points) // 4] if points else 1.0
