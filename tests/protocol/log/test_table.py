"""The fold: each event's changes to the table, and that it changes nothing else."""

from itertools import pairwise
from random import Random

import pytest
from attrs import evolve as changed

from protocol.game.layout import Arm
from protocol.game.presets import PRESETS
from protocol.game.tiles import HIDDEN
from protocol.log.events import (
    HintTaken,
    HowMatchWon,
    HowRoundEnded,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    Paused,
    PlayerReturned,
    Resumed,
    RoundDealt,
    RoundEnded,
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
from protocol.log.sight import SPECTATOR, Viewer, see
from protocol.log.table import Seat, Stage, Table, empty_table, evolve, fold
from tests.played import tables_of
from tests.protocol.table_notation import (
    hand_of,
    hands_of,
    layout_of,
    opened_match,
    random_match,
    round_of,
    rules_of,
    seated_table,
    tile_of,
)


def opened_table(preset: str = "cinq-et-trois", seats: int = 2) -> Table:
    return fold([TableOpened(preset, rules_of(preset, None, seats), seats, TableOptions())])


# Seats.


def test_a_table_opens_with_free_seats_and_scores_of_zero() -> None:
    table = opened_table("all-fives", 3)

    assert table.stage is Stage.SEATING
    assert table.seats == (Seat(), Seat(), Seat())
    assert table.scores == (0, 0, 0)
    assert (table.turn, table.round, table.match, table.paused) == (None, None, 0, False)
    assert table.next_double == 6
    assert not table.is_full


def test_a_partnership_has_one_score() -> None:
    rules = rules_of("all-fives", {"partners": "yes"}, 4)

    assert fold([TableOpened("all-fives", rules, 4, TableOptions())]).scores == (0, 0)


def test_a_seat_is_taken_by_a_person_or_a_bot() -> None:
    table = fold([SeatTaken(0, "Ann"), SeatTaken(1, "Bo", "steady")], opened_table())

    assert table.is_full
    assert (table.seats[0].is_person, table.seats[0].played_by) == (True, None)
    assert (table.seats[1].is_person, table.seats[1].played_by) == (False, "steady")


def test_leaving_a_seat_makes_it_free() -> None:
    table = fold([SeatTaken(0, "Ann"), SeatLeft(0)], opened_table())

    assert table.seats[0].is_free
    assert table == opened_table()


def test_a_stand_in_plays_for_a_person_who_keeps_the_seat() -> None:
    table = fold([SeatTaken(0, "Ann"), StandInSeated(0, "steady")], opened_table())

    assert (table.seats[0].name, table.seats[0].is_person, table.seats[0].played_by) == ("Ann", True, "steady")
    assert evolve(table, PlayerReturned(0)).seats[0] == Seat("Ann")


def test_a_bot_that_takes_over_a_seat_is_not_a_stand_in() -> None:
    table = fold([SeatTaken(0, "Ann"), StandInSeated(0, "steady"), SeatTaken(0, "Ann", "club")], opened_table())

    assert table.seats[0] == Seat("Ann", "club")


# A round.


def test_the_match_starts_and_waits_for_a_deal() -> None:
    table = fold([SeatTaken(0, "Ann"), SeatTaken(1, "Bo"), MatchStarted(3)], opened_table())

    assert (table.stage, table.match, table.turn) == (Stage.PLAYING, 3, None)


def test_a_deal_gives_the_leader_the_turn() -> None:
    deal = RoundDealt(1, hands_of("6-6 5-4 | 5-5 1-0"), hand_of("2-2 2-1"), 1, None, None)
    table = evolve(seated_table("cinq-et-trois"), deal)

    assert table.round is not None
    assert table.round.hands == deal.hands
    assert (table.round.number, table.turn, table.round.leader) == (1, 1, 1)
    assert (table.round.layout.tiles, table.round.knocks, table.round.drawn, table.round.ended) == ((), 0, (), None)


def test_the_layout_of_a_round_has_a_spinner_if_the_rules_have_one() -> None:
    deal = RoundDealt(1, hands_of("6-6 | 5-5"), (), 0, None, None)
    play = TilePlayed(0, tile_of("6-6"), Arm.START)

    for preset, has_one in (("all-fives", True), ("all-threes", False)):
        table = fold([deal, play], seated_table(preset))
        assert table.round is not None
        assert (table.round.layout.spinner is not None) == has_one


def test_a_hint_is_remembered_until_the_turn_ends() -> None:
    table = evolve(round_of(hands="6-3 5-5 | 1-0", line="6-6", rules="cinq-et-trois"), HintTaken(0))

    assert table.round is not None
    assert table.round.has_hint
    for move in (TilePlayed(0, tile_of("6-3"), Arm.RIGHT), Knocked(0)):
        after = evolve(table, move)
        assert after.round is not None
        assert not after.round.has_hint


def test_a_tile_goes_from_the_hand_to_the_layout_and_the_turn_continues() -> None:
    table = round_of(hands="6-3 5-5 | 1-0 | 2-0 | 3-0", line="6-6", knocks=2)
    after = evolve(table, TilePlayed(0, tile_of("6-3"), Arm.RIGHT))

    assert after.round is not None
    assert after.round.hands == hands_of("5-5 | 1-0 | 2-0 | 3-0")
    assert after.round.layout == layout_of("6-6 r:6-3", after.rules.spinning)
    assert (after.turn, after.round.knocks, after.scores) == (1, 0, table.scores)


def test_the_turn_skips_players_without_tiles() -> None:
    """1.3."""
    table = round_of(hands="6-3 5-5 |  |  | 3-0", line="6-6")

    assert evolve(table, TilePlayed(0, tile_of("6-3"), Arm.RIGHT)).turn == 3
    assert evolve(table, Knocked(0)).turn == 3


def test_the_turn_stays_when_nobody_else_holds_tiles() -> None:
    table = round_of(hands="6-3 5-5 |  |  | ", line="6-6")

    assert evolve(table, TilePlayed(0, tile_of("6-3"), Arm.RIGHT)).turn == 0


def test_a_knock_is_counted_and_the_turn_continues() -> None:
    table = round_of(hands="6-3 | 1-0 | 2-0 | 3-0", line="5-5", turn=3, knocks=1, has_drawn=True)
    after = evolve(table, Knocked(3))

    assert after.round is not None
    assert (after.turn, after.round.knocks, after.round.has_drawn) == (0, 2, False)


def test_a_draw_takes_the_next_tile_of_the_boneyard_and_keeps_the_turn() -> None:
    table = round_of(rules="all-fives", hands="6-3 | 1-0", line="5-5", boneyard="2-2 2-1 4-4")
    after = fold([TileDrawn(0, tile_of("2-2")), TileDrawn(0, tile_of("2-1"))], table)

    assert after.round is not None
    assert after.round.hands == hands_of("6-3 2-2 2-1 | 1-0")
    assert (after.round.boneyard, after.round.drawn) == (hand_of("4-4"), hand_of("2-2 2-1"))
    assert (after.turn, after.round.has_drawn) == (0, True)


def test_hidden_tiles_are_held_played_and_drawn_like_any_other() -> None:
    table = round_of(rules="all-fives", hands="6-3 | ? ?", line="5-5", turn=1, boneyard="? ?")
    after = fold([TileDrawn(1, HIDDEN), TilePlayed(1, tile_of("5-4"), Arm.LEFT)], table)

    assert after.round is not None
    assert after.round.hands == hands_of("6-3 | ? ?")
    assert (after.round.boneyard, after.round.drawn) == (hand_of("?"), hand_of("?"))


def test_only_the_points_that_count_are_added() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 1-0", scores=(53, 10))

    assert evolve(table, Scored(0, 15, 8, 0, 0, 8)).scores == (61, 10)
    assert evolve(table, Scored(0, 15, 8, 0, 0, 0)).scores == (53, 10)


def test_points_go_to_the_side_of_the_seat() -> None:
    table = round_of(set={"partners": "yes"}, hands="6-3 | 1-0 | 2-0 | 3-0")

    assert evolve(table, Scored(3, 15, 8, 0, 0, 8)).scores == (0, 8)


def test_the_end_of_a_round_opens_everything_and_pays_the_winner() -> None:
    table = round_of(rules="all-fives", hands="? ? | 6-3", line="5-5", boneyard="?")
    end = RoundEnded(HowRoundEnded.BLOCKED, hands_of("4-4 4-2 | 6-3"), hand_of("2-2"), (), 1, 15)
    after = evolve(table, end)

    assert after.round is not None
    assert after.round.hands == end.hands
    assert after.round.boneyard == hand_of("2-2")
    assert (after.round.ended, after.turn, after.scores) == (HowRoundEnded.BLOCKED, None, (0, 15))


def test_the_match_ends_with_the_scores_in_its_last_event() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 1-0", scores=(50, 10))
    won = evolve(table, MatchWon(HowMatchWon.TARGET, (0,), (61, 10)))

    assert (won.stage, won.scores, won.won_by, won.won_how) == (Stage.OVER, (61, 10), (0,), HowMatchWon.TARGET)
    assert won.turn is None


def test_an_abandoned_match_is_over_and_nobody_has_won() -> None:
    table = evolve(round_of(rules="cinq-et-trois", hands="6-3 | 1-0", scores=(50, 10)), Paused(0))
    over = evolve(table, MatchAbandoned((50, 10)))

    assert (over.stage, over.won_by, over.won_how, over.paused) == (Stage.OVER, (), None, False)


def test_a_pause_changes_nothing_but_itself() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 1-0")
    paused = evolve(table, Paused(None))

    assert paused == changed(table, paused=True)
    assert evolve(paused, Resumed(0)) == table


def test_chat_changes_nothing() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 1-0")

    assert evolve(table, Said(None, "Ann", "good luck")) == table


@pytest.mark.parametrize(
    "event",
    [
        TilePlayed(0, tile_of("6-6"), Arm.START),
        TileDrawn(0, HIDDEN),
        Knocked(0),
        RoundEnded(HowRoundEnded.OUT, (), (), (), 0, 5),
    ],
)
def test_events_of_a_round_do_nothing_without_a_round(
    event: TilePlayed | TileDrawn | Knocked | RoundEnded,
) -> None:
    assert evolve(seated_table(), event) == seated_table()


# Whole games.


@pytest.mark.parametrize("preset", ["all-fives", "fives-and-threes"])
def test_plays_knocks_and_scores_change_only_what_they_are_about(preset: str) -> None:
    events = random_match(preset, {"max_rounds": 3}, None, Random(5))
    facts_by_event: dict[type, set[str]] = {
        TilePlayed: {"hands", "layout", "turn", "knocks", "has_drawn", "has_hint", "first_out"},
        Knocked: {"turn", "knocks", "has_drawn", "has_hint"},
        Scored: set(),
    }

    for (before, after), event in zip(pairwise(tables_of(events)), events[1:], strict=True):
        if type(event) in facts_by_event:
            assert before.round is not None
            facts = {fact: getattr(after.round, fact) for fact in facts_by_event[type(event)]}
            assert after == changed(before, scores=after.scores, round=changed(before.round, **facts))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_prefix_of_a_log_folds_for_every_viewer(preset: str) -> None:
    events = random_match(preset, {"max_rounds": 3}, None, Random(5))
    viewers = [SPECTATOR, *(Viewer(seat) for seat in range(len(seated_table(preset).seats)))]

    for viewer in viewers:
        seen = [see(event, viewer).event for event in events]
        for whole, partial in zip(tables_of(events), tables_of(seen), strict=True):
            assert changed(partial, round=None) == changed(whole, round=None)
            assert partial.turn == whole.turn
            if whole.round is not None and partial.round is not None:
                assert list(map(len, partial.round.hands)) == list(map(len, whole.round.hands))
                assert len(partial.round.boneyard) == len(whole.round.boneyard)
                assert partial.round.layout == whole.round.layout
                if viewer.seat is not None:
                    assert partial.round.hands[viewer.seat] == whole.round.hands[viewer.seat]
        assert partial == whole, "at the end of a match everything is open"


def test_folding_from_an_intermediate_table_equals_folding_from_the_start() -> None:
    events = random_match("all-fives", {"max_rounds": 2}, 3, Random(5))

    assert fold(events[50:], fold(events[:50])) == fold(events)


def test_an_empty_log_folds_to_the_empty_table() -> None:
    assert fold([]) == empty_table()
    assert empty_table().stage is Stage.SEATING
    assert fold(opened_match()) == seated_table()
