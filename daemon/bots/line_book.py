"""The open ends of a layout without its other tiles. Fitting and scoring depend on nothing else.

Here: `LineBook`, which represents tiles as bits of a mask, and the open ends as a `Line`: one shared object for each
set of ends, with the tiles that fit, the points of its sum, and the lines that may follow, each calculated once. A
double-six set has 113 lines without a spinner, and many more with one. Not here: the arms and the rules of layouts
(`protocol.game.layout`, with which the tests compare this), turns (`playout`), choosing a play (`playout_policy`).
"""

from typing import Final, NamedTuple

from protocol.game.layout import Arm, Layout, Spinning
from protocol.game.rules import Rules, TargetMode
from protocol.game.scoring import accepted, points_of
from protocol.game.tiles import Tile, pips_of, set_of_tiles

MOST_HANDS: Final = 100_000

PolicyPlay = tuple[float, int, "Line", int]
"""A play of the playout policy: its value in turns, the tile's bit, the line it leaves, the points awarded."""
Ranking = dict[int, list[PolicyPlay]]
"""The plays of some tiles by the tile's bit, the best one of each tile first."""


class OpenEnd(NamedTuple):
    """An open end. `opens_narrow`: it is the spinner's second long side, and covering it opens two more ends."""

    pip: int
    worth: int
    opens_narrow: bool = False


class Line:
    """The open ends on the table. A `LineBook` makes one for each set of ends.

    `total`: the sum of the ends, `points` its points. `fits`: the mask of the tiles that fit. `seen`, `ranking`
    and `threat` belong to the playout policy.
    """

    __slots__ = (
        "_after",
        "_book",
        "fits",
        "lone_double",
        "open",
        "points",
        "ranking",
        "seen",
        "spinner_due",
        "threat",
        "total",
    )

    def __init__(self, book: "LineBook", open_ends: tuple[OpenEnd, ...], *, lone_double: bool, spinner_due: bool):
        self.open = open_ends
        self.total = sum(end.worth for end in open_ends)
        self.lone_double = lone_double
        self.spinner_due = spinner_due
        self.fits = 0 if open_ends else book.every_tile
        for end in open_ends:
            self.fits |= book.with_number[end.pip]
        self.points = book.points_of(self.total) if open_ends else 0
        self.seen: set[int] = set()
        self.ranking: dict[int, Ranking] = {}
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
            found = self._after[bit] = self._outcomes(self._book.tile_of(bit))
        return found

    def sums_after(self, top: int) -> dict[tuple[int, int], tuple[int, ...]]:
        """By tile of a set up to double-`top` (its numbers, lower one first): the sums that it can leave.

        They are the sums of `after`, without making the lines, which is much quicker.
        """
        sums: dict[tuple[int, int], tuple[int, ...]] = {}
        for end in dict.fromkeys(self.open):
            pip = end.pip
            rest = self.total if self.lone_double else self.total - end.worth
            if end.opens_narrow and self._book.spinning is Spinning.SNIFF:
                rest += 2 * pip
            for outer in range(top + 1):
                key = (pip, outer) if pip < outer else (outer, pip)
                sums[key] = (*sums.get(key, ()), rest + (2 * outer if outer == pip else outer))
        return sums

    def _outcomes(self, tile: Tile) -> tuple["Line", ...]:
        if not self.open:
            return (self._book.led(tile),)
        outcomes: dict[int, Line] = {}
        for at, end in enumerate(self.open):
            if end.pip in tile:
                outcome = self._laid(tile, at)
                outcomes[id(outcome)] = outcome
        return tuple(outcomes.values())

    def _laid(self, tile: Tile, at: int) -> "Line":
        spinning = self._book.spinning
        covered = self.open[at]
        rest = [*self.open[:at], *self.open[at + 1 :]]
        if self.lone_double:
            # Once the lead double has a neighbour it is a double at the other end, so it counts with both halves.
            rest = [OpenEnd(covered.pip, 2 * covered.pip, opens_narrow=spinning is not Spinning.NONE)]
        if covered.opens_narrow:
            rest += [OpenEnd(covered.pip, covered.pip if spinning is Spinning.SNIFF else 0)] * 2
        outer = tile.other_half(covered.pip)
        becomes_spinner = self.spinner_due and tile.is_double
        rest.append(OpenEnd(outer, 2 * outer if tile.is_double else outer, becomes_spinner))
        return self._book.line(rest, spinner_due=self.spinner_due and not tile.is_double)


class LineBook:
    """The tiles and lines under one set of rules. `bare`: the line before the lead."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.spinning = rules.spinning
        self.is_exact = rules.target_mode is TargetMode.EXACT
        self.tiles = set_of_tiles(rules.max_pip)
        self.every_tile = (1 << len(self.tiles)) - 1
        self.bits = {tile: 1 << at for at, tile in enumerate(self.tiles)}
        self.with_number = [
            sum(bit for tile, bit in self.bits.items() if number in tile) for number in range(rules.max_pip + 1)
        ]
        self._lines: dict[tuple[tuple[OpenEnd, ...], bool, bool], Line] = {}
        self._pips: dict[int, int] = {}
        self._points: dict[int, int] = {}
        self.bare = self.line_of(Layout(self.spinning))

    def __len__(self) -> int:
        return len(self._lines)

    def clear(self) -> None:
        """Drop all lines. It is not used afterwards."""
        for line in self._lines.values():
            line.clear()
        self._lines.clear()
        del self.bare

    def line(self, open_ends: list[OpenEnd], *, lone_double: bool = False, spinner_due: bool) -> Line:
        """The shared line with these ends, in any order."""
        key = (tuple(sorted(open_ends)), lone_double, spinner_due)
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = Line(self, key[0], lone_double=lone_double, spinner_due=spinner_due)
        return found

    def led(self, tile: Tile) -> Line:
        """The line after this lead."""
        return self.line(
            [OpenEnd(tile.low, tile.low), OpenEnd(tile.high, tile.high)],
            lone_double=tile.is_double,
            spinner_due=self.spinning is not Spinning.NONE and not tile.is_double,
        )

    def line_of(self, layout: Layout) -> Line:
        """The line of a layout."""
        is_spinning = self.spinning is not Spinning.NONE
        if layout.lead is None:
            return self.line([], spinner_due=is_spinning)
        if not layout.left and not layout.right:
            return self.led(layout.lead)
        waiting = _spinners_free_arm(layout)
        return self.line(
            [OpenEnd(end.pip, end.worth, end.arm is waiting) for end in layout.ends],
            spinner_due=is_spinning and layout.spinner is None,
        )

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

    def awarded(self, score: int, points: int, knocks: int, chip: int, *, leads: bool = False) -> int:
        """The part of these points that counts for a side with this score; `leads`: for the first tile of a round."""
        return accepted(self.rules, score, (points, knocks, chip), leads=leads)


def _spinners_free_arm(layout: Layout) -> Arm | None:
    """The arm at which the spinner's second long side is uncovered, if there is one."""
    spinner = layout.spinner
    if spinner is None:
        return None
    if spinner.arm is Arm.START:
        bare = [arm for arm in (Arm.LEFT, Arm.RIGHT) if not layout.arm_tiles(arm)]
        return bare[0] if bare else None
    return spinner.arm if len(layout.arm_tiles(spinner.arm)) == spinner.at + 1 else None


def bits_in(mask: int) -> list[int]:
    """The bits of a mask, lowest first."""
    bits = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits
