"""The signs on the full screen, for its help sheets and for `fives help`."""

from typing import Final

SIGNS: Final = (
    ("Ana 12 (5)", "Ana has 12 points and holds 5 tiles"),
    ("(6|4)", "the last tile played; as a box it has a double outline"),
    ("{4|4}", "the spinner; as a box it has a thick outline"),
    ("+4, +1 of 5, ·", "under a tile: what it would score; only 1 of 5 counts near the target; a dot: it fits nowhere"),
    ("on 6 +4, 1 +0", "under a tile that fits two ends: its points on the 6 and on the 1"),
    ("5a 5b", "two ends with a 5: the board has the letters a and b beside them"),
    ("6×2 5×0", "in the bar of ends: a double counts twice; a side of the spinner does not count yet"),
)
