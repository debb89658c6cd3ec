"""Lines prepared for searching: the moves on each, and how good the other side's reply may be.

Here: `Spots`, with one `Spot` for each line that comes up, and the order in which moves are searched. Not here: the
search (`solver`), lines (`line_book`).
"""

from typing import Final

from daemon.bots.line_book import Line, LineBook, bits_in
from protocol.game.tiles import Tile

PER_REPLY: Final = 8
"""The weight, in points, of each tile with which the other side may reply, when moves are put in order.

Fewer replies leave less to search, which matters more than points when a bound is to be proved.
"""
STUCK: Final = -2
"""The threat of a hand in which nothing fits."""
MOST_POINTS: Final = 1_000
"""More than any points or threats."""
MOST_SPOTS: Final = 8_000
CODE_BITS: Final = 16
"""Bits for a spot's code, wide enough for twice as many spots, as one round with a spinner adds up to 3,500."""

MANY_TILES: Final = 12
"""With so many tiles or more all moves are sorted; with fewer it takes longer than it saves."""

SpotMove = tuple[int, int, "Spot", int]
"""A tile's bit, the points of the sum that it leaves, the spot that it leaves, the move's number in this spot."""


class Spot:
    """A line with its moves and threats. `code`: a unique number whose two lowest bits are free for other uses."""

    __slots__ = ("code", "fits", "line", "moves", "moves_by_mask", "threat")

    def __init__(self, spots: "Spots", line: Line, code: int) -> None:
        self.line = line
        self.code = code
        self.fits = line.fits
        self.moves: list[SpotMove] = []
        self.moves_by_mask = _MovesByMask(self, spots)
        self.threat = _ThreatByMask(self, spots)


class _MovesByMask(dict[int, list[SpotMove]]):
    """The moves with some fitting tiles, by their mask."""

    __slots__ = ("_by_bit", "_spot", "_spots")

    def __init__(self, spot: Spot, spots: "Spots") -> None:
        self._spot, self._spots = spot, spots
        self._by_bit: dict[int, list[SpotMove]] = {}

    def __missing__(self, fitting: int) -> list[SpotMove]:
        found = self[fitting] = [move for bit in bits_in(fitting) for move in self._with(bit)]
        return found

    def _with(self, bit: int) -> list[SpotMove]:
        found = self._by_bit.get(bit)
        if found is None:
            moves = self._spot.moves
            found = self._by_bit[bit] = []
            for after in self._spot.line.after(bit):
                found.append((bit, after.points, self._spots.of(after), len(moves)))
                moves.append(found[-1])
        return found


class _ThreatByMask(dict[int, int]):
    """The threat of the fitting tiles of the seat in turn, in points, by their mask."""

    __slots__ = ("_best", "_spot", "_spots")

    def __init__(self, spot: Spot, spots: "Spots") -> None:
        self._spot, self._spots = spot, spots
        self._best: dict[int, int] | None = None

    def __missing__(self, fitting: int) -> int:
        if self._best is None:
            self._best = self._best_points()
        points = [self._best[bit] for bit in bits_in(fitting)]
        found = self[fitting] = max(points) + PER_REPLY * len(points) if points else STUCK
        return found

    def _best_points(self) -> dict[int, int]:
        book = self._spots.book
        sums = self._spot.line.sums_after(book.rules.max_pip)
        return {
            book.bits[Tile(high, low)]: max(map(book.points_of, tile_sums)) for (low, high), tile_sums in sums.items()
        }


class Spots:
    """The spots under one set of rules."""

    def __init__(self, book: LineBook) -> None:
        self.book = book
        self._known: dict[Line, Spot] = {}

    @property
    def is_full(self) -> bool:
        """Whether it should be made anew, as codes may run out."""
        return len(self._known) > MOST_SPOTS

    def clear(self) -> None:
        """Drop all spots. It is not used afterwards."""
        for spot in self._known.values():
            del spot.moves, spot.moves_by_mask, spot.threat
        self._known.clear()

    def of(self, line: Line) -> Spot:
        """The spot of a line."""
        found = self._known.get(line)
        if found is None:
            found = self._known[line] = Spot(self, line, 4 * len(self._known))
        return found


def in_order(moves: list[SpotMove], theirs: int, first: int = -1) -> list[SpotMove]:
    """The moves, most promising first. The move with the number `first` is known to be good."""
    # Equals stay in the order of `moves`, as their numbers differ between processes.
    valued = [
        (MOST_POINTS if number == first else points - spot.threat[theirs & spot.fits], -at, move)
        for at, move in enumerate(moves)
        for _, points, spot, number in (move,)
    ]
    valued.sort(reverse=True)
    return [move for _, _, move in valued]


def most_promising(moves: list[SpotMove], theirs: int) -> SpotMove:
    """The most promising move."""
    most = -MOST_POINTS
    for move in moves:
        promise = move[1] - move[2].threat[theirs & move[2].fits]
        if promise > most:
            most, found = promise, move
    return found
