"""The season: what follows from a league and the results of its games.

Here: `season_of`, a fold over the results, with fixtures, the table and players. It is recomputed whenever it is shown;
nothing of it is stored. Not here: ratings (`ratings`), reading results (`results`).

A match that the host has ended counts for nothing. It stays at its fixture, also after the board was played again,
awarded or given away: otherwise a host could undo a board that goes badly, and nobody would see it.

The file is the host's word: walkovers, awarded boards and postponed fixtures are there. Which boards were won is in the
games alone. A game counts for its fixture if that is still between the same teams; of several games at one board, the
one that began first counts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Final

from attrs import define, evolve

from protocol.frozen import frozen
from protocol.league.league import SEATS_OF_DOUBLES, SEATS_OF_SINGLES, Award, Fixture, Format, League
from protocol.league.results import EndedBoard, Result
from protocol.log.events import Board
from protocol.names import comparison_key


class FixtureState(StrEnum):
    """What has become of a fixture."""

    TO_PLAY = "to play"
    UNDER_WAY = "under way"
    PLAYED = "played"
    WALKOVER = "walkover"
    POSTPONED = "postponed"


_DECIDED: Final = (FixtureState.PLAYED, FixtureState.WALKOVER)


@frozen
class FixtureNow:
    """A fixture as it is now. `results`: by board that was played. `boards`: won by home and away; `points`: the same.

    A drawn board counts for neither. Points are given once every board is decided. `ended`: the matches at its boards
    that the host has ended, oldest first.
    """

    fixture: Fixture
    state: FixtureState
    results: dict[int, Result]
    boards: tuple[int, int]
    points: tuple[int, int]
    ended: tuple[EndedBoard, ...] = ()

    @property
    def is_decided(self) -> bool:
        """Whether it counts in the table."""
        return self.state in _DECIDED

    @property
    def winner(self) -> str | None:
        """The team that has won more boards, or has a walkover; None if there is none."""
        (home, away), (boards, others) = self.fixture.teams, self.boards
        return self.fixture.walkover or (None if boards == others else home if boards > others else away)


@define
class TeamRow:
    """A team in the table. `boards_for`, `boards_against`: won and lost, also of fixtures under way."""

    team: str
    place: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    boards_for: int = 0
    boards_against: int = 0
    points: int = 0

    @property
    def difference(self) -> int:
        """Boards won above those lost."""
        return self.boards_for - self.boards_against


@define
class PlayerRow:
    """A player's record. `team`: the one the player played for last. `scored`, `conceded`: points in the games."""

    name: str
    team: str = ""
    played: int = 0
    won: int = 0
    singles: int = 0
    singles_won: int = 0
    scored: int = 0
    conceded: int = 0

    @property
    def doubles(self) -> int:
        """How many doubles were played."""
        return self.played - self.singles

    @property
    def doubles_won(self) -> int:
        """How many doubles were won."""
        return self.won - self.singles_won


@frozen
class Season:
    """A season as it is now: the fixtures in the order of the calendar, the table and the players, best first.

    `results`: those that count, oldest first.
    """

    fixtures: tuple[FixtureNow, ...]
    table: tuple[TeamRow, ...]
    players: tuple[PlayerRow, ...]
    results: tuple[Result, ...]


def season_of(league: League, results: Iterable[Result], ended: Iterable[EndedBoard] = ()) -> Season:
    """The season of a league after these results and ended matches, which may be in any order and of any league."""
    by_fixture: dict[int, dict[int, Result]] = {fixture.number: {} for fixture in league.fixtures}
    counting: list[Result] = []
    for result in sorted(results, key=lambda result: (result.at, result.game)):
        by_board = by_fixture.get(result.board.fixture, {})
        if counts_for(league, result) and result.board.number not in by_board:
            by_board[result.board.number] = result
            counting.append(result)
    ended_in = _ended_by_fixture(league, ended)
    fixtures = tuple(
        evolve(_fixture_now(league.format, now, by_fixture[now.number]), ended=tuple(ended_in[now.number]))
        for now in league.fixtures
    )
    return Season(fixtures, _table(league, fixtures), _players(league, counting), tuple(counting))


def counts_for(league: League, result: Result) -> bool:
    """Whether a game counts for this league. It may come from a stranger, so its lists are counted, too."""
    board = result.board
    has_sides = len(board.teams) == len(result.scores) == 2 and set(result.won_by) in ({0}, {1}, {0, 1})
    return has_sides and len(board.players) in (SEATS_OF_SINGLES, SEATS_OF_DOUBLES) and is_played_in(league, board)


def is_played_in(league: League, board: Board) -> bool:
    """Whether the league has this board, and has not awarded it."""
    fixture = fixture_of(league, board)
    if fixture is None or fixture.walkover is not None:
        return False
    return board.number not in {award.board for award in fixture.awarded}


def fixture_of(league: League, board: Board) -> Fixture | None:
    """The fixture that this board is of, if the league has it, still between the same teams; otherwise None."""
    fixture = league.fixture(board.fixture)
    if fixture is None or board.league != league.name or not 1 <= board.number <= league.format.boards:
        return None
    return fixture if set(board.teams) == set(fixture.teams) else None


def _ended_by_fixture(league: League, ended: Iterable[EndedBoard]) -> defaultdict[int, list[EndedBoard]]:
    """The ended matches at the league's boards by fixture. They may come from a stranger, as results may."""
    found: defaultdict[int, list[EndedBoard]] = defaultdict(list)
    for each in sorted(ended, key=lambda each: (each.at, each.game)):
        has_sides = len(each.board.teams) == len(each.scores) == 2
        if has_sides and fixture_of(league, each.board) is not None:
            found[each.board.fixture].append(each)
    return found


# Fixtures.


def _fixture_now(format_: Format, fixture: Fixture, by_board: Mapping[int, Result]) -> FixtureNow:
    results = dict(sorted(by_board.items()))
    if fixture.walkover is not None:
        points = (format_.win, 0) if fixture.walkover == fixture.home else (0, format_.win)
        return FixtureNow(fixture, FixtureState.WALKOVER, results, (0, 0), points)
    boards = _boards_won(fixture, results.values(), fixture.awarded)
    decided = len(results) + len(fixture.awarded)
    if decided == format_.boards:
        return FixtureNow(fixture, FixtureState.PLAYED, results, boards, _points(format_, *boards))
    state = FixtureState.POSTPONED if fixture.postponed else FixtureState.UNDER_WAY if decided else FixtureState.TO_PLAY
    return FixtureNow(fixture, state, results, boards, (0, 0))


def _boards_won(fixture: Fixture, results: Iterable[Result], awarded: Sequence[Award]) -> tuple[int, int]:
    winners = [award.team for award in awarded]
    winners += [result.board.teams[result.won_by[0]] for result in results if len(result.won_by) == 1]
    return winners.count(fixture.home), winners.count(fixture.away)


def _points(format_: Format, home: int, away: int) -> tuple[int, int]:
    narrow = format_.narrow if abs(home - away) <= format_.margin else 0
    points = (format_.draw, format_.draw)
    if home != away:
        points = (format_.win, narrow) if home > away else (narrow, format_.win)
    return points[0] + format_.board * home, points[1] + format_.board * away


# The table.


def _table(league: League, fixtures: Sequence[FixtureNow]) -> tuple[TeamRow, ...]:
    rows = {team.name: TeamRow(team.name) for team in league.teams}
    for now in fixtures:
        for team, own, other, points in _from_both_sides(now):
            row = rows.setdefault(team, TeamRow(team))
            row.boards_for += own
            row.boards_against += other
            row.points += points
            if now.is_decided:
                row.played += 1
                row.won += now.winner == team
                row.drawn += now.winner is None
                row.lost += now.winner not in (team, None)
    ordered = sorted(rows.values(), key=lambda row: -row.points)
    level = (list(group) for _, group in groupby(ordered, key=lambda row: row.points))
    return tuple(_placed(_ordered(group, fixtures) for group in level))


def _from_both_sides(now: FixtureNow) -> Iterator[tuple[str, int, int, int]]:
    """Each team of a fixture, with the boards that it and the other have won, and its points."""
    (home, away), (boards, others), (points, theirs) = now.fixture.teams, now.boards, now.points
    yield home, boards, others, points
    yield away, others, boards, theirs


def _ordered(level: list[TeamRow], fixtures: Sequence[FixtureNow]) -> list[tuple[tuple[int, ...], TeamRow]]:
    """Teams level on points with what orders them: points against each other, then boards against each other, then all.

    Both numbers of boards are the difference, and at last how many were won.
    """
    names = {row.team for row in level}
    points, boards = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for now in fixtures:
        if names.issuperset(now.fixture.teams) and now.is_decided:
            for team, own, other, gained in _from_both_sides(now):
                points[team] += gained
                boards[team] += own - other
    keyed = [((points[row.team], boards[row.team], row.difference, row.boards_for), row) for row in level]
    return sorted(keyed, key=lambda pair: (*(-number for number in pair[0]), comparison_key(pair[1].team)))


def _placed(levels: Iterable[list[tuple[tuple[int, ...], TeamRow]]]) -> Iterator[TeamRow]:
    """The rows with their places: teams that nothing tells apart share one."""
    nth = 0
    for level in levels:
        key_before: tuple[int, ...] | None = None
        place = nth
        for key, row in level:
            nth += 1
            place = place if key == key_before else nth
            row.place, key_before = place, key
            yield row


# Players.


def _players(league: League, results: Sequence[Result]) -> tuple[PlayerRow, ...]:
    rows = {comparison_key(player): PlayerRow(player, team.name) for team, player in league.players}
    for result in results:
        for seat, name in enumerate(result.board.players):
            row = rows.setdefault(comparison_key(name), PlayerRow(name))
            if seat not in result.left_to_bots:
                _add(row, result, seat % len(result.board.teams))
    return tuple(sorted(rows.values(), key=lambda row: (-row.won, row.played, comparison_key(row.name))))


def _add(row: PlayerRow, result: Result, side: int) -> None:
    is_single, has_won = len(result.board.players) == len(result.board.teams), result.won_by == (side,)
    row.team = result.board.teams[side]
    row.played += 1
    row.won += has_won
    row.singles += is_single
    row.singles_won += is_single and has_won
    row.scored += result.scores[side]
    row.conceded += max(score for other, score in enumerate(result.scores) if other != side)
