"""The league of a host: the table, the fixtures and the players. `fives league --csv` prints the same cells.

Not here: the sentences (`words.league_words`), what follows from games (`protocol.league.season`).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from client.actions.panel import Block, Choice, Grid, Menu, Offer, Panel, Passage, Row
from client.model.league_now import LeagueNow
from client.words import league_words
from client.words.league_words import rating_in_digits, result_sentence, state_in_words
from client.words.name_words import shown
from client.words.number_words import day
from client.words.say import say, together
from protocol.league.season import FixtureNow, FixtureState, PlayerRow
from protocol.log.operator_commands import OpenFixture
from protocol.names import comparison_key

if TYPE_CHECKING:
    from client.model.model import Model  # `fives league` prints the grids without one

MOST_TO_OPEN: Final = 8
"""Fixtures that the host is offered to open: those next in the calendar."""


def panel(model: "Model") -> Panel:
    """The league, as it was last fetched."""
    now = model.league.now
    if now is None:
        return Panel(say("league.title"), (Passage((model.league.why_none,)),))
    return Panel(shown(now.league.name), tuple(blocks(now)))


def opening_panel(model: "Model") -> Panel:
    """The next fixtures, for the host to open one."""
    now = model.league.now
    choices = () if now is None or model.own_host is None else tuple(_to_open(now))
    nothing = model.league.why_none if now is None else say("league.all_played")
    return Panel(say("league.open_fixture"), (Menu(choices),) if choices else (Passage((nothing,)),))


def blocks(now: LeagueNow) -> Iterator[Block]:
    """The table, the fixtures and the players."""
    yield Passage((league_words.format_sentence(now.league.format),))
    yield table(now)
    if now.season.withdrawn:
        yield Passage(tuple(map(league_words.withdrawn, now.season.withdrawn)))
    if now.season.fixtures:
        yield fixtures(now)
    else:
        yield Passage((say("league.no_fixtures"),))
    yield players(now)


def table(now: LeagueNow) -> Grid:
    """A row for each team, best first."""
    rows = (
        Row(
            (
                shown(row.team),
                *map(str, (row.place, row.points, row.played, row.won, row.drawn, row.lost)),
                f"{row.boards_for}-{row.boards_against}",
            ),
            league_words.team_sentence(row),
            league_words.adjustment(row),
        )
        for row in now.season.table
    )
    head = (
        say("league.head_team"),
        say("league.head_place"),
        say("league.head_points"),
        say("league.head_played"),
        say("league.head_won"),
        say("league.head_drawn"),
        say("league.head_lost"),
        say("league.head_boards"),
    )
    return Grid(head, tuple(rows), say("league.table"))


def fixtures(now: LeagueNow) -> Grid:
    """A row for each fixture, with the boards of those under way, and what is to be known about it."""
    return Grid(
        (
            say("league.head_fixture"),
            say("league.head_date"),
            say("league.head_home"),
            say("league.head_away"),
            say("league.head_boards"),
            say("league.head_points"),
        ),
        tuple(map(_fixture, now.season.fixtures)),
        say("league.fixtures"),
    )


def _fixture(now: FixtureNow) -> Row:
    fixture = now.fixture
    points = "-".join(map(str, now.points)) if now.is_decided and now.counts else ""
    teams = (shown(fixture.home), shown(fixture.away))
    cells = (str(fixture.number), day(fixture.date or ""), *teams, state_in_words(now), points)
    boards = list(map(result_sentence, now.results.values())) if now.state is FixtureState.UNDER_WAY else []
    return Row(cells, league_words.fixture_sentence(now), together(*boards, *league_words.fixture_notes(now)))


def players(now: LeagueNow) -> Grid:
    """A row for each player, those who have won most first."""
    ratings = {comparison_key(rating.name): rating for rating in now.ratings}

    def row_of(row: PlayerRow) -> Row:
        rating = ratings.get(comparison_key(row.name))
        singles, doubles = f"{row.singles_won}/{row.singles}", f"{row.doubles_won}/{row.doubles}"
        numbers = (str(row.played), str(row.won), singles, doubles, f"{row.scored}-{row.conceded}")
        cells = (shown(row.name), shown(row.team), *numbers, rating_in_digits(rating))
        return Row(cells, league_words.player_sentence(row, rating))

    head = (
        say("league.head_player"),
        say("league.head_team"),
        say("league.head_played"),
        say("league.head_won"),
        say("league.head_singles"),
        say("league.head_doubles"),
        say("league.head_points"),
        say("league.head_rating"),
    )
    return Grid(head, tuple(map(row_of, now.season.players)), say("league.players"))


def _to_open(now: LeagueNow) -> Iterator[Choice]:
    open_ones = [fixture for fixture in now.season.fixtures if fixture.is_to_play]
    for fixture in open_ones[:MOST_TO_OPEN]:
        home, away = map(shown, fixture.fixture.teams)
        label = say("league.to_open", number=fixture.fixture.number, home=home, away=away)
        yield Choice(
            label,
            (Offer(say("offer.open"), OpenFixture(fixture.fixture.number), say("offer.open_briefly")),),
            state_in_words(fixture),
        )
