"""The form for a new table, or for another game at a table: its lines, the values filled in, whether they make a game.

Here: `Form`, made from the tables of options, so a new option appears in it at once; and the same in one typed line.
Pure: a change returns another form. Not here: drawing it (`screen.form_window`), asking for it question by question
(`lines.opening`).
"""

import shlex
from argparse import Namespace
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final

from attrs import evolve, field

from client.actions.form_groups import FIRST, ORDER
from client.model.house_rules import RuleSet, RuleSets, name_of_set
from client.words.english import in_line, listed
from client.words.option_words import label, meaning, value_first, value_in_words
from client.words.say import say, together
from protocol.clean import echoed
from protocol.closest import closest
from protocol.frozen import frozen
from protocol.game.options import Kind, Number, Option, RulesError, Words
from protocol.game.presets import PRESETS, Preset, make_rules
from protocol.game.rules import OPTIONS, Rules
from protocol.game.table_options import BOTS, DEALS, GAME, PASSWORD, SEATS, TABLE_OPTIONS
from protocol.log.commands import ChangeGame
from protocol.log.events import TableOptions
from protocol.log.table import Table
from protocol.shared.command_line import Parser
from protocol.shared.exit_status import MisusedError
from protocol.shared.flags import add_game, add_host_flags, name_game
from protocol.shared.table_flags import read_host_flags
from protocol.wire.messages import OpenTable
from protocol.wire.table_request import STORED, table_opened, table_request

HOUSE: Final = "house"
"""The word before a saved set of house rules in a typed line."""


@frozen
class Form:
    """What is filled in for a new table. `given`: the values as typed, by option; the others are the game's own.

    `options`: defaults for the options of a table. `people`: how many people sit at the table whose game is changed,
    None for a new table. Its bots and its password are not in the form.
    """

    options: TableOptions = field(factory=TableOptions)
    given: Mapping[str, str] = field(factory=dict)
    people: int | None = None

    @classmethod
    def of(cls, table: Table) -> "Form":
        """The form for another game at this table, with the values of now."""
        people = sum(who.is_person for who in table.seats)
        if table.preset not in PRESETS:  # the game of a host with a later version
            return cls(table.options, people=people)
        form = cls(table.options, {GAME.name: table.preset, SEATS.name: str(len(table.seats))}, people)
        # The set comes first: how many can play, and their tiles, depend on it.
        for option in sorted(OPTIONS.values(), key=lambda option: option.name != "max_pip"):
            if option.spell(table.rules) != form.value(option.name):
                form = evolve(form, given={**form.given, option.name: option.spell(table.rules)})
        return form

    # Reading it.

    @property
    def is_change(self) -> bool:
        """Whether it is for another game at a table, not for a new table."""
        return self.people is not None

    @property
    def preset(self) -> Preset:
        """The game."""
        return PRESETS[self.given.get(GAME.name, GAME.default)]

    @property
    def rows(self) -> tuple[Option, ...]:
        """The lines, in the order of `form_groups`: options of the rules only if they have an effect or were given."""
        rules, seats = self._rules()
        players = self.preset.seats
        depends: Mapping[str, Kind] = {
            GAME.name: Words(*PRESETS),
            SEATS.name: Number.between(*players[rules.max_pip]),
            BOTS.name: Number.between(0, seats),
        }
        asked = [row for row in TABLE_OPTIONS.values() if not (self.is_change and row in (BOTS, PASSWORD))]
        table = [row._replace(kind=depends.get(row.name, row.kind)) for row in asked]
        noticed = [row for row in OPTIONS.values() if row.name in self.given or row.ignored_when(rules) is None]
        return tuple(sorted((*table, *noticed), key=lambda row: ORDER.index(row.name)))

    @property
    def may_have_more_seats(self) -> bool:
        """Whether more can play with a larger set of tiles."""
        rules, _ = self._rules()
        players = self.preset.seats
        return max(players.values()) > players[rules.max_pip]

    def row(self, name: str) -> Option | None:
        """The line of this option, or None."""
        return next((row for row in self.rows if row.name == name), None)

    def value(self, name: str) -> str:
        """The value of a line, as it would be typed."""
        if name in self.given:
            return self.given[name]
        rules, seats = self._rules()
        if name in OPTIONS:
            return OPTIONS[name].spell(rules)
        option = TABLE_OPTIONS[name]
        if option is DEALS and self.options.deals is None:
            return DEALS.kind.spell(DEALS.default)
        if option in STORED:
            return option.spell(self.options)
        values: Mapping[str, str] = {GAME.name: GAME.default, SEATS.name: str(seats), BOTS.name: "0"}
        return values.get(name, "")

    def differs(self, name: str) -> bool:
        """Whether a line has another value than it would have by itself, as the game or the player's settings say."""
        if self.is_change and name == GAME.name:
            return False  # by itself, this table has its own game
        return name in self.given and self.put_back(name).value(name) != self.value(name)

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The lines behind "House rules" that differ, in order."""
        return tuple(row.name for row in self.rows if row.name not in FIRST and self.differs(row.name))

    def _rules(self) -> tuple[Rules, int]:
        """The rules as filled in if they are valid, else with only set and seats, else the game's own."""
        for settings, seats in ((self._set, self._seats), (self._only("max_pip"), self._seats)):
            try:
                return make_rules(self.preset, settings, seats)
            except RulesError:
                continue
        return make_rules(self.preset)

    def _only(self, name: str) -> dict[str, str]:
        return {name: self.given[name]} if name in self.given else {}

    @property
    def _set(self) -> dict[str, str]:
        return {name: value for name, value in self.given.items() if name in OPTIONS}

    @property
    def _seats(self) -> int | None:
        return int(self.given[SEATS.name]) if SEATS.name in self.given else None

    # Filling it in.

    def typed(self, name: str, text: str) -> "Form":
        """The form with this text in a line. Raises `RulesError` for an invalid value."""
        row = self.row(name) or OPTIONS.get(name)
        if row is None:
            names = [row.name for row in self.rows]
            meant = closest(name, names)
            if meant is not None:
                raise RulesError(name, say("form.no_such_option_but", meant=meant))
            raise RulesError(name, say("form.no_such_option", options=in_line(names)))
        text = text.strip()
        if not text and row.is_text:
            return self.put_back(name)
        spelled = row.kind.spell(row.parse(text))
        if name == GAME.name:
            return evolve(self, given={**self._for_any_game, name: spelled})._with_seats_of(self)
        return evolve(self, given={**self.given, name: spelled})

    def stepped(self, name: str, by: int) -> "Form":
        """The form with the next value in a line, or the previous one."""
        row = self.row(name)
        if row is None or row.is_text:
            return self
        try:
            value = row.parse(self.value(name))
        except RulesError:  # other lines have changed which values are valid
            return self.put_back(name)
        return self.typed(name, row.kind.spell(row.kind.step(value, by)))

    def put_back(self, name: str) -> "Form":
        """The form with a line reset to the game's own value."""
        if name == GAME.name:
            return evolve(self, given=self._for_any_game)._with_seats_of(self)
        return evolve(self, given={other: value for other, value in self.given.items() if other != name})

    def with_set(self, rules: RuleSet) -> "Form":
        """The form with a saved set of house rules; what is not part of a set stays. Raises `RulesError`."""
        form = self.typed(GAME.name, rules.game)
        for name, value in rules.values.items():
            if name not in OPTIONS:
                raise RulesError(name, say("form.no_such_rule"))
            form = form.typed(name, value)
        return form

    def as_set(self, name: str) -> RuleSet:
        """The game and its house rules, to be saved by this name."""
        return RuleSet(
            name, self.preset.name, {option: self.given[option] for option in self._set if self.differs(option)}
        )

    @property
    def _for_any_game(self) -> dict[str, str]:
        """The values that stay when another game is chosen: options of the table, and its password."""
        depends = (GAME.name, SEATS.name, BOTS.name)
        return {name: value for name, value in self.given.items() if name in TABLE_OPTIONS and name not in depends}

    def _with_seats_of(self, before: "Form") -> "Form":
        """The form with as many seats as before another game was chosen, or as there are people, if there can be.

        For a new table it has the game's own number.
        """
        people = self.people
        for seats in () if people is None else (max(people, int(before.value(SEATS.name))), people):
            with suppress(RulesError):
                return self.typed(SEATS.name, str(seats))
        return self

    # The result.

    @property
    def error(self) -> RulesError | None:
        """Why the form is not valid, or None."""
        try:
            self.wanted()
        except RulesError as error:
            return error
        return None

    def fault(self) -> str:
        """Why the form is not valid, in a sentence with options as they are typed; empty if it is valid."""
        return "" if self.error is None else fault(self.error)

    def wanted(self) -> OpenTable | ChangeGame:
        """The request for a new table, or for another game at the table of this form. Raises `RulesError`."""
        return self.request() if self.people is None else self._change(self.people)

    def request(self) -> OpenTable:
        """The request for this table. Raises `RulesError`."""
        of_the_table = {name: value for name, value in self.given.items() if name in TABLE_OPTIONS}
        request = table_request(of_the_table, self._set, self.options)
        table_opened(request)
        return request

    def _change(self, people: int) -> ChangeGame:
        request = self.request()
        seats = table_opened(request).seats
        if people > seats:
            raise RulesError(SEATS.name, say("form.too_few_seats", people=people, seats=seats))
        return ChangeGame(request.rules, request.set, seats, request.options)


def usable_sets(saved: RuleSets) -> list[RuleSet]:
    """The saved sets that this version can use; another version may have saved others."""
    return [rules for rules in saved.sets if _is_usable(rules)]


def _is_usable(rules: RuleSet) -> bool:
    try:
        Form().with_set(rules)
    except RulesError:
        return False
    return True


def saved_sentence(name: str) -> str:
    """The sentence about a set that has been saved."""
    return say("form.saved", name=name)


def deleted_sentence(name: str) -> str:
    """The sentence about a set that has been deleted."""
    return say("form.deleted", name=name)


# A line of the form in words.


def shown_value(name: str, spelled: str) -> str:
    """A value as the form shows it: in words, a game by its title, a password as stars."""
    if name == GAME.name:
        return PRESETS[spelled].title
    if name == PASSWORD.name:
        return "*" * len(spelled) or say("form.anyone")
    return value_in_words(name, spelled)


def shown_first(name: str, spelled: str) -> str:
    """The same of a value that stands alone, as among those to choose from."""
    return PRESETS[spelled].title if name == GAME.name else value_first(name, spelled)


def means(form: Form, option: Option) -> str:
    """`The score that ends the match.`"""
    if option.name == SEATS.name and form.may_have_more_seats:
        return say("form.more_seats")
    return meaning(option.name)


def about(form: Form, option: Option, name: str = "") -> str:
    """`The score that ends the match. It takes 1 to 10000.`; `name` replaces `It`."""
    values = option.kind.values
    takes = say("form.option_takes", option=name, values=values) if name else say("form.takes", values=values)
    return together(means(form, option), takes if values else "")


def fault(error: RulesError, *, by_label: bool = False) -> str:
    """`target: 0 is not valid: it takes 1 to 10000.`; the option as it is typed, or by its label in the form."""
    has_label = by_label and (error.option in TABLE_OPTIONS or error.option in OPTIONS)
    return say("form.fault", option=label(error.option) if has_label else error.option, why=error.text)


# The same in one line.


def table_to_open(typed: str, defaults: TableOptions, saved: RuleSets | None = None) -> OpenTable:
    """The table that `open` requests: a game's name, then options, also in the form of the command line.

    `house=NAME` is one of the `saved` sets of house rules; other options take precedence over it. `defaults`: for the
    options of the table. Raises `MisusedError`.
    """
    parser = Parser(prog="open", add_help=False)
    add_game(parser)
    add_host_flags(parser)
    flags, options = _split(typed)
    given = parser.parsed(flags)
    house = [option for option in options if option.startswith(f"{HOUSE}=")]
    if house:
        options = [*_of_set(house[-1], saved or RuleSets(), given, options), *options]
    for option in options:
        name, _, value = option.partition("=")
        if name == HOUSE:
            continue
        if name in OPTIONS:
            given.set = [*given.set, option]
        else:
            setattr(given, name, value)
    name_game(given)
    if given.think is not None or given.matches is not None:
        raise MisusedError(say("form.of_the_host"))
    return read_host_flags(given, defaults).table


def game_to_change_to(typed: str, form: Form, saved: RuleSets) -> OpenTable | ChangeGame:
    """What `change` requests at the table of this form: a game's name, and options like `target=250`.

    What is not named stays, unless another game is. `house=NAME` is one of the `saved` sets of house rules. Raises
    `RulesError` or `MisusedError`.
    """
    for word in typed.split():
        name, equals, value = word.partition("=")
        if equals and name == HOUSE:
            form = form.with_set(set_named(value, saved))
        else:
            form = form.typed(name, value) if equals else form.typed(GAME.name, word.casefold())
    return form.wanted()


def _of_set(house: str, saved: RuleSets, given: Namespace, typed: Sequence[str]) -> list[str]:
    """The options of a saved set that are not typed; its game becomes the game. Raises `MisusedError`."""
    rules = set_named(house.partition("=")[2], saved)
    if rules.game not in PRESETS:
        raise MisusedError(say("form.set_of_no_game", set=rules.name))
    for game in (given.named, given.game):
        if game is not None and game != rules.game:
            raise MisusedError(say("form.set_of_other_game", set=rules.name, game=rules.game, other=echoed(game)))
    given.game = rules.game
    unknown = next((name for name in rules.values if name not in OPTIONS), None)
    if unknown is not None:
        raise MisusedError(say("form.set_has_no_rule", set=rules.name, option=echoed(unknown)))
    own = {word.partition("=")[0] for word in (*typed, *given.set)}
    return [f"{name}={value}" for name, value in rules.values.items() if name not in own]


class NoSuchSetError(MisusedError):
    """There are no saved house rules of this name. `sentence`: says so, alone."""

    def __init__(self, name: str, saved: Sequence[str]) -> None:
        if saved:
            super().__init__(say("form.no_such_set", set=name, sets=listed(saved)))
            self.sentence = say("opening.no_such_set", set=name, sets=listed(saved))
        else:
            super().__init__(say("form.no_sets", set=name))
            self.sentence = say("opening.no_sets", set=name)


def set_named(typed: str, saved: RuleSets) -> RuleSet:
    """The saved set of this name. Raises `NoSuchSetError`, with the names that there are."""
    found = saved.named(typed)
    if found is None:
        raise NoSuchSetError(echoed(name_of_set(typed)), [rules.name for rules in saved.sets])
    return found


def _split(typed: str) -> tuple[list[str], list[str]]:
    """The words in the form of the command line, and those like `seats=3`. Raises `MisusedError`."""
    flags: list[str] = []
    options: list[str] = []
    try:
        words = shlex.split(typed)
    except ValueError as error:
        raise MisusedError(str(error)) from None
    for before, word in pairwise(["", *words]):
        name, equals, _ = word.partition("=")
        is_option = equals and not before.startswith("-") and name in (*OPTIONS, *TABLE_OPTIONS, HOUSE)
        (options if is_option else flags).append(word)
    return flags, options
