"""Sentences about a league: the table, fixtures, boards, players.

Not here: the grids that show them (`panels.league`).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from client.words.board_words import pairing
from client.words.english import count, listed
from client.words.name_words import shown
from protocol.league.league import Format
from protocol.league.ratings import Rating
from protocol.league.results import Result
from protocol.league.season import FixtureNow, FixtureState, PlayerRow, Season, TeamRow
from protocol.names import comparison_key

TITLE: Final = "League"
TABLE: Final = "Table"
FIXTURES: Final = "Fixtures"
PLAYERS: Final = "Players"
OPEN_FIXTURE: Final = "Open a fixture"
ALL_PLAYED: Final = "There is no fixture to open."
FETCHING: Final = "The league is being fetched."
NO_FIXTURES: Final = "There are no fixtures in the calendar."


def opened(number: int) -> str:
    """What the host reads after opening a fixture."""
    return f"Fixture {number} is being opened; who plays in it is led to their board."


def sentences(season: Season, ratings: Iterable[Rating]) -> Iterator[str]:
    """The table, the fixtures and the players, a sentence each."""
    rated = {comparison_key(rating.name): rating for rating in ratings}
    yield from map(team_sentence, season.table)
    yield from map(fixture_sentence, season.fixtures)
    yield from (player_sentence(row, rated.get(comparison_key(row.name))) for row in season.players)


def team_sentence(row: TeamRow) -> str:
    """A team's place in the table."""
    record = f"{row.won} won, {row.drawn} drawn, {row.lost} lost"
    boards = f"boards {row.boards_for}-{row.boards_against}"
    played = count(row.played, "fixture")
    return f"{row.place}. {shown(row.team)}: {count(row.points, 'point')} from {played}, {record}; {boards}."


def result_sentence(result: Result) -> str:
    """What came of a board."""
    scores = "-".join(map(str, result.scores))
    won = "drawn" if len(result.won_by) > 1 else f"won by {shown(result.board.teams[result.won_by[0]])}"
    return f"Board {result.board.number}: {pairing(result.board)}, {scores}, {won}."


def fixture_sentence(now: FixtureNow) -> str:
    """A fixture and what has become of it."""
    fixture = now.fixture
    date = f", {fixture.date}" if fixture.date else ""
    teams = " against ".join(map(shown, fixture.teams))
    return f"Fixture {fixture.number}{date}: {teams}, {state_in_words(now)}."


def state_in_words(now: FixtureNow) -> str:
    """`6-3`, `3-1 so far`, `walkover for Oak`, `to play`."""
    boards = "-".join(map(str, now.boards))
    match now.state:
        case FixtureState.PLAYED:
            return boards
        case FixtureState.UNDER_WAY:
            return f"{boards} so far"
        case FixtureState.WALKOVER:
            return f"walkover for {shown(now.fixture.walkover or '')}"
        case FixtureState.POSTPONED | FixtureState.TO_PLAY:
            return now.state.value


def player_sentence(row: PlayerRow, rating: Rating | None) -> str:
    """A player's record."""
    singles = f"{row.singles_won} of {row.singles} singles, {row.doubles_won} of {row.doubles} doubles"
    points = f"{row.scored} points to {row.conceded}"
    rated = "" if rating is None else f"; rating {rating_in_digits(rating)}"
    return f"{shown(row.name)}, {shown(row.team)}: won {row.won} of {row.played}, {singles}; {points}{rated}."


def rating_in_digits(rating: Rating | None) -> str:
    """`1612 ± 180`: the rating and its standard deviation; empty without one."""
    return "" if rating is None else f"{rating.rating:.0f} ± {rating.deviation:.0f}"


def format_sentence(format_: Format) -> str:
    """What a fixture is, in a sentence."""
    boards = [count(format_.singles, "single")] if format_.singles else []
    boards += [f"{format_.doubles} doubles"] if format_.doubles else []
    points = f"{count(format_.win, 'point')} for a win, {format_.draw} for a draw"
    at_most = " at most" if format_.margin > 1 else ""
    narrow = f", {format_.narrow} for losing by {count(format_.margin, 'board')}{at_most}" if format_.narrow else ""
    for_boards = f", {format_.board} for each board won" if format_.board else ""
    return f"A fixture is {listed(boards, 'and')}: {points}{narrow}{for_boards}."
