"""The plain greedy player, by whom others are measured: most points now, an exact finish first, ties by lot."""

from random import Random

from attrs import frozen

from daemon.bots.situation import Situation
from protocol.log.choices import Play, worth


@frozen
class Greedy:
    """Takes the most points of the turn and thinks of nothing else; a yardstick, not a level to play with."""

    name: str = "greedy"
    sentence: str = "takes the most points of the turn"

    def choose(self, situation: Situation, rng: Random) -> Play:
        """One of the plays with the most points that count."""
        awarded = [worth(situation.table, situation.seat, play).awarded for play in situation.plays]
        most = max(awarded)
        return rng.choice([play for play, points in zip(situation.plays, awarded, strict=True) if points == most])
