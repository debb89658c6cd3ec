"""The points for sums, knocks, going out and left-over pips, and the possible sums.

Here: how many points (RULES.md 1.7, 1.9, 1.11, 1.12). Not here: when they are paid (`protocol.log.consequences`).
All points are already divided: they are added to a score as they are.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from protocol.game.rules import (
    PipsFrom,
    PipsRound,
    PipsScope,
    PipsUnit,
    Points,
    Rules,
    SpinnerCount,
    SpinnerRule,
    TargetMode,
)
from protocol.game.tiles import Hand, pips_of

SUMS_KEPT: Final = 4096
"""The size of the caches. A game has about forty sums, but strangers can open games with any divisors."""


class Share(NamedTuple):
    """The points that one divisor pays for a sum. The sum 15 has two shares: 5 threes and 3 fives."""

    divisor: int
    times: int
    points: int


@lru_cache(maxsize=SUMS_KEPT)
def _shares(divisors: tuple[int, ...], points: Points, end_sum: int) -> tuple[Share, ...]:
    if end_sum <= 0:
        return ()
    return tuple(
        Share(divisor, end_sum // divisor, end_sum if points is Points.TOTAL else end_sum // divisor)
        for divisor in divisors
        if end_sum % divisor == 0
    )


def shares(rules: Rules, end_sum: int) -> tuple[Share, ...]:
    """Why a sum scores: a share for each divisor that divides it. Empty if it scores nothing, like the sum 0."""
    return _shares(rules.divisors, rules.points, end_sum)


@lru_cache(maxsize=SUMS_KEPT)
def _points(divisors: tuple[int, ...], points: Points, end_sum: int) -> int:
    return sum(share.points for share in _shares(divisors, points, end_sum))


def points_of(rules: Rules, end_sum: int) -> int:
    """The points for a sum of the open ends: 15 scores 8 with the divisors 3 and 5 (RULES.md 1.7)."""
    return _points(rules.divisors, rules.points, end_sum)


def sums_that_count(rules: Rules, room: int) -> tuple[int, ...]:
    """The sums of the ends that pay something, and no more than so many points, lowest first."""
    return tuple(end_sum for end_sum in reachable_sums(rules) if 0 < points_of(rules, end_sum) <= room)


def sums_too_high(rules: Rules, room: int) -> tuple[int, ...]:
    """The sums of the ends that pay more than so many points, lowest first: 15 and 18 if 4 points are left to 61."""
    return tuple(end_sum for end_sum in reachable_sums(rules) if points_of(rules, end_sum) > room)


class Award(NamedTuple):
    """The points that a play earns, by kind, and the sum of the ends. `awarded` points of them count."""

    end_sum: int
    play: int
    knocks: int
    chip_out: int
    awarded: int

    @property
    def offered(self) -> int:
        """The points of all kinds together, whether they count or not."""
        return self.play + self.knocks + self.chip_out


def award(rules: Rules, score: int, end_sum: int, knocks: int, *, leads: bool, goes_out: bool) -> Award:
    """The points that a play earns a side with this score (RULES.md 1.11).

    `knocks`: how many since the last tile was laid. `leads`: whether this is the first tile of the round. `goes_out`:
    whether it ends the round and so earns the chip-out bonus.
    """
    kinds = (points_of(rules, end_sum), knocks * rules.knock_bonus, rules.chip_bonus if goes_out else 0)
    return Award(end_sum, *kinds, accepted(rules, score, kinds, leads=leads))


def accepted(rules: Rules, score: int, kinds: Sequence[int], *, leads: bool) -> int:
    """The part of these kinds of points that counts for a side with this score (RULES.md 1.11)."""
    offered, room = sum(kinds), most_awarded(rules, score, leads=leads)
    if room is None or offered <= room:
        return offered
    if rules.combine:
        return 0
    counted = 0
    for offer in kinds:
        if counted + offer <= room:
            counted += offer
    return counted


def most_awarded(rules: Rules, score: int, *, leads: bool) -> int | None:
    """The points that a play can still earn a side with this score; None if there is no limit."""
    if leads and not rules.lead_wins and rules.target_mode is not TargetMode.END_OF_ROUND:
        return rules.target - score - 1
    return rules.target - score if rules.target_mode is TargetMode.EXACT else None


def round_pips(rules: Rules, pips: int) -> int:
    """The points for left-over pips: 27 by fives pay 25 or 5; 7 by threes, rounded up, pay 3 (RULES.md 1.12)."""
    divisor = rules.pips_divisor
    # The nearest multiple, in whole numbers. The divisor is odd, so there are no halves (RULES.md trap 19).
    times = -(-pips // divisor) if rules.pips_round is PipsRound.UP else (2 * pips + divisor) // (2 * divisor)
    return times * divisor if rules.pips_unit is PipsUnit.MULTIPLE else times


def pips_paid(rules: Rules, hands: Sequence[Hand], side: int) -> list[int]:
    """The pips of each hand that counts for `side`, not yet rounded."""
    return [
        pips_of(hand)
        for seat, hand in enumerate(hands)
        if rules.pips_from is PipsFrom.ALL or rules.side_of(seat) != side
    ]


def pips_points(rules: Rules, hands: Sequence[Hand], side: int) -> int:
    """The points of `side` for the tiles left in hand; `hands` has one hand per seat, in seat order."""
    paid = pips_paid(rules, hands, side)
    if rules.pips_scope is PipsScope.EACH:
        return sum(round_pips(rules, pips) for pips in paid)
    return round_pips(rules, sum(paid))


@cache
def _reachable_sums(max_pip: int, arms: int, sniff: bool) -> tuple[int, ...]:
    halves = range(max_pip + 1)
    ends = [(pip, False) for pip in halves] + [(2 * pip, True) for pip in halves]
    sums = {high + low for high in halves for low in range(high + 1)}
    for count in range(2, arms + 1):
        for chosen in combinations_with_replacement(ends, count):
            doubles = [worth for worth, is_double in chosen if is_double]
            if len(set(doubles)) < len(doubles):
                continue
            total = sum(worth for worth, _ in chosen)
            sums.add(total)
            if sniff and count < 4:
                sums.update(total + (4 - count) * pip for pip in halves if 2 * pip not in doubles)
    return tuple(sorted(sums))


def reachable_sums(rules: Rules) -> tuple[int, ...]:
    """Every sum that the open ends can add up to with these rules, lowest first.

    Without a spinner, this is the table that seed 000 prints (RULES.md trap 9). With a spinner, it may contain a few
    impossible sums, because nothing checks that there are enough tiles to connect the ends.
    """
    if rules.spinner is SpinnerRule.NONE:
        return _reachable_sums(rules.max_pip, 2, sniff=False)
    return _reachable_sums(rules.max_pip, 4, sniff=rules.spinner_count is SpinnerCount.SNIFF)


def highest_sum(max_pip: int, *, spinner: bool) -> int:
    """The highest sum with this set: doubles at both ends, or at all four (double-six: 22 and 36; RULES.md trap 9)."""
    return 2 * sum(max_pip - arm for arm in range(4 if spinner else 2))
