"""The layout: the tiles on the table, the arms they form, and the ends that can be joined.

Lives here: where a tile may be laid and what the open ends add up to (RULES.md 1.4 to 1.6).
Not here: whose turn it is, what a sum is worth, how any of it is drawn.

The line runs through the lead: `left` and `right` grow outward from it. With a spinner, `up` and `down` grow outward
from the spinner, which is the lead or lies somewhere on `left` or `right`.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from protocol.frozen import frozen
from protocol.game.tiles import Tile


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
        return tuple([end.arm for end in self.ends if end.pip in tile])

    def lay(self, tile: Tile, arm: Arm) -> "Layout":
        """The layout with one tile more. Does not check that it fits: that is `arms_for`."""
        lead, left, right, up, down = self.lead, self.left, self.right, self.up, self.down
        match arm:
            case Arm.START:
                lead = tile
            case Arm.LEFT:
                left = (*left, tile)
            case Arm.RIGHT:
                right = (*right, tile)
            case Arm.UP:
                up = (*up, tile)
            case Arm.DOWN:
                down = (*down, tile)
        spinner = self.spinner
        if spinner is None and tile.high == tile.low and self.spinning is not Spinning.NONE:
            spinner = Spinner(tile, arm, len(self.arm_tiles(arm)))
        # The fields in their order, made once: copying with `evolve` took most of the fold's time.
        return Layout(
            self.spinning, lead, left, right, up, down, spinner, self._ends_after(tile, arm, lead, left, right, spinner)
        )

    def _ends_after(
        self,
        tile: Tile,
        arm: Arm,
        lead: Tile | None,
        left: tuple[Tile, ...],
        right: tuple[Tile, ...],
        spinner: Spinner | None,
    ) -> tuple[End, ...]:
        """The ends once `tile` lies at `arm`, from the ends before it; what else is given is as it is with the tile."""
        if arm is Arm.START:
            return (End(Arm.LEFT, tile.low, tile.low), End(Arm.RIGHT, tile.high, tile.high))
        ends = [_end_with(tile, end) if end.arm is arm else end for end in self.ends]
        if lead is not None and lead.high == lead.low and not (left and right):
            # A lead double with one neighbour is a double at the other end: it counts with both halves.
            bare = Arm.RIGHT if left else Arm.LEFT
            ends = [End(bare, lead.high, 2 * lead.high) if end.arm is bare else end for end in ends]
        if spinner is not None and len(ends) == len(LONG_ARMS) and _is_flanked(spinner, left, right):
            worth = spinner.tile.high if self.spinning is Spinning.SNIFF else 0
            ends += [End(narrow, spinner.tile.high, worth) for narrow in NARROW_ARMS]
        return tuple(ends)


def _end_with(tile: Tile, end: End) -> End:
    """The end once this tile has been joined to it."""
    outer = tile.other_half(end.pip)
    return End(end.arm, outer, 2 * outer if tile.high == tile.low else outer)


def _is_flanked(spinner: Spinner, left: tuple[Tile, ...], right: tuple[Tile, ...]) -> bool:
    """Whether both long sides of the spinner are covered."""
    if spinner.arm is Arm.START:
        return bool(left and right)
    return len(left if spinner.arm is Arm.LEFT else right) > spinner.at + 1
