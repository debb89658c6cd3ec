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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Final

from attrs import evolve

from protocol.frozen import define, frozen
from protocol.league.league import SEATS_OF_DOUBLES, SEATS_OF_SINGLES, Award, Fixture, Format, League, Walkover
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
    WITHDRAWN = "withdrawn"


_DECIDED: Final = (FixtureState.PLAYED, FixtureState.WALKOVER)


_BETWEEN: Final = ("points_between", "boards_between")
"""What is counted in the fixtures between those teams that the words before do not tell apart."""


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
        """Whether each of its boards is decided, so that it gives points."""
        return self.state in _DECIDED

    @property
    def is_to_play(self) -> bool:
        """Whether the host can open it."""
        return not self.is_decided and self.state is not FixtureState.WITHDRAWN

    @property
    def counts(self) -> bool:
        """Whether its boards and points are in the table."""
        return self.fixture.counts and self.state is not FixtureState.WITHDRAWN

    @property
    def winner(self) -> str | None:
        """The team that has won more boards, or has a walkover; None if there is none."""
        (home, away), (boards, others) = self.fixture.teams, self.boards
        return self.fixture.walkover or (None if boards == others else home if boards > others else away)


@define
class TeamRow:
    """A team in the table. `boards_for`, `boards_against`: won and lost, also of fixtures under way.

    `adjusted`: those of its points that it has not won, below 0 if they were taken from it, for this `reason`.
    """

    team: str
    place: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    boards_for: int = 0
    boards_against: int = 0
    points: int = 0
    adjusted: int = 0
    reason: str = ""

    @property
    def difference(self) -> int:
        """Boards won above those lost."""
        return self.boards_for - self.boards_against


ORDERINGS: Final[Mapping[str, Callable[[TeamRow, TeamRow], int]]] = {
    "points": lambda row, _: row.points,
    "points_between": lambda _, between: between.points,
    "boards_between": lambda _, between: between.difference,
    "difference": lambda row, _: row.difference,
    "boards": lambda row, _: row.boards_for,
    "won": lambda row, _: row.won,
}
"""What can order the table, by its word in the file: more is better. Of a team, and of it among those level with it."""


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

    `results`: those that count, oldest first. `withdrawn`: the teams that have left the season, and are in no table.
    """

    fixtures: tuple[FixtureNow, ...]
    table: tuple[TeamRow, ...]
    players: tuple[PlayerRow, ...]
    results: tuple[Result, ...]
    withdrawn: tuple[str, ...] = ()


def season_of(league: League, results: Iterable[Result], ended: Iterable[EndedBoard] = ()) -> Season:
    """The season of a league after these results and ended matches, which may be in any order and of any league."""
    by_number = {fixture.number: fixture for fixture in league.fixtures}
    by_fixture: dict[int, dict[int, Result]] = {number: {} for number in by_number}
    counting: list[Result] = []
    for result in sorted(results, key=lambda result: (result.at, result.game)):
        fixture, by_board = by_number.get(result.board.fixture), by_fixture.get(result.board.fixture, {})
        if _counts_at(fixture, league, result) and result.board.number not in by_board:
            by_board[result.board.number] = result
            counting.append(result)
    ended_in = _ended_by_fixture(league, by_number, ended)
    fixtures = tuple(
        evolve(_fixture_now(league, now, by_fixture[now.number]), ended=tuple(ended_in[now.number]))
        for now in league.fixtures
    )
    withdrawn = tuple(team.name for team in league.teams if team.withdrawn)
    return Season(fixtures, _table(league, fixtures), _players(league, counting), tuple(counting), withdrawn)


def is_to_play(league: League, board: Board) -> bool:
    """Whether this board may be played now: the league has it, and none of its teams has left the season."""
    fixture = league.fixture(board.fixture)
    return _is_played_at(fixture, league, board) and not any(map(league.has_withdrawn, board.teams))


def _counts_at(fixture: Fixture | None, league: League, result: Result) -> bool:
    """Whether a game counts for this league. It may come from a stranger, so its lists are counted, too.

    `fixture`: the one with the number that its board names.
    """
    board = result.board
    has_sides = len(board.teams) == len(result.scores) == 2 and set(result.won_by) in ({0}, {1}, {0, 1})
    has_seats = len(board.players) in (SEATS_OF_SINGLES, SEATS_OF_DOUBLES)
    return has_sides and has_seats and _is_played_at(fixture, league, board)


def _is_played_at(fixture: Fixture | None, league: League, board: Board) -> bool:
    """Whether the league has this board, and has not awarded it."""
    if fixture is None or fixture.walkover is not None or not _has(fixture, league, board):
        return False
    return board.number not in {award.board for award in fixture.awarded}


def _has(fixture: Fixture, league: League, board: Board) -> bool:
    """Whether this board is of the fixture, which is still between the same teams."""
    if board.league != league.name or not 1 <= board.number <= league.format.boards:
        return False
    return set(board.teams) == set(fixture.teams)


def _ended_by_fixture(
    league: League, by_number: Mapping[int, Fixture], ended: Iterable[EndedBoard]
) -> defaultdict[int, list[EndedBoard]]:
    """The ended matches at the league's boards by fixture. They may come from a stranger, as results may."""
    found: defaultdict[int, list[EndedBoard]] = defaultdict(list)
    for each in sorted(ended, key=lambda each: (each.at, each.game)):
        fixture, has_sides = by_number.get(each.board.fixture), len(each.board.teams) == len(each.scores) == 2
        if has_sides and fixture is not None and _has(fixture, league, each.board):
            found[each.board.fixture].append(each)
    return found


# Fixtures.


def _fixture_now(league: League, fixture: Fixture, by_board: Mapping[int, Result]) -> FixtureNow:
    format_, results = league.format, dict(sorted(by_board.items()))
    boards = _boards_won(fixture, results.values(), fixture.awarded)
    if any(map(league.has_withdrawn, fixture.teams)):
        return FixtureNow(fixture, FixtureState.WITHDRAWN, results, boards, (0, 0))
    if fixture.walkover is not None:
        given = format_.walkover or Walkover(points=format_.win)
        won, lost = given.boards
        if fixture.walkover == fixture.home:
            return FixtureNow(fixture, FixtureState.WALKOVER, results, (won, lost), (given.points, 0))
        return FixtureNow(fixture, FixtureState.WALKOVER, results, (lost, won), (0, given.points))
    decided = len(results) + len(fixture.awarded)
    if decided == format_.boards:
        return FixtureNow(fixture, FixtureState.PLAYED, results, boards, _points(format_, *boards))
    state = FixtureState.POSTPONED if fixture.postponed else FixtureState.UNDER_WAY if decided else FixtureState.TO_PLAY
    return FixtureNow(fixture, state, results, boards, (0, 0))


def _boards_won(fixture: Fixture, results: Iterable[Result], awarded: Sequence[Award]) -> tuple[int, int]:
    winners = [award.team for award in awarded if award.team is not None]
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
    rows = {
        team.name: TeamRow(team.name, points=team.points, adjusted=team.points, reason=team.reason)
        for team in league.teams
        if not team.withdrawn
    }
    counting = [now for now in fixtures if now.counts]
    for now in counting:
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
    level = [list(rows.values())]
    for is_between, words in groupby(league.order, key=lambda word: word in _BETWEEN):
        run = tuple(words)
        level = [part for group in level for part in _told_apart(group, run, counting if is_between else ())]
    return tuple(_placed(level))


def _from_both_sides(now: FixtureNow) -> Iterator[tuple[str, int, int, int]]:
    """Each team of a fixture, with the boards that it and the other have won, and its points."""
    (home, away), (boards, others), (points, theirs) = now.fixture.teams, now.boards, now.points
    yield home, boards, others, points
    yield away, others, boards, theirs


def _told_apart(
    level: Sequence[TeamRow], words: Sequence[str], fixtures: Sequence[FixtureNow]
) -> Iterator[list[TeamRow]]:
    """The teams of a group in smaller ones, best first, that these words do not tell apart, by name in each.

    Words about fixtures between the teams of a group that follow one another are about the same fixtures.
    """
    names, between = {row.team for row in level}, {row.team: TeamRow(row.team) for row in level}
    for now in fixtures:
        if names.issuperset(now.fixture.teams) and now.is_decided:
            for team, own, other, gained in _from_both_sides(now):
                between[team].points += gained
                between[team].boards_for += own
                between[team].boards_against += other
    known = [ORDERINGS[word] for word in words if word in ORDERINGS]  # a stranger's league may have others
    keyed = [(tuple(-value(row, between[row.team]) for value in known), row) for row in level]
    ordered = sorted(keyed, key=lambda pair: (pair[0], comparison_key(pair[1].team)))
    yield from ([row for _, row in group] for _, group in groupby(ordered, key=lambda pair: pair[0]))


def _placed(levels: Iterable[Sequence[TeamRow]]) -> Iterator[TeamRow]:
    """The rows with their places: teams that nothing tells apart share one."""
    nth = 0
    for level in levels:
        for row in level:
            row.place = nth + 1
            yield row
        nth += len(level)


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
