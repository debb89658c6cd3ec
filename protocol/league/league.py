"""A league as its host describes it: teams, what a fixture is, and the calendar.

Here: the classes. Not here: the file (`league_file`), making a calendar (`calendar`), who plays whom in a fixture
(`lineup`), and everything that follows from games (`season`).
"""

from collections.abc import Iterator
from typing import Final

from attrs import field

from protocol.frozen import IF_ANY, frozen
from protocol.game.options import Spelling

SINGLES_GAME: Final = "cinq-et-trois"
"""Fives and Threes for two, unless the league says otherwise."""
DOUBLES_GAME: Final = "fives-and-threes"
LONGEST_LEAGUE_NAME: Final = 60
LONGEST_REASON: Final = 100
ORDER: Final = ("points", "points_between", "boards_between", "difference", "boards")
"""What orders the table, unless the league says otherwise: each word tells apart teams that those before it do not."""
SEATS_OF_SINGLES, SEATS_OF_DOUBLES = 2, 4


@frozen
class Team:
    """A team, or a person who plays alone. `bots`: the level of a team of computer players, None for people.

    `points`: given to it beside those of its fixtures, or taken if below 0, for this `reason`. `withdrawn`: it has left
    the season: its fixtures count in no table, and what was played in them stays its players' own.
    """

    name: str
    players: tuple[str, ...]
    bots: str | None = None
    points: int = field(default=0, metadata=IF_ANY)
    reason: str = field(default="", metadata=IF_ANY)
    withdrawn: bool = field(default=False, metadata=IF_ANY)


@frozen(kw_only=True)
class Walkover:
    """What a team gets that has a fixture without playing. `boards`: those that count for it and for the other team."""

    points: int
    boards: tuple[int, int] = (0, 0)


@frozen(kw_only=True)
class Format:
    """What a fixture is: how many boards, and which points a team gets.

    `win` and `draw`: for the fixture. `narrow`: for a team that loses by no more than `margin` boards. `board`: for
    each board that is won, beside these. `walkover`: None for the points of a win, and no boards.
    """

    singles: int = 6
    doubles: int = 3
    win: int = 3
    draw: int = 1
    narrow: int = 1
    margin: int = 1
    board: int = field(default=0, metadata=IF_ANY)
    walkover: Walkover | None = field(default=None, metadata=IF_ANY)

    @property
    def boards(self) -> int:
        """How many boards a fixture has."""
        return self.singles + self.doubles


FORMAT_OF_PERSONS: Final = Format(singles=1, doubles=0, narrow=0)
"""What a fixture of two persons is, unless the league says otherwise: whoever loses one board loses narrowly."""


@frozen
class Award:
    """A board that was not played, and counts for a team; for none if that is None: it is drawn, or void."""

    board: int
    team: str | None
    drawn: bool = field(default=False, metadata=IF_ANY)


@frozen(kw_only=True)
class Fixture:
    """Two teams meet. `number` never changes, whatever happens to the calendar; `date` is ISO 8601, or None.

    `walkover`: the team that gets the fixture without playing. `postponed`: it has no date now. `awarded`: boards of it
    that were not played. `counts`: in the table; a play-off does not.
    """

    number: int
    home: str
    away: str
    date: str | None = None
    walkover: str | None = None
    postponed: bool = False
    awarded: tuple[Award, ...] = ()
    counts: bool = field(default=True, metadata=IF_ANY)

    @property
    def teams(self) -> tuple[str, str]:
        """The home team and the away team."""
        return self.home, self.away


@frozen(kw_only=True)
class League:
    """A league. The games and `house_rules` say how a board is played; with `duplicate`, boards share their deals.

    `singles_rules`, `doubles_rules`: house rules of one of the games alone, which come before those of both.
    `order`: what orders the table, of the words of `season`.
    """

    name: str
    teams: tuple[Team, ...]
    fixtures: tuple[Fixture, ...] = ()
    format: Format = field(factory=Format)
    singles_game: str = SINGLES_GAME
    doubles_game: str = DOUBLES_GAME
    house_rules: dict[str, Spelling] = field(factory=dict)
    singles_rules: dict[str, Spelling] = field(factory=dict, metadata=IF_ANY)
    doubles_rules: dict[str, Spelling] = field(factory=dict, metadata=IF_ANY)
    duplicate: bool = False
    order: tuple[str, ...] = field(default=ORDER, metadata=IF_ANY)

    def game_for(self, seats: int) -> str:
        """The name of the game that is played by so many."""
        return self.singles_game if seats == SEATS_OF_SINGLES else self.doubles_game

    def rules_for(self, seats: int) -> dict[str, Spelling]:
        """The house rules of a board with so many seats: with four, partners play together."""
        own = self.singles_rules if seats == SEATS_OF_SINGLES else self.doubles_rules
        return {**self.house_rules, **own, "partners": seats != SEATS_OF_SINGLES}

    def team(self, name: str) -> Team | None:
        """The team with this name, or None."""
        return next((team for team in self.teams if team.name == name), None)

    def fixture(self, number: int) -> Fixture | None:
        """The fixture with this number, or None."""
        return next((fixture for fixture in self.fixtures if fixture.number == number), None)

    def has_withdrawn(self, name: str) -> bool:
        """Whether the team with this name has left the season."""
        team = self.team(name)
        return team is not None and team.withdrawn

    @property
    def players(self) -> Iterator[tuple[Team, str]]:
        """Every player with their team."""
        return ((team, player) for team in self.teams for player in team.players)
