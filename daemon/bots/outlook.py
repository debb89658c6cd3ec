"""What a play makes of a side's chance to win, reckoned two plays ahead.

Lives here: `Outlook`, for one seat in one turn: the play itself, the next seat's likely answers, the best that could
follow of its own, and what the hand is then worth. Times and distances are in turns (`race`).
Not here: choosing (`club`), the chances of a hidden hand (`replies`).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import frozen

from daemon.bots.ends import Ends, book_of_ends
from daemon.bots.race import race_for
from daemon.bots.replies import Answer, NextHand
from daemon.bots.situation import Situation
from protocol.game.rules import Draw, PipsFrom, PipsUnit
from protocol.game.scoring import award
from protocol.game.tiles import Tile, pips_of
from protocol.log.choices import Play, drawable, ends_round

WON: Final = 1000.0
"""Turns gained by winning: more than any other gain."""


@frozen(kw_only=True)
class Weights:
    """What a player makes of things: in turns, unless it is a share of something."""

    follow_up: float
    """The share that counts of its own best next play; less with more seats between."""
    stuck: float
    """Having nothing to lay next."""
    next_draws: float
    """That the next seat has to draw."""
    number_covered: float
    """Each number that its hand still shows."""
    double_left: float
    """Each double it still holds, which goes on one number only."""
    pips_left: float
    """The share that counts of what the pips left in its hand would pay another side."""


class Outlook:
    """One seat's thoughts in one turn; what is the same for every play is found once."""

    def __init__(self, situation: Situation, weights: Weights) -> None:
        table, round_, rules = situation.table, situation.round, situation.rules
        self._situation, self._rules, self._side = situation, rules, situation.side
        self._weights = weights
        self._race = race_for(rules)
        self._book = book_of_ends(rules.spinning)
        self._next = round_.seat_after(situation.seat)
        self._next_side = table.side_of(self._next)
        self._next_hand = NextHand(situation, self._next)
        self._next_goes_out = ends_round(table, self._next, len(round_.hands[self._next]) - 1)
        self._next_may_draw = drawable(rules, round_) > 0
        others = sum(1 for seat, hand in enumerate(round_.hands) if hand and seat != situation.seat)
        self._follow_up_share = weights.follow_up / max(1, others)
        self._unseen_pips = pips_of(situation.unseen) / max(1, len(situation.unseen))
        self._gains: dict[tuple[int, int, int, bool], float] = {}
        self._follow_ups: dict[tuple[Ends, int, int], list[tuple[float, Tile]]] = {}

    def chance_after(self, play: Play) -> float:
        """The chance to win after this play."""
        situation, race, side = self._situation, self._race, self._side
        table, round_ = situation.table, situation.round
        ends = self._book.of(round_.layout.lay(play.tile, play.arm))
        goes_out = ends_round(table, situation.seat, len(situation.hand) - 1)
        score = table.score_of(situation.seat)
        score += award(situation.rules, score, ends.total, round_.knocks, goes_out=goes_out).awarded
        if race.has_won(score):
            return 1.0
        left = tuple(tile for tile in situation.hand if tile != play.tile)
        turns = [race.turns_from(each) for each in table.scores]
        turns[side] = race.turns_from(score)
        if goes_out:
            turns[side] -= self._turns_for_pips(side, left)
            return race.chance(side, turns)
        turns[side] -= self._worth_of_hand(left)
        return sum(chance * race.chance(side, after) for chance, after in self._next_turns(ends, left, score, turns))

    def _next_turns(
        self, ends: Ends, left: tuple[Tile, ...], score: int, turns: Sequence[float]
    ) -> Iterator[tuple[float, list[float]]]:
        """The chances of what the next seat may do, with the turns that each side then has to go."""
        rest = 1.0
        goes_out = self._next_goes_out
        for answer in self._next_hand.answers(ends, self._gain_of_next(score, goes_out=goes_out)):
            rest -= answer.chance
            yield answer.chance, self._answered(answer, left, score, turns, goes_out=goes_out)
        if rest > 1e-9 and self._next_may_draw:
            # It has a tile more then, so what it lays is not its last.
            gain_from, until = self._gain_of_next(score, goes_out=False), self._rules.draw is Draw.UNTIL
            drawn = self._next_hand.answer_from_boneyard(ends, gain_from, until=until)
            after = self._answered(drawn, left, score, turns, goes_out=False)
            after[self._next_side] += self._weights.next_draws
            yield rest * drawn.chance, after
            rest -= rest * drawn.chance
        if rest > 1e-9:
            after = list(turns)
            after[self._side] -= self._follow_up(ends, left, score, knocks=1)
            yield rest, after

    def _answered(
        self, answer: Answer, left: tuple[Tile, ...], score: int, turns: Sequence[float], *, goes_out: bool
    ) -> list[float]:
        """The turns to go after an answer."""
        after = list(turns)
        after[self._next_side] -= answer.gain
        if goes_out:
            after[self._next_side] -= self._turns_for_pips(self._next_side, left)
        elif answer.leaves:
            follow_ups = [self._follow_up(each, left, score) for each in answer.leaves]
            after[self._side] -= sum(follow_ups) / len(follow_ups)
        return after

    def _gain_of_next(self, score: int, *, goes_out: bool) -> Callable[[Ends], float]:
        """What the next side gains by leaving some ends, when this side stands on `score`."""
        standing = score if self._next_side == self._side else self._situation.table.scores[self._next_side]
        return lambda ends: self._gain(standing, ends.total, 0, goes_out)

    def _gain(self, score: int, end_sum: int, knocks: int, goes_out: bool) -> float:
        """The turns that a tile gains a side on `score` when it leaves this sum of ends."""
        key = (score, end_sum, knocks, goes_out)
        gain = self._gains.get(key)
        if gain is None:
            awarded = award(self._rules, score, end_sum, knocks, goes_out=goes_out).awarded
            if self._race.has_won(score + awarded):
                gain = WON
            else:
                gain = self._race.turns_from(score) - self._race.turns_from(score + awarded)
            self._gains[key] = gain
        return gain

    def _follow_up(self, ends: Ends, left: tuple[Tile, ...], score: int, *, knocks: int = 0) -> float:
        """The turns that this seat's own best next play would gain, as far as they count yet."""
        key = (ends, score, knocks)
        gains = self._follow_ups.get(key)
        if gains is None:
            gains = self._follow_ups[key] = self._gains_by_tile(ends, score, knocks)
        best = next((gain for gain, tile in gains if tile in left), -self._weights.stuck)
        return self._follow_up_share * (self._race.turns_from(score) if best == WON else best)

    def _gains_by_tile(self, ends: Ends, score: int, knocks: int) -> list[tuple[float, Tile]]:
        """What each tile of the hand that fits would gain, best first."""
        is_last = len(self._situation.hand) == 2
        gains = [
            (max(self._gain(score, after.total, knocks, is_last) for after in outcomes), tile)
            for tile in self._situation.hand
            if (outcomes := ends.after(tile))
        ]
        return sorted(gains, reverse=True)

    def _worth_of_hand(self, left: tuple[Tile, ...]) -> float:
        """What the hand that is left is worth to play on with."""
        weights = self._weights
        numbers = len({number for tile in left for number in tile})
        doubles = sum(tile.is_double for tile in left)
        worth = weights.number_covered * numbers - weights.double_left * doubles
        if self._rules.pips_divisor:
            worth -= weights.pips_left * self._turns_of_pips(pips_of(left))
        return worth

    def _turns_for_pips(self, side: int, left: tuple[Tile, ...]) -> float:
        """The turns that a side which goes out is likely to gain by what the others still hold."""
        if not self._rules.pips_divisor:
            return 0.0
        pips = 0.0
        for seat, hand in enumerate(self._situation.round.hands):
            if self._rules.pips_from is PipsFrom.ALL or self._rules.side_of(seat) != side:
                pips += pips_of(left) if seat == self._situation.seat else len(hand) * self._unseen_pips
        return self._turns_of_pips(pips)

    def _turns_of_pips(self, pips: float) -> float:
        paid = pips / self._rules.pips_divisor if self._rules.pips_unit is PipsUnit.QUOTIENT else pips
        return paid / self._race.mean_award
