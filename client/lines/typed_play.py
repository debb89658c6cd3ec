"""A play as it is typed: `3`, `3 r`, `6-4 left`.

Here: reading it, and whether a line has to wait for the player's turn. Not here: which tile a number is, and making the
play (`letters`, `course_lines`).
"""

import re
from typing import Final, NamedTuple

from client.actions.typed_commands import key_action
from client.words.say import as_typed_in_english
from protocol.game.tiles import Tile, tile
from protocol.log.commands import DrawTile, Knock, TakeHint

_PLAY: Final = re.compile(r"(?:play\s+)?(\d{1,2})(?:-(\d{1,2}))?(?:\s+(?:on\s+the\s+)?(\w+)|([a-z]+))?\.?")
"""Also as a hint says it: `Play 6-4 on the left.`"""


class TypedPlay(NamedTuple):
    """A play as typed: a tile or its number in the hand, from 1; and the word for an end, which may be invalid."""

    number: int | None
    tile: Tile | None
    arm: str | None


def typed_play(line: str) -> TypedPlay | None:
    """The play in a line, or None if the line is something else."""
    typed = line.strip().casefold()
    word, blank, rest = typed.partition(" ")
    found = _PLAY.fullmatch(f"{as_typed_in_english(word)}{blank}{rest}")
    if found is None:
        return None
    first, second, apart, joined = found.groups()
    if second is None:
        return TypedPlay(int(first), None, apart or joined)
    return TypedPlay(None, tile(int(first), int(second)), apart or joined)


def is_move(line: str) -> bool:
    """Whether a line is a play, draw, knock or hint, and so has to wait for the player's turn."""
    word = line.strip()
    is_key = isinstance(key_action(word), DrawTile | Knock | TakeHint)
    return typed_play(line) is not None or is_key or (not word and bool(line))
