"""Sentences about a league: the table, fixtures, boards, players.

Not here: the grids that show them (`panels.league`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from client.words.board_words import pairing
from client.words.english import in_line, listed
from client.words.name_words import shown
from client.words.number_words import day
from client.words.say import say
from protocol.league.league import Award, Fixture, Format, League, Team
from protocol.league.ratings import Rating
from protocol.league.results import EndedBoard, Result
from protocol.league.season import FixtureNow, FixtureState, PlayerRow, Season, TeamRow
from protocol.names import comparison_key

_STATES: Final = {
    FixtureState.TO_PLAY: "league.to_play",
    FixtureState.POSTPONED: "league.postponed",
    FixtureState.WITHDRAWN: "league.withdrawn",
}


def opened(number: int) -> str:
    """What the host reads after opening a fixture."""
    return say("league.opened", fixture=number)


def sentences(season: Season, ratings: Iterable[Rating]) -> Iterator[str]:
    """The table, the fixtures and the players, a sentence each."""
    rated = {comparison_key(rating.name): rating for rating in ratings}
    for row in season.table:
        yield team_sentence(row)
        if row.adjusted:
            yield adjustment(row)
    yield from map(withdrawn, season.withdrawn)
    for fixture in season.fixtures:
        yield fixture_sentence(fixture)
        yield from fixture_notes(fixture)
    yield from (player_sentence(row, rated.get(comparison_key(row.name))) for row in season.players)


def team_sentence(row: TeamRow) -> str:
    """A team's place in the table."""
    played, boards = say("league.fixtures_played", n=row.played), f"{row.boards_for}-{row.boards_against}"
    return say(
        "league.team", place=row.place, team=shown(row.team), points=say("count.points", n=row.points), fixtures=played,
        won=row.won, drawn=row.drawn, lost=row.lost, boards=boards,
    )  # fmt: skip


def adjustment(row: TeamRow) -> str:
    """Points that were given to a team or taken from it, and why; empty if there are none."""
    if not row.adjusted:
        return ""
    said = "league.points_given" if row.adjusted > 0 else "league.points_taken"
    return say(said, points=say("count.points", n=abs(row.adjusted)), reason=shown(row.reason))


def withdrawn(team: str) -> str:
    """Says that a team has left the season."""
    return say("league.team_withdrawn", team=shown(team))


def result_sentence(result: Result) -> str:
    """What came of a board."""
    board, scores = result.board, "-".join(map(str, result.scores))
    if len(result.won_by) > 1:
        return say("league.drawn", board=board.number, pairing=pairing(board), scores=scores)
    team = shown(board.teams[result.won_by[0]])
    return say("league.won", board=board.number, pairing=pairing(board), scores=scores, team=team)


def fixture_notes(now: FixtureNow) -> Iterator[str]:
    """What is to be known about a fixture beside its result: boards that were not played, and matches that ended."""
    if not now.fixture.counts:
        yield say("league.does_not_count")
    yield from map(award_sentence, now.fixture.awarded)
    yield from map(ended_sentence, now.ended)


def award_sentence(award: Award) -> str:
    """A board that was not played."""
    if award.team is not None:
        return say("league.awarded", board=award.board, team=shown(award.team))
    return say("league.board_drawn" if award.drawn else "league.board_void", board=award.board)


def ended_sentence(ended: EndedBoard) -> str:
    """What everybody reads about a match that the host has ended."""
    board, scores = ended.board, "-".join(map(str, ended.scores))
    date, time = day(shown(ended.at[:10])), shown(ended.at[11:16])
    return say("league.ended", board=board.number, pairing=pairing(board), scores=scores, date=date, time=time)


def fixture_sentence(now: FixtureNow) -> str:
    """A fixture and what has become of it."""
    number, date, state = now.fixture.number, now.fixture.date, state_in_words(now)
    if date:
        return say("league.fixture_on", fixture=number, date=day(str(date)), teams=teams_of(now.fixture), state=state)
    return say("league.fixture", fixture=number, teams=teams_of(now.fixture), state=state)


def teams_of(fixture: Fixture) -> str:
    """`Oak against Ash`"""
    home, away = map(shown, fixture.teams)
    return say("board.against", most=home, last=away)


def state_in_words(now: FixtureNow) -> str:
    """`6-3`, `3-1 so far`, `walkover for Oak`, `to play`."""
    boards = "-".join(map(str, now.boards))
    match now.state:
        case FixtureState.PLAYED:
            return boards
        case FixtureState.UNDER_WAY:
            return say("league.so_far", boards=boards)
        case FixtureState.WALKOVER:
            return say("league.walkover", team=shown(now.fixture.walkover or ""))
        case FixtureState.POSTPONED | FixtureState.TO_PLAY | FixtureState.WITHDRAWN:
            return say(_STATES[now.state])


def player_sentence(row: PlayerRow, rating: Rating | None) -> str:
    """A player's record."""
    singles = say("league.won_of", won=row.singles_won, played=row.singles)
    doubles = say("league.won_of", won=row.doubles_won, played=row.doubles)
    return say(
        "league.player" if rating is None else "league.player_rated", name=shown(row.name), team=shown(row.team),
        won=row.won, played=row.played, singles=singles, doubles=doubles, scored=row.scored, conceded=row.conceded,
        rating=rating_in_digits(rating),
    )  # fmt: skip


def rating_in_digits(rating: Rating | None) -> str:
    """`1612 ± 180`: the rating and its standard deviation; empty without one."""
    return "" if rating is None else f"{rating.rating:.0f} ± {rating.deviation:.0f}"


def summary(league: League) -> Iterator[str]:
    """What a league is, in two sentences."""
    unit = "league_question.persons" if are_persons(league.teams) else "league_question.teams"
    teams, fixtures = say(unit, n=len(league.teams)), say("league_question.fixtures", n=len(league.fixtures))
    yield say("league_question.made", name=shown(league.name), teams=teams, fixtures=fixtures)
    yield format_sentence(league.format)


def are_persons(teams: Sequence[Team]) -> bool:
    """Whether a league of these is one of persons who play alone."""
    return bool(teams) and all(team.players == (team.name,) for team in teams)


def format_sentence(format_: Format) -> str:
    """What a fixture is, in a sentence."""
    boards = [say("league.singles", n=format_.singles)] if format_.singles else []
    boards += [say("league.doubles", n=format_.doubles)] if format_.doubles else []
    points = [say("league.for_win", points=say("count.points", n=format_.win))]
    points.append(say("league.for_draw", points=format_.draw))
    if format_.narrow:
        points.append(say("league.for_narrow", points=format_.narrow, n=format_.margin))
    if format_.board:
        points.append(say("league.for_board", points=format_.board))
    return say("league.format", boards=listed(boards), points=in_line(points))
