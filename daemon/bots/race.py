"""The number of turns that each side is away from winning, and the chance to win that follows from it.

Here: `Race`, which converts a score to turns. With an exact target one point to go can take longer than three. The
numbers are measured once for each set of rules, in rounds that one player plays alone. Not here: hands (`search`),
scoring (`protocol.game.scoring`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, sqrt
from random import Random
from typing import Final

from daemon.bots.line_book import Line, LineBook
from protocol.game.rules import PipsUnit, Rules, TargetMode
from protocol.game.tiles import Tile, set_of_tiles

TURNS_MEASURED: Final = 600
PIPS_KEPT: Final = 0.4
"""The share of a hand's pips that the loser of a round still holds, measured with `club` players."""
FARTHEST: Final = 60.0
"""The turns to a score that can hardly be reached: enough to be avoided, but finite."""

Offers = tuple[int, ...]
"""The different awards between which a player can choose in one turn."""


class Race:
    """Turns to go and chances to win under one set of rules. `race_for` makes it."""

    def __init__(self, rules: Rules) -> None:
        self._target = rules.target
        self._is_exact = rules.target_mode is TargetMode.EXACT
        self._ends_at_once = rules.target_mode is not TargetMode.END_OF_ROUND
        offers = _measured_offers(rules)
        best = [max(awards) for awards, times in offers.items() for _ in range(times)]
        self.mean_award = max(sum(best) / len(best), 0.01)
        spread = sum((award - self.mean_award) ** 2 for award in best) / len(best)
        self._unevenness = (spread + _variance_by_pips(rules, self.mean_award)) / self.mean_award**2
        self._turns = _turns_by_points_to_go(offers, min(rules.target, 4 * max(best)), is_exact=self._is_exact)

    def turns_from(self, score: float) -> float:
        """The turns from this score to the target, negative beyond it."""
        to_go = self._target - score
        if to_go < len(self._turns):
            return self._turns[int(to_go)] if to_go >= 0 else to_go / self.mean_award
        return self._turns[-1] + (to_go - len(self._turns) + 1) / self.mean_award

    def has_won(self, score: float) -> bool:
        """Whether a side with this score has won."""
        return self._ends_at_once and score >= self._target

    def chance(self, side: int, turns: Sequence[float], luck: float = 1.0) -> float:
        """The chance that this side wins. `turns`: the turns that each side has to go.

        `luck`: the factor by which scores spread more than if all turns were independent.
        """
        mine = turns[side]
        others = [theirs for at, theirs in enumerate(turns) if at != side]
        # The difference of two random walks of n steps spreads like the root of 2n. The factor 0.55 converts a
        # standard deviation to the scale of a logistic distribution.
        scale = luck * 0.55 * sqrt(2 * self._unevenness * (1 + max(0.0, mine + min(others)) / 2))
        return 1 / (1 + sum(exp(max(-30.0, min(30.0, (mine - theirs) / scale))) for theirs in others))


@lru_cache(maxsize=64)
def race_for(rules: Rules) -> Race:
    """The race under these rules. The first call measures it, which takes some hundredths of a second."""
    return Race(rules)


def _variance_by_pips(rules: Rules, mean_award: float) -> float:
    """The variance that the pips paid at the end of a round add to each of its turns.

    One side gets all of them, mostly by luck.
    """
    if not rules.pips_divisor:
        return 0.0
    paid = PIPS_KEPT * rules.hand * rules.max_pip
    if rules.pips_unit is PipsUnit.QUOTIENT:
        paid /= rules.pips_divisor
    turns = rules.hand + paid / 2 / mean_award
    return paid**2 / 2 / turns


def _measured_offers(rules: Rules) -> Counter[Offers]:
    # A constant seed: the same rules always give the same race, so that bots can be repeated.
    shuffler = Random(5)  # noqa: S311 - the same deals each time
    book = LineBook(rules)
    tiles = list(set_of_tiles(rules.max_pip))
    offers: Counter[Offers] = Counter()
    while offers.total() < TURNS_MEASURED:
        shuffler.shuffle(tiles)
        offers.update(_round_alone(book, tiles, shuffler))
    book.clear()
    return offers


def _round_alone(book: LineBook, tiles: Sequence[Tile], shuffler: Random) -> Iterator[Offers]:
    """The offers of one round. The hand is dealt anew for each turn, with one tile less."""
    rules, line = book.rules, book.led(tiles[0])
    left = list(tiles[1:])
    for size in range(min(rules.hand, len(left)), 0, -1):
        hand = shuffler.sample(left, min(size, len(left)))
        bonus = rules.chip_bonus if size == 1 else 0
        plays = [(after.points + bonus, tile, after) for tile in hand for after in line.after(book.bits[tile])]
        if not plays:
            yield (0,)
            continue
        yield tuple(sorted({award for award, _, _ in plays}))
        _, played, line = max(plays, key=_award_of)
        left.remove(played)


def _award_of(play: tuple[int, Tile, Line]) -> int:
    return play[0]


def _turns_by_points_to_go(offers: Counter[Offers], most: int, *, is_exact: bool) -> list[float]:
    """The turns for 0, 1, 2 ... points to go, if each turn takes the offer that leaves the fewest."""
    turns = [0.0]
    for to_go in range(1, most + 1):
        turns.append(_turns_with(turns, offers, to_go, is_exact=is_exact))
    return turns


def _turns_with(turns: Sequence[float], offers: Counter[Offers], to_go: int, *, is_exact: bool) -> float:
    left_behind: list[tuple[float, bool, int]] = []
    for awards, times in offers.items():
        counting = [award for award in awards if award and (award <= to_go or not is_exact)]
        best = min((turns[max(0, to_go - award)] for award in counting), default=FARTHEST)
        left_behind.append((best, len(counting) < len(awards), times))
    # A turn may be spent without scoring if that is better than its offers. Which turns those are depends on the
    # answer, so it is found by a few iterations.
    answer = FARTHEST
    for _ in range(8):
        moving = [(best, times) for best, may_stay, times in left_behind if best < answer or not may_stay]
        moves = sum(times for _, times in moving)
        if not moves:
            return FARTHEST
        refined = (sum(best * times for best, times in moving) + offers.total()) / moves
        if abs(refined - answer) < 1e-9:
            break
        answer = refined
    return min(answer, FARTHEST)
