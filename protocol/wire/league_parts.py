"""A host's league in several messages: a line has a limit, and a season has none that anybody plays.

Here: dividing the answer, and putting it together again. Not here: what is in it (`messages`).
"""

from typing import Final

from attrs import evolve, field

from protocol.frozen import define
from protocol.league.league_file import MOST_BOARDS
from protocol.wire.messages import LeagueGames

MOST_ROWS: Final = 250
"""Fixtures, results and ended matches in one message: with the longest names they are far from the longest line."""
_MOST_PARTS: Final = MOST_BOARDS // MOST_ROWS


def parts_of(whole: LeagueGames) -> tuple[LeagueGames, ...]:
    """The messages that say this: all but the last have `more`."""
    if whole.league is None:
        return (whole,)
    fixtures, results, ended = whole.league.fixtures, whole.results, whole.ended
    starts = range(0, max(len(fixtures), len(results), len(ended), 1), MOST_ROWS)
    parts = [
        LeagueGames(
            fixtures=fixtures[start : start + MOST_ROWS],
            results=results[start : start + MOST_ROWS],
            ended=ended[start : start + MOST_ROWS],
            more=start != starts[-1],
        )
        for start in starts
    ]
    league = evolve(whole.league, fixtures=parts[0].fixtures)
    return (evolve(parts[0], league=league, fixtures=()), *parts[1:])


@define
class LeagueParts:
    """What has come of an answer. A host could go on for ever, so there is a limit to what is kept and awaited."""

    _come: list[LeagueGames] = field(factory=list)

    def take(self, part: LeagueGames) -> LeagueGames | None:
        """Take in a message; returns the whole answer if this was its last, otherwise None."""
        if part.league is not None or part.detail:
            self._come.clear()  # another answer begins
        self._come.append(part)
        if part.more and len(self._come) < _MOST_PARTS:
            return None
        first, *others = come = tuple(self._come)
        self._come.clear()
        if first.league is None:
            return first
        return LeagueGames(
            evolve(
                first.league,
                fixtures=(*first.league.fixtures, *(fixture for other in others for fixture in other.fixtures)),
            ),
            tuple(result for each in come for result in each.results),
            ended=tuple(ended for each in come for ended in each.ended),
        )
