"""Hosts that end, and matches that go on: the short form of `python -m tools.simulator.successors`."""

import pytest

from protocol.log import statements
from protocol.log.dealing import Bound, MixedDeals
from protocol.log.events import Entry
from protocol.shared.exit_status import MisusedError
from tools.simulator.successors import ended_hosts


@pytest.mark.parametrize("seed", [0, 6])
def test_wherever_a_host_ends_the_match_goes_on_with_its_score_and_its_seats(seed: int) -> None:
    tally = ended_hosts(seed, points=3)

    assert tally.ended == 3


def test_a_host_that_keeps_the_interrupted_round_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def keep_everything(entries: list[Entry]) -> list[Entry]:
        return entries

    monkeypatch.setattr("daemon.house.taking_over.part_to_go_on_with", keep_everything)

    with pytest.raises(MisusedError):
        ended_hosts(0, points=3)


def test_a_number_that_the_host_before_may_know_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def change_only_the_host(deals: MixedDeals, seal: str, round_: int) -> None:
        deals.host = Bound(seal, round_)

    monkeypatch.setattr(MixedDeals, "_change_host", change_only_the_host)

    with pytest.raises(BaseExceptionGroup) as caught:
        ended_hosts(0, points=2)

    assert caught.group_contains(AssertionError, match="a number is missing", depth=None)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("i_host", "another statement is taken for this one"),
        ("i_come", "what a stranger was shown is good here"),
    ],
)
def test_a_statement_that_is_good_at_every_host_is_detected(
    monkeypatch: pytest.MonkeyPatch, statement: str, found: str
) -> None:
    stated = getattr(statements, statement)
    monkeypatch.setattr(f"protocol.log.succession.{statement}", lambda *facts: stated(*facts[:-1], "any host"))

    with pytest.raises(BaseExceptionGroup) as caught:
        ended_hosts(0, points=2)

    assert caught.group_contains(AssertionError, match=found, depth=None)
