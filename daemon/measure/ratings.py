"""Win rates and ratings from the results of a round robin, with confidence intervals.

Here: the statistics. Not here: playing the matches (`arena`), printing (`arena_command`).

The unit is a duplicate: a deal played twice with the seats swapped. Its result is one level's share of the two matches.
So the intervals do not treat two matches on the same tiles as independent.
"""

from collections.abc import Mapping, Sequence
from math import log10, sqrt
from random import Random
from statistics import fmean
from typing import Final

from protocol.frozen import frozen

RESAMPLINGS: Final = 200
_PRIOR: Final = (0.0, 1.0)
"""A lost and a won duplicate added to each pair, so that winning everything does not make a rating infinite."""

Pair = tuple[str, str]
Results = Mapping[Pair, Sequence[float]]
"""By pair of levels: the first one's share of each duplicate."""


@frozen
class Range:
    """A measured value and its 95 % confidence interval."""

    value: float
    low: float
    high: float


@frozen
class Rating:
    """A level's Elo rating: 400 points are ten wins to one."""

    level: str
    elo: Range


def win_rate(shares: Sequence[float]) -> Range:
    """The first level's share of all matches."""
    padded = [*shares, *_PRIOR]
    centre = fmean(padded)
    variance = sum((share - centre) ** 2 for share in padded) / (len(padded) - 1)
    margin = 1.96 * sqrt(variance / len(padded))
    value = fmean(shares)
    return Range(value, max(0.0, min(value, centre - margin)), min(1.0, max(value, centre + margin)))


def ratings(levels: Sequence[str], results: Results) -> list[Rating]:
    """The rating of every level. The first level's is 0."""
    rated = _elo(levels, results)
    resampled = [
        _elo(levels, _resampled(results, Random(number)))  # noqa: S311 - the same intervals each time
        for number in range(RESAMPLINGS)
    ]
    at_bound = round(0.025 * RESAMPLINGS)
    ranges = []
    for level in levels:
        spread = sorted(sample[level] for sample in resampled)
        ranges.append(Rating(level, Range(rated[level], spread[at_bound], spread[-1 - at_bound])))
    return ranges


def _resampled(results: Results, rng: Random) -> Results:
    return {pair: rng.choices([*shares, *_PRIOR], k=len(shares)) for pair, shares in results.items()}


def _elo(levels: Sequence[str], results: Results) -> dict[str, float]:
    """The ratings of the Bradley-Terry model with the greatest likelihood, found by iteration."""
    won = dict.fromkeys(levels, 0.0)
    met: dict[Pair, float] = {}
    for (one, other), shares in results.items():
        padded = [*shares, *_PRIOR]
        won[one] += sum(padded)
        won[other] += len(padded) - sum(padded)
        met[one, other] = met[other, one] = float(len(padded))
    strength = dict.fromkeys(levels, 1.0)
    for _ in range(200):
        for level in levels:
            faced = sum(
                count / (strength[one] + strength[other]) for (one, other), count in met.items() if one == level
            )
            strength[level] = won[level] / faced
    return {level: 400 * log10(strength[level] / strength[levels[0]]) for level in levels}
