"""The search of two-player rounds in which nothing is hidden, to the end or some plays ahead.

Here: `Solver`, which finds the chance to win with the best play of both seats: MTD(f), that is alpha-beta with null
windows and a transposition table, repeated until the value is known. The number of positions is limited. Not here:
rounds with hidden tiles (`search`), the chances to win with the final scores (`win_chances`).
"""

from collections.abc import Iterator
from typing import Final

from daemon.bots.caches import Cache
from daemon.bots.line_book import Line
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import PlayoutPolicy
from daemon.bots.spots import CODE_BITS, MANY_TILES, Spot, SpotMove, Spots, in_order, most_promising
from daemon.bots.win_chances import WinChances
from protocol.game.rules import TargetMode

PLAYS_AHEAD: Final = (1, 4, 7, 10)
"""The depths of iterative deepening. Depth 1 costs no position, and each depth orders the plays for the next."""
SEARCHED_TO_THE_END: Final = 22
"""With so many tiles or fewer in both hands the last search goes to the end of the round."""

WON: Final = 500_000
"""The value of a win. Values are the chance to win less an even chance, in millionths, so they are zero-sum."""
OUT_OF_REACH: Final = -1_000_000
"""A score so low that all points count."""
STEP: Final = 10_000
"""The distance of the next null window from the last bound."""
FEW_TILES: Final = 8
FEW_MOVES: Final = 3
"""A position with no more tiles and no more moves is not cached, as searching it again is quicker.

With more moves there are many transpositions, even with few tiles.
"""

_NOTHING: Final = (-WON, WON, -1)
_UNKNOWN: Final = -2 * WON

SolverPlay = tuple[int, Line]
"""A tile's bit and the line it leaves."""
Bounds = tuple[int, int, int]
"""The lower and upper bound of a position's value, and the number of its best move so far, -1 for none."""


class TooLongError(Exception):
    """The search needs more positions than its limit."""


class Solver:
    """The chances to win in rounds between seats 0 and 1, which are different sides."""

    def __init__(self, policy: PlayoutPolicy, *, is_last_round: bool) -> None:
        rules = policy.book.rules
        self._book = policy.book
        self._win_chances = WinChances(rules, 0, is_last_round=is_last_round)
        self._values: dict[int | None, ScoreValues] = {}
        self._worth = self._values_for(None).of
        at_once = rules.target_mode is not TargetMode.END_OF_ROUND
        self._target = rules.target if at_once else 1 << 30
        self._score_bits = rules.target.bit_length() if at_once else CODE_BITS
        self._is_exact = self._book.is_exact
        self._knock_bonus, self._chip_bonus = rules.knock_bonus, rules.chip_bonus
        self._spots = Spots(self._book)
        self._allowed = 0
        self._left = 0
        self._horizon = 0
        self._likely = 0
        self._known: dict[int, Bounds] = {}
        self._paid: dict[tuple[int, int], tuple[int, int]] = {}

    @property
    def is_full(self) -> bool:
        """Whether it has grown so much that it should be made anew."""
        return self._spots.is_full

    def clear(self) -> None:
        """Drop everything. It is not used afterwards."""
        self._drop_results()
        self._spots.clear()

    def begin(self, round_: Playout, positions: int, leader: int | None = None) -> None:
        """Begin the search of a round. It raises `TooLongError` after so many positions.

        `leader`: the seat that leads the next round, if that is known.

        Everything known from earlier searches is dropped, as the result must not depend on what this process has
        searched before.
        """
        self._drop_results()
        self._worth = self._values_for(leader).of
        self._likely = self._worth(0, *round_.scores)
        self._left = self._allowed = positions

    def _values_for(self, leader: int | None) -> "ScoreValues":
        found = self._values.get(leader)
        if found is None:
            found = self._values[leader] = ScoreValues(self._win_chances, leader)
        return found

    def depths(self, round_: Playout) -> Iterator[int | None]:
        """The numbers of plays to look ahead, one after the other. None means to the end of the round."""
        tiles = self._tiles(round_)
        yield from (plays for plays in PLAYS_AHEAD if plays < tiles)
        if tiles <= SEARCHED_TO_THE_END:
            yield None

    def look(self, round_: Playout, plays: int | None) -> None:
        """Set how many plays to look ahead; None means to the end of the round."""
        self._horizon = 0 if plays is None else max(0, self._tiles(round_) - plays)
        self._known = {}

    @property
    def searched(self) -> int:
        """The number of positions searched so far."""
        return self._allowed - self._left

    def _tiles(self, round_: Playout) -> int:
        return sum(hand.bit_count() for hand in round_.hands)

    def chance_after(self, round_: Playout, play: SolverPlay, low: float = 0.0) -> float:
        """The chance to win of the seat in turn after this play. A chance not above `low` is only an upper bound."""
        seat = round_.turn
        mine, theirs = round_.hands[seat], round_.hands[1 - seat]
        score, other = round_.scores[seat], round_.scores[1 - seat]
        bit, line = play
        bonus = round_.knocks * self._knock_bonus
        goes_out = mine == bit
        leads = not round_.line.open
        score += self._book.awarded(score, line.points, bonus, self._chip_bonus if goes_out else 0, leads=leads)
        if score >= self._target:
            return 1.0
        if goes_out:
            value = self._at_the_end(seat, theirs, score, other)
        else:
            above = round(2 * WON * low) - WON
            value = self._settled(self._spots.of(line), seat, mine ^ bit, theirs, score, other, above)
        return (value + WON) / (2 * WON)

    def _settled(self, spot: Spot, seat: int, mine: int, theirs: int, score: int, other: int, low: int) -> int:
        """The value for this seat when it is the other's turn. A value not above `low` is only an upper bound."""
        lowest, highest = -WON, WON
        window = max(low + 1, self._likely if seat == 0 else -self._likely)
        while highest > max(low, lowest):
            found = -self._test(spot, 1 - seat, theirs, mine, other, score, 0, 1 - window)
            if found >= window:
                lowest = found
                window = min(highest, found + STEP)
            else:
                highest = found
                window = max(lowest + 1, low + 1, found - STEP)
        self._likely = highest if seat == 0 else -highest
        return highest

    def _test(
        self, spot: Spot, seat: int, mine: int, theirs: int, score: int, other: int, bonus: int, goal: int
    ) -> int:  # fmt: skip
        """A bound of the value for the seat in turn: an upper bound if it is below `goal`, else a lower bound."""
        # One long function, as it is called for every position: split into three it took a fifth longer.
        fitting = mine & spot.fits
        if not fitting:
            if not theirs & spot.fits:
                return self._blocked(seat, mine, theirs, score, other)
            return -self._test(spot, 1 - seat, theirs, mine, other, score, self._knock_bonus, 1 - goal)
        moves = spot.moves_by_mask[fitting]
        if not mine & (mine - 1):
            return max(self._out_with(move, seat, theirs, score, other, bonus) for move in moves)
        left, bits = mine | theirs, self._score_bits
        if (tiles := left.bit_count()) <= self._horizon:
            return self._estimate(moves, seat, score, other)
        if len(moves) == 1 and not bonus:
            # The next position is cached, which is enough.
            bit, points, after, _ = moves[0]
            if score + points < self._target:
                return -self._test(after, 1 - seat, theirs, mine ^ bit, other, score + points, 0, 1 - goal)
        # A tile stays in one hand all through the round, so the tiles left determine both hands.
        key = ((left << bits | score) << bits | other) << CODE_BITS | spot.code | seat | (2 if bonus else 0)
        is_cached = tiles > FEW_TILES or len(moves) > FEW_MOVES
        low, high, first = self._known.get(key, _NOTHING) if is_cached else _NOTHING
        if low >= goal:
            return low
        if high < goal:
            return high
        if self._left <= 0:
            raise TooLongError
        self._left -= 1
        room = self._target - score
        if bonus:
            moves = [(bit, self._book.awarded(score, points, bonus, 0), after, at) for bit, points, after, at in moves]
            first = -1
        if tiles >= MANY_TILES:
            moves = in_order(moves, theirs, first)
            known_best = self._known_best(moves, left, seat, score, other, room, goal)
            if known_best is not None:
                return known_best
        elif first >= 0:
            moves = [spot.moves[first], *moves]
        else:
            moves = [most_promising(moves, theirs), *moves]
        best, best_at = _UNKNOWN, -1
        tried = None
        for move in moves:
            if move is tried:
                continue
            tried = tried or move
            bit, points, after, at = move
            if points < room:
                value = -self._test(after, 1 - seat, theirs, mine ^ bit, other, score + points, 0, 1 - goal)
            elif points == room or not self._is_exact:
                value = WON
            else:
                value = -self._test(after, 1 - seat, theirs, mine ^ bit, other, score, 0, 1 - goal)
            if value > best:
                best, best_at = value, at
                if value >= goal:
                    break
        if is_cached:
            self._known[key] = (best, high, best_at) if best >= goal else (low, best, best_at)
        return best

    def _known_best(
        self, moves: list[SpotMove], left: int, seat: int, score: int, other: int, room: int, goal: int
    ) -> int | None:  # fmt: skip
        """The value of a move that is already known to reach `goal`, if there is one."""
        bits = self._score_bits
        for bit, points, after, _ in moves:
            if points < room:
                key = (((left ^ bit) << bits | other) << bits | score + points) << CODE_BITS | after.code | 1 - seat
                found = self._known.get(key)
                if found is not None and -found[1] >= goal:
                    return -found[1]
            elif points == room or not self._is_exact:
                return WON
        return None

    def _drop_results(self) -> None:
        self._known = {}
        self._paid.clear()

    # The values of positions that are not searched.

    def _estimate(self, moves: list[SpotMove], seat: int, score: int, other: int) -> int:
        """About the value of a position: being in turn gains half of the best points."""
        score += (max(move[1] for move in moves) + 1) // 2
        return self._worth(seat, min(score, self._target - 1), other)

    def _blocked(self, seat: int, mine: int, theirs: int, score: int, other: int) -> int:
        paid, others = self._paid_between(mine, theirs)
        if others:
            return -self._with_leftovers(1 - seat, others, other, score)
        return self._with_leftovers(seat, paid, score, other)

    def _out_with(self, move: SpotMove, seat: int, theirs: int, score: int, other: int, bonus: int) -> int:
        score += self._book.awarded(score, move[1], bonus, self._chip_bonus)
        return WON if score >= self._target else self._at_the_end(seat, theirs, score, other)

    def _at_the_end(self, seat: int, theirs: int, score: int, other: int) -> int:
        """The value of having gone out."""
        return self._with_leftovers(seat, self._paid_between(0, theirs)[0], score, other)

    def _paid_between(self, mine: int, theirs: int) -> tuple[int, int]:
        """The points for the tiles left, for this seat and for the other, if it went out or the round is blocked."""
        found = self._paid.get((mine, theirs))
        if found is None:
            round_ = Playout(self._book, self._book.bare, (mine, theirs), (), 0, (OUT_OF_REACH, OUT_OF_REACH))
            if mine:
                round_.knock()
                round_.knock()
            else:
                round_.end(0)
            paid, others = (score - OUT_OF_REACH for score in round_.scores)
            found = self._paid[mine, theirs] = paid, others
        return found

    def _with_leftovers(self, seat: int, paid: int, score: int, other: int) -> int:
        """The value of a round that has ended, with these points paid to this seat for the tiles left."""
        if not self._is_exact or score + paid <= self._target:
            score += paid
        return WON if score >= self._target else self._worth(seat, score, other)


class ScoreValues:
    """The values of final scores, from seat 0's chances to win. `leader`: the seat that leads the next round."""

    def __init__(self, win_chances: WinChances, leader: int | None) -> None:
        self._win_chances = win_chances
        self._leader = leader
        self._found: dict[tuple[int, int, int], int] = {}

    def of(self, seat: int, score: int, other: int) -> int:
        """The value of these scores to this seat. Only a certain win or loss has the value of one."""
        key = seat, score, other
        found = self._found.get(key)
        if found is None:
            scores = (score, other) if seat == 0 else (other, score)
            value = _value_of(self._win_chances.chance(scores, None, self._leader))
            found = self._found[key] = value if seat == 0 else -value
        return found


def _made_for(round_: tuple[PlayoutPolicy, bool]) -> Solver:
    policy, is_last_round = round_
    return Solver(policy, is_last_round=is_last_round)


_cache: Final = Cache(_made_for, 1)


def solver_for(policy: PlayoutPolicy, *, is_last_round: bool) -> Solver:
    """This process's solver, kept because the lines that it has prepared come up again."""
    return _cache.get((policy, is_last_round))


def _value_of(chance: float) -> int:
    """The value of a chance. Only 0 and 1 give a loss and a win."""
    return round(2 * (WON - 1) * chance) - (WON - 1) if 0 < chance < 1 else round(2 * WON * chance) - WON
