"""What is paid at the end of a round between two for the tiles that are left, by who holds which.

Lives here: `ForGoingOut` and `WhenBlocked`, which remember it, as the same hands are left again and again.
Not here: whether it counts for a side, which depends on its score (`solver`), the payment itself (`playout`).
"""

from typing import Final

from daemon.bots.lines import LineBook
from daemon.bots.playout import Playout

OUT_OF_REACH: Final = -1_000_000
"""A score at which whatever is paid counts."""


class ForGoingOut(dict[int, int]):
    """By the tiles that the other side still holds: what is paid to the side that goes out."""

    __slots__ = ("_book",)

    def __init__(self, book: LineBook) -> None:
        self._book = book

    def __missing__(self, theirs: int) -> int:
        round_ = _round_between(self._book, 0, theirs)
        round_.end(0)
        found = self[theirs] = round_.scores[0] - OUT_OF_REACH
        return found


class WhenBlocked(dict[tuple[int, int], tuple[int, int, int]]):
    """By the tiles of both sides: how much more the first one is paid, what it is paid, what the other is."""

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
