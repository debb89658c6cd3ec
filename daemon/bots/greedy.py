"""The greedy player, a yardstick for others. Here: `Greedy`. Not here: levels that play at a table (`bot_levels`)."""

from random import Random

from attrs import frozen

from daemon.bots.situation import Situation
from protocol.log.choices import Play, worth


@frozen
class Greedy:
    """A player that takes the most points of each turn and considers nothing else."""

    name: str = "greedy"
    sentence: str = "takes the most points of the turn"

    def choose(self, situation: Situation, rng: Random) -> Play:
        """One of the plays that score most, at random between equals."""
        awarded = [worth(situation.table, situation.seat, play).awarded for play in situation.plays]
        most = max(awarded)
        return rng.choice([play for play, points in zip(situation.plays, awarded, strict=True) if points == most])
