"""A game at its new host is compared with what this client has seen of it at the host before."""

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from client.model.announcements import Subject
from client.model.history_check import FewerRounds, OtherEntry, difference
from protocol.game.tiles import Tile
from protocol.log.events import Entry, Event, HostChanged, RoundDealt, RoundEnded, Scored, TilePlayed
from protocol.wire.record import with_rounds_opened
from tests.client.at_table import welcome
from tests.client.mixed_match import ANN, follow, sealed_model
from tests.client.succeeded import NEW, OLD, begun_round, gone_on_with, until_round
from tests.played import entered, seen_from


def seen(events: Sequence[Event], seat: int | None = 0) -> list[Entry]:
    """The entries of these events as this viewer sees them."""
    return list(seen_from(seat, entered(list(events))))


def kept(rounds: int) -> list[Event]:
    """The events with which another host goes on after so many rounds."""
    return until_round(rounds)


def changed(events: Sequence[Event], kind: type[Event], **fields: Any) -> tuple[int, list[Event]]:
    """The events with the last one of this kind changed, and its number."""
    at = max(nth for nth, event in enumerate(events) if isinstance(event, kind))
    return at + 1, [*events[:at], evolve(events[at], **fields), *events[at + 1 :]]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_same_game_is_the_same_for_every_viewer(seat: int | None) -> None:
    assert difference(seen(begun_round(2), seat), seen(kept(1), seat)) is None


def test_moves_of_the_interrupted_round_do_not_count() -> None:
    gone_on = [entry.event for entry in gone_on_with(entered(begun_round(2)))]

    assert difference(seen(begun_round(2)), seen(kept(1))) is None
    assert isinstance(gone_on[len(kept(1))], HostChanged)


def test_a_client_that_has_missed_something_compares_what_it_has() -> None:
    assert difference(seen(begun_round(1)), seen(kept(2))) is None


def test_a_game_that_goes_on_before_its_first_round_is_compared_too() -> None:
    assert difference(seen(begun_round(1)), seen(kept(0))) is None


def test_hands_that_were_filled_in_and_sorted_are_the_same() -> None:
    """The new host has them from the record of one seat, and shows this viewer's own hand from it."""
    record = with_rounds_opened(seen(kept(1), seat=1))

    assert difference(seen(begun_round(2)), seen([entry.event for entry in record])) is None


def test_what_one_viewer_saw_and_another_did_not_is_no_difference() -> None:
    """The player had a seat before, and only watches now."""
    assert difference(seen(begun_round(2), seat=0), seen(kept(1), seat=None)) is None


def test_another_play_is_a_difference() -> None:
    seq, events = changed(kept(1), TilePlayed, tile=Tile(6, 6))

    assert difference(seen(begun_round(2)), seen(events)) == OtherEntry(seq, kept(1)[seq - 1], events[seq - 1])


def test_other_points_are_a_difference() -> None:
    seq, events = changed(kept(1), Scored, awarded=50)
    found = difference(seen(begun_round(2)), seen(events))

    assert isinstance(found, OtherEntry)
    assert found.seq == seq


def test_another_hand_of_mine_is_a_difference() -> None:
    dealt = kept(1)[4]
    assert isinstance(dealt, RoundDealt)
    hands = (dealt.hands[1], dealt.hands[0])
    seq, events = changed(kept(1), RoundDealt, hands=hands)
    found = difference(seen(begun_round(2)), seen(events))

    assert isinstance(found, OtherEntry)
    assert found.seq == seq


def test_other_tiles_left_at_the_end_of_a_round_are_a_difference() -> None:
    end = kept(1)[-1]
    assert isinstance(end, RoundEnded)
    _, events = changed(kept(1), RoundEnded, boneyard=end.boneyard[::-1])

    assert isinstance(difference(seen(begun_round(2)), seen(events)), OtherEntry)


def test_a_game_that_leaves_a_finished_round_out_is_a_difference() -> None:
    assert difference(seen(begun_round(3)), seen(kept(1))) == FewerRounds(2, 1)


# What the player is told.


def arrives(before: Sequence[Event], now: Sequence[Event], game: str = OLD) -> list[str]:
    """The alarms of a client that has seen these events, and comes to a host that goes on with those."""
    model = sealed_model()
    model.session.game = OLD
    follow(model, before)
    model.change_table(None)
    model.connection_opened()
    model.session.claim("what the player states", (ANN.secret,))
    entries = gone_on_with(entered(list(now)), old=game)
    model.receive(evolve(welcome(head=len(entries)), game=NEW))
    said = follow(model, [entry.event for entry in entries])
    alarms = [announcement for announcement in said if announcement.subject is Subject.ALARM]
    assert all(alarm.is_warning for alarm in alarms)
    assert model.deals.alarms == [alarm.text for alarm in alarms]
    return [alarm.short for alarm in alarms]


def test_a_player_who_comes_to_the_same_game_hears_nothing() -> None:
    assert arrives(begun_round(2), begun_round(2)) == []


def test_an_alarm_names_the_entry() -> None:
    seq, events = changed(kept(1), Scored, awarded=0)
    (alarm,) = (text for text in arrives(begun_round(2), events) if "host before" in text)

    assert f"Entry {seq} is a score of 0 by seat" in alarm


def test_an_alarm_says_how_many_rounds_are_left_out() -> None:
    assert arrives(begun_round(3), begun_round(2)) == [
        "WARNING: this host goes on after round 1, but you have seen the end of round 2. W says what it can mean."
    ]


def test_a_game_that_goes_on_with_another_one_is_not_compared() -> None:
    assert arrives(begun_round(3), begun_round(2), game="another game") == []
