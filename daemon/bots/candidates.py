"""Plays that are compared: what each came to in the worlds that it was tried in, and which are behind.

Lives here: `Candidate`, and how surely one is better than another. Not here: what a play comes to (`search`).
"""

from collections.abc import Sequence
from math import sqrt

from daemon.bots.lines import Line
from daemon.bots.race import misjudged
from protocol.log.choices import Play


class Candidate:
    """A play, or several that come to the same, and what it came to in each world so far."""

    __slots__ = ("bit", "chances", "line", "misjudged", "play")

    def __init__(self, play: Play, bit: int, line: Line) -> None:
        self.play = play
        self.bit = bit
        self.line = line
        self.chances: list[float] = []
        self.misjudged = 0.0

    @property
    def chance(self) -> float:
        """The mean of all worlds so far."""
        return sum(self.chances) / len(self.chances)

    @property
    def error(self) -> float:
        """The standard error of that mean."""
        count, mean = len(self.chances), self.chance
        return sqrt(sum((each - mean) ** 2 for each in self.chances) / max(1, count - 1) / count)


def still_in_it(candidates: Sequence[Candidate], certain: float) -> list[Candidate]:
    """Those that are not clearly worse than the best so far, world by world; `certain`: by how many standard errors."""
    best = max(candidates, key=judged)
    return [each for each in candidates if each is best or not _is_clearly_worse(each, best, certain)]


def judged(candidate: Candidate) -> float:
    """The chance of this play as it is judged."""
    return misjudged(candidate.chance, candidate.misjudged) if candidate.misjudged else candidate.chance


def _is_clearly_worse(one: Candidate, best: Candidate, certain: float) -> bool:
    behind = [mine - its for mine, its in zip(best.chances, one.chances, strict=True)]
    count = len(behind)
    mean = sum(behind) / count
    variance = sum((each - mean) ** 2 for each in behind) / max(1, count - 1)
    if best.misjudged or one.misjudged:
        mean = judged(best) - judged(one)
    return mean * mean * count > certain**2 * variance + 1e-12
