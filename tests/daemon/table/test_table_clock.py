"""When events fall due at a table, and that none do while nobody is connected."""

import math
from random import Random
from typing import Any

import pytest
from attrs import evolve as changed

from daemon.table.table_clock import (
    PATIENCE_WITH_THE_DISK,
    TIME_TO_LOOK,
    TO_DRAW_AGAIN,
    TO_READ_THE_END,
    AlarmKind,
    ClockAlarm,
    TableClock,
)
from protocol.game.layout import Arm
from protocol.game.presets import PRESETS, make_rules
from protocol.game.table_options import Away
from protocol.game.tiles import Tile
from protocol.log.events import (
    Event,
    HowMatchWon,
    Knocked,
    MatchStarted,
    MatchWon,
    Paused,
    PlayerReturned,
    Resumed,
    RoundDealt,
    Said,
    Scored,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Table, fold
from tests.protocol.table_notation import hands_of

ANN, BOT = SeatTaken(0, "Ann"), SeatTaken(1, "Ada", "club")
BEN = SeatTaken(1, "Ben")


def table_of(*seated: SeatTaken, turn: int | None = 0, **options: Any) -> Table:
    """A table of two during a match, with this seat in turn; `turn=None`: before the match."""
    rules, seats = make_rules(PRESETS["cinq-et-trois"])
    opened = TableOpened("cinq-et-trois", rules, seats, changed(TableOptions(grace=60), **options))
    table = fold([opened, *seated])
    if turn is None:
        return table
    dealt = RoundDealt(1, hands_of("6-3 | 5-5"), (), turn, None, None)
    return fold([MatchStarted(1), dealt], table)


def clock_at(now: float = 0, think: float = 0) -> TableClock:
    return TableClock(think, Random(1), now)


NEVER = math.inf


# Nobody connected.


@pytest.mark.parametrize(
    "table",
    [
        table_of(ANN, BOT, turn=1),
        table_of(ANN, BEN, turn=0),
        table_of(ANN, BOT, turn=0, turn_time=10),
        table_of(ANN, turn=None),
        fold([StandInSeated(0, "club")], table_of(ANN, BOT, turn=0)),
    ],
)
def test_nothing_falls_due_while_no_person_is_connected(table: Table) -> None:
    clock = clock_at()
    clock.note_disconnected(0, 5)
    clock.note_disconnected(1, 6)

    assert clock.next_alarm(table).at == NEVER


def test_bots_alone_at_a_table_wait_for_nobody() -> None:
    table = table_of(SeatTaken(0, "Abel", "club"), BOT, turn=1)

    assert clock_at(7).next_alarm(table) == ClockAlarm(7, AlarmKind.BOT_PLAYS, 1)


def test_every_clock_restarts_when_the_first_person_returns() -> None:
    clock = clock_at()
    clock.note_disconnected(0, 0)
    clock.note_disconnected(1, 0)
    a_week = 7 * 86_400.0

    clock.note_connected(1, a_week)

    assert clock.next_alarm(table_of(ANN, BEN, turn=1)) == ClockAlarm(a_week + 60, AlarmKind.GRACE_IS_OVER, 0)
    assert clock.next_alarm(table_of(ANN, BEN, turn=1, turn_time=20)) == ClockAlarm(
        a_week + 20, AlarmKind.TURN_IS_OVER, 1
    )


def test_a_bot_thinks_before_it_plays_once_somebody_is_back() -> None:
    clock = clock_at(think=10)

    clock.note_connected(0, 1000)

    assert clock.next_alarm(table_of(ANN, BOT, turn=1)).at >= 1004


def test_a_second_returning_player_does_not_extend_the_grace_of_a_third() -> None:
    rules, _ = make_rules(PRESETS["all-fives"], seats=3)
    cho = SeatTaken(2, "Cho")
    opened = TableOpened("all-fives", rules, 3, TableOptions(grace=60))
    dealt = RoundDealt(1, hands_of("6-3 | 5-5 | 4-4"), (), 0, None, None)
    table = fold([opened, ANN, BEN, cho, MatchStarted(1), dealt])
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(2, 10)

    clock.note_connected(1, 50)

    assert clock.next_alarm(table) == ClockAlarm(70, AlarmKind.GRACE_IS_OVER, 2)


# Away.


def test_grace_runs_for_a_player_who_is_away() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_connected(1, 0)
    clock.note_disconnected(1, 100)

    assert clock.next_alarm(table_of(ANN, BEN, turn=0)) == ClockAlarm(160, AlarmKind.GRACE_IS_OVER, 1)
    assert clock.next_alarm(table_of(ANN, turn=None)).at == NEVER, "nobody sits there any more"


@pytest.mark.parametrize("is_back", [True, False])
def test_grace_ends_when_the_player_is_back_or_the_seat_is_free(is_back: bool) -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(1, 100)

    if is_back:
        clock.note_connected(1, 110)
    else:
        clock.note_free(1)

    assert clock.next_alarm(table_of(ANN, BEN, turn=0)).at == NEVER


def test_a_table_that_waits_has_a_grace_only_before_the_match() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(1, 100)

    assert clock.next_alarm(table_of(ANN, BEN, turn=1, away=Away.WAIT)).at == NEVER
    rules, _ = make_rules(PRESETS["all-fives"], seats=3)
    seating = fold([TableOpened("all-fives", rules, 3, TableOptions(away=Away.WAIT, grace=60)), ANN, BEN])
    assert clock.next_alarm(seating) == ClockAlarm(160, AlarmKind.GRACE_IS_OVER, 1)


def test_no_grace_runs_while_a_bot_stands_in() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(1, 100)
    table = fold([StandInSeated(1, "club")], table_of(ANN, BEN, turn=0))

    assert clock.next_alarm(table).at == NEVER


def test_a_stand_in_plays_in_its_turn_and_stops_when_the_player_has_returned() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(1, 100)
    clock.start_turn(200)
    table = fold([StandInSeated(1, "club")], table_of(ANN, BEN, turn=1))

    assert clock.next_alarm(table) == ClockAlarm(200, AlarmKind.BOT_PLAYS, 1)
    clock.note_connected(1, 210)
    assert clock.next_alarm(fold([PlayerReturned(1)], table)).at == NEVER


def test_a_seat_is_kept_for_the_grace_after_its_player_has_gone() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(1, 100)

    assert clock.is_anybody_away
    assert clock.grace_ends(1, 60) == 160
    assert clock.grace_ends(0, 60) == 0, "nobody waits for who is here"


def test_between_matches_everybody_takes_presence_grace_and_patience_along_to_another_seat() -> None:
    clock = clock_at()
    clock.note_connected(0, 20)
    clock.note_connected(2, 30)
    clock.note_free(2)
    clock.note_disconnected(1, 100)

    clock.reseat({0: 1, 1: 0})

    assert (clock.is_here(0), clock.is_here(1)) == (False, True)
    assert (clock.grace_ends(0, 60), clock.grace_ends(1, 60)) == (160, 0)
    assert (clock.patience_ends(0, 8), clock.patience_ends(1, 8)) == (108, 28)


# Deals that wait.


def test_a_deal_waits_for_each_seat_from_when_it_began_or_when_its_player_came_or_went() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(1, 5)
    clock.note(MatchStarted(1), 10, None)

    assert clock.patience_ends(0, 8) == 18
    assert clock.patience_ends(1, 8) == 13, "who has gone before it has no more time for it"
    clock.note_connected(1, 40)
    assert clock.patience_ends(1, 8) == 48


# What people are told of.


def test_people_see_the_graces_and_the_turn_that_run_and_never_when_a_bot_plays() -> None:
    clock = clock_at()
    assert clock.running_alarms(table_of(ANN, BEN, turn_time=30)) == [], "nobody is there"
    clock.note_connected(0, 100)
    clock.note_disconnected(1, 110)

    assert clock.running_alarms(table_of(ANN, BEN, turn_time=30)) == [
        ClockAlarm(170, AlarmKind.GRACE_IS_OVER, 1),
        ClockAlarm(130, AlarmKind.TURN_IS_OVER, 0),
    ]
    assert clock.running_alarms(table_of(ANN, BOT, turn=1)) == []
    assert clock.running_alarms(table_of(ANN, BEN, turn=None)) == [], "no match is running"


# Bots.


def test_a_bot_plays_after_about_its_thinking_time() -> None:
    clock = clock_at(think=2)
    clock.note_connected(0, 0)
    waits = []
    for turn in range(500):
        clock.start_turn(turn * 100)
        waits.append(clock.next_alarm(table_of(ANN, BOT, turn=1)).at - turn * 100)

    assert 0.8 <= min(waits) < 1.2
    assert 3.5 < max(waits) <= 4.8
    assert 1.8 < sum(waits) / len(waits) < 2.8


def test_a_bot_that_leads_a_later_round_waits_until_the_end_of_the_last_one_can_be_read() -> None:
    waits = []
    for number in (1, 2):
        clock = clock_at(think=2)
        clock.note_connected(0, 0)
        deal = RoundDealt(number, hands_of("6-3 | 5-5"), (), 1, None, None)
        clock.note(deal, 100, 1)
        waits.append(clock.next_alarm(fold([deal], table_of(ANN, BOT, turn=1))).at - 100)

    assert waits[1] == pytest.approx(TO_READ_THE_END * waits[0])


def test_a_bot_that_continues_after_a_draw_thinks_for_less_time() -> None:
    waits = []
    for pauses in (1.0, TO_DRAW_AGAIN):
        again = clock_at(think=2)
        again.note_connected(0, 0)
        again.start_turn(100, pauses)
        waits.append(again.next_alarm(table_of(ANN, BOT, turn=1)).at - 100)

    assert waits[1] == pytest.approx(TO_DRAW_AGAIN * waits[0])


def test_the_delay_of_a_bot_does_not_depend_on_its_hand() -> None:
    waits = set()
    for hands in ("6-3 | 5-5", "6-3 | 5-5 4-4 3-3 2-2 1-1"):
        clock = clock_at(think=2)
        clock.note_connected(0, 0)
        clock.start_turn(100)
        table = fold([RoundDealt(1, hands_of(hands), (), 1, None, None)], table_of(ANN, BOT, turn=1))
        waits.add(clock.next_alarm(table).at)

    assert len(waits) == 1


# Turns, pauses, ends.


@pytest.mark.parametrize(
    ("event", "starts"),
    [
        (TilePlayed(1, Tile(5, 5), Arm.START), True),
        (Knocked(1), True),
        (TileDrawn(0, Tile(1, 0)), True),
        (RoundDealt(2, hands_of("6-3 | 5-5"), (), 0, None, None), True),
        (StandInSeated(0, "club"), True),
        (PlayerReturned(0), True),
        (Resumed(0), True),
        (PlayerReturned(1), False),
        (StandInSeated(1, "club"), False),
        (Scored(1, 5, 5, 0, 0, 5), False),
        (Said(1, "Ben", "Hm."), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_starts_the_time_of_a_turn(event: Event, starts: bool) -> None:
    clock = clock_at()
    clock.note_connected(0, 50)

    clock.note(event, 100, 0)

    assert clock.next_alarm(table_of(ANN, BEN, turn=0, turn_time=30)).at == (130 if starts else 80)


@pytest.mark.parametrize(
    ("event", "is_here"), [(SeatTaken(1, "Ben"), True), (SeatTaken(1, "Ada", "club"), False), (SeatLeft(1), False)]
)
def test_nobody_is_at_a_seat_that_becomes_free_or_a_bots(event: Event, is_here: bool) -> None:
    clock = clock_at()
    clock.note_connected(1, 0)

    clock.note(event, 10, None)

    assert clock.is_here(1) is is_here


def test_a_pause_does_not_count_as_absence() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(1, 10)

    clock.note(Resumed(0), 500, 0)

    assert clock.grace_ends(1, 60) == 560


def test_a_person_has_unlimited_time_without_a_turn_clock() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)

    assert clock.next_alarm(table_of(ANN, BOT, turn=0)).at == NEVER


def test_a_turn_may_have_a_time_limit() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.start_turn(100)

    assert clock.next_alarm(table_of(ANN, BOT, turn=0, turn_time=30)) == ClockAlarm(130, AlarmKind.TURN_IS_OVER, 0)
    assert clock.next_alarm(table_of(ANN, BOT, turn=1, turn_time=30)) == ClockAlarm(100, AlarmKind.BOT_PLAYS, 1)


def test_the_turn_clock_does_not_run_for_a_player_who_is_away() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.start_turn(100)
    clock.note_disconnected(1, 110)

    assert clock.next_alarm(table_of(ANN, BEN, turn=1, turn_time=30)) == ClockAlarm(170, AlarmKind.GRACE_IS_OVER, 1)
    assert clock.next_alarm(table_of(ANN, BEN, turn=1, turn_time=30, away=Away.WAIT)).at == NEVER


def test_a_player_who_returns_in_their_turn_has_the_time_left_and_time_to_look() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_connected(1, 0)
    clock.start_turn(100)
    clock.note_disconnected(1, 110)

    clock.note_connected(1, 150)

    assert clock.next_alarm(table_of(ANN, BEN, turn=1, turn_time=30)) == ClockAlarm(170, AlarmKind.TURN_IS_OVER, 1)
    assert clock.next_alarm(table_of(ANN, BEN, turn=0, turn_time=30)) == ClockAlarm(130, AlarmKind.TURN_IS_OVER, 0)

    clock.note_disconnected(1, 165)
    clock.note_connected(1, 200)
    assert clock.next_alarm(table_of(ANN, BEN, turn=1, turn_time=30)).at == 200 + TIME_TO_LOOK

    clock.start_turn(300)
    assert clock.next_alarm(table_of(ANN, BEN, turn=1, turn_time=30)).at == 330


def test_reconnecting_repeatedly_does_not_extend_a_turn() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_connected(1, 0)
    clock.start_turn(100)
    for now in (125, 150):
        clock.note_disconnected(1, now)
        clock.note_connected(1, now)

    assert clock.next_alarm(table_of(ANN, BEN, turn=1, turn_time=60)).at == 160


def test_nothing_falls_due_in_a_pause() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(1, 100)
    for table in (table_of(ANN, BOT, turn=1), table_of(ANN, BEN, turn=0, turn_time=30)):
        assert clock.next_alarm(fold([Paused(0)], table)).at == NEVER


def test_nothing_falls_due_after_the_match() -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.note_disconnected(1, 100)
    for table in (table_of(ANN, BOT, turn=1), table_of(ANN, BEN, turn=0, turn_time=30)):
        assert clock.next_alarm(fold([MatchWon(HowMatchWon.TARGET, (0,), (61, 0))], table)).at == NEVER


def test_an_owed_match_stays_due_until_it_has_begun() -> None:
    clock = clock_at()
    table = fold([MatchWon(HowMatchWon.TARGET, (0,), (61, 0))], table_of(ANN, BOT))

    clock.schedule_match()
    assert clock.next_alarm(table) == ClockAlarm(0, AlarmKind.MATCH_IS_DUE, -1)

    clock.start_game(0)
    assert clock.next_alarm(table).at == NEVER


@pytest.mark.parametrize("table", [table_of(ANN, BEN, turn=0), table_of(ANN, BOT, turn=1)])
def test_a_full_disk_is_tried_again_before_anything_else_falls_due(table: Table) -> None:
    clock = clock_at()
    clock.note_connected(0, 0)
    clock.start_turn(100)
    due = clock.next_alarm(table)

    clock.schedule_retry(100)
    assert clock.next_alarm(table) == ClockAlarm(100 + PATIENCE_WITH_THE_DISK, AlarmKind.DISK_IS_TRIED)

    clock.note_disk_works()
    assert clock.next_alarm(table) == due
