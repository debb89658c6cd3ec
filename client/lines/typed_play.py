"""A typed line read as a play: a number or a tile, and maybe an end.

Lives here: the form of such a line, and which lines have to wait for a turn. Not here: doing it (`letters`).
"""

import re
from typing import Final, NamedTuple

from client.actions.orders import DRAW, HINT, KNOCK
from protocol.game.tiles import Tile, tile

_PLAY: Final = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?(?:\s+(\w+)|([a-z]+))?")


class TypedPlay(NamedTuple):
    """A play as typed: a tile, or its number in the hand from 1; and an end, or a word that is none."""

    number: int | None
    tile: Tile | None
    arm: str | None


def typed_play(line: str) -> TypedPlay | None:
    """The play that a line asks for, or None where it asks for something else."""
    found = _PLAY.fullmatch(line.strip().casefold())
    if found is None:
        return None
    first, second, apart, joined = found.groups()
    if second is None:
        return TypedPlay(int(first), None, apart or joined)
    return TypedPlay(None, tile(int(first), int(second)), apart or joined)


def is_move(line: str) -> bool:
    """Whether a line plays, draws or knocks, or asks for a hint: what has to wait for its turn."""
    word = line.strip().casefold()
    return typed_play(line) is not None or word in (*DRAW, *KNOCK, *HINT) or (not word and bool(line))
