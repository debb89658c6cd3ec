"""Line mode: which announcements are printed as which lines, by verbosity."""

import pytest
from attrs import evolve

from client.model.announced_lines import lines_of
from client.model.announcements import Announcement, Subject
from protocol.log.events import (
    Paused,
    Resumed,
)
from protocol.log.table import Stage
from protocol.wire.messages import (
    SeatSummary,
    Tables,
    TableSummary,
)
from protocol.wire.notices import ThinkingNotice, TroubleNotice, TroubleOverNotice, TurnNotice
from tests.client.at_table import new_model, receive, seated_model
from tests.protocol.table_notation import round_of

MINE = "6-0 4-1 5-2 6-5 3-1 2-0 1-0"
BENS = "5-3 5-1 1-1 4-4 2-2 6-6 6-2"

BEN_PLAYS = Announcement(
    Subject.PLAY,
    "Ben plays 5-3 on the right. Sum 5, 1 point.",
    1,
    "Ben 5-3 right: 5, 1 point, total 1",
    "Ben 5 3 right.",
)
BENS_TURN = Announcement(Subject.TURN, "Ben's turn.", 1)
MY_TURN = Announcement(Subject.TURN, "Your turn. 3 tiles.", 0)
BEN_IS_AWAY = Announcement(Subject.SEATS, "Ben is away.", 1)


@pytest.mark.parametrize(
    ("verbosity", "expected"),
    [
        ("speech", ["Ben 5 3 right.", "Ben is away.", "Your turn. 3 tiles."]),
        (0, ["Ben 5-3 right: 5, 1 point, total 1", "Your turn. 3 tiles."]),
        (1, ["Ben plays 5-3 on the right. Sum 5, 1 point.", "Ben is away.", "Your turn. 3 tiles."]),
        (2, ["Ben plays 5-3 on the right. Sum 5, 1 point.", "Ben is away.", "Your turn. 3 tiles."]),
    ],
)
def test_verbosity_can_be_set(verbosity: int | str, expected: list[str]) -> None:
    model = seated_model(round_of(rules="cinq-et-trois", hands="6-0 | ?", line="3-1"))

    assert lines_of([BENS_TURN, BEN_PLAYS, BEN_IS_AWAY, MY_TURN], model, verbosity) == expected


@pytest.mark.parametrize(("verbosity", "expected"), [(0, []), (1, []), (2, ["Ben's turn."])])
def test_a_bots_turn_is_printed_only_at_verbosity_2(verbosity: int | str, expected: list[str]) -> None:
    table = round_of(rules="cinq-et-trois", hands="6-0 | ?", line="3-1", turn=1)
    table = evolve(table, seats=(table.seats[0], evolve(table.seats[1], bot="club")))

    assert lines_of([BENS_TURN], seated_model(table), verbosity) == expected


@pytest.mark.parametrize(("seat", "is_host", "is_told"), [(0, True, True), (1, False, True), (2, False, False)])
def test_verbosity_0_prints_only_the_players_own_seat_changes(seat: int, is_host: bool, is_told: bool) -> None:
    model = seated_model(round_of(hands="? | ? | ? | ?", line="3-1"), seat, is_host=is_host)

    assert lines_of([BEN_IS_AWAY], model, 0) == (["Ben is away."] if is_told else [])


def test_a_pause_is_printed_at_every_verbosity() -> None:
    model = seated_model(round_of(rules="cinq-et-trois", hands="6-0 | ? ?", line="3-1"))
    announcements = receive(model, Paused(1), Resumed(1))

    assert lines_of(announcements, model, 0)[:2] == ["Ben pauses the game.", "Ben resumes the game."]


@pytest.mark.parametrize("verbosity", [0, 1, 2])
def test_a_slow_bot_is_announced_at_every_verbosity(verbosity: int) -> None:
    model = seated_model(round_of(rules="cinq-et-trois", hands="6-0 | ? ?", line="3-1", turn=1))

    assert lines_of(model.receive(ThinkingNotice(1)), model, verbosity) == [
        "Ben is still thinking; computer players sometimes take a few seconds."
    ]
    assert model.receive(ThinkingNotice(0)) == []


@pytest.mark.parametrize("verbosity", [0, 1, 2])
def test_trouble_at_the_host_is_printed_when_it_starts_and_ends(verbosity: int) -> None:
    model = seated_model(round_of(rules="cinq-et-trois", hands="6-0 | ?", line="3-1"))

    assert lines_of(model.receive(TroubleNotice("the disk is full")), model, verbosity) == [
        "Trouble at the host: the disk is full"
    ]
    assert lines_of(model.receive(TroubleOverNotice()), model, verbosity) == ["The host has recovered: play continues."]


@pytest.mark.parametrize("verbosity", [0, 1, 2])
def test_my_time_for_a_turn_is_printed_after_the_turn_at_every_verbosity(verbosity: int) -> None:
    model = seated_model(round_of(rules="cinq-et-trois", hands="6-0 | ?", line="3-1"))
    announcements = [
        *model.receive(TurnNotice(0, seconds=30.0)),
        MY_TURN,
    ]  # the turn is announced once everything is folded

    assert lines_of(announcements, model, verbosity) == ["Your turn. 3 tiles.", "You have 30 seconds."]


def test_my_own_chat_is_not_repeated_to_me() -> None:
    model = seated_model(round_of(rules="cinq-et-trois", hands="6-0 | ?", line="3-1"))
    mine, bens = Announcement(Subject.CHAT, "You: hi", 0), Announcement(Subject.CHAT, "Ben: hi", 1)

    assert lines_of([mine, bens], model, 1) == ["Ben: hi"]


def test_each_table_of_a_host_has_its_own_line_starting_with_its_name() -> None:
    model = new_model()
    oak = TableSummary("oak", "g1", "all-fives", (SeatSummary("Ana", here=True), SeatSummary()), Stage.SEATING)
    ash = TableSummary("ash", "g2", "all-threes", (), Stage.SEATING)

    assert lines_of(model.receive(Tables((ash, oak), opened="ash")), model, 1) == [
        "Table ash is open.",
    ]
    model.lobby.own_tables = frozenset({"oak"})
    assert lines_of(model.receive(Tables((ash, oak))), model, 1) == [
        "ash: All Threes, waiting for players.",
        "oak: All Fives, waiting for players, Ana, your seat, 1 free seat.",
    ]
    assert lines_of(model.receive(Tables(())), model, 1) == ["There are no tables."]
