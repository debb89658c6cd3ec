"""By how many points the rest of a round is won, which is the same whatever the scores are when it begins.

Lives here: `Margins`, which finds that out for one round, and `ByMargin`, which says from it what a position is worth.
The same tiles come up again and again at other scores, each time with another worth; what was shown of the margin holds
for all of them. With each margin goes how many points both sides may make where it is shown, since that has to be known
to tell whether they may reach the target: the side that makes sure of its margin may where that is enough to win; the
other may not.
Not here: positions of which that does not tell (`solver`), what the scores at the end are worth (`standing`).
"""

from collections.abc import Callable
from typing import Final

from daemon.bots.leftovers import ForGoingOut, WhenBlocked
from daemon.bots.lines import LineBook
from daemon.bots.spots import CODE_BITS, MANY_TILES, Move, Spot, in_order, most_promising
from protocol.game.rules import TargetMode

WON: Final = 500_000
"""Chances are whole numbers here, in millionths from an even chance, so that a side's loss is the other's gain."""
UNLIKELY: Final = 100
"""More than a margin usually is, also where pips are paid at the end."""
MOST: Final = 1_000_000
"""More than any margin."""

Shown = tuple[int, int, int]
"""A margin of the seat in turn, and the most points that it and the other may make meanwhile.

Meanwhile: when one side plays so that the margin is sure, and the other whatever it likes.
"""
_NO_LEAST: Final = (-MOST, 0, 0)
_NO_MOST: Final = (MOST, 0, 0)

Worth = Callable[[int, int, int], int]
"""What it is worth to a seat that the round ends so: the seat, its score, the other's."""


class TooLongError(Exception):
    """More positions would have to be searched than the limit allows."""


class Limit:
    """How many positions may still be searched. A position is searched when its moves are tried."""

    __slots__ = ("left",)

    def __init__(self, positions: int) -> None:
        self.left = positions

    def count(self) -> None:
        """Count one position more. Raises `TooLongError` where that is one too many."""
        if self.left <= 0:
            raise TooLongError
        self.left -= 1


class Margins:
    """The margins in a round between two seats, each of which wants as many points more than the other as it can get.

    All that brings points counts here but for knocks. Each position searched counts towards `limit`.
    """

    def __init__(self, book: LineBook, limit: Limit) -> None:
        self._limit = limit
        self._at_least: dict[int, Shown] = {}
        self._at_most: dict[int, Shown] = {}
        self._chip_bonus = book.rules.chip_bonus
        self.for_going_out = ForGoingOut(book)
        self.when_blocked = WhenBlocked(book)

    def clear(self) -> None:
        """Begin with another round."""
        self._at_least.clear()
        self._at_most.clear()
        self.for_going_out.clear()
        self.when_blocked.clear()

    def test(self, spot: Spot, seat: int, mine: int, theirs: int, need: int) -> Shown:
        """The margin of the seat in turn: at most what is told if that is below `need`, else at least."""
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
            # Nothing is gained by remembering it.
            bit, points, after, _ = moves[0]
            its_margin, its_most, its_others = self.test(after, 1 - seat, theirs, mine ^ bit, points - need + 1)
            return points - its_margin, points + its_others, its_most
        left, other = mine | theirs, 1 - seat
        # A tile is in the one hand or the other all through the round, so whose each is need not be told.
        key = left << CODE_BITS | spot.code | seat
        low = self._at_least.get(key, _NO_LEAST)
        if low[0] >= need:
            return low
        high = self._at_most.get(key, _NO_MOST)
        if high[0] < need:
            return high
        # Hardly any position that was remembered is looked at again, so which move was the best need not be.
        many = left.bit_count() >= MANY_TILES
        moves = in_order(moves, theirs) if many else [most_promising(moves, theirs), *moves]
        return self._tried(moves, key, other, mine, theirs, need)

    def _tried(self, moves: list[Move], key: int, other: int, mine: int, theirs: int, need: int) -> Shown:
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
    """What positions are worth by the margin alone. `steady_to`: up to this score no point more is worth less."""

    def __init__(self, worth: Worth, book: LineBook, steady_to: int, limit: Limit) -> None:
        self._worth = worth
        self._steady_to = steady_to
        self.reaching_wins = steady_to == book.rules.target - 1 and book.rules.target_mode is TargetMode.AT_LEAST
        """Whether a side that makes sure of a margin may as well reach the target on the way."""
        self._margins = Margins(book, limit)
        self.for_going_out, self.when_blocked = self._margins.for_going_out, self._margins.when_blocked
        self._ranges: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        self._needs: dict[tuple[int, int, int, int, int], int] = {}

    def clear(self) -> None:
        """Begin with another round."""
        self._margins.clear()
        self._ranges.clear()
        self._needs.clear()

    def value(
        self, spot: Spot, seat: int, mine: int, theirs: int, score: int, other: int, goal: int
    ) -> int | None:  # fmt: skip
        """What the chance of the seat in turn is worth: at most what is told if that is below `goal`, else at least.

        None where the margin does not tell.
        """
        need = self._about_needed(seat, score, other, (mine | theirs).bit_count() // 2, goal)
        margin, most, others = self._margins.test(spot, seat, mine, theirs, need)
        room, others_room = self._steady_to - score, self._steady_to - other
        # With as many points of one side a larger margin is worth no less, and a smaller one no more, so these bound
        # all that can come of it. To ask about more margins where this one does not tell took as long as it saved.
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
        """The margin that is needed where either side makes so many points `more`, and one of them the margin too."""
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
        """About what it is worth that the round ends so."""
        if self.reaching_wins and max(score, other) > self._steady_to:
            return WON if score > other else -WON
        return self._worth(seat, min(score, self._steady_to), min(other, self._steady_to))

    def _worths(self, seat: int, score: int, other: int, most: int, others: int, margin: int) -> tuple[int, int]:
        """The least and the greatest worth of this margin, however many points are made with it."""
        least, others_least = score + max(0, margin), other + max(0, -margin)
        steps = min(score + most - least, other + others - others_least)
        key = seat, least, others_least, steps
        found = self._ranges.get(key)
        if found is None:
            worths = [self._worth(seat, least + more, others_least + more) for more in range(steps + 1)]
            found = self._ranges[key] = min(worths), max(worths)
        return found
