"""The chance to win after a play, estimated by looking two plays ahead.

Here: `Evaluation`, for one seat in one turn: the play, the next seat's likely replies, the seat's own best next play,
and the value of the hand that is left. Gains are in turns (`race`). Not here: the errors of a level
(`errors`), the probabilities of a hidden hand (`replies`).
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from daemon.bots.errors import RoundErrors
from daemon.bots.line_book import Line, LineBook
from daemon.bots.playout_policy import policy_for
from daemon.bots.race import race_for
from daemon.bots.replies import LikelyReply, NextHand
from daemon.bots.situation import Situation
from protocol.game.rules import Draw, PipsFrom, PipsUnit
from protocol.game.scoring import award
from protocol.game.tiles import Tile, pips_of
from protocol.log.choices import Play, drawable, ends_round

WON: Final = 1000.0
"""The gain of winning, in turns: more than any other."""


# In turns, or as a share.
FOLLOW_UP: Final = 0.8
"""The share of its own best next play; divided among the seats that play before."""
STUCK: Final = 0.5
"""The loss of having no tile that fits next time."""
NEXT_DRAWS: Final = 0.3
"""The gain if the next seat has to draw."""
NUMBER_COVERED: Final = 0.1
"""The gain for each number that its hand still has."""
DOUBLE_LEFT: Final = 0.2
"""The loss for each double that it still holds, as a double fits one number only."""
PIPS_LEFT: Final = 0.15
"""The share of the points that the pips left in its hand would pay another side."""


class Evaluation:
    """The evaluation of one seat's plays in one turn. What all plays have in common is calculated once."""

    def __init__(self, situation: Situation, errors: RoundErrors) -> None:
        table, round_, rules = situation.table, situation.round, situation.rules
        self._situation, self._rules, self._side = situation, rules, situation.side
        self._race = race_for(rules)
        self._errors = errors
        self._unseen_arms = situation.unseen_arms
        self._book: LineBook = policy_for(rules, len(table.scores)).book
        self._next = round_.seat_after(situation.seat)
        self._next_side = table.side_of(self._next)
        self._next_hand = NextHand(situation, self._next, self._book)
        self._next_goes_out = ends_round(table, self._next, len(round_.hands[self._next]) - 1)
        self._next_may_draw = drawable(rules, round_) > 0
        others = sum(1 for seat, hand in enumerate(round_.hands) if hand and seat != situation.seat)
        self._follow_up_share = FOLLOW_UP / max(1, others)
        self._unseen_pips = pips_of(situation.unseen) / max(1, len(situation.unseen))
        self._gains: dict[tuple[int, int, int, bool], float] = {}
        self._follow_ups: dict[tuple[Line, int, int], list[tuple[float, Tile]]] = {}

    def best(self, rng: Random) -> Play:
        """The play with the best chance to win; between equals, any."""
        plays = self._situation.plays
        # Rounded, because equal chances may be sums in different orders.
        chances = [round(self.chance_after(play), 9) for play in plays]
        most = max(chances)
        return rng.choice([play for play, chance in zip(plays, chances, strict=True) if chance == most])

    def chance_after(self, play: Play) -> float:
        """The chance to win after this play."""
        situation, race, side = self._situation, self._race, self._side
        table, round_ = situation.table, situation.round
        line = self._book.line_of(round_.layout.lay(play.tile, play.arm))
        goes_out = ends_round(table, situation.seat, len(situation.hand) - 1)
        score = table.score_of(situation.seat)
        if play.arm not in self._unseen_arms:
            score += award(situation.rules, score, line.total, round_.knocks, goes_out=goes_out).awarded
        if race.has_won(score):
            return 1.0
        left = tuple(tile for tile in situation.hand if tile != play.tile)
        turns = [self._turns_from(each) for each in table.scores]
        turns[side] = self._turns_from(score)
        if goes_out:
            turns[side] -= self._turns_for_pips(side, left)
            return race.chance(side, turns)
        turns[side] -= self._worth_of_hand(left)
        if self._errors.ignores_reply:
            return race.chance(side, turns)
        return sum(chance * race.chance(side, after) for chance, after in self._replies(line, left, score, turns))

    def _turns_from(self, score: int) -> float:
        """The turns to the target, in which every point counts alike if it prefers points to the match."""
        if self._errors.prefers_points:
            return (self._rules.target - score) / self._race.mean_award
        return self._race.turns_from(score)

    def _replies(
        self, line: Line, left: tuple[Tile, ...], score: int, turns: Sequence[float]
    ) -> Iterator[tuple[float, list[float]]]:
        """The next seat's possible replies: the probability of each, and the turns that each side then has to go."""
        rest = 1.0
        goes_out = self._next_goes_out
        for reply in self._next_hand.replies(line, self._gain_of_next(score, goes_out=goes_out)):
            rest -= reply.chance
            yield reply.chance, self._turns_after(reply, left, score, turns, goes_out=goes_out)
        if rest > 1e-9 and self._next_may_draw:
            # It has one tile more then, so it does not go out.
            gain_from, until = self._gain_of_next(score, goes_out=False), self._rules.draw is Draw.UNTIL
            drawn = self._next_hand.reply_from_boneyard(line, gain_from, until=until)
            after = self._turns_after(drawn, left, score, turns, goes_out=False)
            after[self._next_side] += NEXT_DRAWS
            yield rest * drawn.chance, after
            rest -= rest * drawn.chance
        if rest > 1e-9:
            after = list(turns)
            after[self._side] -= self._follow_up(line, left, score, knocks=1)
            yield rest, after

    def _turns_after(
        self, reply: LikelyReply, left: tuple[Tile, ...], score: int, turns: Sequence[float], *, goes_out: bool
    ) -> list[float]:
        """The turns that each side has to go after a reply."""
        after = list(turns)
        after[self._next_side] -= reply.gain
        if goes_out:
            after[self._next_side] -= self._turns_for_pips(self._next_side, left)
        elif reply.leaves:
            follow_ups = [self._follow_up(each, left, score) for each in reply.leaves]
            after[self._side] -= sum(follow_ups) / len(follow_ups)
        return after

    def _gain_of_next(self, score: int, *, goes_out: bool) -> Callable[[Line], float]:
        """The turns that the next side gains by the line it leaves. `score`: this side's score."""
        next_score = score if self._next_side == self._side else self._situation.table.scores[self._next_side]
        return lambda line: self._gain(next_score, line.total, 0, goes_out)

    def _gain(self, score: int, end_sum: int, knocks: int, goes_out: bool) -> float:
        """The turns that a side with this score gains by a tile that leaves this sum of ends."""
        key = (score, end_sum, knocks, goes_out)
        gain = self._gains.get(key)
        if gain is None:
            awarded = award(self._rules, score, end_sum, knocks, goes_out=goes_out).awarded
            if self._race.has_won(score + awarded):
                gain = WON
            else:
                gain = self._turns_from(score) - self._turns_from(score + awarded)
            self._gains[key] = gain
        return gain

    def _follow_up(self, line: Line, left: tuple[Tile, ...], score: int, *, knocks: int = 0) -> float:
        """The turns that this seat's own best next play would gain, times `FOLLOW_UP`."""
        key = (line, score, knocks)
        gains = self._follow_ups.get(key)
        if gains is None:
            gains = self._follow_ups[key] = self._gains_by_tile(line, score, knocks)
        best = next((gain for gain, tile in gains if tile in left), -STUCK)
        return self._follow_up_share * (self._turns_from(score) if best == WON else best)

    def _gains_by_tile(self, line: Line, score: int, knocks: int) -> list[tuple[float, Tile]]:
        """The turns that each fitting tile of the hand would gain, best first."""
        is_last = len(self._situation.hand) == 2
        gains = [
            (max(self._gain(score, after.total, knocks, is_last) for after in outcomes), tile)
            for tile in self._situation.hand
            if (outcomes := line.after(self._book.bits[tile]))
        ]
        return sorted(gains, reverse=True)

    def _worth_of_hand(self, left: tuple[Tile, ...]) -> float:
        """The value of the hand that is left, in turns."""
        numbers = len({number for tile in left for number in tile})
        doubles = sum(tile.is_double for tile in left)
        worth = NUMBER_COVERED * numbers - DOUBLE_LEFT * doubles
        if self._rules.pips_divisor:
            worth -= PIPS_LEFT * self._turns_of_pips(pips_of(left))
        return worth

    def _turns_for_pips(self, side: int, left: tuple[Tile, ...]) -> float:
        """The turns that a side gains by going out, from the pips that the others are likely to hold."""
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
