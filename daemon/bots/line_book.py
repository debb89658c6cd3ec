"""Tables for playing thousands of rounds: the tiles that fit the open ends, and the ends that each tile leaves.

Here: `LineBook`, which represents tiles as bits of a mask, and the open ends as a `Line`: one shared object for each
set of ends, with the tiles that fit, the points of its sum, and the lines that may follow, each calculated once. A
double-six set has 113 lines without a spinner, and many more with one. Not here: how ends follow from tiles (`ends`),
turns (`playout`), choosing a play (`playout_policy`).
"""

from typing import Final

from daemon.bots.ends import Ends, EndsBook
from protocol.game.layout import Layout
from protocol.game.rules import Rules, TargetMode
from protocol.game.scoring import points_of
from protocol.game.tiles import Tile, pips_of, set_of_tiles

MOST_HANDS: Final = 100_000

PolicyPlay = tuple[int, "Line", int]
"""A play of the playout policy: the tile's bit, the line it leaves, the points awarded."""


class Line:
    """The open ends on the table. A `LineBook` makes one for each set of ends.

    `fits`: the mask of the tiles that fit. `times_seen`, `ranking` and `threat` belong to the playout policy.
    """

    __slots__ = ("_after", "_book", "ends", "fits", "points", "ranking", "threat", "times_seen")

    def __init__(self, book: "LineBook", ends: Ends) -> None:
        self.ends = ends
        self.fits = book.every_tile if not ends.open else 0
        for end in ends.open:
            self.fits |= book.with_number[end.pip]
        self.points = book.points_of(ends.total) if ends.open else 0
        self.times_seen: dict[int, int] = {}
        self.ranking: dict[int, list[PolicyPlay]] = {}
        self.threat: float | None = None
        self._book = book
        self._after: dict[int, tuple[Line, ...]] = {}

    def clear(self) -> None:
        """Drop the other lines."""
        self._after.clear()
        self.ranking.clear()

    def after(self, bit: int) -> tuple["Line", ...]:
        """The different lines that may follow when this tile is played; none if it does not fit."""
        found = self._after.get(bit)
        if found is None:
            outcomes = self.ends.after(self._book.tile_of(bit))
            found = self._after[bit] = tuple(self._book.line(each) for each in outcomes)
        return found


class LineBook:
    """The tiles and lines under one set of rules. `bare`: the line before the lead."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.is_exact = rules.target_mode is TargetMode.EXACT
        self.tiles = set_of_tiles(rules.max_pip)
        self.every_tile = (1 << len(self.tiles)) - 1
        self.bits = {tile: 1 << at for at, tile in enumerate(self.tiles)}
        self.with_number = [
            sum(bit for tile, bit in self.bits.items() if number in tile) for number in range(rules.max_pip + 1)
        ]
        self._ends = EndsBook(rules.spinning)
        self._lines: dict[Ends, Line] = {}
        self._pips: dict[int, int] = {}
        self._points: dict[int, int] = {}
        self.bare = self.line_of(Layout(rules.spinning))

    def __len__(self) -> int:
        return len(self._lines)

    def clear(self) -> None:
        """Drop all lines. It is not used afterwards."""
        for each in self._lines.values():
            each.clear()
        self._lines.clear()
        self._ends.clear()

    def line(self, ends: Ends) -> Line:
        """The shared line with these ends."""
        found = self._lines.get(ends)
        if found is None:
            found = self._lines[ends] = Line(self, ends)
        return found

    def line_of(self, layout: Layout) -> Line:
        """The line of a layout."""
        return self.line(self._ends.of(layout))

    def points_of(self, end_sum: int) -> int:
        """The points of this sum of ends."""
        found = self._points.get(end_sum)
        if found is None:
            found = self._points[end_sum] = points_of(self.rules, end_sum)
        return found

    def tile_of(self, bit: int) -> Tile:
        """The tile of a bit."""
        return self.tiles[bit.bit_length() - 1]

    def mask_of(self, tiles: tuple[Tile, ...]) -> int:
        """The mask of a hand."""
        bits = self.bits
        return sum(bits[tile] for tile in tiles)

    def tiles_in(self, mask: int) -> tuple[Tile, ...]:
        """The tiles of a mask."""
        return tuple(tile for tile, bit in self.bits.items() if bit & mask)

    def pips_in(self, mask: int) -> int:
        """The pips of a hand, given as a mask."""
        found = self._pips.get(mask)
        if found is None:
            if len(self._pips) > MOST_HANDS:
                self._pips.clear()
            found = self._pips[mask] = pips_of(self.tiles_in(mask))
        return found

    def awarded(self, score: int, points: int, knocks: int, chip: int) -> int:
        """The part of these points that counts for a side with this score (RULES.md 1.11)."""
        if not self.is_exact:
            return points + knocks + chip
        room = self.rules.target - score
        if self.rules.combine:
            offered = points + knocks + chip
            return offered if offered <= room else 0
        counted = 0
        for offer in (points, knocks, chip):
            if counted + offer <= room:
                counted += offer
        return counted
