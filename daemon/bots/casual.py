"""Players at a glance: they take the points they see, and err like people.

Lives here: `Casual`, for the levels that play so. It overlooks an end now and then, misjudges what a play is worth a
bit, forgets a knock; it never throws a play in at random, so a large score is hardly ever missed for a small one.
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
"""What it is worth to leave the next opponent a number it has knocked on, in typical scores."""

WINNING: Final = 5
"""How many times their number the points count that reach the target."""


@frozen
class Casual:
    """Greedy, with a person's errors.

    `end_overlooked` and `knock_forgotten` are chances, for each end and each number; `misjudged_by` is the usual error
    of a judgement, in typical scores.
    """

    name: str
    sentence: str
    end_overlooked: float
    knock_forgotten: float
    misjudged_by: float

    def choose(self, situation: Situation, rng: Random) -> Play:
        """The play that looks best to it at this moment."""
        plays = self._noticed(situation, rng)
        unit = _typical_score(situation.rules)
        lacked = self._numbers_it_remembers(situation, rng)
        appeal = [
            _attraction(situation, play) / unit
            + rng.gauss(0, self.misjudged_by)
            + FOR_A_KNOCK * (_new_end(situation, play) in lacked)
            + 0.02 * play.tile.pips / situation.rules.max_pip
            for play in plays
        ]
        return plays[appeal.index(max(appeal))]

    def _noticed(self, situation: Situation, rng: Random) -> list[Play]:
        """The plays on the ends it notices; all of them where it would notice none."""
        overlooked = [arm for arm in Arm if rng.random() < self.end_overlooked]
        return [play for play in situation.plays if play.arm not in overlooked] or list(situation.plays)

    def _numbers_it_remembers(self, situation: Situation, rng: Random) -> set[int]:
        """What it still knows the next opponent to lack."""
        after = situation.round.seat_after(situation.seat)
        if situation.table.side_of(after) == situation.side:
            return set()
        lacked = sorted(situation.memory.lacked_by(after))
        return {number for number in lacked if rng.random() >= self.knock_forgotten}


def _attraction(situation: Situation, play: Play) -> float:
    """The points of a play; everybody sees that the one point to go is worth more than one point."""
    awarded = worth(situation.table, situation.seat, play).awarded
    wins = awarded and situation.table.score_of(situation.seat) + awarded >= situation.rules.target
    return WINNING * awarded if wins else awarded


def _new_end(situation: Situation, play: Play) -> int | None:
    for end in situation.round.layout.ends:
        if end.arm is play.arm:
            return play.tile.other_half(end.pip)
    return None


def _typical_score(rules: Rules) -> float:
    """What one of the smaller sums that score is worth: those come up most."""
    points = sorted(points for points in (points_of(rules, each) for each in reachable_sums(rules)) if points)
    return points[len(points) // 4] if points else 1.0
