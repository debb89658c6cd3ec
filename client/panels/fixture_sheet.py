"""The sheet of a fixture, to print and to sign: its boards with who plays there, and what was played.

Here: what is on it. Not here: its lines (`lines.fixture_sheet`), its page for a browser's printer
(`web.export.fixture_sheet`).
"""

from collections.abc import Iterator, Mapping

from client.model.league_now import LeagueNow
from client.words import league_words
from client.words.english import listed
from client.words.name_words import shown
from client.words.number_words import day
from client.words.say import say
from protocol.frozen import frozen
from protocol.league.league import Award, Fixture
from protocol.league.lineup import boards_of
from protocol.league.results import Result
from protocol.league.season import FixtureNow
from protocol.log.events import Board


@frozen
class FixtureSheet:
    """What is on the sheet. A cell that is empty is for a pen.

    `rows`: a board each, with its number, who plays for the home and for the away team, the score and who won.
    `totals`: what is added up, with a cell for both teams. `signatures`: whose there are to be.
    """

    title: str
    teams: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    signatures: tuple[str, ...]


def fixture_sheet(now: LeagueNow, fixture: FixtureNow, *, blank: bool) -> FixtureSheet:
    """The sheet of a fixture; `blank`: without what has been played."""
    what, league = fixture.fixture, shown(now.league.name)
    if what.date is None:
        title = say("fixture_sheet.title", league=league, fixture=what.number)
    else:
        title = say("fixture_sheet.title_on", league=league, fixture=what.number, date=day(what.date))
    boards, points = ("", "") if blank or not fixture.is_decided else map(_both, (fixture.boards, fixture.points))
    return FixtureSheet(
        title,
        league_words.teams_of(what),
        (
            say("fixture_sheet.board"),
            *map(shown, what.teams),
            say("fixture_sheet.score"),
            say("fixture_sheet.won_by"),
        ),
        tuple(_rows(now, fixture, blank=blank)),
        ((say("league.head_boards"), boards), (say("league.head_points"), points)),
        () if blank else tuple(league_words.fixture_notes(fixture)),
        tuple(say("fixture_sheet.signed", team=shown(team)) for team in what.teams),
    )


def _rows(now: LeagueNow, fixture: FixtureNow, *, blank: bool) -> Iterator[tuple[str, ...]]:
    results: Mapping[int, Result] = {} if blank else fixture.results
    awards: Mapping[int, Award] = {} if blank else {award.board: award for award in fixture.fixture.awarded}
    for board in boards_of(now.league, fixture.fixture):
        result, award = results.get(board.number), awards.get(board.number)
        played = board if result is None else result.board
        yield (str(board.number), *_players(fixture.fixture, played), *_outcome(fixture.fixture, result, award))


def _players(fixture: Fixture, board: Board) -> Iterator[str]:
    """Who plays for the home team, and for the away team."""
    for team in fixture.teams:
        yield listed(map(shown, board.players[board.teams.index(team) :: len(board.teams)]))


def _outcome(fixture: Fixture, result: Result | None, award: Award | None) -> tuple[str, str]:
    """The score, that of the home team first, and who won."""
    if result is None:
        return "", "" if award is None or award.team is None else shown(award.team)
    home, away = (result.scores[result.board.teams.index(team)] for team in fixture.teams)
    winners = [shown(result.board.teams[side]) for side in result.won_by]
    return _both((home, away)), winners[0] if len(winners) == 1 else say("fixture_sheet.drawn")


def _both(numbers: tuple[int, int]) -> str:
    return "-".join(map(str, numbers))
