"""How anybody would play, near enough: the quick choice by which rounds are played out from every seat's own hand.

Lives here: `Habits`, which takes the play that gains most turns less what it lets the next seat score, knowing exact
targets, and plays a `Playout` to its end. A choice depends on the line, the points to go and the tiles that fit, so on
lines that come up often all tiles are ranked once, and the choice is the first that fits.
Not here: the rules themselves (`playout`), deciding well (`search`).
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from daemon.bots.caches import Cache
from daemon.bots.lines import Habit, Line, LineBook
from daemon.bots.playout import Playout, bits_in
from daemon.bots.race import race_for
from protocol.game.rules import ChipOut, Draw, Rules, TargetMode
from protocol.game.scoring import points_of, reachable_sums

WON: Final = 1000.0
TILES_FEARED: Final = 4
"""Tiles of the hand that a line's threat is reckoned with."""
FEAR: Final = 0.35
"""How much of what a line lets the others gain is counted against it."""
STUCK, A_PIP, A_DOUBLE = 0.6, 0.01, 0.1
"""Turns that it gains when the next hand is stuck, when a pip is laid with double-6, and when a double is laid."""

GLANCES_TO_LEARN: Final = 20
"""How often a line comes up, with as many points to go, before all its tiles are ranked."""
GREEDY: Final = 1 << 40
"""In a key: whose turn it is takes the most points. No other part of a key is as large."""
LOTS: Final = 3
"""Somebody greedy takes equals by lot: there are so many orders of them, each a multiple of `GREEDY`."""
MOST_LEARNT: Final = 20_000
MOST_LINES: Final = 20_000


class Habits:
    """The quick choices under one set of rules, for a table of so many sides."""

    def __init__(self, book: LineBook, sides: int) -> None:
        self.book = book
        self._race = race_for(book.rules)
        # What one opponent gains costs the less, the more of them there are.
        self._fear = FEAR / (sides - 1)
        pips = A_PIP * 6 / book.rules.max_pip
        self._shed = {bit: pips * tile.pips + (A_DOUBLE if tile.is_double else 0.0) for tile, bit in book.bits.items()}
        highest = max(points_of(book.rules, each) for each in reachable_sums(book.rules))
        self.far = 2 * highest if book.is_exact else highest + book.rules.chip_bonus
        rules = book.rules
        self._target, self._ends_at_once = rules.target, rules.target_mode is not TargetMode.END_OF_ROUND
        self._draws = rules.draw is not Draw.NONE
        self._many_go_out = rules.partners and rules.chip_out is ChipOut.BOTH
        self._blocks_for_nothing = not self._draws and not self._many_go_out and not rules.pips_divisor
        self._learnt = 0

    @property
    def is_full(self) -> bool:
        """Whether it remembers so much that it is time to begin anew, as spinners make it."""
        return self._learnt > MOST_LEARNT or len(self.book) > MOST_LINES

    def clear(self) -> None:
        """Let go of everything learnt; it is not used any more."""
        self.book.clear()

    def threat_of(self, line: Line) -> float:
        """The turns that a hand nobody knows can be expected to gain on this line; stuck is a loss."""
        if line.threat is None:
            tiles = len(self.book.tiles)
            points_of, sums = self.book.points_of, line.ends.sums_after(self.book.rules.max_pip)
            best = sorted((max(map(points_of, each)) for each in sums.values()), reverse=True)
            none_so_far, expected = 1.0, 0.0
            for better, points in enumerate(best):
                none_now = none_so_far * max(0, tiles - better - TILES_FEARED) / (tiles - better)
                expected += (none_so_far - none_now) * points
                none_so_far = none_now
            line.threat = expected / self._race.mean_award - STUCK * none_so_far
        return line.threat

    def value_of(self, bit: int, after: Line, score: int, awarded: int) -> float:
        """What leaving this line with this tile is worth to a side on `score`, in turns."""
        race = self._race
        if race.has_won(score + awarded):
            return WON
        gained = race.turns_from(score) - race.turns_from(score + awarded)
        return gained - self._fear * self.threat_of(after) + self._shed[bit]

    def choice(self, line: Line, fitting: int, score: int, knocks: int, chip: int) -> Habit:
        """The best of the tiles that fit, as things look at a glance; `knocks` and `chip` in points."""
        return max(self._valued(line, fitting, score, knocks, chip), key=_value_of)[1]

    def _valued(self, line: Line, fitting: int, score: int, knocks: int, chip: int) -> Iterator[tuple[float, Habit]]:
        # Beyond `far` nothing depends on the score, and what holds for one such score is remembered for all.
        score = max(score, self.book.rules.target - self.far)
        for bit in bits_in(fitting):
            for after in line.after(bit):
                awarded = self.book.awarded(score, after.points, knocks, chip)
                yield self.value_of(bit, after, score, awarded), (bit, after, awarded)

    def _in_points(
        self, lots: int, line: Line, fitting: int, score: int, knocks: int, chip: int
    ) -> Iterator[tuple[float, Habit]]:
        """What the plays are to somebody greedy, with equals in one of several orders."""
        score = max(score, self.book.rules.target - self.far)
        for bit in bits_in(fitting):
            for after in line.after(bit):
                awarded = self.book.awarded(score, after.points, knocks, chip)
                lot = (bit % 1009 * 31 + after.fits % 9973) * (line.fits % 10007 + 97 * lots) % 997
                yield awarded + lot / 1000, (bit, after, awarded)

    def _glance(self, line: Line, key: int, fitting: int, score: int, knocks: int, *, goes_out: bool) -> Habit:
        """The choice on a line that is not well known yet. One that comes up again and again is learnt by heart."""
        rules = self.book.rules
        knocks, chip = knocks * rules.knock_bonus, rules.chip_bonus if goes_out else 0
        lots = (key + GREEDY // 2) // GREEDY
        valued = partial(self._in_points, lots) if lots else self._valued
        seen = line.glances.get(key, 0)
        if seen < GLANCES_TO_LEARN:
            line.glances[key] = seen + 1
            return max(valued(line, fitting, score, knocks, chip), key=_value_of)[1]
        ranked = sorted(valued(line, line.fits, score, knocks, chip), key=_value_of, reverse=True)
        line.ranking[key] = [habit for _, habit in ranked]
        self._learnt += 1
        return next(habit for habit in line.ranking[key] if habit[0] & fitting)

    def _draw_or_knock(self, round_: Playout, line: Line, turn: int, knocks: int) -> tuple[int, int]:
        """The seat in turn has nothing that fits: it draws, or knocks. Told are the turn and the knocks after that."""
        round_.line, round_.turn, round_.knocks = line, turn, knocks
        while round_.may_draw and not round_.hands[turn] & line.fits:
            round_.draw()
        if not round_.hands[turn] & line.fits:
            round_.knock()
        return round_.turn, round_.knocks

    def play_out(self, round_: Playout, until: int | None = None) -> None:
        """Play a round to its end, or until it is this seat's turn; each seat does what it is used to do."""
        rules, hands, scores = self.book.rules, round_.hands, round_.scores
        seats, target, far, many_go_out = len(hands), self._target, self.far, self._many_go_out
        line, turn, knocks = round_.line, round_.turn, round_.knocks
        greedy, pays_knocks, partners = round_.greedy, rules.knock_bonus > 0, rules.partners
        draws, blocks_for_nothing = self._draws and round_.drawable > 0, self._blocks_for_nothing
        keys, by_lot = [2 * min(target - score, far) for score in scores], GREEDY * (1 + sum(hands) % LOTS)
        # One loop with hardly a call in it: this is where the time goes.
        while not round_.is_over and turn != until:
            hand = hands[turn]
            fitting = hand & line.fits
            if not fitting:
                knocks += 1
                if knocks == seats and blocks_for_nothing:
                    round_.is_over = True
                elif draws or many_go_out or knocks == seats:
                    turn, knocks = self._draw_or_knock(round_, line, turn, knocks - 1)
                    draws = draws and round_.drawable > 0
                else:
                    turn = turn + 1 if turn + 1 < seats else 0
                continue
            side = turn & 1 if partners else turn
            goes_out = not hand & (hand - 1) and (not many_go_out or round_.may_go_out(turn))
            key = keys[side] + goes_out
            if pays_knocks:
                key += knocks << 16
            if greedy and greedy >> turn & 1:
                key += by_lot
            ranking = line.ranking.get(key)
            if ranking is None:
                bit, line, awarded = self._glance(line, key, fitting, scores[side], knocks, goes_out=goes_out)
            else:
                for bit, after, awarded in ranking:  # noqa: B007 - they are wanted after the loop
                    if bit & fitting:
                        break
                line = after
            hands[turn], knocks = hand ^ bit, 0
            if awarded:
                scores[side] = score = scores[side] + awarded
                to_go = target - score
                keys[side] = 2 * (to_go if to_go < far else far)  # noqa: FURB136 - a call less
                if to_go <= 0 and self._ends_at_once:
                    round_.is_over, round_.won_by = True, side
                    return
            if goes_out:
                round_.end(side)
                return
            turn = turn + 1 if turn + 1 < seats else 0
            if draws:
                round_.has_drawn = False
            if many_go_out:
                while not hands[turn]:
                    turn = turn + 1 if turn + 1 < seats else 0
        round_.line, round_.turn, round_.knocks = line, turn, knocks


def _value_of(valued: tuple[float, Habit]) -> float:
    return valued[0]


def _made_for(game: tuple[Rules, int]) -> Habits:
    rules, sides = game
    return Habits(LineBook(rules), sides)


_kept: Final = Cache(_made_for, 16)


def habits_for(rules: Rules, sides: int) -> Habits:
    """The habits that this process keeps for these rules."""
    return _kept.get((rules, sides))
