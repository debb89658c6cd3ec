"""The layout: the tiles on the table, the arms they form, and the open ends.

Here: where a tile fits, and the sum of the open ends (RULES.md 1.4 to 1.6).
Not here: whose turn it is, how many points a sum scores, how the layout is drawn.

The line runs through the lead: `left` and `right` grow outward from it. With a spinner, `up` and `down` grow outward
from the spinner, which is the lead or a tile on `left` or `right`.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from protocol.frozen import frozen
from protocol.game.tiles import Tile


class Arm(StrEnum):
    """Where a tile is laid: `START` for the lead; the other arms grow from the lead or from the spinner."""

    START = "start"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


class Spinning(StrEnum):
    """Whether the first double branches, and whether its bare narrow ends count once both long sides are covered."""

    NONE = "none"
    PLAIN = "plain"
    SNIFF = "sniff"


class End(NamedTuple):
    """An open end: a tile with `pip` fits at `arm`. The end adds `worth` to the sum of the open ends."""

    arm: Arm
    pip: int
    worth: int


class Spinner(NamedTuple):
    """The first double of the round. `arm` is its arm (`START` for the lead), `at` its index on that arm, from 0."""

    tile: Tile
    arm: Arm
    at: int


LONG_ARMS: Final = (Arm.LEFT, Arm.RIGHT)
NARROW_ARMS: Final = (Arm.UP, Arm.DOWN)


@frozen
class Layout:
    """The tiles laid so far. Arms list their tiles outward from the lead or the spinner.

    `ends` can be derived from the rest, but nearly everything needs it, so `lay` computes it once.
    """

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
        """The sum of the open ends. A lead without neighbours counts its pips once."""
        return sum([end.worth for end in self.ends])

    @property
    def line(self) -> tuple[Tile, ...]:
        """The tiles from the left end to the right end, without the spinner's narrow arms."""
        return () if self.lead is None else (*reversed(self.left), self.lead, *self.right)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile on the table."""
        return self.line + self.up + self.down

    def arm_tiles(self, arm: Arm) -> tuple[Tile, ...]:
        """The tiles of one arm, outward; the lead itself for `START`."""
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

    @property
    def is_lone_double(self) -> bool:
        """Whether a double is the only tile: its sides are equivalent, so a play on either is the same."""
        lead = self.lead
        return lead is not None and lead.is_double and not (self.left or self.right or self.up or self.down)

    def arms_for(self, tile: Tile) -> tuple[Arm, ...]:
        """The arms where this tile fits; `START` if the table is empty."""
        if self.lead is None:
            return (Arm.START,)
        return tuple([end.arm for end in self.ends if end.pip in tile])

    def lay(self, tile: Tile, arm: Arm) -> "Layout":
        """The layout with this tile added. It does not check that the tile fits: `arms_for` does."""
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
        # Not `attrs.evolve`, which took most of the time of a fold.
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
        """The ends after `tile` is laid at `arm`; `self` is the layout before it, the other arguments are after it."""
        if arm is Arm.START:
            return (End(Arm.LEFT, tile.low, tile.low), End(Arm.RIGHT, tile.high, tile.high))
        ends = [_end_with(tile, end) if end.arm is arm else end for end in self.ends]
        if lead is not None and lead.high == lead.low and not (left and right):
            # A led double with only one neighbour is itself the other end, and both its halves count.
            bare = Arm.RIGHT if left else Arm.LEFT
            ends = [End(bare, lead.high, 2 * lead.high) if end.arm is bare else end for end in ends]
        if spinner is not None and len(ends) == len(LONG_ARMS) and _is_flanked(spinner, left, right):
            worth = spinner.tile.high if self.spinning is Spinning.SNIFF else 0
            ends += [End(narrow, spinner.tile.high, worth) for narrow in NARROW_ARMS]
        return tuple(ends)


def _end_with(tile: Tile, end: End) -> End:
    """The end after this tile is joined to it."""
    outer = tile.other_half(end.pip)
    return End(end.arm, outer, 2 * outer if tile.high == tile.low else outer)


def _is_flanked(spinner: Spinner, left: tuple[Tile, ...], right: tuple[Tile, ...]) -> bool:
    """Whether both long sides of the spinner are covered."""
    if spinner.arm is Arm.START:
        return bool(left and right)
    return len(left if spinner.arm is Arm.LEFT else right) > spinner.at + 1
