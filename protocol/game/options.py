"""Options: the kinds of value, and the row that describes an option.

Here: `Option`, a row in a table of options, and parsing, checking, spelling and stepping through its values. Checks,
flags, help, forms and listings are made from such rows. Not here: the options themselves (`rules` for the game,
`table_options` for a table, `protocol.shared.flags` for the programs), and which values fit together (`presets`).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from protocol.clean import brief, echoed
from protocol.digits import number_in
from protocol.game.rule_faults import FAULTS
from protocol.sentences import Said, Sentence, Sentences, one_of

Spelling = int | str | bool | tuple[int, ...] | Sequence[int]
"""A value as typed, or as in JSON."""
Value = int | float | str | bool | tuple[int, ...]
PRIMES: Final = "primes"
_COMMON_DIVISORS: Final[Sequence[Value]] = ((3, 5), (3,), (5,), (3, 5, 7), PRIMES)
MORE, LESS = "more", "less"
VALUES: Final = Sentences(
    "values",
    "What an option takes. Words that are typed, such as yes, more and primes, stay as they are.",
    {
        "span": "{low} to {high}",
        "seconds": "seconds from 0 to {longest}, like 0.5",
        "yes_or_no": "yes or no",
        "hand": "a number, more or less",
        "hand_exactly": "a number from 1 to 45, or more, or less",
        "divisors": "odd numbers from 3 up, like 3,5; or primes",
    },
)
_SMALL: Final = 20
"""A form steps through a range by ones up to this number, and by tens above it."""


class RulesError(ValueError):
    """An option cannot have this value, or the options together do not make a playable game.

    `option` is the option to change, `text` says what is wrong and what would work.
    """

    def __init__(self, option: str, text: Said) -> None:
        self.option = echoed(option)
        """The option's name, or the typed text if there is no such option; always short and plain."""
        self.text = text
        super().__init__(f"{self.option}: {text}")


class Kind(Protocol):
    """A kind of value."""

    @property
    def values(self) -> Said:
        """The allowed values, in words; empty if they need no saying."""

    @property
    def choices(self) -> tuple[Value, ...]:
        """The allowed values one by one, in order; empty for a range, a text and other kinds without a short list."""

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The parsed value; `name` is its option. Raises `RulesError`."""

    def spell(self, value: Value) -> str:
        """The value as a user would type it."""

    def step(self, value: Value, by: int, /) -> Value:
        """The next value in a form (`by` 1), or the previous one (-1). A list wraps around, a range does not."""


def not_valid(name: str, spelled: object, takes: Said) -> RulesError:
    """The error of an option that cannot have this value. `takes`: what it can have."""
    return RulesError(name, FAULTS("not_valid", typed=brief(spelled), values=takes))


def _number(spelled: Spelling) -> int | None:
    if isinstance(spelled, bool):
        return None
    if isinstance(spelled, int):
        return spelled
    return number_in(spelled) if isinstance(spelled, str) else None


def span(low: int, high: int) -> Said:
    """`2 to 4`, or the only number: `4`."""
    return str(low) if low == high else VALUES("span", low=low, high=high)


def next_value(among: Sequence[Value], value: Value, by: int) -> Value:
    """The next of these values, wrapping around; the first one if `value` is not among them."""
    return among[(among.index(value) + by) % len(among)] if value in among else among[0]


class Number:
    """A whole number, one of several or from a range."""

    def __init__(self, *allowed: int) -> None:
        self._allowed: Sequence[int] = allowed

    @classmethod
    def between(cls, low: int, high: int) -> "Number":
        """Any whole number from `low` to `high`."""
        made = cls()
        made._allowed = range(low, high + 1)
        return made

    @property
    def values(self) -> Said:
        """`6, 9 or 12`, `1 to 500`, or the only one: `4`."""
        return one_of(self.choices) if self.choices else span(self._allowed[0], self._allowed[-1])

    @property
    def choices(self) -> tuple[Value, ...]:
        """The numbers, unless they are a range of several."""
        return () if isinstance(self._allowed, range) and len(self._allowed) > 1 else tuple(self._allowed)

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The whole number. Raises `RulesError` if it is not allowed."""
        number = _number(spelled)
        if number is None or number not in self._allowed:
            raise not_valid(name, spelled, self.values)
        return number

    def spell(self, value: Value) -> str:
        """The number in digits."""
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        """The next number or the previous one; above 20, the next or previous multiple of ten."""
        if self.choices or not isinstance(value, int):
            return next_value(self._allowed, value, by)
        stepped = value + by
        if max(value, stepped) > _SMALL:
            stepped = (value // 10 + 1) * 10 if by > 0 else max(_SMALL, (value - 1) // 10 * 10)
        return min(max(stepped, self._allowed[0]), self._allowed[-1])


class Seconds:
    """A time in seconds from 0, possibly with a fraction."""

    choices: Final = ()

    def __init__(self, longest: int) -> None:
        self._longest = longest

    @property
    def values(self) -> Said:
        """`seconds from 0 to 600, like 0.5`."""
        return VALUES("seconds", longest=self._longest)

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The time in seconds. Raises `RulesError` if it is not one from 0 to the longest."""
        try:
            seconds = float(spelled) if isinstance(spelled, str | int | float) else -1.0
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= self._longest:
            raise not_valid(name, spelled, self.values)
        return seconds

    def spell(self, value: Value) -> str:
        """`0.5`, or `1`."""
        return f"{value:g}"

    def step(self, value: Value, by: int) -> Value:
        """One second more or less."""
        assert isinstance(value, int | float)
        return min(max(value + by, 0), self._longest)


class Words:
    """One of several words; the words of an enumeration are parsed to its members."""

    def __init__(self, *words: str) -> None:
        self._words = {str(word): word for word in words}

    @property
    def values(self) -> Said:
        """`points, legal or none`."""
        return one_of(self.choices)

    @property
    def choices(self) -> tuple[Value, ...]:
        """The words, or the members of the enumeration."""
        return tuple(self._words.values())

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The word, or the member of the enumeration. Raises `RulesError` for any other word."""
        if isinstance(spelled, str) and spelled in self._words:
            return self._words[spelled]
        raise not_valid(name, spelled, self.values)

    def spell(self, value: Value) -> str:
        """The word as it is typed."""
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        """The next word, or the previous one."""
        return next_value(self.choices, value, by)


class Text:
    """A short text, not empty. A form cannot step through texts."""

    values: Final = ""
    choices: Final = ()

    def __init__(self, longest: int) -> None:
        self._longest = longest

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The text, unchanged. Raises `RulesError` if it is empty or too long."""
        if not isinstance(spelled, str) or not spelled:
            raise RulesError(name, FAULTS("empty"))
        if len(spelled) > self._longest:
            raise RulesError(name, FAULTS("too_long", most=self._longest))
        return spelled

    def spell(self, value: Value) -> str:
        """The text, unchanged."""
        return str(value)

    def step(self, value: Value, _by: int) -> Value:
        """The same text: there is no next one."""
        return value


class _YesNo:
    values: Final = VALUES("yes_or_no")
    choices: Final = (True, False)

    def parse(self, name: str, spelled: Spelling) -> Value:
        if isinstance(spelled, bool):
            return spelled
        if spelled not in ("yes", "no"):
            raise not_valid(name, spelled, self.values)
        return spelled == "yes"

    def spell(self, value: Value) -> str:
        return "yes" if value else "no"

    def step(self, value: Value, _by: int) -> Value:
        return not value


class _Hand:
    values: Final = VALUES("hand")
    choices: Final = ()

    def parse(self, name: str, spelled: Spelling) -> Value:
        number = _number(spelled)
        if number is not None and 1 <= number <= 45:
            return number
        if spelled in (MORE, LESS):
            return str(spelled)
        raise not_valid(name, spelled, VALUES("hand_exactly"))

    def spell(self, value: Value) -> str:
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        return next_value((*range(1, 46), MORE, LESS), value, by)


class _Divisors:
    values: Final = VALUES("divisors")
    choices: Final = ()

    def parse(self, name: str, spelled: Spelling) -> Value:
        if spelled == PRIMES:
            return PRIMES
        parts = spelled.split(",") if isinstance(spelled, str) else spelled
        if not isinstance(parts, Sequence):
            parts = (parts,)
        numbers = tuple(_number(part.strip() if isinstance(part, str) else part) for part in parts)
        wrong = [
            part for part, number in zip(parts, numbers, strict=True) if number is None or number < 3 or number % 2 == 0
        ]
        if wrong or not numbers:
            raise not_valid(name, wrong[0] if wrong else "", self.values)
        if len(set(numbers)) < len(numbers):
            raise RulesError(name, FAULTS("repeated"))
        return tuple(sorted(number for number in numbers if number is not None))

    def spell(self, value: Value) -> str:
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def step(self, value: Value, by: int) -> Value:
        return next_value(_COMMON_DIVISORS, value, by)


YES_NO: Final[Kind] = _YesNo()
HAND: Final[Kind] = _Hand()
DIVISORS: Final[Kind] = _Divisors()

IgnoredWhen = Callable[[Any], Sentence | None]


def never_ignored(_: object) -> None:
    """None: an option with this `ignored_when` is never ignored."""


class Option(NamedTuple):
    """An option: a row in a table of options.

    `name` is typed in line mode and stored. `label` names the option on screens, short enough for 40 columns. `meaning`
    is a clause. `default` is None if it depends on other options or does not exist. `ignored_when` returns the reason
    why a game with these rules ignores the option, or None.

    On the command line: `metavar` is the placeholder of its value, `flag_name` the flag's name if it differs from the
    option's, and `note` is appended to the help. A yes/no option has a flag without a value, and its help is `note`.
    """

    name: str
    kind: Kind
    meaning: str
    label: str = ""
    default: Any = None
    ignored_when: IgnoredWhen = never_ignored
    metavar: str = "N"
    flag_name: str = ""
    note: str = ""

    @property
    def flag(self) -> str:
        """The flag, like `--bot-level`; `--no-spectators` for a yes/no option whose default is yes."""
        negation = "no-" if self.kind is YES_NO and self.default else ""
        return f"--{negation}{(self.flag_name or self.name).replace('_', '-')}"

    @property
    def help(self) -> str:
        """The flag's text in `--help`."""
        if self.kind is YES_NO:
            return self.note
        words = f"; {self.kind.values}" if isinstance(self.kind, Words) else ""
        default = "" if self.default is None else f" (default: {self.kind.spell(self.default)})"
        return f"{self.meaning}{words}{default}{self.note}"

    @property
    def is_text(self) -> bool:
        """Whether the value can only be typed: a form cannot step through it."""
        return isinstance(self.kind, Text)

    def parse(self, spelled: Spelling) -> Value:
        """The parsed value of typed text or JSON. Raises `RulesError`."""
        return self.kind.parse(self.name, spelled)

    def spell(self, options: object) -> str:
        """This option's value in rules or table options, as a user would type it."""
        return self.kind.spell(getattr(options, self.name))
