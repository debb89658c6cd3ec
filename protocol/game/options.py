"""Options: the kinds of value that one can have, and the row that describes one.

Here: `Option`, a row of a table of options, and how a value is read, checked, spelled and stepped through. Checks,
flags, help, forms and listings are made from such rows. Not here: the options themselves (`rules` for the game,
`table_options` for a table, `protocol.console.flags` for the programs), and how values go together (`presets`).

Imports no attrs, so that `--help` is quick.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from protocol.clean import brief, echoed
from protocol.digits import number_in

Spelling = int | str | bool | tuple[int, ...] | Sequence[int]
"""A value as people type it, or as JSON has it."""
Value = int | float | str | bool | tuple[int, ...]
PRIMES: Final = "primes"
_COMMON_DIVISORS: Final[Sequence[Value]] = ((3, 5), (3,), (5,), (3, 5, 7), PRIMES)
MORE, LESS = "more", "less"
_SMALL: Final = 20
"""A form steps through a range one by one up to this number, and by tens above it."""


class RulesError(ValueError):
    """An option cannot have this value, or the options do not make a game.

    `option` is what to change, `text` says what is wrong and what would work.
    """

    def __init__(self, option: str, text: str) -> None:
        self.option = echoed(option)
        """As it was typed where there is no such option; short and plain in any case."""
        self.text = text
        super().__init__(f"{self.option}: {text}")


class Kind(Protocol):
    """A kind of value."""

    @property
    def values(self) -> str:
        """The values it takes, in words."""

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The value; `name` is the option it is for. Raises `RulesError`."""

    def spell(self, value: Value) -> str:
        """The value as it is typed."""

    def step(self, value: Value, by: int, /) -> Value:
        """The next value (`by` 1) or the one before (-1), as a form offers them; a list wraps round, a range stops."""


def _not_valid(name: str, spelled: object, takes: str) -> RulesError:
    return RulesError(name, f"{brief(spelled)} is not valid: it takes {takes}")


def _listed(words: Sequence[object]) -> str:
    *most, last = map(str, words)
    return f"{', '.join(most)} or {last}"


def _number(spelled: Spelling) -> int | None:
    if isinstance(spelled, bool):
        return None
    if isinstance(spelled, int):
        return spelled
    return number_in(spelled) if isinstance(spelled, str) else None


def _next(among: Sequence[Value], value: Value, by: int) -> Value:
    """The next of these, wrapping round; the first for a value that is not among them."""
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
    def values(self) -> str:
        """`6, 9 or 12`, or `1 to 500`."""
        if isinstance(self._allowed, range):
            return f"{self._allowed[0]} to {self._allowed[-1]}"
        return _listed(self._allowed)

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The number."""
        number = _number(spelled)
        if number is None or number not in self._allowed:
            raise _not_valid(name, spelled, self.values)
        return number

    def spell(self, value: Value) -> str:
        """The digits."""
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        """The next number; a large one steps to the next ten."""
        if not isinstance(self._allowed, range) or not isinstance(value, int):
            return _next(self._allowed, value, by)
        stepped = value + by
        if max(value, stepped) > _SMALL:
            stepped = (value // 10 + 1) * 10 if by > 0 else max(_SMALL, (value - 1) // 10 * 10)
        return min(max(stepped, self._allowed[0]), self._allowed[-1])


class Seconds:
    """A time in seconds, from 0, that may have a fraction."""

    def __init__(self, longest: int) -> None:
        self._longest = longest

    @property
    def values(self) -> str:
        """`seconds from 0 to 600, like 0.5`."""
        return f"seconds from 0 to {self._longest}, like 0.5"

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The time."""
        try:
            seconds = float(spelled) if isinstance(spelled, str | int | float) else -1.0
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= self._longest:
            raise _not_valid(name, spelled, self.values)
        return seconds

    def spell(self, value: Value) -> str:
        """`0.5`, or `1`."""
        return f"{value:g}"

    def step(self, value: Value, by: int) -> Value:
        """A whole second more or less."""
        assert isinstance(value, int | float)
        return min(max(value + by, 0), self._longest)


class Words:
    """One of several words; those of an enumeration are read as its members."""

    def __init__(self, *words: str) -> None:
        self._words = {str(word): word for word in words}

    @property
    def values(self) -> str:
        """`points, legal or none`."""
        return _listed(tuple(self._words))

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The word."""
        if isinstance(spelled, str) and spelled in self._words:
            return self._words[spelled]
        raise _not_valid(name, spelled, self.values)

    def spell(self, value: Value) -> str:
        """The word."""
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        """The next word."""
        return _next(tuple(self._words.values()), value, by)


class Text:
    """A short text, not empty. There is nothing to step through."""

    values: Final = ""

    def __init__(self, longest: int) -> None:
        self._longest = longest

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The text."""
        if not isinstance(spelled, str) or not spelled:
            raise RulesError(name, "it is empty; give a text, or leave it out")
        if len(spelled) > self._longest:
            raise RulesError(name, f"it has at most {self._longest} characters")
        return spelled

    def spell(self, value: Value) -> str:
        """The text."""
        return str(value)

    def step(self, value: Value, _by: int) -> Value:
        """The same text."""
        return value


class _YesNo:
    values: Final = "yes or no"

    def parse(self, name: str, spelled: Spelling) -> Value:
        if isinstance(spelled, bool):
            return spelled
        if spelled not in ("yes", "no"):
            raise _not_valid(name, spelled, self.values)
        return spelled == "yes"

    def spell(self, value: Value) -> str:
        return "yes" if value else "no"

    def step(self, value: Value, _by: int) -> Value:
        return not value


class _Hand:
    values: Final = "a number, more or less"

    def parse(self, name: str, spelled: Spelling) -> Value:
        number = _number(spelled)
        if number is not None and 1 <= number <= 45:
            return number
        if spelled in (MORE, LESS):
            return str(spelled)
        raise _not_valid(name, spelled, "a number from 1 to 45, or more, or less")

    def spell(self, value: Value) -> str:
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        return _next((*range(1, 46), MORE, LESS), value, by)


class _Divisors:
    values: Final = "odd numbers from 3 on, like 3,5; or primes"

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
            raise _not_valid(name, wrong[0] if wrong else "", self.values)
        if len(set(numbers)) < len(numbers):
            raise RulesError(name, "each number may be given once")
        return tuple(sorted(number for number in numbers if number is not None))

    def spell(self, value: Value) -> str:
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def step(self, value: Value, by: int) -> Value:
        return _next(_COMMON_DIVISORS, value, by)


YES_NO: Final[Kind] = _YesNo()
HAND: Final[Kind] = _Hand()
DIVISORS: Final[Kind] = _Divisors()

IgnoredWhen = Callable[[Any], str | None]


def never_ignored(_: object) -> None:
    """No reason to ignore an option, whatever the rules are."""


class Option(NamedTuple):
    """An option: a row of a table of options.

    `name` is what is typed in line mode and stored, `label` is what its line on a screen is called: short, for 40
    columns. `meaning` is a clause. `default` is None where it depends on other options or there is none.
    `ignored_when` tells why a game with these rules ignores the option, or gives None.

    On the command line: `metavar` stands for its value, `flag_name` is for a flag that is not called like the option,
    and `note` is added to its help. The help of a yes/no option, whose flag takes no value, is its note alone.
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
        """The flag: `--bot-level`; `--no-spectators` for a yes/no option whose default is yes."""
        negation = "no-" if self.kind is YES_NO and self.default else ""
        return f"--{negation}{(self.flag_name or self.name).replace('_', '-')}"

    @property
    def help(self) -> str:
        """The help of the flag."""
        if self.kind is YES_NO:
            return self.note
        words = f"; {self.kind.values}" if isinstance(self.kind, Words) else ""
        default = "" if self.default is None else f" (default: {self.kind.spell(self.default)})"
        return f"{self.meaning}{words}{default}{self.note}"

    @property
    def is_text(self) -> bool:
        """Whether its value can only be typed, not stepped through."""
        return isinstance(self.kind, Text)

    def parse(self, spelled: Spelling) -> Value:
        """The value that was typed, or sent as JSON. Raises `RulesError`."""
        return self.kind.parse(self.name, spelled)

    def spell(self, options: object) -> str:
        """The value that these rules, or these options of a table, have, as it is typed."""
        return self.kind.spell(getattr(options, self.name))
