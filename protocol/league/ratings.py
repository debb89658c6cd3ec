"""Ratings: how strong the players of a league are, from who beat whom.

The model is Plackett and Luce's in the version of Weng and Lin (2011), as `openskill` has it: a rating is a mean and a
standard deviation, partners share the result of a doubles board, and games are taken in the order in which they began.
The library's numbers are scaled by 60, so that a newcomer has 1500. Not here: the record of a player (`season`).
"""

from collections.abc import Iterable
from typing import Final

from protocol.frozen import frozen
from protocol.league.results import Result
from protocol.names import comparison_key

NEWCOMER: Final = 1500.0
_SPREAD: Final = 500.0
"""The standard deviation of a newcomer."""
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
    """The ratings of all who have played, the surest first. `results`: oldest first.

    A game that somebody left to a bot counts for nobody.
    """
    from openskill.models import PlackettLuce, PlackettLuceRating  # noqa: PLC0415 - a tenth of a second, for this alone

    model = PlackettLuce(mu=NEWCOMER, sigma=_SPREAD, beta=_SPREAD / 2, tau=_SPREAD / 100)
    names: dict[str, str] = {}
    games: dict[str, int] = {}
    rated: dict[str, PlackettLuceRating] = {}
    for result in results:
        if result.left_to_bots:
            continue  # it says nothing about who of its people is stronger
        players, sides = result.board.players, len(result.board.teams)
        keys = [comparison_key(name) for name in players]
        for key, name in zip(keys, players, strict=True):
            names.setdefault(key, name)
            games[key] = games.get(key, 0) + 1
        teams = [[rated.get(key) or model.rating() for key in keys[side::sides]] for side in range(sides)]
        ranks = [0.0 if side in result.won_by else 1.0 for side in range(sides)]
        for side, team in enumerate(model.rate(teams, ranks=ranks)):
            rated.update(zip(keys[side::sides], team, strict=True))
    found = (Rating(names[key], games[key], player.mu, player.sigma) for key, player in rated.items())
    return tuple(sorted(found, key=lambda rating: (-rating.least, comparison_key(rating.name))))
