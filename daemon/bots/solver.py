"""Rounds between two seats in which nothing is hidden, searched to the end or some plays ahead.

Lives here: `Solver`, which finds the chance to win when both make the best of it. It asks of a play only whether it is
worth so much (alpha-beta with windows that hold nothing), again and again until its worth is known: each question is
quick to answer, as most of what answers it is remembered. While the target is out of reach, or where reaching it is
enough, the scores need not be known for that (`margins`). It searches no more positions than it is allowed.
Not here: rounds with hidden tiles (`search`), what the scores at the end are worth (`standing`).
"""

from collections.abc import Iterator
from typing import Final

from daemon.bots.caches import Cache
from daemon.bots.habits import Habits
from daemon.bots.lines import Line
from daemon.bots.margins import WON, ByMargin, Limit
from daemon.bots.playout import Playout
from daemon.bots.spots import CODE_BITS, MANY_TILES, Move, Spot, Spots, in_order, most_promising
from daemon.bots.standing import Standing
from protocol.game.rules import SpinnerRule, TargetMode

PLAYS_AHEAD: Final = (1, 4, 7, 10)
"""How far it looks ahead at first: one play costs no position, and each depth puts the plays in order for the next."""
SEARCHED_TO_THE_END: Final = 22
"""Tiles in both hands, at the most, with which it then searches the round to its end."""

STEP: Final = 10_000
"""How far the next question is from what the last one found out."""
FEW_TILES: Final = 8
FEW_MOVES: Final = 3
"""A position with no more of either is found out again more quickly than it is remembered.

More moves are looked through in many orders that come to the same, however few tiles are left.
"""

_NOTHING: Final = (-WON, WON, -1)
_UNKNOWN: Final = -2 * WON
_NO_LIMIT: Final = 1 << 60

LaidOn = tuple[int, Line]
"""A tile's bit and the line it leaves."""
Bounds = tuple[int, int, int]
"""What a position is worth at the least and at the most, and the number of its best move so far; -1 for none."""


class Solver:
    """The chances in rounds between seats 0 and 1, each a side of its own."""

    def __init__(self, habits: Habits, *, is_last_round: bool, leader: int | None = None) -> None:
        rules = habits.book.rules
        self._book = habits.book
        standing = Standing(rules, 0, is_last_round=is_last_round, leader=leader)
        self._worth = Worths(standing).of
        at_once = rules.target_mode is not TargetMode.END_OF_ROUND
        self._target = rules.target if at_once else 1 << 30
        self._score_bits = rules.target.bit_length() if at_once else CODE_BITS
        self._is_exact = self._book.is_exact
        self._knock_bonus, self._chip_bonus = rules.knock_bonus, rules.chip_bonus
        self._spots = Spots(self._book)
        self._allowed = 0
        self._limit = Limit(0)
        # Where knocks pay as well, margins are not asked for.
        self._steady_to = -1 if rules.knock_bonus else standing.steady_to
        self._by_margin = ByMargin(self._worth, self._book, self._steady_to, self._limit)
        self._for_going_out, self._when_blocked = self._by_margin.for_going_out, self._by_margin.when_blocked
        self._far_to = -1
        # Half of what a tile brings, mostly: of those that are left each side lays about half.
        self._per_tile = 1 if rules.spinner is SpinnerRule.NONE else 2
        self._horizon = 0
        self._likely = 0
        self._known: dict[int, Bounds] = {}

    @property
    def is_full(self) -> bool:
        """Whether it is time to begin anew."""
        return self._spots.is_full

    def clear(self) -> None:
        """Let go of everything found out; it is not used any more."""
        self._forget()
        self._spots.clear()

    def begin(self, round_: Playout, positions: int) -> None:
        """Forget what was found out and search this round, so many positions in all; after them it is `TooLongError`.

        With what it knew from before it would get farther with the same positions, and what is chosen must not depend
        on which process was asked before.
        """
        self._forget()
        self._likely = self._worth(0, *round_.scores)
        self._limit.left = self._allowed = positions

    def depths(self, round_: Playout) -> Iterator[int | None]:
        """How many plays ahead to look, one after the other; None is to the end of the round."""
        tiles = self._tiles(round_)
        yield from (plays for plays in PLAYS_AHEAD if plays < tiles)
        if tiles <= SEARCHED_TO_THE_END:
            yield None

    def look(self, round_: Playout, plays: int | None) -> None:
        """Look so many plays ahead from now on, or to the end of the round."""
        self._horizon = 0 if plays is None else max(0, self._tiles(round_) - plays)
        self._known = {}
        self._far_to = -1 if self._horizon else _NO_LIMIT if self._by_margin.reaching_wins else self._steady_to

    @property
    def searched(self) -> int:
        """How many positions it has searched since it began."""
        return self._allowed - self._limit.left

    def _tiles(self, round_: Playout) -> int:
        return sum(hand.bit_count() for hand in round_.hands)

    def chance_after(self, round_: Playout, play: LaidOn, low: float = 0.0) -> float:
        """The chance to win of the seat in turn after this play; one that is not above `low` may be told too high."""
        seat = round_.turn
        mine, theirs = round_.hands[seat], round_.hands[1 - seat]
        score, other = round_.scores[seat], round_.scores[1 - seat]
        bit, line = play
        bonus = round_.knocks * self._knock_bonus
        goes_out = mine == bit
        score += self._book.awarded(score, line.points, bonus, self._chip_bonus if goes_out else 0)
        if score >= self._target:
            return 1.0
        if goes_out:
            value = self._at_the_end(seat, theirs, score, other)
        else:
            above = round(2 * WON * low) - WON
            value = self._settled(self._spots.of(line), seat, mine ^ bit, theirs, score, other, above)
        return (value + WON) / (2 * WON)

    def _settled(self, spot: Spot, seat: int, mine: int, theirs: int, score: int, other: int, low: int) -> int:
        """What this seat's chance is worth when it is the other's turn, or something not above `low`."""
        lowest, highest = -WON, WON
        asked = max(low + 1, self._likely if seat == 0 else -self._likely)
        while highest > max(low, lowest):
            found = -self._test(spot, 1 - seat, theirs, mine, other, score, 0, 1 - asked)
            if found >= asked:
                lowest = found
                asked = min(highest, found + STEP)
            else:
                highest = found
                asked = max(lowest + 1, low + 1, found - STEP)
        self._likely = highest if seat == 0 else -highest
        return highest

    def _test(
        self, spot: Spot, seat: int, mine: int, theirs: int, score: int, other: int, bonus: int, goal: int
    ) -> int:  # fmt: skip
        """What the chance of the seat in turn is worth: at most what is told if that is below `goal`, else at least."""
        # In one piece, as it is called for every position: in three, rounds took a fifth longer.
        fitting = mine & spot.fits
        if not fitting:
            if not theirs & spot.fits:
                return self._blocked(seat, mine, theirs, score, other)
            return -self._test(spot, 1 - seat, theirs, mine, other, score, self._knock_bonus, 1 - goal)
        moves = spot.among[fitting]
        if not mine & (mine - 1):
            return max(self._out_with(move, seat, theirs, score, other, bonus) for move in moves)
        left, bits = mine | theirs, self._score_bits
        if (tiles := left.bit_count()) <= self._horizon:
            return self._at_a_glance(moves, seat, score, other)
        if len(moves) == 1 and not bonus:
            # What follows is remembered, which is enough.
            bit, points, after, _ = moves[0]
            if score + points < self._target:
                return -self._test(after, 1 - seat, theirs, mine ^ bit, other, score + points, 0, 1 - goal)
        # A tile is in the one hand or the other all through the round, so whose each is need not be told.
        key = ((left << bits | score) << bits | other) << CODE_BITS | spot.code | seat | (2 if bonus else 0)
        remembered = tiles > FEW_TILES or len(moves) > FEW_MOVES
        low, high, first = self._known.get(key, _NOTHING) if remembered else _NOTHING
        if low >= goal:
            return low
        if high < goal:
            return high
        if max(score, other) + self._per_tile * tiles <= self._far_to:
            # The target may be reached, or is too far for what either makes, mostly.
            value = self._by_margin.value(spot, seat, mine, theirs, score, other, goal)
            if value is not None:
                return value
        self._limit.count()
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
        if remembered:
            self._known[key] = (best, high, best_at) if best >= goal else (low, best, best_at)
        return best

    def _known_best(
        self, moves: list[Move], left: int, seat: int, score: int, other: int, room: int, goal: int
    ) -> int | None:  # fmt: skip
        """What a move is worth that is known already to be good enough."""
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

    def _forget(self) -> None:
        self._known = {}
        self._by_margin.clear()

    # What positions are worth that are looked into no further.

    def _at_a_glance(self, moves: list[Move], seat: int, score: int, other: int) -> int:
        """About what a position is worth: half of the best points are gained by being in turn."""
        score += (max(move[1] for move in moves) + 1) // 2
        return self._worth(seat, min(score, self._target - 1), other)

    def _blocked(self, seat: int, mine: int, theirs: int, score: int, other: int) -> int:
        _, paid, others = self._when_blocked[mine, theirs]
        if others:
            return -self._with_leftovers(1 - seat, others, other, score)
        return self._with_leftovers(seat, paid, score, other)

    def _out_with(self, move: Move, seat: int, theirs: int, score: int, other: int, bonus: int) -> int:
        score += self._book.awarded(score, move[1], bonus, self._chip_bonus)
        return WON if score >= self._target else self._at_the_end(seat, theirs, score, other)

    def _at_the_end(self, seat: int, theirs: int, score: int, other: int) -> int:
        """The worth of having gone out."""
        return self._with_leftovers(seat, self._for_going_out[theirs], score, other)

    def _with_leftovers(self, seat: int, paid: int, score: int, other: int) -> int:
        """The worth of a round that is over, in which so much is paid to this seat for tiles that are left."""
        if not self._is_exact or score + paid <= self._target:
            score += paid
        return WON if score >= self._target else self._worth(seat, score, other)


class Worths:
    """What it is worth to a seat that the round has ended so, by this standing of seat 0."""

    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._found: dict[tuple[int, int, int], int] = {}

    def of(self, seat: int, score: int, other: int) -> int:
        """What its score and the other's are worth to this seat. Whatever is not yet won is not quite certain."""
        key = seat, score, other
        found = self._found.get(key)
        if found is None:
            value = _value_of(self._standing.chance((score, other) if seat == 0 else (other, score), None))
            found = self._found[key] = value if seat == 0 else -value
        return found


def _made_for(round_: tuple[Habits, bool, int | None]) -> Solver:
    habits, is_last_round, leader = round_
    return Solver(habits, is_last_round=is_last_round, leader=leader)


_kept: Final = Cache(_made_for, 1)


def solver_for(habits: Habits, *, is_last_round: bool, leader: int | None = None) -> Solver:
    """The solver that this process keeps, as the lines it has made ready come up again."""
    return _kept.get((habits, is_last_round, leader))


def _value_of(chance: float) -> int:
    """What is not quite certain is not taken for it."""
    return round(2 * (WON - 1) * chance) - (WON - 1) if 0 < chance < 1 else round(2 * WON * chance) - WON
