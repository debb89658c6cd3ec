"""The kinds of values that options take: how to read, check and spell a value, and how to step to the next one.

Here: a single value. Not here: the list of options (`rules`) and whether their values fit together (`presets`).
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Protocol

from protocol.clean import brief, echoed
from protocol.digits import number_in
from protocol.frozen import frozen

Value = int | str | bool | tuple[int, ...]
Spelling = Value | Sequence[int]
PRIMES: Final = "primes"
_USUAL_DIVISORS: Final[Sequence[Value]] = ((3, 5), (3,), (5,), (3, 5, 7), PRIMES)
MORE, LESS = "more", "less"


class RulesError(ValueError):
    """The requested rules make no game. `option` is what to change; the text says what is wrong and what would work."""

    def __init__(self, option: str, text: str) -> None:
        self.option = echoed(option)
        """The option, or what was typed in its place: short, and safe to print."""
        super().__init__(f"{self.option}: {text}")


class Kind(Protocol):
    """A kind of value."""

    @property
    def values(self) -> str:
        """The values of this kind, in words."""

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The value that is spelled like this; `name` is its option. Raises `RulesError`."""

    def spell(self, value: Value) -> str:
        """The value, spelled as for `--set`."""

    def step(self, value: Value, by: int, /) -> Value:
        """The next value in a form (`by` is 1) or the previous one (-1). Lists wrap around, ranges stop at the ends."""


def _number(spelled: Spelling) -> int | None:
    if isinstance(spelled, bool):
        return None
    if isinstance(spelled, int):
        return spelled
    return number_in(spelled) if isinstance(spelled, str) else None


def _next(among: Sequence[Value], value: Value, by: int) -> Value:
    """The next value in the list, wrapping around; the first one if `value` is not in the list."""
    return among[(among.index(value) + by) % len(among)] if value in among else among[0]


_SMALL: Final = 20
"""Steps through a range are ones up to here and tens above."""


class Number:
    """A whole number: one of a few, or any of a range."""

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
        *most, last = map(str, self._allowed)
        return f"{', '.join(most)} or {last}"

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The number."""
        number = _number(spelled)
        if number is None or number not in self._allowed:
            raise RulesError(name, f"{brief(spelled)} will not do: it takes {self.values}")
        return number

    def spell(self, value: Value) -> str:
        """The digits."""
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        """The next number; from a large one, the next multiple of ten."""
        if not isinstance(self._allowed, range) or not isinstance(value, int):
            return _next(self._allowed, value, by)
        stepped = value + by
        if max(value, stepped) > _SMALL:
            stepped = (value // 10 + 1) * 10 if by > 0 else max(_SMALL, (value - 1) // 10 * 10)
        return min(max(stepped, self._allowed[0]), self._allowed[-1])


class Words:
    """One of several words."""

    def __init__(self, *words: StrEnum) -> None:
        self._words = {word.value: word for word in words}

    @property
    def values(self) -> str:
        """The words."""
        *most, last = self._words
        return f"{', '.join(most)} or {last}"

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The word, as the member of its enumeration."""
        if isinstance(spelled, str) and spelled in self._words:
            return self._words[spelled]
        raise RulesError(name, f"{brief(spelled)} will not do: it takes {self.values}")

    def spell(self, value: Value) -> str:
        """The word."""
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        """The next word."""
        return _next(tuple(self._words.values()), value, by)


@frozen
class _YesNo:
    values: str = "yes or no"

    def parse(self, name: str, spelled: Spelling) -> Value:
        if isinstance(spelled, bool):
            return spelled
        if spelled not in ("yes", "no"):
            raise RulesError(name, f"{brief(spelled)} will not do: it takes yes or no")
        return spelled == "yes"

    def spell(self, value: Value) -> str:
        return "yes" if value else "no"

    def step(self, value: Value, _by: int) -> Value:
        return not value


@frozen
class _Hand:
    values: str = "a number, more or less"

    def parse(self, name: str, spelled: Spelling) -> Value:
        number = _number(spelled)
        if number is not None and 1 <= number <= 45:
            return number
        if spelled in (MORE, LESS):
            return str(spelled)
        raise RulesError(name, f"{brief(spelled)} will not do: it takes a number from 1 to 45, or more, or less")

    def spell(self, value: Value) -> str:
        return str(value)

    def step(self, value: Value, by: int) -> Value:
        return _next((*range(1, 46), MORE, LESS), value, by)


@frozen
class _Divisors:
    values: str = "odd numbers from 3 on, like 3,5; or primes"

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
            raise RulesError(name, f"{brief(wrong[0] if wrong else '')} will not do: it takes {self.values}")
        if len(set(numbers)) < len(numbers):
            raise RulesError(name, "each number may be given once")
        return tuple(sorted(number for number in numbers if number is not None))

    def spell(self, value: Value) -> str:
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def step(self, value: Value, by: int) -> Value:
        return _next(_USUAL_DIVISORS, value, by)


YES_NO: Final[Kind] = _YesNo()
HAND: Final[Kind] = _Hand()
DIVISORS: Final[Kind] = _Divisors()
