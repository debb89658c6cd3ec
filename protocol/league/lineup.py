"""Who plays whom at the boards of a fixture.

Here: the lineup that follows from the league. Not here: which boards are played already, and have the same deals (the
daemon).
"""

from collections.abc import Mapping, Sequence

from attrs import evolve

from protocol.league.league import Fixture, League, Team
from protocol.log.events import Board
from protocol.names import comparison_key


def boards_of(league: League, fixture: Fixture) -> tuple[Board, ...]:
    """The boards of a fixture, singles first; the first of both lists meet first, then each moves on by one.

    The sides change ends from board to board, so that where boards share their deals each hand is held by both teams.
    """
    home, away = (_those_who_play(league, name) for name in fixture.teams)
    singles, doubles = league.format.singles, league.format.doubles
    pairs: list[tuple[Sequence[str], Sequence[str]]] = [
        ((home[at % len(home)],), (away[_moved_on(at, home, away)],)) for at in range(singles)
    ]
    pairs += [(_pair(home, at), _pair(away, at)) for at in range(doubles)]
    return tuple(_board(league, fixture, number, *pair) for number, pair in enumerate(pairs, start=1))


def _those_who_play(league: League, name: str) -> Sequence[str]:
    """The players of a team who play unless the night says otherwise: a larger team has reserves, at the end."""
    team = league.team(name) or Team(name, (name,))
    most = max(league.format.singles, 2 * league.format.doubles)
    return team.players[:most]


def _moved_on(at: int, home: Sequence[str], away: Sequence[str]) -> int:
    return (at + at // len(home)) % len(away)


def _pair(players: Sequence[str], at: int) -> tuple[str, str]:
    return players[2 * at % len(players)], players[(2 * at + 1) % len(players)]


def _board(league: League, fixture: Fixture, number: int, home: Sequence[str], away: Sequence[str]) -> Board:
    """A board; its sides take turns around the table."""
    sides, teams = (home, away), fixture.teams
    if number % 2 == 0:
        sides, teams = (away, home), (fixture.away, fixture.home)
    players = tuple(player for pair in zip(*sides, strict=True) for player in pair)
    return Board(league.name, fixture.number, number, teams, players, league.duplicate)


def substituted(board: Board, substitutes: Mapping[str, str]) -> Board:
    """The board with substitutes, by the names of those whose places they take."""
    by_key = {comparison_key(name): substitute for name, substitute in substitutes.items()}
    return evolve(board, players=tuple(by_key.get(comparison_key(player), player) for player in board.players))
