"""Turns to go, and the chance to win that follows from them."""

import pytest

from daemon.bots.race import FARTHEST, Race
from protocol.game.options import Spelling
from protocol.game.presets import PRESETS
from tests.protocol.table_notation import rules_of

TO_61 = Race(rules_of("cinq-et-trois"))


def race(preset: str, **settings: Spelling) -> Race:
    return Race(rules_of(preset, settings))


def test_a_side_on_the_target_has_no_distance_left() -> None:
    assert TO_61.turns_from(61) == 0
    assert TO_61.has_won(61)
    assert not TO_61.has_won(60)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_side_ten_typical_scores_closer_is_always_closer(preset: str) -> None:
    measured = race(preset)
    step = round(10 * measured.mean_award)

    turns = [measured.turns_from(score) for score in range(0, rules_of(preset).target + 1, step)]

    assert turns == sorted(turns, reverse=True)


def test_one_more_point_can_be_further_from_an_exact_target() -> None:
    # Two points are made by 6 and 10, one only by 3 and 5, which are sums of few tiles.
    measured = race("fives-and-threes")

    assert measured.turns_from(60) > measured.turns_from(59)


def test_a_side_past_an_inexact_target_has_won() -> None:
    measured = race("all-fives", target=100)

    assert measured.has_won(115)
    assert measured.turns_from(95) <= measured.turns_from(90)


def test_when_the_end_of_the_round_decides_nobody_has_won_earlier_and_more_points_are_better() -> None:
    measured = race("playroom", target_mode="end_of_round")

    assert not measured.has_won(70)
    assert measured.turns_from(70) < measured.turns_from(65) < 0


def test_a_score_that_cannot_reach_the_target_has_the_greatest_distance() -> None:
    measured = race("all-fives", target_mode="exact", pips_divisor=0, target=100)

    assert measured.turns_from(99) == FARTHEST
    assert measured.turns_from(95) < FARTHEST


def test_sides_at_equal_distances_have_equal_chances() -> None:
    assert TO_61.chance(0, [7, 7]) == pytest.approx(1 / 2)
    assert TO_61.chance(2, [9, 9, 9, 9]) == pytest.approx(1 / 4)


def test_the_chances_of_two_sides_are_all_there_is() -> None:
    assert TO_61.chance(0, [3, 8]) + TO_61.chance(1, [3, 8]) == pytest.approx(1)


def test_a_lead_of_one_turn_means_more_near_the_end() -> None:
    assert TO_61.chance(0, [1, 2]) > TO_61.chance(0, [30, 31]) > 0.5


def test_with_more_luck_a_lead_means_less() -> None:
    assert 0.5 < TO_61.chance(0, [5, 7], luck=1.25) < TO_61.chance(0, [5, 7])


def test_the_same_rules_always_give_the_same_measurement() -> None:
    one, other = race("all-fives"), race("all-fives")

    assert [one.turns_from(score) for score in range(250)] == [other.turns_from(score) for score in range(250)]


def test_a_lead_means_less_when_pips_are_paid_at_the_end_of_a_round() -> None:
    with_pips, without = race("all-fives"), race("all-fives", pips_divisor=0)

    assert [with_pips.turns_from(score) for score in range(250)] == [without.turns_from(score) for score in range(250)]
    assert 0.5 < with_pips.chance(0, [40, 50]) < without.chance(0, [40, 50])
