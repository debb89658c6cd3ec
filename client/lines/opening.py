"""Opening a table, or changing its game, question by question: line mode's way to fill in the form.

Here: the questions, their order, and their answers. Not here: the form, also in one typed line (`actions.form`),
sending it (`letters`), what else a line may begin (`dialogue`).
"""

from collections.abc import Mapping
from typing import Final

from attrs import field

from client.actions.form import HOUSE, Form, NoSuchSetError, about, fault, set_named, usable_sets
from client.lines.dialogue import Step
from client.model.house_rules import RuleSets, name_of_set
from client.words.english import in_line, listed
from client.words.say import say, together
from protocol.frozen import define
from protocol.game.options import Option, RulesError
from protocol.game.presets import PRESETS
from protocol.game.table_options import BOT_LEVEL, BOTS, GAME, PASSWORD, SEATS
from protocol.sentences import Said

_ASKED: Final = ("game", "seats", "bots", "bot_level", "target", "password")
_SAVE: Final = "save"
_GIVES_UP: Final = ("q", "no", "stop")
_LISTS: Final = ("?", "options", "help")
_GAMES: Final = tuple(PRESETS)
_QUESTIONS: Final = {
    SEATS.name: "opening.seats",
    BOTS.name: "opening.bots",
    BOT_LEVEL.name: "opening.bot_level",
    "target": "opening.target",
}


@define
class Opening:
    """The dialogue about a new table, or another game at this one.

    `saved`: sets of house rules; `at`: the number of the current question.
    """

    form: Form
    saved: RuleSets = field(factory=RuleSets)
    at: int = 0

    def begin(self) -> tuple[str, ...]:
        """The first question."""
        return (self._question(),)

    def answer(self, line: str) -> Step:
        """Fill in an answer and return the next question; an empty answer keeps the value."""
        typed = line.strip()
        word, _, rest = typed.partition(" ")
        if self.at == len(_ASKED) and word.casefold() == _SAVE and rest:
            return self._ask(self._save(rest))
        if self._is_about_password and typed.casefold() == "no":
            typed = ""
        if typed.casefold() in _GIVES_UP:
            return Step((say("opening.not_changed" if self.form.is_change else "opening.not_opened"),))
        if typed.casefold() in _LISTS:
            return self._ask(*self._all_options())
        try:
            self._fill_in(typed)
        except RulesError as error:
            return self._ask(fault(error))
        except NoSuchSetError as error:
            return self._ask(error.sentence)
        return self._go_on(typed)

    def _ask(self, *lines: str) -> Step:
        return Step((*lines, self._question()), goes_on=True)

    def _save(self, typed: str) -> str:
        name = name_of_set(typed)
        return self.saved.save(self.form.as_set(name)) or say("opening.saved", name=name, typed=f"{HOUSE}={name}")

    def _go_on(self, typed: str) -> Step:
        if self.at < len(_ASKED):
            self.at += 1
            while self.at < len(_ASKED) and self._needs_no_answer(_ASKED[self.at]):
                self.at += 1
            return self._ask()
        wrong = self.form.fault()
        if wrong:
            return self._ask(wrong)
        if typed:
            return self._ask(_summary(self.form.given))
        return Step(wish=self.form.wanted(), is_sure=True)

    def _fill_in(self, typed: str) -> None:
        if not typed:
            return
        if self.at == 0 and typed.casefold().startswith(f"{HOUSE}="):
            self.form = self.form.with_set(set_named(typed.partition("=")[2], self.saved))
            return
        if self.at < len(_ASKED):
            self.form = self.form.typed(_ASKED[self.at], self._value_meant(typed))
            return
        form = self.form
        for word in typed.split():
            name, equals, value = word.partition("=")
            if not equals:
                raise RulesError(name, say("opening.write_it_like"))
            form = form.typed(name, value)
        self.form = form

    def _value_meant(self, typed: str) -> str:
        """The value meant: a game may be given by its number in the question."""
        games = _GAMES
        if _ASKED[self.at] == "game" and typed.isdecimal() and 1 <= int(typed) <= len(games):
            return games[int(typed) - 1]
        return typed if self._is_about_password else typed.casefold()

    @property
    def _is_about_password(self) -> bool:
        return _ASKED[self.at : self.at + 1] == (PASSWORD.name,)

    def _needs_no_answer(self, name: str) -> bool:
        """Whether a question is left out: it has one answer, or it is about bots and there are none."""
        if name == BOT_LEVEL.name:
            return self.form.value(BOTS.name) == "0"
        row = self.form.row(name)
        return row is None or len(row.kind.choices) == 1

    def _question(self) -> str:
        if self.at == len(_ASKED):
            return say("opening.changed_rules" if self.form.is_change else "opening.house_rules")
        name = _ASKED[self.at]
        row = self.form.row(name)
        if self._is_about_password:
            return say("opening.who_may_join")
        sets = [f"{HOUSE}={rules.name}" for rules in usable_sets(self.saved)]
        offered = listed(sets) if sets else ""
        return _question(name, "" if row is None else row.kind.values, self.form.value(name), offered)

    def _all_options(self) -> tuple[str, ...]:
        return tuple(_option_line(self.form, row) for row in self.form.rows)


def _question(name: str, values: Said, default: str, offered: str) -> str:
    """The question for an option; a game is chosen by its number, or by saved house rules if some are `offered`."""
    if name == GAME.name:
        titles = enumerate((PRESETS[game].title for game in _GAMES), start=1)
        games = in_line(say("opening.numbered_game", number=number, game=title) for number, title in titles)
        usual = PRESETS[default].title
        if offered:
            return say("opening.game_or_saved", games=games, saved=offered, usual=usual)
        return say("opening.game", games=games, usual=usual)
    return say(_QUESTIONS[name], values=values, usual=default)


def _summary(given: Mapping[str, str]) -> str:
    """What has been filled in, without the password."""
    return say(
        "opening.so_far", values=in_line(f"{name}={value}" for name, value in given.items() if name != PASSWORD.name)
    )


def _option_line(form: Form, option: Option) -> str:
    """`target: The score that ends the match. It takes 1 to 10000. Now 61.`"""
    now = form.value(option.name)
    shown = "*" * len(now) if option.name == PASSWORD.name else now
    is_lacking = option.name == PASSWORD.name and not now
    value = say("opening.no_password") if is_lacking else say("opening.now", value=shown)
    return say("opening.option", option=option.name, about=together(about(form, option), value))
