"""What each host of a game says about the entries before it, in a log that was stored."""

from attrs import evolve

from protocol.log.events import Entry, HostChanged, MatchStarted
from protocol.wire.stored_history import fault_in_history, history_of
from tests.client.mixed_match import OPENING, mixed_match
from tests.played import entered


def gone_on(history: str | None) -> list[Entry]:
    """A match that another host has taken over before the first deal, and what it has said."""
    match = mixed_match()[:OPENING]
    return entered([*match, HostChanged("g1", 0, "1" * 64, history=history)])


def right() -> str:
    return history_of(gone_on(None)[:OPENING])


def test_a_host_that_names_what_was_before_it_is_right_and_one_of_an_earlier_release_names_nothing() -> None:
    assert fault_in_history(gone_on(right())) is None
    assert fault_in_history(gone_on(None)) is None
    assert fault_in_history(gone_on(None)[:OPENING]) is None


def test_another_history_is_found_and_so_are_other_entries() -> None:
    fault = fault_in_history(gone_on("0" * 64))
    assert fault is not None
    assert fault.seq == OPENING + 1

    entries = gone_on(right())
    taken = next(nth for nth, entry in enumerate(entries) if isinstance(entry.event, MatchStarted))
    other = evolve(entries[taken], event=MatchStarted(2))
    assert fault_in_history([*entries[:taken], other, *entries[taken + 1 :]]) is not None
    assert fault_in_history([evolve(entries[0], at="2026-01-01T00:00:00.000Z"), *entries[1:]]) is not None


def test_the_second_of_two_hosts_names_the_first_one_too() -> None:
    once = gone_on(right())
    change = HostChanged("g2", 1, "2" * 64, history=history_of(once))

    assert fault_in_history([*once, Entry(len(once) + 1, once[-1].at, change)]) is None
    wrong = evolve(change, history=right())
    assert fault_in_history([*once, Entry(len(once) + 1, once[-1].at, wrong)]) is not None
