"""The report on open rounds gives correct figures."""

import pytest

from daemon.bots.bare_match import Contest
from daemon.bots.bot_levels import LEVELS
from daemon.measure.arena import play_match
from tests.daemon.bots.open_rounds import Watched, any_with_all_dealt
from tests.daemon.bots.tables import opening_of


def test_every_level_makes_and_is_timed_on_every_choice_of_an_open_round() -> None:
    rules = opening_of("playroom", {"target": 200, "max_rounds": 1}, 2).rules
    watched = Watched(LEVELS["learner"])

    play_match(Contest("playroom", rules, 2, seed=1), [watched] * 2, "match 1")

    counts = {len(took.seconds) for took in watched.took.values()}
    assert counts == {len(took.positions) for took in watched.took.values()}
    assert 10 < counts.pop() <= 28
    assert sum(sum(took.seconds) for took in watched.took.values()) > 0  # one choice may be quicker than a tick
    assert 0 < max(watched.took["expert"].positions) <= 10_000


@pytest.mark.parametrize("number", range(10))
def test_an_open_round_deals_all_tiles_to_two_players_under_any_house_rules(number: int) -> None:
    opening = any_with_all_dealt(number)

    assert (opening.seats, opening.rules.hand, opening.rules.max_pip) == (2, 14, 6)
