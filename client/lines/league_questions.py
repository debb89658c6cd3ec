"""Making a league, question by question, at a terminal or from a pipe.

Here: the questions and their answers. Not here: the file that comes of them (`protocol.league.league_file`).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Final, TypeVar

from client.store.league_files import date_typed
from client.words.english import count
from client.words.league_words import format_sentence
from protocol.clean import brief
from protocol.digits import number_in
from protocol.league.calendar import round_robin
from protocol.league.league import FORMAT_OF_PERSONS, Format, League, Team
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
        usual = FORMAT_OF_PERSONS if _is_of_persons(teams) else Format()
        has_pairs = all(len(team.players) > 1 for team in teams)
        singles = self._number("How many singles has a fixture?", usual.singles, least=0 if has_pairs else 1)
        doubles = 0
        if has_pairs:
            doubles = self._number("How many doubles?", usual.doubles, least=0 if singles else 1)
        win = self._number("How many points for winning a fixture?", usual.win)
        narrow = 0
        if singles + doubles > 1:
            narrow = self._number("How many for losing it by one board, like 5-4?", usual.narrow)
        target = self._number("How many points win a board?", 121, least=1)
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
            what = "Person" if _is_of_persons(teams) else "Team"
            team = self._answer(f"{what} {len(teams) + 1}?{ends}", lambda typed: _team(typed, teams))
            if team is None:
                return teams
            teams.append(team)

    def _number(self, question: str, usual: int, least: int = 0) -> int:
        return self._answer(f"{question} Enter alone: {usual}.", lambda typed: _number(typed, usual, least))

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
    if teams and _is_of_persons([team]) != _is_of_persons(teams):
        example = "Ann" if _is_of_persons(teams) else "Oak: Ann, Ben, Cho"
        raise LeagueError(f"a league is of teams or of persons; type it like {example}")
    others = tuple(teams) or (Team("~", ("~",)),)
    _check(League(name="League", teams=(*others, team), format=Format(singles=1, doubles=0)))
    return team


def _check(league: League) -> None:
    """Raise `LeagueError` if the file could not have this."""
    read_league(league_text(league))


def _is_of_persons(teams: Sequence[Team]) -> bool:
    return bool(teams) and all(team.players == (team.name,) for team in teams)


def _number(typed: str, usual: int, least: int) -> int:
    number = usual if not typed else number_in(typed)
    if number is None or not least <= number <= 999:
        raise LeagueError(f"{brief(typed)} is not a number from {least} to 999")
    return number


def _yes_or_no(typed: str) -> bool:
    if typed.casefold() not in ("", "y", "yes", "n", "no"):
        raise LeagueError(f"{brief(typed)} is not yes or no")
    return typed.casefold().startswith("y")


def _date_or_none(typed: str) -> date | None:
    return date_typed(typed) if typed else None


def summary(league: League) -> Iterator[str]:
    """What the new league is."""
    who = "person" if _is_of_persons(league.teams) else "team"
    yield f"{league.name}: {count(len(league.teams), who)}, {count(len(league.fixtures), 'fixture')}."
    yield format_sentence(league.format)
