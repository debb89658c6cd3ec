"""Making a league, question by question, at a terminal or from a pipe.

Here: the questions and their answers. Not here: the file that comes of them (`protocol.league.league_file`).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Final, TypeVar

from client.store.league_files import date_typed
from protocol.clean import brief
from protocol.digits import number_in
from protocol.league.calendar import round_robin
from protocol.league.league import Format, League, Team
from protocol.league.league_file import LeagueError, read_league
from protocol.league.league_text import league_text

T = TypeVar("T")
Ask = Callable[[str], str]
"""Prints a question and returns the typed line. Raises `EOFError` at the end of the input."""
GIVEN_UP: Final = "No league is made."
_GIVES_UP: Final = ("q", "quit")


class GivenUpError(Exception):
    """The player has given up."""


def made_by_questions(ask: Ask, say: Callable[[str], None]) -> League:
    """The league that the answers describe. Raises `GivenUpError`, and `EOFError` if the input ends too early."""
    return _Questions(ask, say).league()


class _Questions:
    """The dialogue. A fault is said in one line, and the question is asked again."""

    def __init__(self, ask: Ask, say: Callable[[str], None]) -> None:
        self._ask = ask
        self._say = say

    def league(self) -> League:
        name = self._answer("What is the league called? q gives up.", _name)
        teams = self._teams()
        is_of_persons = all(len(team.players) == 1 for team in teams)
        usual = Format(singles=1, doubles=0) if is_of_persons else Format()
        singles = self._number(f"How many singles has a fixture? Enter alone: {usual.singles}.", usual.singles)
        doubles = 0
        if not is_of_persons:
            doubles = self._number(f"How many doubles? Enter alone: {usual.doubles}.", usual.doubles)
        win = self._number(f"How many points for winning a fixture? Enter alone: {usual.win}.", usual.win)
        narrow = self._number(
            f"How many for losing it by one board, like 5-4? Enter alone: {usual.narrow}.", usual.narrow
        )
        target = self._number("How many points win a board? Enter alone: 121.", 121)
        duplicate = self._yes("Are the deals the same at boards that are played at the same time? yes or no.")
        twice = self._yes("Does each meet each other twice, at home and away? yes or no.")
        first = self._answer("The date of the first night, like 2026-11-26? Enter alone: no dates.", _date_or_none)
        return League(
            name=name,
            teams=tuple(teams),
            fixtures=round_robin([team.name for team in teams], twice=twice, first=first),
            format=Format(singles=singles, doubles=doubles, win=win, narrow=narrow),
            house_rules={"target": target},
            duplicate=duplicate,
        )

    def _teams(self) -> list[Team]:
        teams: list[Team] = []
        self._say("Type a team and its players, like Oak: Ann, Ben, Cho, or a person who plays alone, like Ann.")
        while True:
            ends = " Enter alone: that is all." if len(teams) > 1 else ""
            team = self._answer(f"Team {len(teams) + 1}?{ends}", lambda typed: _team(typed, teams))
            if team is None:
                return teams
            teams.append(team)

    def _number(self, question: str, usual: int) -> int:
        return self._answer(question, lambda typed: _number(typed, usual))

    def _yes(self, question: str) -> bool:
        return self._answer(f"{question} Enter alone: no.", _yes_or_no)

    def _answer(self, question: str, read: Callable[[str], T]) -> T:
        while True:
            typed = self._ask(question).strip()
            if typed.casefold() in _GIVES_UP:
                raise GivenUpError
            try:
                return read(typed)
            except LeagueError as error:
                self._say(f"{error}.")


def _name(typed: str) -> str:
    _check(League(name=typed, teams=(Team("A", ("A",)), Team("B", ("B",))), format=Format(singles=1, doubles=0)))
    return typed


def _team(typed: str, teams: Sequence[Team]) -> Team | None:
    if not typed and len(teams) > 1:
        return None
    name, colon, listed = typed.partition(":")
    players = [player.strip() for player in listed.split(",")] if colon else [name.strip()]
    team = Team(name.strip(), tuple(players))
    others = tuple(teams) or (Team("~", ("~",)),)
    _check(League(name="League", teams=(*others, team), format=Format(singles=1, doubles=0)))
    return team


def _check(league: League) -> None:
    """Raise `LeagueError` if the file could not have this."""
    read_league(league_text(league))


def _number(typed: str, usual: int) -> int:
    number = usual if not typed else number_in(typed)
    if number is None or number > 999:
        raise LeagueError(f"{brief(typed)} is not a number from 0 to 999")
    return number


def _yes_or_no(typed: str) -> bool:
    if typed.casefold() not in ("", "y", "yes", "n", "no"):
        raise LeagueError(f"{brief(typed)} is not yes or no")
    return typed.casefold().startswith("y")


def _date_or_none(typed: str) -> date | None:
    return date_typed(typed) if typed else None


def summary(league: League) -> Iterator[str]:
    """What the new league is."""
    boards = f"{league.format.boards} {'board' if league.format.boards == 1 else 'boards'}"
    yield f"{league.name}: {len(league.teams)} teams or persons, {len(league.fixtures)} fixtures of {boards}."
