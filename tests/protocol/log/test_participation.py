"""Whose match it was: a person who laid no tile has played none."""

from protocol.log.events import Event, PlayerReturned, SeatTaken, StandInSeated, TilePlayed
from protocol.log.participation import removed_from_match, seats_left_to_bots
from tests.client import three_handed as three
from tests.played import played_match


def match(*before: Event) -> list[Event]:
    """A whole match of a person and two bots, with these events before its first round."""
    events = played_match("all-fives", seats=3, chance=2)
    begins = next(at for at, event in enumerate(events) if isinstance(event, TilePlayed))
    return [*events[:begins], *before, *events[begins:]]


def test_who_lays_tiles_has_played() -> None:
    assert seats_left_to_bots(match()) == frozenset()


def test_a_person_for_whom_a_bot_laid_every_tile_has_not() -> None:
    assert seats_left_to_bots(match(StandInSeated(0, "club"))) == {0}


def test_one_tile_of_ones_own_is_enough() -> None:
    assert seats_left_to_bots(match(StandInSeated(0, "club"), PlayerReturned(0))) == frozenset()


def test_who_had_no_turn_has_left_nothing_to_a_bot() -> None:
    assert seats_left_to_bots([SeatTaken(0, "Ann"), SeatTaken(1, "Ben"), *three.played("6-6")]) == frozenset()


def test_a_seat_that_was_a_bots_from_the_start_is_nobodys() -> None:
    events = [SeatTaken(0, "Ann"), SeatTaken(1, "Uma", "club"), *three.played("6-6")]

    assert seats_left_to_bots(events) == frozenset()


def test_whoever_was_sent_away_has_a_bot_on_the_seat_under_their_name() -> None:
    assert removed_from_match(match(SeatTaken(0, "Uma", "club"))) == frozenset()

    name = next(event.name for event in match() if isinstance(event, SeatTaken) and event.seat == 0)
    assert removed_from_match(match(SeatTaken(0, name, "club"))) == {name}


def test_a_bot_that_took_a_seat_for_good_does_not_make_it_the_persons_match() -> None:
    assert seats_left_to_bots(match(SeatTaken(0, "Uma", "club"))) == {0}
