"""Values read exactly as JSON has them: a number is no text, text is no number, and nothing is put right.

Here: a reader for each kind of value in a message. Each raises `TypeError` or `ValueError` with what is wrong, in
plain words. The second argument is the type asked for; only `word` looks at it. Not here: objects, lists and messages
(`converter`).
"""

from enum import StrEnum
from typing import Final

from protocol.clean import brief
from protocol.game.options import Spelling
from protocol.game.tiles import NotATileError, Tile, parse_tile

LARGEST_NUMBER: Final = 2**53
"""Up to here, a JSON reader in any language holds whole numbers exactly."""


def tile(value: object, _: object) -> Tile:
    """A tile from its text."""
    if type(value) is not str:
        raise NotATileError(f"{brief(value)} is not a tile: write it as text, like 6-4")
    return parse_tile(value)


def whole_number(value: object, _: object) -> int:
    """A number without a fraction; true and false are none."""
    if type(value) is not int:
        raise TypeError(f"{brief(value)} is not a whole number")
    if abs(value) > LARGEST_NUMBER:
        raise TypeError(f"{brief(value)} is too large a number")
    return value


def seconds(value: object, _: object) -> float:
    """A number that may have a fraction, and is neither endless nor absurd."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST_NUMBER:
        raise TypeError(f"{brief(value)} is not a number")
    return float(value)


def text(value: object, _: object) -> str:
    """Text that can be written again."""
    if type(value) is not str:
        raise TypeError(f"{brief(value)} is not text")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{brief(value)} holds half a character: a lone surrogate") from None
    return value


def yes_or_no(value: object, _: object) -> bool:
    """True or false; a number is neither."""
    if type(value) is not bool:
        raise TypeError(f"{brief(value)} is not true or false")
    return value


def word(value: object, of: type[StrEnum]) -> StrEnum:
    """One of the words of an enumeration."""
    if type(value) is str:
        try:
            return of(value)
        except ValueError:
            pass
    raise TypeError(f"{brief(value)} is none of {', '.join(of)}")


def spelling(value: object, _: object) -> Spelling:
    """The value of an option of the rules, as `--set` spells it or as JSON."""
    if type(value) is list:
        return tuple(whole_number(each, int) for each in value)
    if type(value) is bool:
        return value
    if type(value) is int:
        return whole_number(value, int)
    if type(value) is str:
        return text(value, str)
    raise TypeError(f"{brief(value)} is no value of an option")


def settings(value: object, _: object) -> dict[str, Spelling]:
    """Options of the rules by name."""
    if type(value) is not dict:
        raise TypeError(f"{brief(value)} is not an object")
    return {text(name, str): spelling(each, Spelling) for name, each in value.items()}
