"""The points that a two-player round pays at its end for the tiles left in the hands.

Here: `PaidForGoingOut` and `PaidWhenBlocked`, caches by hand, because a search meets the same hands again and again.
Not here: the rules of this payment (`playout`), whether the points count for a side, which depends on its score
(`solver`).
"""

from typing import Final

from daemon.bots.line_book import LineBook
from daemon.bots.playout import Playout

OUT_OF_REACH: Final = -1_000_000
"""A score so low that all points count."""


class PaidForGoingOut(dict[int, int]):
    """The points for going out, by the other seat's tiles (a mask)."""

    __slots__ = ("_book",)

    def __init__(self, book: LineBook) -> None:
        self._book = book

    def __missing__(self, theirs: int) -> int:
        round_ = _round_between(self._book, 0, theirs)
        round_.end(0)
        found = self[theirs] = round_.scores[0] - OUT_OF_REACH
        return found


class PaidWhenBlocked(dict[tuple[int, int], tuple[int, int, int]]):
    """The points of a block, by both seats' tiles (masks): the first seat's margin, its points, the other's points."""

    __slots__ = ("_book",)

    def __init__(self, book: LineBook) -> None:
        self._book = book

    def __missing__(self, hands: tuple[int, int]) -> tuple[int, int, int]:
        round_ = _round_between(self._book, *hands)
        round_.knock()
        round_.knock()
        paid, others = (score - OUT_OF_REACH for score in round_.scores)
        found = self[hands] = paid - others, paid, others
        return found


def _round_between(book: LineBook, mine: int, theirs: int) -> Playout:
    return Playout(book, book.bare, (mine, theirs), (), 0, (OUT_OF_REACH, OUT_OF_REACH))
