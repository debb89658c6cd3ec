"""The margin of points by which the rest of a round is won, which does not depend on the scores before it.

Here: `Margins`, which searches the margins of one round, and `ByMargin`, which derives a position's value from them.
The search meets the same tiles again at other scores and with other values, but a margin is valid for all scores. Each
margin comes with the most points that both sides may make meanwhile, as it proves nothing if a side may reach the
target on the way. The side that secures its margin may do so if reaching the target is enough to win. Not here:
positions where the margin proves nothing (`solver`), the chances to win with the final scores (`win_chances`).
"""

from collections.abc import Callable
from typing import Final

from daemon.bots.leftovers import PaidForGoingOut, PaidWhenBlocked
from daemon.bots.line_book import LineBook
from daemon.bots.spots import CODE_BITS, MANY_TILES, Spot, SpotMove, in_order, most_promising
from protocol.game.rules import TargetMode

WON: Final = 500_000
"""The value of a win. Values are the chance to win less an even chance, in millionths, so they are zero-sum."""
UNLIKELY: Final = 100
"""More than most margins, also if pips are paid at the end."""
MOST: Final = 1_000_000
"""More than any margin."""

Shown = tuple[int, int, int]
"""A margin of the seat in turn, and the most points that it and the other may make if one of them secures the margin.

The other may play anything.
"""
_NO_LEAST: Final = (-MOST, 0, 0)
_NO_MOST: Final = (MOST, 0, 0)

Worth = Callable[[int, int, int], int]
"""The value to a seat of a round that ends so: the seat, its score, the other's score."""


class TooLongError(Exception):
    """The search needs more positions than its limit."""


class Limit:
    """The number of positions that may still be searched. A position counts when its moves are tried."""

    __slots__ = ("left",)

    def __init__(self, positions: int) -> None:
        self.left = positions

    def count(self) -> None:
        """Count one more position. Raises `TooLongError` if none is left."""
        if self.left <= 0:
            raise TooLongError
        self.left -= 1


class Margins:
    """The margins of a two-player round in which each seat maximizes its points less the other's.

    Points for knocks are not included.
    """

    def __init__(self, book: LineBook, limit: Limit) -> None:
        self._limit = limit
        self._at_least: dict[int, Shown] = {}
        self._at_most: dict[int, Shown] = {}
        self._chip_bonus = book.rules.chip_bonus
        self.for_going_out = PaidForGoingOut(book)
        self.when_blocked = PaidWhenBlocked(book)

    def clear(self) -> None:
        """Drop everything, for another round."""
        self._at_least.clear()
        self._at_most.clear()
        self.for_going_out.clear()
        self.when_blocked.clear()

    def test(self, spot: Spot, seat: int, mine: int, theirs: int, need: int) -> Shown:
        """A bound of the margin of the seat in turn: an upper bound if it is below `need`, else a lower bound."""
        fitting = mine & spot.fits
        if not fitting:
            if not theirs & spot.fits:
                return self.when_blocked[mine, theirs]
            margin, others, most = self.test(spot, 1 - seat, theirs, mine, 1 - need)
            return -margin, most, others
        moves = spot.among[fitting]
        if not mine & (mine - 1):
            points = max(move[1] for move in moves) + self._chip_bonus + self.for_going_out[theirs]
            return points, points, 0
        if len(moves) == 1:
            # Caching it would gain nothing.
            bit, points, after, _ = moves[0]
            its_margin, its_most, its_others = self.test(after, 1 - seat, theirs, mine ^ bit, points - need + 1)
            return points - its_margin, points + its_others, its_most
        left, other = mine | theirs, 1 - seat
        # A tile stays in one hand all through the round, so the tiles left determine both hands.
        key = left << CODE_BITS | spot.code | seat
        low = self._at_least.get(key, _NO_LEAST)
        if low[0] >= need:
            return low
        high = self._at_most.get(key, _NO_MOST)
        if high[0] < need:
            return high
        # Unlike in the solver, the best move is not cached: positions are hardly ever searched again.
        many = left.bit_count() >= MANY_TILES
        moves = in_order(moves, theirs) if many else [most_promising(moves, theirs), *moves]
        return self._tried(moves, key, other, mine, theirs, need)

    def _tried(self, moves: list[SpotMove], key: int, other: int, mine: int, theirs: int, need: int) -> Shown:
        self._limit.count()
        best = most = others = -MOST
        tried = None
        for move in moves:
            if move is tried:
                continue
            tried = tried or move
            bit, points, after, _ = move
            its_margin, its_most, its_others = self.test(after, other, theirs, mine ^ bit, points - need + 1)
            margin = points - its_margin
            if margin >= need:
                found = self._at_least[key] = margin, points + its_others, its_most
                return found
            best = max(best, margin)
            most = max(most, points + its_others)
            others = max(others, its_most)
        found = self._at_most[key] = best, most, others
        return found


class ByMargin:
    """The values of positions that follow from the margin alone.

    `steady_to`: up to this score another point never lowers a side's chance.
    """

    def __init__(self, worth: Worth, book: LineBook, steady_to: int, limit: Limit) -> None:
        self._worth = worth
        self._steady_to = steady_to
        self.reaching_wins = steady_to == book.rules.target - 1 and book.rules.target_mode is TargetMode.AT_LEAST
        """Whether a side may reach the target while it secures its margin."""
        self._margins = Margins(book, limit)
        self.for_going_out, self.when_blocked = self._margins.for_going_out, self._margins.when_blocked
        self._ranges: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        self._needs: dict[tuple[int, int, int, int, int], int] = {}

    def clear(self) -> None:
        """Drop everything, for another round."""
        self._margins.clear()
        self._ranges.clear()
        self._needs.clear()

    def value(
        self, spot: Spot, seat: int, mine: int, theirs: int, score: int, other: int, goal: int
    ) -> int | None:  # fmt: skip
        """A bound of the value for the seat in turn: an upper bound if it is below `goal`, else a lower bound.

        None if the margin proves nothing.
        """
        need = self._about_needed(seat, score, other, (mine | theirs).bit_count() // 2, goal)
        margin, most, others = self._margins.test(spot, seat, mine, theirs, need)
        room, others_room = self._steady_to - score, self._steady_to - other
        # At equal points of one side a larger margin has no smaller value, so these values bound all outcomes. Trying
        # other margins where this one proves nothing took as long as it saved.
        if margin >= need:
            if others > others_room or (most > room and not self.reaching_wins):
                return None
            if margin > room:
                return WON
            least, _ = self._worths(seat, score, other, min(most, room), others, margin)
            return least if least >= goal else None
        if most > room or (others > others_room and not self.reaching_wins):
            return None
        if -margin > others_room:
            return -WON
        _, greatest = self._worths(seat, score, other, most, min(others, others_room), margin)
        return greatest if greatest < goal else None

    def _about_needed(self, seat: int, score: int, other: int, more: int, goal: int) -> int:
        """About the margin that is needed for `goal` if both sides make so many points `more`, besides the margin."""
        key = seat, score, other, more, goal
        found = self._needs.get(key)
        if found is None:
            below, found = -UNLIKELY, UNLIKELY
            while found - below > 1:
                need = (below + found) // 2
                if self._worth_of(seat, score + more + max(0, need), other + more + max(0, -need)) >= goal:
                    found = need
                else:
                    below = need
            self._needs[key] = found
        return found

    def _worth_of(self, seat: int, score: int, other: int) -> int:
        """About the value of a round that ends so."""
        if self.reaching_wins and max(score, other) > self._steady_to:
            return WON if score > other else -WON
        return self._worth(seat, min(score, self._steady_to), min(other, self._steady_to))

    def _worths(self, seat: int, score: int, other: int, most: int, others: int, margin: int) -> tuple[int, int]:
        """The least and the greatest value of this margin, for all points that may be made with it."""
        least, others_least = score + max(0, margin), other + max(0, -margin)
        steps = min(score + most - least, other + others - others_least)
        key = seat, least, others_least, steps
        found = self._ranges.get(key)
        if found is None:
            worths = [self._worth(seat, least + more, others_least + more) for more in range(steps + 1)]
            found = self._ranges[key] = min(worths), max(worths)
        return found
