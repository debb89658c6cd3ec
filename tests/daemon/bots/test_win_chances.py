"""The value of the scores at the end of a round."""

import pytest

from daemon.bots.race import race_for
from daemon.bots.win_chances import WinChances
from tests.protocol.table_notation import rules_of


@pytest.mark.parametrize("preset", ["fives-and-threes", "playroom", "all-fives", "all-threes"])
def test_between_rounds_a_lead_means_less_than_turns_alone_suggest(preset: str) -> None:
    rules = rules_of(preset)
    scores = rules.target // 2, rules.target // 4
    by_turns = race_for(rules).chance(0, [race_for(rules).turns_from(score) for score in scores])

    assert 0.5 < WinChances(rules, 0, is_last_round=False).chance(scores, None) < by_turns


def test_after_the_last_round_only_the_scores_count() -> None:
    standing = WinChances(rules_of("all-fives"), 0, is_last_round=True)

    assert [standing.chance(scores, None) for scores in [(20, 15), (15, 15), (15, 20)]] == [1, 0.5, 0]
