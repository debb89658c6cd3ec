"""Opening a table in a line, or by questions: the form of a new table for the ear.

Lives here: what a line that opens a table asks for; which question comes next, and what an answer to it does.
Not here: what makes a game (`client.form`), the sentences (`words.form`), sending it (`letters`).
"""

import argparse
import shlex
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple, NoReturn

from attrs import define

from client.form import Form
from client.words import form as words_form
from client.words import lines as words_lines
from protocol.events import TableOptions
from protocol.host_flags import HostFlagError, add_host_flags, read_host_flags
from protocol.messages import OpenTable
from protocol.option_kinds import RulesError
from protocol.rules import OPTIONS

_ASKED: Final = ("game", "seats", "bots")
_GIVES_UP: Final = ("q", "no", "stop")
_LISTS: Final = ("?", "options", "help")


class Asked(NamedTuple):
    """What is said next; `wanted` is the table to ask for once everything is answered. `is_over`: no more questions."""

    lines: tuple[str, ...]
    wanted: OpenTable | None = None
    is_over: bool = False


@define
class Opening:
    """A conversation about a table to open. `at` is the number of the question that waits for its answer."""

    form: Form
    at: int = 0

    def begin(self) -> Asked:
        """The first question."""
        return Asked((self._question(),))

    def answer(self, typed: str) -> Asked:
        """Take an answer, and go on to the next question; an empty one leaves it as it is."""
        typed = typed.strip()
        if typed.casefold() in _GIVES_UP:
            return Asked((words_form.GIVEN_UP,), is_over=True)
        if typed.casefold() in _LISTS:
            return Asked((*self._all_options(), self._question()))
        try:
            self._fill_in(typed)
        except RulesError as error:
            return Asked((words_form.will_not_do(error.option, str(error)), self._question()))
        return self._go_on(typed)

    def _go_on(self, typed: str) -> Asked:
        if self.at < len(_ASKED):
            self.at += 1
            while self.at < len(_ASKED) and self._has_one_answer(_ASKED[self.at]):
                self.at += 1
            return Asked((self._question(),))
        fault = self.form.fault()
        if fault:
            return Asked((fault, self._question()))
        if typed:
            return Asked((words_form.so_far(self.form.given), self._question()))
        return Asked((), self.form.wanted(), is_over=True)

    def _fill_in(self, typed: str) -> None:
        if not typed:
            return
        if self.at < len(_ASKED):
            self.form = self.form.typed(_ASKED[self.at], self._meant(typed))
            return
        form = self.form
        for each in typed.split():
            name, equals, value = each.partition("=")
            if not equals:
                raise RulesError(name, words_form.WRITE_IT_LIKE)
            form = form.typed(name, value)
        self.form = form

    def _meant(self, typed: str) -> str:
        """A game may be given by its number in the question."""
        games = words_form.GAMES
        if _ASKED[self.at] == "game" and typed.isdecimal() and 1 <= int(typed) <= len(games):
            return games[int(typed) - 1]
        return typed.casefold()

    def _has_one_answer(self, name: str) -> bool:
        return {self.form.stepped(name, by).value(name) for by in (1, -1)} == {self.form.value(name)}

    def _question(self) -> str:
        if self.at == len(_ASKED):
            return words_form.LAST_QUESTION
        name = _ASKED[self.at]
        row = self.form.row(name)
        return words_form.question(name, "" if row is None else row.kind.values, self.form.value(name))

    def _all_options(self) -> tuple[str, ...]:
        return tuple(
            words_form.told_of(row.name, row.meaning, row.kind.values, self.form.value(row.name))
            for row in self.form.rows
        )


# In one line.


class _NoExitParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise HostFlagError(message)


def _as_flags(typed: list[str]) -> Iterator[str]:
    """`hand=7` and `seats=3` as they would stand on a command line."""
    for before, each in pairwise(["", *typed]):
        name, equals, value = each.partition("=")
        is_of_a_flag = before.startswith("-") or each.startswith("-")
        if not equals or is_of_a_flag or name not in (*OPTIONS, *words_form.OF_THE_TABLE):
            yield each
        elif name in OPTIONS:
            yield from ("--set", each)
        elif name == "spectators":
            yield from ["--no-spectators"] if value == "no" else []
        else:
            yield from (f"--{name.replace('_', '-')}", value)


def table_to_open(typed: str, usual: TableOptions) -> OpenTable:
    """The table that `open` asks for: a game's name, then options as on the command line. Raises `HostFlagError`.

    Assist and the level of bots are as `usual` has them where they are not given.
    """
    parser = _NoExitParser(prog="open", add_help=False, allow_abbrev=False)
    add_host_flags(parser)
    parser.add_argument("game", nargs="?")
    try:
        given = parser.parse_args(list(_as_flags(shlex.split(typed))))
    except ValueError as error:
        raise HostFlagError(str(error)) from None
    given.rules = given.rules or given.game
    given.assist = given.assist or usual.assist.value
    given.bot_level = given.bot_level or usual.bot_level
    if given.think is not None or given.matches is not None:
        raise HostFlagError(words_lines.NOT_FOR_A_TABLE)
    return read_host_flags(given).table
