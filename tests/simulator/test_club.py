"""Matches in a club of two daemons: the short form of `python -m tools.simulator --club --matches 1000`."""

from tools.simulator.club import simulate_club


def test_matches_in_a_club_lose_and_repeat_nothing() -> None:
    tallies = [simulate_club(seed).tally for seed in range(1, 9)]

    assert all(tally.entries > 20 for tally in tallies)
    for kind in ("kills", "stops", "cut_off", "newcomers"):
        assert sum(getattr(tally, kind) for tally in tallies) > 0, f"nothing was tried of: {kind}"
