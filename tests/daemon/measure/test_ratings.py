"""Ratings and their intervals from results."""

from random import Random

import pytest

from daemon.measure.ratings import ratings, win_rate


def test_winning_half_of_the_matches_is_an_even_rating() -> None:
    rate = win_rate([0.0, 1.0] * 50)

    assert rate.value == 0.5
    assert rate.low == pytest.approx(1 - rate.high)


def test_four_times_the_deals_halve_the_uncertainty() -> None:
    few, many = win_rate([0.0, 1.0, 0.5, 0.5] * 25), win_rate([0.0, 1.0, 0.5, 0.5] * 100)

    assert (many.high - many.low) == pytest.approx((few.high - few.low) / 2, rel=0.05)


def test_winning_every_match_still_has_an_uncertainty() -> None:
    rate = win_rate([1.0] * 10)

    assert rate.value == rate.high == 1
    assert 0.5 < rate.low < 0.95


def test_split_deals_give_less_uncertainty_than_deals_won_twice_by_one_side() -> None:
    even, swinging = win_rate([0.5] * 100), win_rate([0.0, 1.0] * 50)

    assert even.high - even.low < (swinging.high - swinging.low) / 4


def test_ten_wins_to_one_are_400_rating_points() -> None:
    shares = [1.0] * 1000 + [0.0] * 100

    weak, strong = ratings(["weak", "strong"], {("strong", "weak"): shares})

    assert weak.elo.value == weak.elo.low == weak.elo.high == 0
    assert strong.elo.value == pytest.approx(400, abs=5)
    assert strong.elo.low < 400 < strong.elo.high


def test_a_level_between_two_others_is_rated_between_them() -> None:
    three_of_four = [1.0, 1.0, 1.0, 0.0] * 50
    results = {("b", "a"): three_of_four, ("c", "b"): three_of_four, ("c", "a"): [1.0] * 9 * 20 + [0.0] * 20}

    a, b, c = ratings(["a", "b", "c"], results)

    assert a.elo.value == 0
    assert b.elo.value == pytest.approx(191, abs=10)
    assert c.elo.value == pytest.approx(382, abs=20)


def test_the_true_win_rate_is_almost_always_within_the_range() -> None:
    chance = Random(1)
    inside = 0
    for _ in range(300):
        rate = win_rate([float(chance.random() < 0.8) for _ in range(60)])
        inside += rate.low <= 0.8 <= rate.high

    assert 0.91 < inside / 300 < 0.99
