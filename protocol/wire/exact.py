"""Values read exactly as JSON has them: numbers are not text, text is not a number, and nothing is converted.

Here: a reader for each kind of value in a message. Each raises `TypeError` or `ValueError` and says what is wrong in
plain words. The second argument is the requested type, which only `word` uses. Not here: objects, lists and messages
(`converter`).
"""

from enum import StrEnum
from typing import Final

from protocol.clean import brief
from protocol.game.options import Spelling
from protocol.game.tiles import NotATileError, Tile, parse_tile
from protocol.sentences import MOST_SENTENCES_DEEP, Fact, Sentence

LARGEST_NUMBER: Final = 2**53
"""JSON readers of every language hold whole numbers exactly up to here."""


def tile(value: object, _: object) -> Tile:
    """A tile from its text."""
    if type(value) is not str:
        raise NotATileError(f"{brief(value)} is not a tile: write it as text, like 6-4")
    return parse_tile(value)


def whole_number(value: object, _: object) -> int:
    """A number without a fraction; true and false are not numbers."""
    if type(value) is not int:
        raise TypeError(f"{brief(value)} is not a whole number")
    if abs(value) > LARGEST_NUMBER:
        raise TypeError(f"{brief(value)} is too large a number")
    return value


def seconds(value: object, _: object) -> float:
    """A finite number, possibly with a fraction, and not absurdly large."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST_NUMBER:
        raise TypeError(f"{brief(value)} is not a number")
    return float(value)


def text(value: object, _: object) -> str:
    """Text that can be encoded again, without lone surrogates."""
    if type(value) is not str:
        raise TypeError(f"{brief(value)} is not text")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{brief(value)} holds half a character: a lone surrogate") from None
    return value


def facts(value: object, _: object) -> dict[str, Fact]:
    """Texts, whole numbers and sentences by name."""
    return _facts(value, MOST_SENTENCES_DEEP)


def _facts(value: object, deep: int) -> dict[str, Fact]:
    if type(value) is not dict:
        raise TypeError(f"{brief(value)} is not an object")
    return {text(name, str): _fact(fact, deep) for name, fact in value.items()}


def _fact(value: object, deep: int) -> Fact:
    if type(value) is str:
        return text(value, str)
    if type(value) is not dict:
        return whole_number(value, int)
    if not deep:
        raise TypeError(f"{brief(value)} is a part of too many sentences")
    return Sentence(text(value.get("code"), str), _facts(value.get("facts", {}), deep - 1))


def yes_or_no(value: object, _: object) -> bool:
    """True or false, not a number."""
    if type(value) is not bool:
        raise TypeError(f"{brief(value)} is not true or false")
    return value


def word(value: object, enumeration: type[StrEnum]) -> StrEnum:
    """One of the words of an enumeration."""
    if type(value) is str:
        try:
            return enumeration(value)
        except ValueError:
            pass
    raise TypeError(f"{brief(value)} is none of {', '.join(enumeration)}")


def spelling(value: object, _: object) -> Spelling:
    """The value of a rules option, as typed after `--set` or as JSON."""
    if type(value) is list:
        return tuple(whole_number(number, int) for number in value)
    if type(value) is bool:
        return value
    if type(value) is int:
        return whole_number(value, int)
    if type(value) is str:
        return text(value, str)
    raise TypeError(f"{brief(value)} is no value of an option")


def settings(value: object, _: object) -> dict[str, Spelling]:
    """Rules options by name."""
    if type(value) is not dict:
        raise TypeError(f"{brief(value)} is not an object")
    return {text(name, str): spelling(spelled, Spelling) for name, spelled in value.items()}
