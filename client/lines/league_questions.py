"""Making a league, question by question, at a terminal or from a pipe.

Here: the questions and their answers. Persons and teams are asked for first: a few friends need two questions more, and
a league of teams needs all of them. Not here: the file that comes of them (`protocol.league.league_file`).
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from client.store.league_changes import date_typed
from client.words.say import answered_in_english, say, together
from protocol.clean import brief
from protocol.digits import number_in
from protocol.frozen import frozen
from protocol.league.calendar import round_robin
from protocol.league.league import FORMAT_OF_PERSONS, Format, League, Team
from protocol.league.league_faults import FAULTS
from protocol.league.league_file import LeagueError, read_league
from protocol.league.league_text import league_text

Ask = Callable[[str], str]
"""Prints a question and returns the typed line. Raises `EOFError` at the end of the input."""
_MOST: Final = 999
_GIVES_UP: Final = ("q", "quit")
_GOES_BACK: Final = ("<", "back")
_EXPLAINS: Final = "?"
_USUAL: Final = Format()


class GivenUpError(Exception):
    """The player has given up."""


class _NoAnswerError(Exception):
    """What was typed is no answer; a sentence says why."""


@frozen
class _Question:
    """A question. `name`: of its answer; `read`: the answer in a typed line; `topic`: of what explains it."""

    name: str
    text: str
    read: Callable[[str], Any]
    topic: str = ""

    @property
    def about(self) -> str:
        """What `?` says."""
        return say(f"league_about.{self.topic or self.name}")


def made_by_questions(ask: Ask, out: Callable[[str], None]) -> League:
    """The league that the answers describe. Raises `GivenUpError`, and `EOFError` if the input ends too early.

    A fault is said in one line, and the question is asked again. One can go back, question by question.
    """
    answers: dict[str, Any] = {}
    while True:
        question = _next_question(answers)
        if question is None:
            try:
                return _checked(_league(answers))
            except LeagueError as error:
                out(say("league_question.fault", fault=error.said))
                answers.popitem()
                continue
        typed = ask(question.text).strip()
        if typed.casefold() in _GIVES_UP:
            raise GivenUpError
        if typed.casefold() in _GOES_BACK:
            if answers:
                answers.popitem()
            else:
                out(say("league_question.is_first"))
        elif typed == _EXPLAINS:
            out(question.about)
        else:
            try:
                answers[question.name] = question.read(typed)
            except _NoAnswerError as error:
                out(str(error))
            except LeagueError as error:
                out(say("league_question.fault", fault=error.said))


# The questions, in order: each follows from the answers before it.


def _next_question(answers: Mapping[str, Any]) -> _Question | None:
    """The first question that has no answer yet; None if all have one."""
    if "name" not in answers:
        text = together(say("league_question.name"), say("league_question.how_to_answer"))
        return _Question("name", text, _name)
    if "unit" not in answers:
        return _Question("unit", say("league_question.unit"), _are_teams)
    if not answers["unit"]:
        return _first_missing(answers, _of_persons())
    teams = _teams_in(answers)
    if len(teams) == _asked_for_teams(answers):
        return _team_question(teams)
    return _first_missing(answers, _of_teams(teams, answers))


def _first_missing(answers: Mapping[str, Any], questions: Sequence[_Question]) -> _Question | None:
    return next((question for question in questions if question.name not in answers), None)


def _of_persons() -> tuple[_Question, ...]:
    return (
        _Question("persons", say("league_question.who_plays"), _persons),
        _Question("first", say("league_question.first_night"), _date_or_none),
    )


def _of_teams(teams: Sequence[Team], answers: Mapping[str, Any]) -> tuple[_Question, ...]:
    has_pairs = all(len(team.players) > 1 for team in teams)
    singles = answers.get("singles", 0)
    least = 0 if has_pairs else 1
    questions = [_number("singles", _USUAL.singles, least)]
    if has_pairs:
        questions.append(_number("doubles", _USUAL.doubles, 0 if singles else 1))
    questions.append(_number("win", _USUAL.win))
    if singles + answers.get("doubles", 0) > 1:
        questions.append(_number("narrow", _USUAL.narrow))
    return (
        *questions,
        _number("target", 121, 1),
        _yes_or_no("duplicate"),
        _yes_or_no("twice"),
        _Question("first", say("league_question.first_night"), _date_or_none),
    )


def _number(name: str, usual: int, least: int = 0) -> _Question:
    def read(typed: str) -> int:
        number = usual if not typed else number_in(typed)
        if number is None or not least <= number <= _MOST:
            raise _NoAnswerError(say("league_question.no_number", typed=brief(typed), least=least, most=_MOST))
        return number

    text = together(say(f"league_number.{name}"), say("league_question.usual", usual=usual))
    return _Question(name, text, read)


def _yes_or_no(name: str) -> _Question:
    def read(typed: str) -> bool:
        answer = answered_in_english(typed)
        if answer not in ("", "y", "yes", "n", "no"):
            raise _NoAnswerError(say("league_question.not_yes_or_no", typed=brief(typed)))
        return answer.startswith("y")

    text = together(say(f"league_yes.{name}"), say("league_question.usually_no"))
    return _Question(name, text, read)


# Teams: each is an answer of its own, and an empty one is the last.


def _teams_in(answers: Mapping[str, Any]) -> list[Team]:
    return [answer for answer in answers.values() if isinstance(answer, Team)]


def _asked_for_teams(answers: Mapping[str, Any]) -> int:
    return sum(name.startswith("team") for name in answers)


def _team_question(teams: Sequence[Team]) -> _Question:
    number = len(teams) + 1
    how = say("league_question.how_to_name") if not teams else ""
    ends = say("league_question.that_is_all") if len(teams) > 1 else ""
    text = together(say("league_question.team", number=number), how, ends)
    return _Question(f"team{number}", text, lambda typed: _team(typed, teams), "team")


# Reading answers.


def _name(typed: str) -> str:
    _checked(League(name=typed, teams=(Team("A", ("A",)), Team("B", ("B",))), format=FORMAT_OF_PERSONS))
    return typed


def _are_teams(typed: str) -> bool:
    for words, are_teams in ((("", "1", "p", "persons"), False), (("2", "t", "teams"), True)):
        if typed.casefold() in words:
            return are_teams
    raise _NoAnswerError(say("league_question.not_a_unit", typed=brief(typed)))


def _persons(typed: str) -> tuple[Team, ...]:
    teams = tuple(Team(name, (name,)) for name in _names(typed))
    if len(teams) < 2:
        raise LeagueError(FAULTS("few_teams"))
    return _checked(League(name="~", teams=teams, format=FORMAT_OF_PERSONS)).teams


def _team(typed: str, teams: Sequence[Team]) -> Team | None:
    if not typed and len(teams) > 1:
        return None
    name, colon, listed = typed.partition(":")
    if not colon:
        raise _NoAnswerError(say("league_question.no_players"))
    team = Team(name.strip(), _names(listed))
    others = tuple(teams) or (Team("~", ("~",)),)
    _checked(League(name="~", teams=(*others, team), format=FORMAT_OF_PERSONS))
    return team


def _names(typed: str) -> tuple[str, ...]:
    names = tuple(filter(None, (name.strip() for name in typed.split(","))))
    for name in names:
        if not any(map(str.isalnum, name)):
            raise _NoAnswerError(say("league_question.no_name", typed=brief(name)))
    return names


def _date_or_none(typed: str) -> date | None:
    try:
        return date_typed(typed) if typed else None
    except LeagueError:
        raise _NoAnswerError(say("league_question.no_date", typed=brief(typed))) from None


# What comes of them.


def _checked(league: League) -> League:
    """The league. Raises `LeagueError` if the file could not have it."""
    read_league(league_text(league))
    return league


def _league(answers: Mapping[str, Any]) -> League:
    are_teams, first = answers["unit"], answers["first"]
    teams = tuple(_teams_in(answers)) if are_teams else answers["persons"]
    fixtures = round_robin([team.name for team in teams], twice=answers.get("twice", False), first=first)
    if not are_teams:
        return League(name=answers["name"], teams=teams, fixtures=fixtures, format=FORMAT_OF_PERSONS)
    return League(
        name=answers["name"],
        teams=teams,
        fixtures=fixtures,
        format=Format(
            singles=answers["singles"],
            doubles=answers.get("doubles", 0),
            win=answers["win"],
            narrow=answers.get("narrow", 0),
        ),
        house_rules={"target": answers["target"]},
        duplicate=answers["duplicate"],
    )
