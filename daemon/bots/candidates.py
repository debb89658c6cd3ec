"""Plays to compare, each with its chance to win in the worlds where it was tried.

Here: `Candidate`, and whether one is significantly worse than another. Not here: trying a play (`search`).
"""

from collections.abc import Sequence
from math import sqrt

from daemon.bots.line_book import Line
from daemon.bots.race import misjudged
from protocol.log.choices import Play


class Candidate:
    """A play, or several that are equivalent, with its chance to win in each world so far.

    `misjudged`: the error that a level makes about it.
    """

    __slots__ = ("bit", "chances", "line", "misjudged", "play")

    def __init__(self, play: Play, bit: int, line: Line) -> None:
        self.play = play
        self.bit = bit
        self.line = line
        self.chances: list[float] = []
        self.misjudged = 0.0

    @property
    def chance(self) -> float:
        """The mean over all worlds so far."""
        return sum(self.chances) / len(self.chances)

    @property
    def error(self) -> float:
        """The standard error of that mean."""
        count, mean = len(self.chances), self.chance
        return sqrt(sum((each - mean) ** 2 for each in self.chances) / max(1, count - 1) / count)


def still_in_it(candidates: Sequence[Candidate], certain: float) -> list[Candidate]:
    """The candidates that are not worse than the best one by `certain` standard errors of the paired difference."""
    best = max(candidates, key=judged)
    return [each for each in candidates if each is best or not _is_clearly_worse(each, best, certain)]


def judged(candidate: Candidate) -> float:
    """The chance to win as the level judges it, with its error."""
    return misjudged(candidate.chance, candidate.misjudged) if candidate.misjudged else candidate.chance


def _is_clearly_worse(one: Candidate, best: Candidate, certain: float) -> bool:
    behind = [mine - its for mine, its in zip(best.chances, one.chances, strict=True)]
    count = len(behind)
    mean = sum(behind) / count
    variance = sum((each - mean) ** 2 for each in behind) / max(1, count - 1)
    if best.misjudged or one.misjudged:
        mean = judged(best) - judged(one)
    return mean * mean * count > certain**2 * variance + 1e-12
