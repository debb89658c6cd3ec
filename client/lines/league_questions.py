"""Making a league, question by question, at a terminal or from a pipe.

Here: the questions and their answers. Not here: the file that comes of them (`protocol.league.league_file`).
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final, TypeVar

from client.store.league_changes import date_typed
from client.words.league_words import are_persons
from client.words.say import say, together
from protocol.clean import brief
from protocol.digits import number_in
from protocol.league.calendar import round_robin
from protocol.league.league import FORMAT_OF_PERSONS, Format, League, Team
from protocol.league.league_file import LeagueError, read_league
from protocol.league.league_text import league_text

T = TypeVar("T")
Ask = Callable[[str], str]
"""Prints a question and returns the typed line. Raises `EOFError` at the end of the input."""
_MOST: Final = 999
_GIVES_UP: Final = ("q", "quit")


class GivenUpError(Exception):
    """The player has given up."""


class _NoAnswerError(Exception):
    """What was typed is no answer; a sentence says why."""


def made_by_questions(ask: Ask, out: Callable[[str], None]) -> League:
    """The league that the answers describe. Raises `GivenUpError`, and `EOFError` if the input ends too early."""
    return _Questions(ask, out).league()


class _Questions:
    """The dialogue. A fault is said in one line, and the question is asked again."""

    def __init__(self, ask: Ask, out: Callable[[str], None]) -> None:
        self._ask = ask
        self._out = out

    def league(self) -> League:
        name = self._answer(say("league_question.name"), _name)
        teams = self._teams()
        usual = FORMAT_OF_PERSONS if are_persons(teams) else Format()
        has_pairs = all(len(team.players) > 1 for team in teams)
        singles = self._number(say("league_question.singles"), usual.singles, least=0 if has_pairs else 1)
        doubles = 0
        if has_pairs:
            doubles = self._number(say("league_question.doubles"), usual.doubles, least=0 if singles else 1)
        win = self._number(say("league_question.win"), usual.win)
        narrow = 0
        if singles + doubles > 1:
            narrow = self._number(say("league_question.narrow"), usual.narrow)
        target = self._number(say("league_question.target"), 121, least=1)
        duplicate = self._yes(say("league_question.duplicate"))
        twice = self._yes(say("league_question.twice"))
        first = self._answer(say("league_question.first_night"), _date_or_none)
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
        self._out(say("league_question.how_to_name"))
        while True:
            which = "league_question.person" if are_persons(teams) else "league_question.team"
            ends = say("league_question.that_is_all") if len(teams) > 1 else ""
            question = together(say(which, number=len(teams) + 1), ends)
            team = self._answer(question, lambda typed: _team(typed, teams))
            if team is None:
                return teams
            teams.append(team)

    def _number(self, question: str, usual: int, least: int = 0) -> int:
        asked = together(question, say("league_question.usual", usual=usual))
        return self._answer(asked, lambda typed: _number(typed, usual, least))

    def _yes(self, question: str) -> bool:
        return self._answer(together(question, say("league_question.usually_no")), _yes_or_no)

    def _answer(self, question: str, read: Callable[[str], T]) -> T:
        while True:
            typed = self._ask(question).strip()
            if typed.casefold() in _GIVES_UP:
                raise GivenUpError
            try:
                return read(typed)
            except _NoAnswerError as error:
                self._out(str(error))
            except LeagueError as error:
                self._out(say("league_question.fault", fault=error.said))


def _name(typed: str) -> str:
    _check(League(name=typed, teams=(Team("A", ("A",)), Team("B", ("B",))), format=Format(singles=1, doubles=0)))
    return typed


def _team(typed: str, teams: Sequence[Team]) -> Team | None:
    if not typed and len(teams) > 1:
        return None
    name, colon, listed = typed.partition(":")
    players = [player.strip() for player in listed.split(",")] if colon else [name.strip()]
    team = Team(name.strip(), tuple(players))
    if teams and are_persons([team]) != are_persons(teams):
        raise _NoAnswerError(
            say("league_question.persons_only" if are_persons(teams) else "league_question.teams_only")
        )
    others = tuple(teams) or (Team("~", ("~",)),)
    _check(League(name="~", teams=(*others, team), format=Format(singles=1, doubles=0)))
    return team


def _check(league: League) -> None:
    """Raise `LeagueError` if the file could not have this."""
    read_league(league_text(league))


def _number(typed: str, usual: int, least: int) -> int:
    number = usual if not typed else number_in(typed)
    if number is None or not least <= number <= _MOST:
        raise _NoAnswerError(say("league_question.no_number", typed=brief(typed), least=least, most=_MOST))
    return number


def _yes_or_no(typed: str) -> bool:
    if typed.casefold() not in ("", "y", "yes", "n", "no"):
        raise _NoAnswerError(say("league_question.not_yes_or_no", typed=brief(typed)))
    return typed.casefold().startswith("y")


def _date_or_none(typed: str) -> date | None:
    try:
        return date_typed(typed) if typed else None
    except LeagueError:
        raise _NoAnswerError(say("league_question.no_date", typed=brief(typed))) from None
