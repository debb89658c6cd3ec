"""A person takes the seat of a bot right after a round: what the log allows, and what follows from it (WIRE.md)."""

from collections.abc import Sequence

import pytest
from attrs import evolve

from daemon.measure.game_analysis import judged_players
from daemon.table.evening import won_so_far
from protocol.game.layout import Arm
from protocol.game.tiles import tile
from protocol.log.audit import audit
from protocol.log.events import (
    Board,
    Entry,
    Event,
    MatchStarted,
    MatchWon,
    RoundDealt,
    RoundEnded,
    SeatTaken,
    TilePlayed,
)
from protocol.log.participation import seats_left_to_bots
from protocol.log.statements import SeatKey
from protocol.log.succession import Succession, part_to_go_on_with
from protocol.log.table import FormerPlayer, fold
from protocol.wire.analysis import Analysis, BetterPlay, JudgedPlay, JudgedPlayer
from protocol.wire.notices import MatchesWon
from tests.played import played_match

SEATS = 3
BOT = 1
ZOE = SeatTaken(BOT, "Zoe")
KEY = SeatKey(64 * "a")


def match(*, board: Board | None = None, repeats: str | None = None) -> list[Event]:
    """A whole match of two people, and a bot on seat 1."""
    events: list[Event] = []
    for event in played_match("all-fives", seats=SEATS, chance=2):
        match event:
            case SeatTaken(seat=seat, name=name) if seat == BOT:
                events.append(SeatTaken(BOT, name, "club"))
            case MatchStarted():
                events.append(evolve(event, repeats=repeats))
            case _:
                events.append(event)
    return events


def entries(events: Sequence[Event]) -> tuple[Entry, ...]:
    return tuple(Entry(nth, "2026-01-02T03:04:05.000Z", event) for nth, event in enumerate(events, start=1))


def joined(
    events: list[Event], *taken: Event, key: SeatKey | None = None, after: type[Event] = RoundEnded
) -> list[Event]:
    """The match with these events after the first of this kind. `key`: of the bot's seat, in the end of the round."""
    at = next(nth for nth, event in enumerate(events) if isinstance(event, after)) + 1
    ended = events[at - 1]
    if key is not None and isinstance(ended, RoundEnded):
        keys = tuple(key if seat == BOT else None for seat in range(SEATS))
        ended = evolve(ended, seat_keys=keys)
    return [*events[: at - 1], ended, *taken, *events[at:]]


def fault_of(events: Sequence[Event]) -> str | None:
    fault = audit(entries(events))
    return None if fault is None else str(fault.text)


# The audit.


@pytest.mark.parametrize("key", [None, KEY])
def test_a_person_may_take_the_seat_of_a_bot_right_after_a_round(key: SeatKey | None) -> None:
    assert fault_of(joined(match(), ZOE, key=key)) is None


def test_two_may_sit_down_at_once() -> None:
    opened, first, *later = match()
    assert isinstance(first, SeatTaken)
    events = [opened, SeatTaken(0, "Abe", "club"), *later]

    assert fault_of(joined(events, ZOE, SeatTaken(0, "Eve"))) is None


def test_nobody_sits_down_in_the_middle_of_a_round() -> None:
    assert fault_of(joined(match(), ZOE, after=TilePlayed)) is not None


def test_nobody_sits_down_after_the_next_deal() -> None:
    events = match()
    at = [nth for nth, event in enumerate(events) if isinstance(event, RoundDealt)][1] + 1

    assert fault_of([*events[:at], ZOE, *events[at:]]) is not None


def test_nobody_takes_the_seat_of_a_person() -> None:
    assert fault_of(joined(match(), SeatTaken(0, "Zoe"))) is not None


def test_nobody_sits_down_under_a_name_that_another_has() -> None:
    name = fold(match()).seats[0].name or ""

    assert fault_of(joined(match(), SeatTaken(BOT, name.upper()))) is not None


def test_nobody_sits_down_where_the_deals_are_known() -> None:
    assert fault_of(joined(match(repeats="g0"), ZOE)) is not None


def test_nobody_sits_down_with_the_end_of_the_match() -> None:
    events = match()
    at = next(nth for nth, event in enumerate(events) if isinstance(event, MatchWon))

    assert fault_of([*events[:at], ZOE, *events[at:]]) is not None


def test_who_has_given_a_key_for_the_seat_of_a_bot_has_to_take_it() -> None:
    assert fault_of(joined(match(), key=KEY)) is not None


def test_a_record_does_not_end_before_they_have() -> None:
    events = joined(match(), ZOE, key=KEY)
    at = next(nth for nth, event in enumerate(events) if isinstance(event, RoundEnded)) + 1

    assert fault_of(events[:at]) is not None


# What follows.


def test_the_seat_says_who_had_it_and_until_when() -> None:
    events = match()
    bot = fold(events).seats[BOT].name or ""

    seat = fold(joined(events, ZOE)).seats[BOT]

    assert (seat.name, seat.bot, seat.joined) == ("Zoe", None, 1)
    assert seat.former == (FormerPlayer(bot, "club", 1),)
    assert seat.former_in(1) == FormerPlayer(bot, "club", 1)
    assert seat.former_in(2) is None


def test_the_newcomer_can_prove_whose_the_seat_is() -> None:
    assert _succession(joined(match(), ZOE, key=KEY)).seat_keys[BOT] == KEY


def test_a_key_of_somebody_who_never_sat_down_proves_nothing() -> None:
    events = joined(match(), key=KEY)
    at = next(nth for nth, event in enumerate(events) if isinstance(event, RoundEnded)) + 1

    assert _succession(events[:at]).seat_of(KEY.key) is None


def test_another_host_goes_on_behind_the_newcomer() -> None:
    events = joined(match(), ZOE, key=KEY)
    at = events.index(ZOE) + 1
    second = next(nth for nth, event in enumerate(events[at:], start=at) if isinstance(event, TilePlayed))

    kept = part_to_go_on_with(entries(events[: second + 1]))

    assert kept[-1].event == ZOE


def test_a_bot_that_takes_over_for_good_has_no_key() -> None:
    events = joined(match(), ZOE, key=KEY)
    at = events.index(ZOE) + 2

    assert _succession([*events[:at], SeatTaken(BOT, "Zoe", "club")]).seat_keys[BOT] is None


def test_a_newcomer_who_plays_has_not_left_it_to_bots() -> None:
    assert BOT not in seats_left_to_bots(joined(match(), ZOE))


def test_a_match_is_won_by_those_who_began_it() -> None:
    table = evolve(fold(joined(match(), ZOE)), won_by=(BOT,))

    assert won_so_far((), table) == tuple(
        MatchesWon(who.name or "", 0) for seat, who in enumerate(table.seats) if seat != BOT
    )


def _succession(events: Sequence[Event]) -> Succession:
    succession, table = Succession(), None
    for entry in entries(events):
        succession.note(table or fold(()), entry)
        table = fold([entry.event], table)
    return succession


def test_an_analysis_names_only_plays_of_the_newcomer_among_the_costliest() -> None:
    better = BetterPlay(tile(6, 6), Arm.LEFT, 0.9)
    plays = tuple(JudgedPlay(seq, BOT, tile(6, 4), Arm.LEFT, 0.5, 0.01, 0.2, better) for seq in (3, 7))
    zoe = JudgedPlayer(BOT, "Zoe", None, 1, None, 0.2, 0.0, 0, since=5)

    analysis = Analysis(2, "g1", 1, 1, (zoe,), (), plays)

    assert [play.seq for play in analysis.costliest(3, (BOT,))] == [7]


def test_an_analysis_judges_a_newcomer_by_what_they_have_played() -> None:
    events = joined(match(), ZOE)
    since = events.index(ZOE) + 1
    plays = [
        JudgedPlay(entry.seq, BOT, entry.event.tile, entry.event.arm, 0.5, 0.01, 0.1, None, at_stake=0.5)
        for entry in entries(events)
        if isinstance(entry.event, TilePlayed) and entry.event.seat == BOT
    ]

    zoe = [*judged_players(entries(events), plays, [])][BOT]

    assert (zoe.name, zoe.bot, zoe.since) == ("Zoe", None, since)
    assert zoe.decisions == sum(play.seq > since for play in plays) < len(plays)
