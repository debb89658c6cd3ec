"""Ratings: how strong the players of a league are, from who beat whom.

The model is that of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
Research 12 (2011): a rating is a mean and a standard deviation, partners share the result of a doubles board, and games
are taken in the order in which they began. Their models of Bradley and Terry and of Plackett and Luce are the same one
for two sides. A newcomer has 1500. Not here: the record of a player (`season`).
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from protocol.frozen import frozen
from protocol.league.results import Result
from protocol.names import comparison_key

NEWCOMER: Final = 1500.0
_SPREAD: Final = 500.0
"""The standard deviation of a newcomer."""
_LUCK: Final = _SPREAD / 2
"""The standard deviation of what a side shows in one game, around what it can: beta in the article."""
_CHANGE: Final = _SPREAD / 100
"""The standard deviation of how a player has changed since the last game, so that a rating never stands still."""
_LEAST_SHARE: Final = 0.0001
"""A game leaves at least this share of a variance: kappa in the article."""
_SURE: Final = 3
"""A player is almost certainly stronger than the rating less so many standard deviations: the order of the list."""


@frozen
class Rating:
    """A player's rating after so many games, and its standard deviation."""

    name: str
    games: int
    rating: float
    deviation: float

    @property
    def least(self) -> float:
        """What the player is almost certainly above. It orders the list, so that one lucky game leads nowhere."""
        return self.rating - _SURE * self.deviation


def ratings_of(results: Iterable[Result]) -> tuple[Rating, ...]:
    """The ratings of all who have played, the surest first. `results`: oldest first, of boards with two sides.

    A game that somebody left to a bot counts for nobody.
    """
    rated: dict[str, Rating] = {}
    for result in results:
        if result.left_to_bots:
            continue  # it says nothing about who of its people is stronger
        home, away = (
            [
                rated.get(comparison_key(name)) or Rating(name, 0, NEWCOMER, _SPREAD)
                for name in result.board.players[side::2]
            ]
            for side in (0, 1)
        )
        points = 1.0 if result.won_by == (0,) else 0.0 if result.won_by == (1,) else 0.5
        rated |= {comparison_key(player.name): player for player in _after(home, away, points)}
    return tuple(sorted(rated.values(), key=lambda rating: (-rating.least, comparison_key(rating.name))))


def _after(home: Sequence[Rating], away: Sequence[Rating], points: float) -> Iterator[Rating]:
    """The ratings of both sides after a game. `points`: of the home side, 1.0, 0.5 if it is drawn, or 0.0.

    Each player's mean moves by their own share of the surprise, and their variance shrinks by what the game has told.
    """
    variances = [sum(_variance(player) for player in side) for side in (home, away)]
    total = math.sqrt(sum(variances) + 2 * _LUCK**2)
    ahead = sum(player.rating for player in home) - sum(player.rating for player in away)
    expected = 1 / (1 + math.exp(-ahead / total))
    for side, variance, surprise in zip((home, away), variances, (points - expected, expected - points), strict=True):
        told = math.sqrt(variance) / total * expected * (1 - expected)
        for player in side:
            own = _variance(player)
            left = max(1 - own / total**2 * told, _LEAST_SHARE)
            yield Rating(player.name, player.games + 1, player.rating + own / total * surprise, math.sqrt(own * left))


def _variance(player: Rating) -> float:
    """The variance of a player's rating before their next game."""
    return player.deviation**2 + _CHANGE**2
