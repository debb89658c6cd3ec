"""Matches in a club of two daemons: the short form of `python -m tools.simulator --club --matches 1000`."""

import pytest

from tools.simulator.club import simulate_club


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_match_in_a_club_loses_and_repeats_nothing(seed: int) -> None:
    world = simulate_club(seed)

    assert world.tally.entries > 20
    assert world.tally.kills + world.tally.stops + world.tally.cut_off > 0
