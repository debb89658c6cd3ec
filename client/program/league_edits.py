"""Making the file of a league by questions, and changing what it says of a fixture.

Not here: the questions (`lines.league_questions`), writing the file (`store.league_changes`).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client.lines.league_questions import GivenUpError, made_by_questions
from client.store.league_changes import change_fixture, date_typed, write_text
from client.terminal.printed_lines import print_line
from client.terminal.typed_lines import standard_input
from client.words.league_words import summary
from client.words.number_words import day
from client.words.say import say
from protocol.league.league_file import DRAWN, NO_TEAM, VOID, LeagueError
from protocol.league.league_text import league_text
from protocol.shared.exit_status import DONE, MisusedError
from protocol.shared.substitutes import fixture_number

# Making one.


def make(path: Path) -> int:
    """Ask for a league, and write its file; returns the exit status.

    Raises `LeagueError`: before the first question in English, as the command line does, and after it in the player's
    language.
    """
    if path.exists():
        raise LeagueError(f"{path} exists already; change it, or move it away first")
    lines = standard_input()

    def ask(question: str) -> str:
        print_line(question)
        return lines.next() or ""

    try:
        league = made_by_questions(ask, print_line)
    except GivenUpError:
        print_line(say("league_question.given_up"))
        return DONE
    except EOFError:
        raise LeagueError(say("league_question.input_ended")) from None
    try:
        write_text(path, league_text(league))
    except OSError as error:
        why = error.strerror or str(error)
        raise LeagueError(say("league_question.not_written", path=str(path), why=why)) from None
    for line in summary(league):
        print_line(line)
    print_line(say("league_question.where", path=str(path)))
    print_line(say("league_question.on_the_night"))
    return DONE


# Changing one.


def changed(word: str, path: Path, rest: Sequence[str]) -> str:
    """Change the file as this word says; returns what is so now. Raises `LeagueError` and `MisusedError`."""
    return _CHANGES[word](path, rest)


def _walkover(path: Path, rest: Sequence[str]) -> str:
    number, team = _two(rest, "walkover 3 Oak")
    change_fixture(path, fixture_number(number), walkover=_team_or_none(team))
    if team == NO_TEAM:
        return say("league_change.to_play", fixture=number)
    return say("league_change.walkover", fixture=number, team=team)


def _postpone(path: Path, rest: Sequence[str]) -> str:
    if not 1 <= len(rest) <= 2:
        raise MisusedError("write it like `fives league postpone 3`, or with a new date, 2026-12-03")
    if len(rest) == 1:
        change_fixture(path, fixture_number(rest[0]), postponed=True, date=None)
        return say("league_change.postponed", fixture=rest[0])
    change_fixture(path, fixture_number(rest[0]), postponed=None, date=date_typed(rest[1]))
    return say("league_change.is_on", fixture=rest[0], date=day(rest[1]))


def _award(path: Path, rest: Sequence[str]) -> str:
    if len(rest) != 3:
        raise MisusedError("write it like `fives league award 3 4 Oak`: fixture 3, board 4")
    number, board, team = rest
    change_fixture(path, fixture_number(number), awarded={board: _team_or_none(team)})
    if team == NO_TEAM:
        return say("league_change.board_to_play", fixture=number, board=board)
    if team in (VOID, DRAWN):
        said = "league_change.board_void" if team == VOID else "league_change.board_drawn"
        return say(said, fixture=number, board=board)
    return say("league_change.awarded", fixture=number, board=board, team=team)


def _team_or_none(typed: str) -> str | None:
    return None if typed == NO_TEAM else typed


def _two(rest: Sequence[str], example: str) -> tuple[str, str]:
    if len(rest) != 2:
        raise MisusedError(f"write it like `fives league {example}`")
    return rest[0], rest[1]


_CHANGES: Final = {"walkover": _walkover, "postpone": _postpone, "award": _award}
