"""The measured chances at the end of a round."""

from random import Random

import pytest

from daemon.bots.odds import Odds, next_leader, odds_for
from daemon.bots.win_chances import WinChances
from protocol.game.options import Spelling
from tests.daemon.bots.odds import odds_in, rounds_of
from tests.protocol.table_notation import rules_of


def odds(**settings: Spelling) -> Odds:
    found = odds_for(rules_of("cinq-et-trois", settings), 2)
    assert found is not None
    return found


def test_the_chances_of_two_sides_are_all_there_is() -> None:
    chance = Random(1)
    for _ in range(50):
        to_go = [chance.randint(1, 150), chance.randint(1, 150)]
        for leader in (0, 1, None):
            assert odds().chance(0, to_go, leader) + odds().chance(1, to_go, leader) == pytest.approx(1)


def test_with_one_point_to_go_the_leader_of_the_round_is_the_favourite() -> None:
    assert odds().chance(0, [1, 1], 0) > 0.75
    assert odds().chance(0, [1, 1], 1) < 0.25
    assert odds().chance(0, [1, 1], None) == pytest.approx(0.5)


def test_far_from_the_target_the_lead_hardly_matters() -> None:
    assert odds().chance(0, [50, 50], 0) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("leader", [0, 1])
def test_ten_points_ahead_is_better_at_every_score_even_beyond_those_measured(leader: int) -> None:
    for points in range(12, 120):
        assert odds().chance(0, [points - 10, points], leader) > odds().chance(0, [points, points], leader)


def test_the_odds_apply_to_any_target_but_only_to_the_rules_measured() -> None:
    assert odds(target=31) == odds(target=121) == odds()
    assert odds_for(rules_of("cinq-et-trois", {"hand": 5}), 2) is None
    assert odds_for(rules_of("cinq-et-trois", {"target_mode": "at_least"}), 2) is None
    assert odds_for(rules_of("fives-and-threes"), 2) is None


def test_known_odds_are_the_value_of_a_score() -> None:
    rules = rules_of("cinq-et-trois")

    standing = WinChances(rules, 1, is_last_round=False, leader=0)

    assert standing.chance((51, 58), None) == odds().chance(1, [10, 3], 0)
    assert standing.chance((61, 58), 0) == 0


def test_the_next_leader_is_known_only_when_the_lead_rotates() -> None:
    assert next_leader(rules_of("cinq-et-trois"), 0, 2) == 1
    assert next_leader(rules_of("cinq-et-trois"), 1, 2) == 0
    assert next_leader(rules_of("all-fives"), 0, 2) is None
    assert next_leader(rules_of("cinq-et-trois", {"after_block": "chance"}), 0, 2) is None


def test_the_stored_odds_are_reproduced_with_fewer_matches() -> None:
    anew = odds_in(rounds_of("cinq-et-trois", 2, 1_500, seed=2), "cinq-et-trois", 2)

    for mine, theirs in ((1, 1), (8, 3), (20, 30), (50, 40), (61, 61)):
        assert anew.chance(0, [mine, theirs], 0) == pytest.approx(odds().chance(0, [mine, theirs], 0), abs=0.1)
