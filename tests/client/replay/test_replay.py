"""The cursor over a record."""

import pytest

from client.replay.cursor import SPEEDS, Replay
from client.words.name_words import name_of
from protocol.game.layout import Arm
from protocol.game.tiles import HIDDEN, parse_tile
from protocol.log.choices import Play, choices
from protocol.log.events import (
    Knocked,
    RoundDealt,
    Said,
    Scored,
    TileDrawn,
    TilePlayed,
)
from protocol.log.sight import READER, Viewer, see
from protocol.log.table import fold
from protocol.wire.record import Header, Record
from tests.client.recorded import ALL, laid, replay_of, small_record, talkative_record
from tests.protocol.table_notation import hand_of

A_ROUND = (
    laid(0, "6-3", Arm.START),
    Scored(0, 9, 3, 0, 0, 3),
    Said(1, "Ben", "well led"),
    laid(1, "6-6", Arm.RIGHT),
    Scored(1, 15, 8, 0, 0, 8),
    Knocked(0),
)


def test_a_replay_begins_at_the_first_deal() -> None:
    replay = Replay(small_record(*A_ROUND))

    assert replay.position == 5
    assert replay.entry is not None
    assert isinstance(replay.entry.event, RoundDealt)


def test_chat_before_the_first_deal_is_a_step_back_from_the_beginning() -> None:
    replay = Replay(talkative_record())

    assert replay.position == 6
    assert replay.back()
    assert replay.position == 5
    replay.to_end()
    replay.to_start()
    assert replay.position == 6


def test_the_last_board_is_that_of_the_last_round_with_a_tile_on_the_table() -> None:
    next_deal = RoundDealt(2, (hand_of("6-3"), hand_of("6-6")), (), 0, None, None)
    for following in ((), (next_deal,)):
        replay = Replay(small_record(*A_ROUND, *following))
        replay.to_last_board()
        assert replay.position == len(small_record(*A_ROUND).entries)
    untouched = Replay(small_record())
    untouched.to_last_board()
    assert untouched.position == untouched.head


def test_a_step_shows_a_play_together_with_its_points() -> None:
    replay = Replay(small_record(*A_ROUND))

    seen = [replay.position]
    while replay.forward():
        seen.append(replay.position)

    assert seen == [5, 7, 8, 10, 11]
    assert replay.is_at_end


def test_steps_are_numbered_from_the_first_deal() -> None:
    replay = Replay(small_record(*A_ROUND), has_chat=False)
    replay.to_end()
    last = replay.steps[1]
    assert replay.steps == (last, last)

    for number in (0, last, 2, 1):
        replay.go_to_step(number)
        assert replay.steps == (number, last)
    assert replay.plays == (1, 2)
    replay.go_to_step(-1)
    assert replay.steps[0] == 0
    replay.go_to_step(99)
    assert replay.is_at_end


def test_a_round_has_its_first_entry_and_the_scores_after_it() -> None:
    replay = Replay(small_record(*A_ROUND))
    (only,) = replay.rounds

    assert (only.number, only.deal, only.scores) == (1, 5, (3, 8))


def test_the_tiles_played_so_far_are_counted() -> None:
    replay = Replay(small_record(*A_ROUND))
    seen = [replay.plays]
    while replay.forward():
        seen.append(replay.plays)

    assert seen == [(0, 2), (1, 2), (1, 2), (2, 2), (2, 2)]


def test_steps_back_are_the_steps_forward_in_reverse() -> None:
    replay = replay_of("partners")
    forward = [replay.position]
    while replay.forward():
        forward.append(replay.position)

    back = [replay.position]
    while replay.back():
        back.append(replay.position)

    assert back == forward[::-1]


def test_a_step_from_inside_a_step_goes_to_its_end() -> None:
    replay = Replay(small_record(*A_ROUND))
    replay.go_to_entry(6)

    replay.forward()

    assert replay.position == 7


def test_before_the_first_deal_there_is_no_step_back() -> None:
    replay = Replay(small_record(*A_ROUND))
    replay.go_to_entry(2)

    assert not replay.back()
    assert replay.position == 2


@pytest.mark.parametrize("number", [0, -3, 999])
def test_a_jump_to_a_missing_entry_goes_to_the_nearest(number: int) -> None:
    replay = Replay(small_record(*A_ROUND))

    replay.go_to_entry(number)

    assert replay.position == (11 if number > 11 else 1)


@pytest.mark.parametrize("name", ALL)
def test_after_any_jump_the_table_is_the_fold_of_the_entries(name: str) -> None:
    replay = replay_of(name)
    events = [entry.event for entry in replay.record.entries]
    places = [*range(1, replay.head + 1), *range(replay.head, 0, -7), *range(1, replay.head, 31)]

    for position in places:
        replay.go_to_entry(position)
        assert replay.table == fold(events[:position])


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seats_view_is_the_fold_of_what_that_seat_saw(name: str, seat: int) -> None:
    replay = replay_of(name)
    seen = [see(entry.event, Viewer(seat)).event for entry in replay.record.entries]

    replay.look_from(seat)

    for position in range(replay.head, 0, -1):
        replay.go_to_entry(position)
        assert replay.table == fold(seen[:position])


def test_a_seats_view_hides_what_the_seat_did_not_know() -> None:
    replay = Replay(small_record(*A_ROUND))

    replay.look_from(1)

    assert replay.seat == 1
    assert replay.view.hand_of(0) == (HIDDEN, HIDDEN)
    assert replay.view.my_hand() == hand_of("6-6 3-1")


def test_the_views_cycle_from_all_open_through_every_seat() -> None:
    replay = Replay(small_record(*A_ROUND))

    seen = []
    for _ in range(4):
        seen.append(replay.viewed)
        replay.next_view()

    assert seen == [None, 0, 1, None]


def test_with_all_tiles_open_the_seat_in_turn_is_in_front() -> None:
    replay = Replay(small_record(*A_ROUND))
    assert replay.seat == 0

    replay.forward()

    assert replay.seat == 1
    assert replay.view.my_hand() == hand_of("6-6 3-1")


def test_after_the_last_play_its_player_is_in_front() -> None:
    replay = replay_of("fives-and-threes")

    replay.to_end()

    assert replay.table.turn is None
    assert replay.seat == replay.table.won_by[0]


def test_in_a_replay_nobody_is_you() -> None:
    replay = Replay(small_record(*A_ROUND))

    in_front = name_of(replay.view, 0)
    replay.look_from(0)

    assert (in_front, name_of(replay.view, 0)) == ("Ann", "Ann")


def test_round_moves_go_from_deal_to_deal() -> None:
    replay = replay_of("fives-and-threes")
    deals = [entry.seq for entry in replay.record.entries if isinstance(entry.event, RoundDealt)]
    assert len(deals) == 3

    on = [replay.position]
    while replay.next_round():
        on.append(replay.position)
    back = [replay.position]
    while replay.previous_round():
        back.append(replay.position)

    assert on == [*deals, replay.head]
    assert back == on[::-1]


def test_score_moves_go_from_one_scored_play_to_the_next() -> None:
    replay = replay_of("all-fives")
    scores = [entry.seq for entry in replay.record.entries if isinstance(entry.event, Scored)]

    seen = []
    while replay.next_score():
        seen.append(replay.position)
    back = []
    while replay.previous_score():
        back.append(replay.position)

    assert seen == scores
    assert back == scores[-2::-1]


def test_it_plays_at_its_speed_and_stops_at_the_end() -> None:
    replay = Replay(small_record(*A_ROUND))
    replay.speed = 2.0
    replay.play()

    assert not replay.tick(0.4)
    assert replay.seconds_to_next_step == pytest.approx(0.1)
    assert replay.tick(0.1)
    assert replay.position == 7

    assert replay.tick(60.0)
    assert replay.is_at_end
    assert not replay.is_playing


def test_it_does_not_move_while_paused() -> None:
    replay = Replay(small_record(*A_ROUND))
    replay.play()
    replay.pause()

    assert not replay.tick(60.0)
    assert replay.position == 5


def test_playing_at_the_end_starts_again() -> None:
    replay = Replay(small_record(*A_ROUND))
    replay.to_end()

    replay.play()

    assert replay.position == 5


def test_faster_and_slower_stay_within_the_speeds() -> None:
    replay = Replay(small_record(*A_ROUND))
    for _ in SPEEDS:
        replay.slower()
    speeds = [replay.speed]
    for _ in SPEEDS:
        replay.faster()
        speeds.append(replay.speed)

    assert speeds == [*SPEEDS, SPEEDS[-1]]


def test_the_alternatives_are_the_legal_plays_with_their_points_best_first() -> None:
    replay = Replay(small_record(*A_ROUND, ann="6-3 5-5", ben="6-6 3-1"))
    replay.go_to_entry(10)

    found = replay.alternatives()

    assert found is not None
    assert found.seat == 1
    assert [(play.play, play.award.awarded, play.was_made) for play in found.plays] == [
        (Play(parse_tile("6-6"), Arm.RIGHT), 8, True),
        (Play(parse_tile("3-1"), Arm.LEFT), 0, False),
    ]


def test_a_play_at_a_lone_double_is_listed_once_at_the_side_where_it_was_made() -> None:
    record = small_record(laid(0, "6-6", Arm.START), laid(1, "6-3", Arm.LEFT), ann="6-6 5-5", ben="6-3 6-1")
    replay = Replay(record)
    replay.to_end()

    found = replay.alternatives()

    assert found is not None
    assert sorted((str(play.play.tile), play.play.arm, play.was_made) for play in found.plays) == [
        ("6-1", replay.table_for_all(record.entries[-2].seq).round.layout.ends[0].arm, False),  # type: ignore[union-attr]
        ("6-3", Arm.LEFT, True),
    ]


def test_the_alternatives_belong_to_the_last_move_shown() -> None:
    replay = Replay(small_record(*A_ROUND))
    replay.go_to_entry(8)

    found = replay.alternatives()

    assert found is not None
    assert found.entry.event == laid(0, "6-3", Arm.START)
    assert [(play.play.tile, play.award.awarded) for play in found.plays] == list(
        zip(hand_of("6-3 5-5"), (3, 2), strict=True)
    )


def test_a_knock_had_no_alternative() -> None:
    replay = Replay(small_record(*A_ROUND))
    replay.to_end()

    found = replay.alternatives()

    assert found is not None
    assert found.choices.may_knock
    assert found.plays == ()


def test_a_draw_had_no_alternative() -> None:
    record = small_record(laid(0, "6-3", Arm.START), TileDrawn(1, parse_tile("6-5")), preset="all-fives", ben="1-1 2-1")
    replay = Replay(record)
    replay.to_end()

    found = replay.alternatives()

    assert found is not None
    assert found.choices.may_draw


def test_before_a_round_there_are_no_alternatives() -> None:
    assert Replay(small_record(*A_ROUND)).alternatives() is None


def test_a_seats_view_shows_no_alternatives_of_another_hand() -> None:
    replay = Replay(small_record(*A_ROUND))
    replay.look_from(0)
    replay.go_to_entry(10)

    assert replay.alternatives() is None


@pytest.mark.parametrize("name", ALL)
def test_every_move_of_a_recorded_game_is_among_its_alternatives(name: str) -> None:
    replay = replay_of(name)
    for entry in replay.record.entries:
        if not isinstance(entry.event, TilePlayed | TileDrawn | Knocked):
            continue
        replay.go_to_entry(entry.seq)
        found = replay.alternatives()
        assert found is not None
        assert found.choices == choices(fold(e.event for e in replay.record.entries[: entry.seq - 1]), entry.event.seat)
        assert sum(play.was_made for play in found.plays) == isinstance(entry.event, TilePlayed)


def test_the_sheet_goes_back_with_the_cursor() -> None:
    replay = replay_of("fives-and-threes")
    replay.to_end()
    whole = replay.sheet

    replay.previous_round()

    assert len(replay.sheet.rounds) == len(whole.rounds)
    assert len(replay.sheet.log) < len(whole.log)
    assert replay.sheet.log == whole.log[: len(replay.sheet.log)]
    replay.to_end()
    assert replay.sheet == whole


def test_every_entry_comes_with_the_tables_before_and_after_it() -> None:
    replay = replay_of("all-threes")
    events = [entry.event for entry in replay.record.entries]

    seen = list(replay.seen(1, replay.head))

    assert [entry.entry.event for entry in seen] == [see(event, READER).event for event in events]
    assert all(entry.before.table == fold(events[:at]) for at, entry in enumerate(seen))
    assert all(entry.after.table == fold(events[: at + 1]) for at, entry in enumerate(seen))


def test_a_record_without_entries_shows_an_empty_table() -> None:
    replay = Replay(Record(Header("g", "oak", ""), ()))

    assert (replay.position, replay.head, replay.entry, replay.is_at_end) == (0, 0, None, True)
    assert not any(
        (replay.forward(), replay.back(), replay.next_round(), replay.previous_round(), replay.go_to_entry(5))
    )


def test_a_game_without_a_deal_is_stepped_through_entry_by_entry() -> None:
    replay = Replay(Record(Header("g", "oak", ""), small_record().entries[:3]))

    assert replay.position == 1
    assert [replay.forward(), replay.forward(), replay.forward()] == [True, True, False]
