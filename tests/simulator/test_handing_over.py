"""A match is handed over while machines are killed: the short form of `python -m tools.simulator.handing_over`."""

import os
from collections.abc import Sequence

import pytest

from tools.simulator.handing_over import MOST_BOUNDARIES, NEW_HOST, OLD_HOST, Kill, handed_over

IS_LONG = bool(os.environ.get("FIVES_LONG"))
EVERY: Sequence[int] = range(1, MOST_BOUNDARIES + 1)
STEPS = EVERY if IS_LONG else (6, 8, 10)
STEPS_OF_FOUR = EVERY if IS_LONG else (7,)
TIMES_OF_FOUR = (5.0, 150.0) if IS_LONG else (5.0,)


@pytest.mark.parametrize(("people", "deals"), [(2, "mixed"), (4, "host")])
def test_a_match_is_handed_over_and_everybody_plays_on_there(people: int, deals: str) -> None:
    assert handed_over(people, deals).went_to == NEW_HOST


@pytest.mark.parametrize("seconds", [5.0, 150.0])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("place", [OLD_HOST, NEW_HOST])
def test_whichever_host_is_killed_at_most_one_of_them_deals_and_everybody_meets_at_the_same_one(
    place: str, step: int, seconds: float
) -> None:
    assert handed_over(2, kill=Kill(place, step, seconds)).went_to in (OLD_HOST, NEW_HOST)


@pytest.mark.parametrize("seconds", TIMES_OF_FOUR)
@pytest.mark.parametrize("step", STEPS_OF_FOUR)
@pytest.mark.parametrize("place", [OLD_HOST, NEW_HOST])
def test_the_same_holds_for_four_players_whose_deals_need_the_host_alone(place: str, step: int, seconds: float) -> None:
    assert handed_over(4, "host", Kill(place, step, seconds)).went_to in (OLD_HOST, NEW_HOST)


def test_a_next_host_that_does_not_wait_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.simulator.handing_over.hold_until", lambda _: None)

    with pytest.raises(BaseExceptionGroup) as caught:
        handed_over(2)

    assert caught.group_contains(AssertionError, match="both hosts may deal", depth=None)
