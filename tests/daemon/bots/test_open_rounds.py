"""What is told of how long open rounds are to think through is what happened."""

import pytest

from daemon.bots.arena import Contest, play_match
from daemon.bots.levels import LEVELS
from tests.daemon.bots.open_rounds import Watched, any_with_all_dealt
from tests.daemon.bots.tables import opening_of


def watched_match() -> Watched:
    """A match of two rounds in which all tiles are dealt, and everything is known after the first play."""
    rules = opening_of("playroom", {"target": 200, "max_rounds": 2}, 2).rules
    watched = Watched(LEVELS["learner"])
    play_match(Contest("playroom", rules, 2, seed=1), [watched] * 2, "match 1")
    return watched


def test_each_open_round_is_thought_through_once() -> None:
    watched = watched_match()

    assert (len(watched.took), watched.small) == (2, 0)
    assert all(seconds > 0 for seconds in watched.took)


@pytest.mark.parametrize("number", range(10))
def test_under_any_house_rules_all_tiles_are_dealt_to_two(number: int) -> None:
    opening = any_with_all_dealt(number)

    assert (opening.seats, opening.rules.hand, opening.rules.max_pip) == (2, 14, 6)
