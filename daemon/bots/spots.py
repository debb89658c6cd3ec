"""Lines made ready for thinking rounds through: the plays that fit, and how much each leaves to the other side.

Lives here: `Spots`, which has one `Spot` for each line that comes up between two hands.
Not here: thinking through (`solver`, `margins`); what a line is (`lines`).
"""

from typing import Final

from daemon.bots.lines import Line, LineBook
from daemon.bots.playout import bits_in
from protocol.game.tiles import Tile

PER_REPLY: Final = 8
"""What each tile that the other side could answer with weighs in the order of plays, in points.

Fewer answers leave less to look through, which counts for more than points when something is to be proved.
"""
STUCK: Final = -2
MOST_POINTS: Final = 1_000
"""More than any points or threats."""
MOST_SPOTS: Final = 8_000
CODE_BITS: Final = 16
"""Wide enough for the codes of twice as many: one round adds up to 3,500 where there is a spinner."""

MANY_TILES: Final = 12
"""From so many tiles on plays are put in order with care; with fewer it takes longer than it saves."""

Move = tuple[int, int, "Spot", int]
"""A tile's bit, the points of the sum it leaves, the spot it leaves, and its number among this spot's moves."""


class Spot:
    """A line, its moves and its threats. `code` is a number of its own that leaves its two lowest bits to others."""

    __slots__ = ("among", "code", "fits", "line", "moves", "threat")

    def __init__(self, spots: "Spots", line: Line, code: int) -> None:
        self.line = line
        self.code = code
        self.fits = line.fits
        self.moves: list[Move] = []
        self.among = _Among(self, spots)
        self.threat = _Threat(self, spots)


class _Among(dict[int, list[Move]]):
    """By the tiles that fit: the moves with them."""

    __slots__ = ("_by_bit", "_spot", "_spots")

    def __init__(self, spot: Spot, spots: "Spots") -> None:
        self._spot, self._spots = spot, spots
        self._by_bit: dict[int, list[Move]] = {}

    def __missing__(self, fitting: int) -> list[Move]:
        found = self[fitting] = [move for bit in bits_in(fitting) for move in self._with(bit)]
        return found

    def _with(self, bit: int) -> list[Move]:
        found = self._by_bit.get(bit)
        if found is None:
            moves = self._spot.moves
            found = self._by_bit[bit] = []
            for after in self._spot.line.after(bit):
                found.append((bit, after.points, self._spots.of(after), len(moves)))
                moves.append(found[-1])
        return found


class _Threat(dict[int, int]):
    """By the tiles that fit in the hand of whose turn it is: how much they are to be feared, in points."""

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
        sums = self._spot.line.ends.sums_after(book.rules.max_pip)
        return {book.bits[Tile(high, low)]: max(map(book.points_of, each)) for (low, high), each in sums.items()}


class Spots:
    """The spots under one set of rules. `is_full`: there are too many for their codes."""

    def __init__(self, book: LineBook) -> None:
        self.book = book
        self._met: dict[Line, Spot] = {}

    @property
    def is_full(self) -> bool:
        """Whether it is time to begin anew."""
        return len(self._met) > MOST_SPOTS

    def clear(self) -> None:
        """Let go of all spots; it is not used any more."""
        for spot in self._met.values():
            del spot.moves, spot.among, spot.threat
        self._met.clear()

    def of(self, line: Line) -> Spot:
        """The spot of a line."""
        found = self._met.get(line)
        if found is None:
            found = self._met[line] = Spot(self, line, 4 * len(self._met))
        return found


def in_order(moves: list[Move], theirs: int, first: int = -1) -> list[Move]:
    """The moves, the most promising ones first; the move with the number `first` is known to be good."""
    # Equals stay in the order of `moves`: a move's number tells only which was first met, which differs by process.
    valued = [
        (MOST_POINTS if number == first else points - spot.threat[theirs & spot.fits], -at, move)
        for at, move in enumerate(moves)
        for _, points, spot, number in (move,)
    ]
    valued.sort(reverse=True)
    return [move for _, _, move in valued]


def most_promising(moves: list[Move], theirs: int) -> Move:
    """The most promising of these moves."""
    most = -MOST_POINTS
    for move in moves:
        promise = move[1] - move[2].threat[theirs & move[2].fits]
        if promise > most:
            most, found = promise, move
    return found
