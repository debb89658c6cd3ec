"""The layout: the tiles on the table, the arms they form, and the ends that can be joined.

Lives here: where a tile may be laid and what the open ends add up to (RULES.md 1.4 to 1.6).
Not here: whose turn it is, what a sum is worth, how any of it is drawn.

The line runs through the lead: `left` and `right` grow outward from it. With a spinner, `up` and `down` grow outward
from the spinner, which is the lead or lies somewhere on `left` or `right`.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from attrs import evolve, frozen

from protocol.tiles import Tile


class Arm(StrEnum):
    """Where a tile is laid. `START` is the lead; the others grow from it or from the spinner."""

    START = "start"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


class Spinning(StrEnum):
    """Whether the first double branches, and whether its bare narrow ends count while both long sides are covered."""

    NONE = "none"
    PLAIN = "plain"
    SNIFF = "sniff"


class End(NamedTuple):
    """An open end: a tile with `pip` can be joined at `arm`; it adds `worth` to the sum of the ends."""

    arm: Arm
    pip: int
    worth: int


class Spinner(NamedTuple):
    """The first double of the round: which arm of the line it lies on (`START`: it is the lead), how far out from 0."""

    tile: Tile
    arm: Arm
    at: int


LONG_ARMS: Final = (Arm.LEFT, Arm.RIGHT)
NARROW_ARMS: Final = (Arm.UP, Arm.DOWN)


@frozen
class Layout:
    """The tiles laid so far. Arms hold their tiles outward, nearest first; `ends` is kept ready for every question."""

    spinning: Spinning = Spinning.NONE
    lead: Tile | None = None
    left: tuple[Tile, ...] = ()
    right: tuple[Tile, ...] = ()
    up: tuple[Tile, ...] = ()
    down: tuple[Tile, ...] = ()
    spinner: Spinner | None = None
    ends: tuple[End, ...] = ()

    @property
    def end_sum(self) -> int:
        """What the open ends add up to; a lead alone counts its pips once."""
        return sum(end.worth for end in self.ends)

    @property
    def line(self) -> tuple[Tile, ...]:
        """The tiles from the left end to the right end, the spinner's narrow arms left out."""
        return () if self.lead is None else (*reversed(self.left), self.lead, *self.right)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile laid."""
        return self.line + self.up + self.down

    def arm_tiles(self, arm: Arm) -> tuple[Tile, ...]:
        """The tiles of one arm outward; the lead itself for `START`."""
        match arm:
            case Arm.LEFT:
                return self.left
            case Arm.RIGHT:
                return self.right
            case Arm.UP:
                return self.up
            case Arm.DOWN:
                return self.down
            case Arm.START:
                return () if self.lead is None else (self.lead,)

    def arms_for(self, tile: Tile) -> tuple[Arm, ...]:
        """The arms this tile can be joined to; `START` alone where nothing lies yet."""
        if self.lead is None:
            return (Arm.START,)
        return tuple(end.arm for end in self.ends if end.pip in tile)

    def has_end_for(self, tile: Tile) -> bool:
        """Whether the tile fits anywhere."""
        return self.lead is None or any(end.pip in tile for end in self.ends)

    def lay(self, tile: Tile, arm: Arm) -> "Layout":
        """The layout with one tile more. Does not check that it fits: that is `arms_for`."""
        if arm is Arm.START:
            laid = evolve(self, lead=tile)
        elif arm is Arm.LEFT:
            laid = evolve(self, left=(*self.left, tile))
        elif arm is Arm.RIGHT:
            laid = evolve(self, right=(*self.right, tile))
        elif arm is Arm.UP:
            laid = evolve(self, up=(*self.up, tile))
        else:
            laid = evolve(self, down=(*self.down, tile))
        spinner = self.spinner
        if spinner is None and tile.is_double and self.spinning is not Spinning.NONE:
            spinner = Spinner(tile, arm, len(self.arm_tiles(arm)))
        return evolve(laid, spinner=spinner, ends=self._ends_after(laid, spinner, tile, arm))

    def _ends_after(self, laid: "Layout", spinner: Spinner | None, tile: Tile, arm: Arm) -> tuple[End, ...]:
        """The ends once `tile` lies at `arm`, worked out from the ends before it."""
        if arm is Arm.START:
            return (End(Arm.LEFT, tile.low, tile.low), End(Arm.RIGHT, tile.high, tile.high))
        ends = {end.arm: end for end in self.ends}
        outer = tile.other_half(ends[arm].pip) if arm in ends else tile.low
        ends[arm] = End(arm, outer, 2 * outer if tile.is_double else outer)
        lead = laid.lead
        if lead is not None and lead.is_double:
            # A lead double with one neighbour is a double at the other end: it counts with both halves.
            for bare, covered in ((Arm.LEFT, laid.right), (Arm.RIGHT, laid.left)):
                if covered and not laid.arm_tiles(bare):
                    ends[bare] = End(bare, lead.high, 2 * lead.high)
        if spinner is not None and _both_long_sides_are_covered(laid, spinner):
            worth = spinner.tile.high if self.spinning is Spinning.SNIFF else 0
            for narrow in NARROW_ARMS:
                if not laid.arm_tiles(narrow):
                    ends[narrow] = End(narrow, spinner.tile.high, worth)
        return tuple(ends[each] for each in (*LONG_ARMS, *NARROW_ARMS) if each in ends)


def _both_long_sides_are_covered(layout: Layout, spinner: Spinner) -> bool:
    if spinner.arm is Arm.START:
        return bool(layout.left and layout.right)
    return len(layout.arm_tiles(spinner.arm)) > spinner.at + 1
