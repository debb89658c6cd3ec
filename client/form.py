"""The form for a new table: its lines, what they say, and whether that makes a game.

Lives here: `Form`, made from the option table, so that a new option has its line by itself. Each change gives another
form. Pure. Not here: what it looks like (`screen.form_sheet`), asking for it line by line (`lines.opening`), the
words (`words.form`).
"""

from collections.abc import Mapping
from typing import Final

from attrs import evolve, field, frozen

from client.words import form as words_form
from client.words.english import listed
from protocol.game.levels import LEVEL_NAMES
from protocol.game.option_kinds import YES_NO, Kind, Number, RulesError, Spelling, Value, Words
from protocol.game.presets import DEFAULT_PRESET, PRESETS, Preset, make_rules
from protocol.game.rules import OPTIONS, Rules
from protocol.log.events import LONGEST_TIME, Assist, Away, TableOptions
from protocol.wire.messages import OpenTable

LONGEST_PASSWORD: Final = 64


@frozen
class _Names:
    """One of some names."""

    names: tuple[str, ...]

    @property
    def values(self) -> str:
        return listed(self.names, "or")

    def parse(self, name: str, spelled: Spelling) -> Value:
        if spelled not in self.names:
            raise RulesError(name, words_form.takes(spelled, self.values))
        return str(spelled)

    def spell(self, value: Value) -> str:
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        return self.names[(self.names.index(str(value)) + by) % len(self.names)]


@frozen
class _Text:
    """Any short text."""

    values: str = ""

    def parse(self, name: str, spelled: Spelling) -> Value:
        if len(str(spelled)) > LONGEST_PASSWORD:
            raise RulesError(name, words_form.too_long(LONGEST_PASSWORD))
        return str(spelled)

    def spell(self, value: Value) -> str:
        return str(value)

    def step(self, value: Value, _by: int) -> Value:
        return value


_TEXT: Final = _Text()


@frozen
class Row:
    """A line of the form: an option of the table or of the rules."""

    name: str
    kind: Kind
    meaning: str

    @property
    def is_typed(self) -> bool:
        """Whether its values cannot be gone through."""
        return self.kind is _TEXT

    @property
    def is_of_the_rules(self) -> bool:
        """Whether the game's rules have it, and not the table."""
        return self.name in OPTIONS


@frozen
class Form:
    """What has been filled in: values as they are spelled, by option; whatever is not given is the game's own."""

    options: TableOptions = field(factory=TableOptions)
    given: Mapping[str, str] = field(factory=dict)

    # What it says.

    @property
    def preset(self) -> Preset:
        """The game."""
        return PRESETS[self.given.get("game", DEFAULT_PRESET)]

    @property
    def rows(self) -> tuple[Row, ...]:
        """The lines: those of the table, then the options that this game takes notice of, or that are given."""
        of_the_table = self._of_the_table()
        table = [Row(name, of_the_table[name][0], meaning) for name, meaning in words_form.OF_THE_TABLE.items()]
        rules, _ = self._rules()
        noticed = [
            Row(option.name, option.kind, option.meaning)
            for option in OPTIONS.values()
            if option.name in self.given or option.ignored_when(rules) is None
        ]
        return (*table, *noticed)

    def row(self, name: str) -> Row | None:
        """The line of this name."""
        return next((row for row in self.rows if row.name == name), None)

    def value(self, name: str) -> str:
        """What stands in a line, as it is spelled."""
        if name in self.given:
            return self.given[name]
        if name in OPTIONS:
            return OPTIONS[name].spell(self._rules()[0])
        return self._of_the_table()[name][1]

    def _of_the_table(self) -> dict[str, tuple[Kind, str]]:
        """What each line about the table takes, and what it says until something is given."""
        rules, seats = self._rules()
        options, time = self.options, Number.between(0, LONGEST_TIME)
        return {
            "game": (_Names(tuple(PRESETS)), DEFAULT_PRESET),
            "seats": (Number.between(*self.preset.seats[rules.max_pip]), str(seats)),
            "bots": (Number.between(0, seats), "0"),
            "bot_level": (_Names(LEVEL_NAMES), options.bot_level),
            "assist": (Words(*Assist), options.assist),
            "away": (Words(*Away), options.away),
            "grace": (time, str(options.grace)),
            "turn_time": (time, str(options.turn_time)),
            "spectators": (YES_NO, YES_NO.spell(options.spectators)),
            "password": (_TEXT, ""),
        }

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
        return int(self.given["seats"]) if "seats" in self.given else None

    # Filling it in.

    def typed(self, name: str, text: str) -> "Form":
        """The form with this in a line. Raises `RulesError` for what no such line can hold."""
        row = self.row(name)
        kind = OPTIONS[name].kind if row is None and name in OPTIONS else None if row is None else row.kind
        if kind is None:
            raise RulesError(name, words_form.no_such_line(row.name for row in self.rows))
        spelled = kind.spell(kind.parse(name, text.strip()))
        if name == "game":
            return evolve(self, given={**self._for_any_game, "game": spelled})
        return evolve(self, given={**self.given, name: spelled})

    def stepped(self, name: str, by: int) -> "Form":
        """The form with the next value in a line, or the one before."""
        row = self.row(name)
        if row is None or row.is_typed:
            return self
        try:
            value = row.kind.parse(name, self.value(name))
        except RulesError:  # other lines have changed what it takes since
            return self.put_back(name)
        return self.typed(name, row.kind.spell(row.kind.step(value, by)))

    def put_back(self, name: str) -> "Form":
        """The form with the game's own value in a line."""
        if name == "game":
            return evolve(self, given=self._for_any_game)
        return evolve(self, given={each: value for each, value in self.given.items() if each != name})

    @property
    def _for_any_game(self) -> dict[str, str]:
        """What was said of the table, but for seats, stays with another game; house rules go."""
        return {
            name: value
            for name, value in self.given.items()
            if name in words_form.OF_THE_TABLE and name not in ("game", "seats", "bots")
        }

    # What comes of it.

    @property
    def error(self) -> RulesError | None:
        """Why this makes no game, None where it does."""
        try:
            self.wanted()
        except RulesError as error:
            return error
        return None

    def fault(self) -> str:
        """The same in a sentence, empty where it makes one; options by the names that are typed for them."""
        return "" if self.error is None else words_form.will_not_do(self.error.option, str(self.error))

    def wanted(self) -> OpenTable:
        """The table to ask for. Raises `RulesError`."""
        _, seats = make_rules(self.preset, self._set, self._seats)
        bots = int(self.value("bots"))
        if bots > seats:
            raise RulesError("bots", words_form.too_many_bots(bots, seats))
        options = TableOptions(
            assist=Assist(self.value("assist")),
            away=Away(self.value("away")),
            grace=int(self.value("grace")),
            turn_time=int(self.value("turn_time")),
            spectators=self.value("spectators") == "yes",
            bot_level=self.value("bot_level"),
        )
        return OpenTable(self.preset.name, dict(self._set), self._seats, options, bots, self.value("password") or None)
