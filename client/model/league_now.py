"""A league as this client knows it: what its host says, and what follows from its games.

Here: the season and the ratings, computed once for each state of the league. Not here: how they follow
(`protocol.league`), the sentences (`words.league_words`).
"""

from collections.abc import Iterable

from attrs import field

from client.words import league_words
from client.words.name_words import shown_facts
from client.words.refusal_words import as_sentence
from client.words.say import say, say_sentence
from protocol.frozen import define, frozen
from protocol.league.league import League
from protocol.league.ratings import Rating, ratings_of
from protocol.league.results import EndedBoard, Result
from protocol.league.season import Season, season_of
from protocol.wire.league_parts import LeagueParts
from protocol.wire.messages import LeagueGames


@frozen
class LeagueNow:
    """A league with its season and its ratings, the surest first."""

    league: League
    season: Season
    ratings: tuple[Rating, ...]


def league_now(league: League, results: Iterable[Result], ended: Iterable[EndedBoard] = ()) -> LeagueNow:
    """The league after these results, and after these matches that its host has ended."""
    season = season_of(league, results, ended)
    return LeagueNow(league, season, ratings_of(season.results) if season.results else ())


@define
class HostsLeague:
    """The league of the host, as it was last fetched. `why_none`: why there is none to show."""

    now: LeagueNow | None = None
    why_none: str = field(factory=lambda: say("league.fetching"))
    _parts: LeagueParts = field(factory=LeagueParts)

    def take(self, part: LeagueGames) -> tuple[str, ...] | None:
        """Take in what the host says, and return it in sentences; None if more of it has to come."""
        message = self._parts.take(part)
        if message is None:
            return None
        if message.league is None:
            said = None if message.code is None else say_sentence(message.code, shown_facts(message.facts))
            self.now, self.why_none = None, as_sentence(said or message.detail)
            return (self.why_none,)
        self.now = league_now(message.league, message.results, message.ended)
        return tuple(league_words.sentences(self.now.season, self.now.ratings))
