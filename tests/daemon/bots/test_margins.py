"""The margin of the rest of a round, and the points it may take, equal those found by trying everything."""

from random import Random

import pytest

from daemon.bots.margins import Limit, Margins, TooLongError
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import policy_for
from daemon.bots.spots import Spots
from daemon.bots.win_chances import WinChances
from protocol.game.options import Spelling
from protocol.game.rules import Rules
from tests.daemon.bots.tables import opening_of
from tests.daemon.bots.test_solver import any_open_round

OUT_OF_REACH = -1_000
"""A score from which no round comes near the target."""


def far_round(rules: Rules, seed: int) -> Playout:
    """A round with some tiles left, far from the target, seat 0 or 1 in turn."""
    round_ = any_open_round(rules, 4, Random(seed))
    round_.scores = [OUT_OF_REACH, OUT_OF_REACH]
    return round_


def made(round_: Playout) -> list[tuple[int, int]]:
    """The points that either seat makes, in each way that the round can go."""
    if round_.is_over:
        return [(round_.scores[0] - OUT_OF_REACH, round_.scores[1] - OUT_OF_REACH)]
    plays = round_.plays()
    if not plays:
        knocked = round_.copy()
        knocked.knock()
        return made(knocked)
    return [each for play in plays for each in made(round_.after(*play))]


def margin_of(round_: Playout) -> int:
    """What seat 0 has more than seat 1 when both make the best of it."""
    if round_.is_over:
        return round_.scores[0] - round_.scores[1]
    plays = round_.plays()
    if not plays:
        knocked = round_.copy()
        knocked.knock()
        return margin_of(knocked)
    best = max if round_.turn == 0 else min
    return best(margin_of(round_.after(*play)) for play in plays)


GAMES: list[tuple[str, dict[str, Spelling]]] = [
    ("playroom", {}),
    ("playroom", {"chip_bonus": 4}),
    ("playroom", {"max_pip": 9}),
    ("all-fives", {}),
    ("all-threes", {}),
    ("all-threes", {"pips_from": "all", "blocked": "none"}),
]


@pytest.mark.parametrize(("preset", "settings"), GAMES)
def test_a_search_finds_whether_a_margin_is_reached_and_bounds_the_points(
    preset: str, settings: dict[str, Spelling]
) -> None:
    rules = opening_of(preset, settings, 2).rules
    book = policy_for(rules, 2).book
    spots, margins = Spots(book), Margins(book, Limit(100_000))
    for seed in range(12):
        round_ = far_round(rules, seed)
        seat, hands = round_.turn, round_.hands
        margin = margin_of(round_) * (1 if seat == 0 else -1)
        ways = made(round_)
        margins.clear()
        for need in (margin + 3, margin - 3, margin + 1, margin):
            told, most, others = margins.test(spots.of(round_.line), seat, hands[seat], hands[1 - seat], need)

            assert (margin <= told < need) if need > margin else (need <= told <= margin)
            # It is one of the ways that it can go which makes it no better, and none takes more points than any can.
            assert told in {way[seat] - way[1 - seat] for way in ways}
            assert told <= most <= max(way[seat] for way in ways)
            assert -told <= others <= max(way[1 - seat] for way in ways)


def test_a_search_stops_at_its_limit_of_positions() -> None:
    rules = opening_of("all-fives", {}, 2).rules
    book = policy_for(rules, 2).book
    round_ = any_open_round(rules, 6, Random(1))
    spot, (mine, theirs) = Spots(book).of(round_.line), round_.hands
    limit = Limit(100_000)
    margins = Margins(book, limit)
    margins.test(spot, 0, mine, theirs, 1)
    needed = 100_000 - limit.left
    margins.clear()
    limit.left = needed - 1

    with pytest.raises(TooLongError):
        margins.test(spot, 0, mine, theirs, 1)
    margins.clear()
    limit.left = needed
    margins.test(spot, 0, mine, theirs, 1)


@pytest.mark.parametrize("settings", [{}, {"target": 21}, {"max_pip": 9}, {"target_mode": "at_least"}])
def test_up_to_a_score_near_the_target_more_points_are_never_worth_less(settings: dict[str, Spelling]) -> None:
    rules = opening_of("playroom", settings, 2).rules
    standing = WinChances(rules, 0, is_last_round=False)
    steady_to = standing.steady_to

    assert rules.target - 20 < steady_to < rules.target
    for score in range(steady_to):
        for other in range(0, steady_to, 7):
            assert standing.chance((score + 1, other), None) >= standing.chance((score, other), None)
            assert standing.chance((other, score + 1), None) <= standing.chance((other, score), None)


def test_one_point_short_of_an_exact_target_is_worse_than_two() -> None:
    rules = opening_of("playroom", {}, 2).rules
    standing = WinChances(rules, 0, is_last_round=False)

    assert standing.chance((60, 30), None) < standing.chance((59, 30), None)
    assert standing.steady_to == 59
