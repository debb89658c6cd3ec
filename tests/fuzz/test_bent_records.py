"""Records that were bent in one place do not pass: the short form of `python -m tools.fuzz.bent_records`."""

import pytest

from protocol.log.audit import Auditor
from tools.fuzz import bent_records
from tools.fuzz.bends import BENDS

MATCHES = (0, 1, 2, 3)


@pytest.mark.parametrize("match", MATCHES)
def test_the_record_of_a_mixed_match_passes(match: int) -> None:
    assert bent_records.found(bent_records.record_of(match)) is None


@pytest.mark.parametrize("match", MATCHES)
def test_a_bent_record_fails_at_the_right_entry_in_a_plain_sentence(match: int) -> None:
    assert bent_records.check(match, 30) == []


def test_records_are_bent_in_every_way() -> None:
    entries = bent_records.record_of(0)
    bent = {how for _, (how, _) in zip(range(200), bent_records.bent_records(0), strict=False)}

    assert len(bent) == len(BENDS)
    assert entries == bent_records.record_of(0)


def test_a_deal_that_only_the_numbers_show_to_be_wrong_would_pass_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Auditor, "_fault_in_mixing", lambda *_: None)

    assert any("passes" in why for why in bent_records.check(0))
