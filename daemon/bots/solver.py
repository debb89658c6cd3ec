"""Rounds between two seats in which nothing is hidden, thought through to the end.

Lives here: `Solver`, which finds the chance to win when both make the best of it (alpha-beta over lines and masks);
where a round is still too long for that, it looks a few plays ahead and lets habits finish the rest.
Not here: rounds with hidden tiles (`search`), what the scores at the end are worth (`standing`).
"""

from typing import Final

from daemon.bots.habits import Habits
from daemon.bots.lines import Line
from daemon.bots.playout import Playout, bits_in
from daemon.bots.standing import Standing
from protocol.layout import Spinning
from protocol.rules import TargetMode

SOLVED_TO_THE_END: Final = 22
"""Tiles in both hands, at the most, with which a round is thought through to its end."""
SOLVED_WITH_A_SPINNER: Final = 14
"""The same where four arms make so many more lines: with 22 tiles it could take minutes."""
PLAYS_AHEAD: Final = 5
"""How far it looks ahead in a longer one."""
TO_THE_END: Final = 1_000
SAME: Final = 1e-9

MOST_KNOWN: Final = 400_000
"""Positions, some hundred megabytes, with which it begins anew at the next turn."""

_EXACT, _NO_LESS, _NO_MORE = 0, 1, 2

LaidOn = tuple[int, Line]
"""A tile's bit and the line it leaves."""


class Solver:
    """The chances in rounds between seats 0 and 1, each a side of its own; what it has found out it remembers."""

    def __init__(self, habits: Habits, *, is_last_round: bool) -> None:
        rules = habits.book.rules
        self.habits = habits
        self.is_last_round = is_last_round
        self._book = habits.book
        self._standing = Standing(rules, 0, is_last_round=is_last_round)
        self._most_solved = SOLVED_TO_THE_END if rules.spinning is Spinning.NONE else SOLVED_WITH_A_SPINNER
        self._target = rules.target if rules.target_mode is not TargetMode.END_OF_ROUND else 1 << 30
        self._knock_bonus, self._chip_bonus = rules.knock_bonus, rules.chip_bonus
        self._known: dict[tuple[int, ...], tuple[int, float]] = {}
        self._orders: dict[Line, list[LaidOn]] = {}

    @property
    def is_full(self) -> bool:
        """Whether it remembers so much that it is time to begin anew."""
        return len(self._known) > MOST_KNOWN

    def chance_after(self, round_: Playout, play: LaidOn, low: float = 0.0) -> float:
        """The chance to win of the seat in turn after this play; one that is not above `low` may be told too high."""
        seat = round_.turn
        mine, theirs = round_.hands[seat], round_.hands[1 - seat]
        score, other = round_.scores[seat], round_.scores[1 - seat]
        plays = TO_THE_END if (mine | theirs).bit_count() <= self._most_solved else PLAYS_AHEAD
        return self._after(play, seat, mine, theirs, score, other, round_.knocks, low, 1.0, plays)

    def _after(
        self, play: LaidOn, seat: int, mine: int, theirs: int, score: int, other: int, knocks: int,
        low: float, high: float, plays: int,
    ) -> float:  # fmt: skip
        bit, line = play
        goes_out = mine == bit
        bonus = knocks * self._knock_bonus
        if line.points or bonus or goes_out:
            score += self._book.awarded(score, line.points, bonus, self._chip_bonus if goes_out else 0)
            if score >= self._target:
                return 1.0
        if goes_out:
            round_ = self._round(seat, 0, theirs, line, score, other)
            round_.end(seat)
            return self._chance(round_, seat)
        return 1 - self._best(line, 1 - seat, theirs, mine ^ bit, other, score, 0, 1 - high, 1 - low, plays - 1)

    def _best(
        self, line: Line, seat: int, mine: int, theirs: int, score: int, other: int, knocks: int,
        low: float, high: float, plays: int,
    ) -> float:  # fmt: skip
        """The chance of the seat in turn: exact between `low` and `high`, else a bound of it."""
        if plays <= 0:
            round_ = self._round(seat, mine, theirs, line, score, other, knocks)
            self.habits.play_out(round_)
            return self._chance(round_, seat)
        fitting = mine & line.fits
        if not fitting:
            if knocks:
                round_ = self._round(seat, mine, theirs, line, score, other, knocks)
                round_.knock()
                return self._chance(round_, seat)
            return 1 - self._best(line, 1 - seat, theirs, mine, other, score, 1, 1 - high, 1 - low, plays)
        # A tile is in the one hand or the other, so the hands tell whose turn it is.
        key = (mine, theirs, id(line), score, other, knocks, min(plays, PLAYS_AHEAD))
        kind, known = self._known.get(key, (_NO_LESS, 0.0))
        if kind == _EXACT or (known >= high if kind == _NO_LESS else known <= low):
            return known
        best, floor = 0.0, low
        for play in self._ordered(line):
            if play[0] & fitting:
                chance = 0.0
                if best:
                    # Most likely it is no better than the best so far, which is quicker to show than how good it is.
                    chance = self._after(play, seat, mine, theirs, score, other, knocks, floor, floor + SAME, plays)
                if not best or floor < chance < high:
                    chance = self._after(play, seat, mine, theirs, score, other, knocks, floor, high, plays)
                if chance > best:
                    best = chance
                    if best >= high:
                        break
                    floor = max(floor, best)
        self._known[key] = _NO_LESS if best >= high else _NO_MORE if best <= low else _EXACT, best
        return best

    def _ordered(self, line: Line) -> list[LaidOn]:
        """The plays on a line, those that score most first: then it is soon seen that others are no better."""
        order = self._orders.get(line)
        if order is None:
            habits = self.habits
            plays = [
                (habits.value_of(bit, after, 0, after.points), (bit, after))
                for bit in bits_in(line.fits)
                for after in line.after(bit)
            ]
            order = self._orders[line] = [play for _, play in sorted(plays, key=_value_of, reverse=True)]
        return order

    def _round(self, seat: int, mine: int, theirs: int, line: Line, score: int, other: int, knocks: int = 0) -> Playout:
        hands, scores = ((mine, theirs), (score, other)) if seat == 0 else ((theirs, mine), (other, score))
        return Playout(self._book, line, hands, (), seat, scores, knocks)

    def _chance(self, round_: Playout, seat: int) -> float:
        chance = self._standing.chance(round_.scores, round_.won_by)
        return chance if seat == 0 else 1 - chance


_kept: Final[list[Solver]] = []


def solver_for(habits: Habits, *, is_last_round: bool) -> Solver:
    """The solver that this process keeps: what it found out in one turn helps it in the next."""
    kept = _kept[0] if _kept else None
    if kept is None or kept.habits is not habits or kept.is_last_round != is_last_round or kept.is_full:
        _kept[:] = [Solver(habits, is_last_round=is_last_round)]
    return _kept[0]


def _value_of(valued: tuple[float, LaidOn]) -> float:
    return valued[0]
