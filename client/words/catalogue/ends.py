"""Where a tile is and where it goes: arms, ends, what the ends count."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "arm.start": "start",
    "arm.left": "left",
    "arm.right": "right",
    "arm.up": "up",
    "arm.down": "down",
    "arm.left_first": "Left",
    "arm.right_first": "Right",
    "arm.up_first": "Up",
    "arm.down_first": "Down",
    # Where a tile is played: `Ann plays 6-4 on the left`. `end` is the number there, on a board that is drawn.
    "at.start": "as the lead",
    "at.left": "on the left",
    "at.right": "on the right",
    "at.up": "up",
    "at.down": "down",
    "at.end": "on the {end}",
    "at.end_first": "On the {end}",
    # The same in few words: `Ann 6-4 on 4`.
    "at.brief_end": "on {end}",
    "at.the_end": "the {end}",
    # An end and what it counts: a part of `ends.only_with` or of a list.
    "end.plain": "{arm} {pip}",
    "end.double": "{arm} double {pip} counts {worth}",
    "end.nothing": "{arm} {pip} counts nothing",
    "ends.empty": "The table is empty",
    "ends.only": "{tile} is the only tile",
    "ends.only_with": "{tile} is the only tile, {ends}",
    "ends.drawn": "Ends {ends}",
    # What a tile has to fit.
    "fit.one": "every end is {pip}",
    "fit.several": "the ends are {pips}",
    "fit.none": "the ends are none yet",
}
