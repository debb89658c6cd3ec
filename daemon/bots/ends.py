"""The open ends of a layout without its other tiles. Scoring and fitting depend on nothing else.

Here: `Ends`, one shared object for each set of open ends, which caches the ends that follow when a tile is played.
There are few such sets (113 with double-six tiles and no spinner), so playing ahead is a lookup. Not here: the arms and
the rules of layouts (`protocol.game.layout`, with which the tests compare this), the points of a sum
(`protocol.game.scoring`).
"""

from typing import Final, NamedTuple

from daemon.bots.caches import Cache
from protocol.game.layout import Arm, Layout, Spinning
from protocol.game.tiles import Tile

MOST_ENDS: Final = 20_000


class OpenEnd(NamedTuple):
    """An open end. `opens_narrow`: it is the spinner's second long side, and covering it opens two more ends."""

    pip: int
    worth: int
    opens_narrow: bool = False


class Ends:
    """The open ends of a layout. An `EndsBook` makes one for each set of ends."""

    __slots__ = ("_after", "_book", "lone_double", "open", "spinner_due", "total")

    def __init__(self, book: "EndsBook", open_ends: tuple[OpenEnd, ...], *, lone_double: bool, spinner_due: bool):
        self.open = open_ends
        self.total = sum(end.worth for end in open_ends)
        self.lone_double = lone_double
        self.spinner_due = spinner_due
        self._book = book
        self._after: dict[Tile, tuple[Ends, ...]] = {}

    def after(self, tile: Tile) -> tuple["Ends", ...]:
        """The different ends that may follow when this tile is played; none if it does not fit."""
        found = self._after.get(tile)
        if found is None:
            found = self._after[tile] = self._outcomes(tile)
        return found

    def clear(self) -> None:
        """Drop the ends that follow."""
        self._after.clear()

    def sums_after(self, top: int) -> dict[tuple[int, int], tuple[int, ...]]:
        """By tile of a set up to double-`top` (its numbers, lower one first): the sums that it can leave.

        They are the sums of `after`, without making the ends, which is much quicker.
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

    def _outcomes(self, tile: Tile) -> tuple["Ends", ...]:
        if not self.open:
            return (self._book.led(tile),)
        outcomes: dict[int, Ends] = {}
        for at, end in enumerate(self.open):
            if end.pip in tile:
                outcome = self._laid(tile, at)
                outcomes[id(outcome)] = outcome
        return tuple(outcomes.values())

    def _laid(self, tile: Tile, at: int) -> "Ends":
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
        return self._book.ends(rest, spinner_due=self.spinner_due and not tile.is_double)


class EndsBook:
    """All `Ends` so far, for one spinner rule."""

    def __init__(self, spinning: Spinning) -> None:
        self.spinning = spinning
        self._known: dict[tuple[tuple[OpenEnd, ...], bool, bool], Ends] = {}

    @property
    def is_full(self) -> bool:
        """Whether it has grown so much that it should be made anew, which only spinners in large sets cause."""
        return len(self._known) > MOST_ENDS

    def clear(self) -> None:
        """Drop all ends. It is not used afterwards."""
        for each in self._known.values():
            each.clear()
        self._known.clear()

    def ends(self, open_ends: list[OpenEnd], *, lone_double: bool = False, spinner_due: bool) -> Ends:
        """The shared object for these ends, in any order."""
        key = (tuple(sorted(open_ends)), lone_double, spinner_due)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Ends(self, key[0], lone_double=lone_double, spinner_due=spinner_due)
        return found

    def led(self, tile: Tile) -> Ends:
        """The ends after this lead."""
        return self.ends(
            [OpenEnd(tile.low, tile.low), OpenEnd(tile.high, tile.high)],
            lone_double=tile.is_double,
            spinner_due=self.spinning is not Spinning.NONE and not tile.is_double,
        )

    def of(self, layout: Layout) -> Ends:
        """The ends of a layout."""
        if layout.lead is None:
            return self.ends([], spinner_due=self.spinning is not Spinning.NONE)
        if not layout.left and not layout.right:
            return self.led(layout.lead)
        waiting = _spinners_free_arm(layout)
        return self.ends(
            [OpenEnd(end.pip, end.worth, end.arm is waiting) for end in layout.ends],
            spinner_due=self.spinning is not Spinning.NONE and layout.spinner is None,
        )


def _spinners_free_arm(layout: Layout) -> Arm | None:
    """The arm at which the spinner's second long side is uncovered, if there is one."""
    spinner = layout.spinner
    if spinner is None:
        return None
    if spinner.arm is Arm.START:
        bare = [arm for arm in (Arm.LEFT, Arm.RIGHT) if not layout.arm_tiles(arm)]
        return bare[0] if bare else None
    return spinner.arm if len(layout.arm_tiles(spinner.arm)) == spinner.at + 1 else None


_cache: Final = Cache(EndsBook, len(Spinning))


def book_of_ends(spinning: Spinning) -> EndsBook:
    """This process's book."""
    return _cache.get(spinning)
