"""Entries in memory: whatever is packed comes back as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.entries import Entries
from protocol.log.events import Entry, RoundDealt, Said
from protocol.wire.codec import encode_entry
from tests.played import entered, played_match

WHOLE = entered(played_match("all-fives", {"target": 60}, 3))


def kept(entries: list[Entry]) -> Entries:
    kept = Entries()
    kept.extend(entries)
    return kept


def test_a_whole_match_comes_back_as_it_was() -> None:
    entries = kept(WHOLE)

    assert list(entries) == WHOLE
    assert len(entries) == len(WHOLE)
    assert [entries[at] for at in range(len(WHOLE))] == WHOLE


@given(st.slices(len(WHOLE)))
def test_any_part_of_it_is_that_part(part: slice) -> None:
    assert kept(WHOLE)[part] == WHOLE[part]


@pytest.mark.parametrize("at", [-1, -len(WHOLE)])
def test_it_counts_from_the_end_as_lists_do(at: int) -> None:
    assert kept(WHOLE)[at] == WHOLE[at]


@pytest.mark.parametrize("at", [len(WHOLE), -len(WHOLE) - 1])
def test_there_is_nothing_beyond_its_ends(at: int) -> None:
    with pytest.raises(IndexError):
        kept(WHOLE)[at]


def test_its_lines_are_those_of_a_record() -> None:
    assert list(kept(WHOLE).lines()) == [encode_entry(each) for each in WHOLE]


def test_text_of_every_kind_is_kept_exactly() -> None:
    said = [Entry(1, "2026-01-02T03:04:05.678Z", Said(None, "Zoë 🁫", "\u0000 \" ' \\ \u2028 {}"))]
    deal = next(entry.event for entry in WHOLE if isinstance(entry.event, RoundDealt))

    entries = [*said, Entry(2, said[0].at, deal), Entry(3, said[0].at, Said(None, "Zoë", "on"))]
    assert list(kept(entries)) == entries


def test_what_is_packed_takes_next_to_nothing() -> None:
    entries = kept(WHOLE)

    assert sum(map(len, entries._packed)) < 25 * len(WHOLE)


def test_a_copy_stays_as_it_was() -> None:
    entries = kept(WHOLE[:-1])
    copied = entries.copy()
    entries.extend(WHOLE[-1:])

    assert (list(copied), list(entries)) == (WHOLE[:-1], WHOLE)


def test_a_pack_ends_where_the_next_deal_begins() -> None:
    entries = kept(WHOLE)
    deals = [entry.seq for entry in WHOLE if isinstance(entry.event, RoundDealt)]

    assert [entries.end_of_pack(deal - 1) for deal in deals] == [deal - 1 for deal in deals]
    assert entries.end_of_pack(1) == deals[0] - 1
    assert entries.end_of_pack(deals[-1]) is None
