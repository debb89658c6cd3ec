"""The form for a new table: its lines, what has been filled in, and whether that makes a game.

Here: `Form`, made from the rows of the options, so that a new option has its line at once. Each change makes another
form. Pure. Not here: what it looks like (`screen.form_sheet`), the same as questions (`lines.opening`), the words
(`actions.form_words`).
"""

from collections.abc import Mapping

from attrs import evolve, field, frozen

from client.actions import form_words as words_form
from protocol.game.options import Kind, Number, Option, RulesError, Words
from protocol.game.presets import PRESETS, Preset, make_rules
from protocol.game.rules import OPTIONS, Rules
from protocol.game.table_options import BOTS, GAME, SEATS, TABLE_OPTIONS
from protocol.log.events import TableOptions
from protocol.wire.messages import OpenTable
from protocol.wire.table_request import STORED, table_opened, table_request


@frozen
class Form:
    """What has been filled in: values as they are typed, by option. What is not given is the game's own.

    `options` say how the table is run unless something else is given.
    """

    options: TableOptions = field(factory=TableOptions)
    given: Mapping[str, str] = field(factory=dict)

    # What it shows.

    @property
    def preset(self) -> Preset:
        """The game."""
        return PRESETS[self.given.get(GAME.name, GAME.default)]

    @property
    def rows(self) -> tuple[Option, ...]:
        """The lines: the options of the table, then those of the rules that this game does not ignore or are given."""
        rules, seats = self._rules()
        depends: Mapping[str, Kind] = {
            GAME.name: Words(*PRESETS),
            SEATS.name: Number.between(*self.preset.seats[rules.max_pip]),
            BOTS.name: Number.between(0, seats),
        }
        table = [row._replace(kind=depends.get(row.name, row.kind)) for row in TABLE_OPTIONS.values()]
        noticed = [row for row in OPTIONS.values() if row.name in self.given or row.ignored_when(rules) is None]
        return (*table, *noticed)

    def row(self, name: str) -> Option | None:
        """The line of this name."""
        return next((row for row in self.rows if row.name == name), None)

    def value(self, name: str) -> str:
        """The value in a line, as it is typed."""
        if name in self.given:
            return self.given[name]
        rules, seats = self._rules()
        if name in OPTIONS:
            return OPTIONS[name].spell(rules)
        option = TABLE_OPTIONS[name]
        if option in STORED:
            return option.spell(self.options)
        values: Mapping[str, str] = {GAME.name: GAME.default, SEATS.name: str(seats), BOTS.name: "0"}
        return values.get(name, "")

    def _rules(self) -> tuple[Rules, int]:
        """The rules as far as they make a game: else those of the game with its set and seats, or just its own."""
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
        """The form with this text in a line. Raises `RulesError` for what the line cannot hold."""
        row = self.row(name) or OPTIONS.get(name)
        if row is None:
            raise RulesError(name, words_form.no_such_line(row.name for row in self.rows))
        text = text.strip()
        if not text and row.is_text:
            return self.put_back(name)
        spelled = row.kind.spell(row.parse(text))
        if name == GAME.name:
            return evolve(self, given={**self._for_any_game, name: spelled})
        return evolve(self, given={**self.given, name: spelled})

    def stepped(self, name: str, by: int) -> "Form":
        """The form with the next value in a line, or the one before."""
        row = self.row(name)
        if row is None or row.is_text:
            return self
        try:
            value = row.parse(self.value(name))
        except RulesError:  # other lines have changed what it takes since
            return self.put_back(name)
        return self.typed(name, row.kind.spell(row.kind.step(value, by)))

    def put_back(self, name: str) -> "Form":
        """The form with the game's own value in a line."""
        if name == GAME.name:
            return evolve(self, given=self._for_any_game)
        return evolve(self, given={each: value for each, value in self.given.items() if each != name})

    @property
    def _for_any_game(self) -> dict[str, str]:
        """What stays when another game is chosen: how the table is run, and its password."""
        depends = (GAME.name, SEATS.name, BOTS.name)
        return {name: value for name, value in self.given.items() if name in TABLE_OPTIONS and name not in depends}

    # What it makes.

    @property
    def error(self) -> RulesError | None:
        """Why this makes no game, None where it does."""
        try:
            self.wanted()
        except RulesError as error:
            return error
        return None

    def fault(self) -> str:
        """The same in a sentence, empty where it makes a game; options by the names that are typed for them."""
        return "" if self.error is None else words_form.fault(self.error)

    def wanted(self) -> OpenTable:
        """The request for this table. Raises `RulesError`."""
        of_the_table = {name: value for name, value in self.given.items() if name in TABLE_OPTIONS}
        request = table_request(of_the_table, self._set, self.options)
        table_opened(request)
        return request
