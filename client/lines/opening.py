"""Opening a table by questions: the form of a new table for the ear.

Lives here: which question comes next, and what an answer to it does. Not here: what makes a game (`actions.form`), the
sentences (`actions.form_words`), the same in one line (`actions.typed_table`), sending it (`letters`).
"""

from typing import Final, NamedTuple

from attrs import define

from client.actions import form_words as words_form
from client.actions.form import Form
from protocol.game.options import RulesError
from protocol.wire.messages import OpenTable

_ASKED: Final = ("game", "seats", "bots")
_GIVES_UP: Final = ("q", "no", "stop")
_LISTS: Final = ("?", "options", "help")


class NextQuestion(NamedTuple):
    """What is said next; `wanted` is the table to ask for once everything is answered. `is_over`: no more questions."""

    lines: tuple[str, ...]
    wanted: OpenTable | None = None
    is_over: bool = False


@define
class Opening:
    """A conversation about a table to open. `at` is the number of the question that waits for its answer."""

    form: Form
    at: int = 0

    def begin(self) -> NextQuestion:
        """The first question."""
        return NextQuestion((self._question(),))

    def answer(self, typed: str) -> NextQuestion:
        """Take an answer, and go on to the next question; an empty one leaves it as it is."""
        typed = typed.strip()
        if typed.casefold() in _GIVES_UP:
            return NextQuestion((words_form.GIVEN_UP,), is_over=True)
        if typed.casefold() in _LISTS:
            return NextQuestion((*self._all_options(), self._question()))
        try:
            self._fill_in(typed)
        except RulesError as error:
            return NextQuestion((words_form.fault(error), self._question()))
        return self._go_on(typed)

    def _go_on(self, typed: str) -> NextQuestion:
        if self.at < len(_ASKED):
            self.at += 1
            while self.at < len(_ASKED) and self._has_one_answer(_ASKED[self.at]):
                self.at += 1
            return NextQuestion((self._question(),))
        fault = self.form.fault()
        if fault:
            return NextQuestion((fault, self._question()))
        if typed:
            return NextQuestion((words_form.so_far(self.form.given), self._question()))
        return NextQuestion((), self.form.wanted(), is_over=True)

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
        return tuple(words_form.in_full(row, self.form.value(row.name)) for row in self.form.rows)
