"""A league as this client knows it: what its host says, and what follows from its games.

Here: the season and the ratings, computed once for each state of the league. Not here: how they follow
(`protocol.league`), the sentences (`words.league_words`).
"""

from collections.abc import Sequence

from protocol.frozen import frozen
from protocol.league.league import League
from protocol.league.ratings import Rating, ratings_of
from protocol.league.results import Result
from protocol.league.season import Season, season_of


@frozen
class LeagueNow:
    """A league with its season and its ratings, the surest first."""

    league: League
    season: Season
    ratings: tuple[Rating, ...]


def league_now(league: League, results: Sequence[Result]) -> LeagueNow:
    """The league after these results."""
    season = season_of(league, results)
    return LeagueNow(league, season, ratings_of(season.results) if season.results else ())
