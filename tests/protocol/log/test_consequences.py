"""The consequences of a move (RULES.md 1.9 to 1.14): given a table, when a seat plays, draws or knocks, then events."""

from collections.abc import Mapping

import pytest

from protocol.game.layout import Arm
from protocol.game.options import Spelling
from protocol.log.consequences import consequences
from protocol.log.events import (
    Event,
    HowMatchWon,
    HowRoundEnded,
    Knocked,
    MatchWon,
    RoundEnded,
    Scored,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Stage, Table, fold
from tests.protocol.table_notation import draws, hand_of, hands_of, knocks, plays, round_of, tile_of

OUT, BLOCKED, WON = HowRoundEnded.OUT, HowRoundEnded.BLOCKED, HowRoundEnded.WON
TARGET, ROUND_CAP = HowMatchWon.TARGET, HowMatchWon.ROUND_CAP
Settings = Mapping[str, Spelling]
BOTH: Settings = {"partners": "yes", "chip_out": "both", "chip_bonus": 1}


def played(seat: int, tile: str, arm: str) -> TilePlayed:
    return TilePlayed(seat, tile_of(tile), Arm(arm))


def ended(
    how: HowRoundEnded, hands: str, *, boneyard: str = "", drawn: str = "", winner: int | None = None, pips: int = 0
) -> RoundEnded:
    return RoundEnded(how, hands_of(hands), hand_of(boneyard), hand_of(drawn), winner, pips)


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def scored(events: tuple[Event, ...]) -> Scored:
    (only,) = (event for event in events if isinstance(event, Scored))
    return only


def round_end(events: tuple[Event, ...]) -> RoundEnded:
    (only,) = (event for event in events if isinstance(event, RoundEnded))
    return only


# A play in the middle of a round.


def test_a_play_that_scores_nothing_is_a_single_event() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-4 4-1 | 4-0", line="6-6")

    assert plays(table, 0, "6-4", "r") == (played(0, "6-4", "right"),)


def test_a_score_names_its_parts() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 3-1 | 4-0 3-0", line="6-6")

    assert plays(table, 0, "6-3", "r") == (played(0, "6-3", "right"), Scored(0, 15, 8, 0, 0, 8))


def test_the_lead_scores_too() -> None:
    """1.6: after each play, including the lead."""
    table = round_of(rules="cinq-et-trois", hands="4-1 6-6 | 4-0")

    assert plays(table, 0, "4-1") == (played(0, "4-1", "start"), Scored(0, 5, 1, 0, 0, 1))


def test_a_sum_of_zero_is_not_a_score() -> None:
    """Trap 8."""
    table = round_of(rules="cinq-et-trois", hands="0-0 6-0 | 4-0")

    assert plays(table, 0, "0-0") == (played(0, "0-0", "start"),)


def test_points_that_do_not_count_are_recorded_anyway() -> None:
    """WIRE.md: written when play + knocks + chip_out > 0, even when awarded is 0. Trap 10: the tile stays."""
    table = round_of(rules="cinq-et-trois", hands="6-3 3-1 | 4-0 3-0", line="6-6", scores=(60, 0))
    events = plays(table, 0, "6-3", "r")

    assert events == (played(0, "6-3", "right"), Scored(0, 15, 8, 0, 0, 0))
    assert fold(events, table).scores == (60, 0)
    assert fold(events, table).turn == 1


# Knocks (1.9).


KNOCK_BONUS: Settings = {"knock_bonus": 1}


def test_the_next_tile_played_earns_a_point_for_each_knock_before_it() -> None:
    table = round_of(set=KNOCK_BONUS, hands="5-4 | 5-0 | 5-1 | 3-1 3-2", line="3-3", turn=0)
    table = fold((*knocks(table, 0), *knocks(table, 1), *knocks(table, 2)), table)

    assert scored(plays(table, 3, "3-1", "r")) == Scored(3, 7, 0, 3, 0, 3)


def test_a_knock_pays_with_and_without_a_scoring_sum() -> None:
    """Trap 11."""
    nothing = round_of(rules="cinq-et-trois", set=KNOCK_BONUS, hands="3-1 3-2 | 5-4 3-0", line="3-3", knocks=1)
    nine = round_of(rules="cinq-et-trois", set=KNOCK_BONUS, hands="6-3 3-2 | 5-4 3-0", line="3-0", knocks=1)

    assert scored(plays(nothing, 0, "3-1", "r")) == Scored(0, 7, 0, 1, 0, 1)
    assert scored(plays(nine, 0, "6-3", "r")) == Scored(0, 6, 2, 1, 0, 3)


def test_every_play_resets_the_count_of_knocks() -> None:
    table = round_of(rules="cinq-et-trois", set=KNOCK_BONUS, hands="3-1 1-0 | 3-2 2-1", line="3-3", knocks=1)
    table = fold(plays(table, 0, "3-1", "r"), table)

    assert scored(plays(table, 1, "3-2", "l")) == Scored(1, 3, 1, 0, 0, 1)


def test_a_turn_whose_points_do_not_count_resets_the_count_of_knocks_too() -> None:
    """Trap 10."""
    table = round_of(
        rules="cinq-et-trois", set=KNOCK_BONUS, hands="3-1 1-0 | 3-2 2-1", line="3-3", knocks=2, scores=(60, 0)
    )
    after = fold(plays(table, 0, "3-1", "r"), table)

    assert after.scores == (60, 0)
    assert after.round is not None
    assert after.round.knocks == 0


def test_a_partners_knock_pays_like_any_other() -> None:
    settings: Settings = {"knock_bonus": 1, "partners": "yes"}
    table = round_of(set=settings, hands="5-4 | 5-0 | 3-1 3-2 | 2-0", line="3-3")
    table = fold((*knocks(table, 0), *knocks(table, 1)), table)

    assert scored(plays(table, 2, "3-1", "r")).knocks == 2


def test_a_draw_followed_by_a_play_is_not_a_knock() -> None:
    table = round_of(rules="all-fives", set=KNOCK_BONUS, hands="5-4 | 3-0", line="3-3", boneyard="3-2 6-6")
    table = fold(draws(table, 0), table)

    assert plays(table, 0, "3-2", "r") == (played(0, "3-2", "right"),)


def test_skipping_a_partner_who_is_out_is_not_a_knock() -> None:
    """Trap 11, trap 22."""
    table = round_of(set={**BOTH, "knock_bonus": 1}, hands="6-3 |  | 3-1 1-0 | 3-2 2-1", line="6-6")
    after = fold(plays(table, 0, "6-3", "r"), table)

    assert after.turn == 2
    assert after.round is not None
    assert after.round.knocks == 0


# Going out.


def test_the_last_tile_ends_the_round_for_a_point() -> None:
    """Seeds 001 and 002."""
    table = round_of(rules="cinq-et-trois", hands="6-4 | 4-0", line="6-6")

    assert plays(table, 0, "6-4", "r") == (
        played(0, "6-4", "right"),
        Scored(0, 16, 0, 0, 1, 1),
        ended(OUT, "| 4-0"),
    )


def test_a_last_tile_that_scores_earns_both_points_at_once() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 5-5", line="3-3")

    assert plays(table, 0, "6-3", "r") == (
        played(0, "6-3", "right"),
        Scored(0, 12, 4, 0, 1, 5),
        ended(OUT, "| 5-5"),
    )


def test_without_a_bonus_going_out_scores_nothing() -> None:
    """Seed 000: a variation, so off."""
    table = round_of(hands="6-4 | 4-0 | 4-1 | 4-2", line="6-6")

    assert plays(table, 0, "6-4", "r") == (played(0, "6-4", "right"), ended(OUT, "| 4-0 | 4-1 | 4-2"))


def test_a_last_tile_that_overshoots_ends_the_round_and_counts_nothing() -> None:
    """Trap 10, and the combine note: on 59, the last tile makes 6: 2 + 1 = 3 is too many."""
    table = round_of(rules="cinq-et-trois", hands="4-1 | 5-5", line="5-4", scores=(59, 0))

    assert plays(table, 0, "4-1", "l") == (
        played(0, "4-1", "left"),
        Scored(0, 6, 2, 0, 1, 0),
        ended(OUT, "| 5-5"),
    )


def test_on_sixty_the_last_tile_wins_without_a_scoring_sum() -> None:
    """The combine note."""
    table = round_of(rules="cinq-et-trois", hands="6-4 | 4-0", line="6-6", scores=(60, 0))

    assert plays(table, 0, "6-4", "r") == (
        played(0, "6-4", "right"),
        Scored(0, 16, 0, 0, 1, 1),
        ended(OUT, "| 4-0"),
        MatchWon(TARGET, (0,), (61, 0)),
    )


def test_where_a_lead_cannot_win_the_round_goes_on_and_its_points_are_lost() -> None:
    table = round_of(rules="cinq-et-trois", set={"lead_wins": "no"}, hands="2-1 6-4 | 4-0 1-0", scores=(60, 0))

    events, after = consequences(table, played(0, "2-1", "start"))

    assert events == (played(0, "2-1", "start"), Scored(0, 3, 1, 0, 0, 0))
    assert after.turn == 1


def test_in_the_pub_a_round_ends_when_both_partners_are_out_and_the_last_tile_earns_nothing() -> None:
    table = round_of(rules="pub", hands="6-4 | 4-0 1-1 | 6-2 4-2 | 3-3", line="6-6")
    one_out = fold(plays(table, 0, "6-4", "r"), table)
    table = fold(plays(one_out, 1, "4-0", "r"), one_out)
    table = fold(plays(table, 2, "6-2", "l"), table)
    table = fold(knocks(fold(knocks(table, 3), table), 1), fold(knocks(table, 3), table))
    events = plays(table, 2, "4-2", "l")

    assert one_out.turn == 1, "the partner has tiles still"
    assert round_end(events).how is OUT
    assert kinds(events) == ["TilePlayed", "RoundEnded"], "a sum of 4, and nothing for going out"


def test_on_sixty_the_last_tile_with_a_scoring_sum_scores_nothing() -> None:
    table = round_of(rules="cinq-et-trois", hands="4-0 | 5-5", line="5-4", scores=(60, 0))

    assert scored(plays(table, 0, "4-0", "l")) == Scored(0, 5, 1, 0, 1, 0)


def test_the_first_player_out_is_remembered_for_the_lead() -> None:
    table = round_of(rules="all-fives", hands="6-4 | 4-0", line="6-6")
    after = fold(plays(table, 0, "6-4", "r"), table)

    assert after.round is not None
    assert after.round.first_out == 0


# Winning in the middle of a round.


def test_the_round_stops_the_instant_the_target_is_reached() -> None:
    """Seed 001: the game is immediately stopped, including in the middle of a round."""
    table = round_of(rules="playroom", hands="6-3 5-5 | 4-0 3-0", line="6-6", scores=(53, 60))

    assert plays(table, 0, "6-3", "r") == (
        played(0, "6-3", "right"),
        Scored(0, 15, 8, 0, 0, 8),
        ended(WON, "5-5 | 4-0 3-0"),
        MatchWon(TARGET, (0,), (61, 60)),
    )


def test_the_match_is_over_and_nobody_has_a_turn() -> None:
    table = round_of(rules="playroom", hands="6-3 5-5 | 4-0 3-0", line="6-6", scores=(53, 60))
    after = fold(plays(table, 0, "6-3", "r"), table)

    assert (after.stage, after.turn, after.won_by, after.won_how) == (Stage.OVER, None, (0,), TARGET)


def test_an_at_least_target_is_reached_by_passing_it() -> None:
    table = round_of(rules="all-fives", hands="5-5 1-0 | 4-0", line="5-0", scores=(249, 0))

    assert plays(table, 0, "5-5", "r")[1:] == (
        Scored(0, 10, 10, 0, 0, 10),
        ended(WON, "1-0 | 4-0"),
        MatchWon(TARGET, (0,), (259, 0)),
    )


# Blocks (1.10).


def test_a_block_is_noticed_after_the_play_that_makes_it() -> None:
    table = round_of(hands="5-3 6-6 | 1-0 | 2-0 | 2-1", line="5-4")

    assert plays(table, 0, "5-3") == (played(0, "5-3", "right"), ended(BLOCKED, "6-6 | 1-0 | 2-0 | 2-1"))


def test_it_is_not_a_block_while_anybody_can_play() -> None:
    table = round_of(hands="5-3 6-6 | 1-0 | 2-0 | 3-1", line="5-4")

    assert kinds(plays(table, 0, "5-3")) == ["TilePlayed"]


def test_it_is_not_a_block_while_anybody_can_play_on_a_narrow_end() -> None:
    """1.5: blocked-detection must include up and down."""
    table = round_of(rules="all-fives", hands="3-1 5-5 | 6-0", line="6-6 r:6-3 l:6-2")

    assert kinds(plays(table, 0, "3-1")) == ["TilePlayed"]


def test_in_cinq_et_trois_a_block_ends_the_round_after_both_knocked() -> None:
    """Seed 002: the round will continue until both players have to `knock`. Neither gets any points."""
    table = round_of(rules="cinq-et-trois", hands="5-3 6-6 | 1-0", line="5-4")
    play = plays(table, 0, "5-3")
    table = fold(play, table)
    first = knocks(table, 1)

    assert kinds(play) == ["TilePlayed"]
    assert first == (Knocked(1),)
    assert knocks(fold(first, table), 0) == (Knocked(0), ended(BLOCKED, "6-6 | 1-0"))


def test_a_player_without_tiles_need_not_knock() -> None:
    """Trap 22: a block with two hands left."""
    table = round_of(set={**BOTH, "block_end": "all_knock"}, hands=" | 1-0 | 6-6 | ", line="5-4 r:5-3", turn=1)
    table = fold(knocks(table, 1), table)

    assert table.turn == 2
    assert kinds(knocks(table, 2)) == ["Knocked", "RoundEnded"]


def test_undealt_tiles_do_not_keep_a_round_alive() -> None:
    """Trap 12: draw=none."""
    table = round_of(rules="playroom", hands="5-3 6-6 | 1-0", line="5-4", boneyard="4-3 4-4")

    assert round_end(plays(table, 0, "5-3")) == ended(BLOCKED, "6-6 | 1-0", boneyard="4-3 4-4")


def test_reserved_tiles_do_not_keep_a_round_alive() -> None:
    """Trap 12: two tiles left face down is still blocked."""
    table = round_of(
        rules="all-fives", set={"reserve": 2, "blocked": "none"}, hands="5-3 6-6 | 1-0", line="5-4", boneyard="4-3 4-4"
    )

    assert round_end(plays(table, 0, "5-3")) == ended(BLOCKED, "6-6 | 1-0", boneyard="4-3 4-4")


def test_a_round_is_not_blocked_while_anything_can_be_drawn() -> None:
    """Trap 12: even if no hand fits, and whatever tile is drawn."""
    table = round_of(rules="all-fives", hands="5-3 6-6 | 1-0", line="5-4", boneyard="2-2")

    assert kinds(plays(table, 0, "5-3")) == ["TilePlayed"]


def test_the_draw_that_empties_the_boneyard_can_block_the_round() -> None:
    table = round_of(rules="all-fives", hands="6-6 6-5 | 1-0", line="4-3", boneyard="2-2")

    assert draws(table, 0) == (
        TileDrawn(0, tile_of("2-2")),
        ended(BLOCKED, "6-6 6-5 2-2 | 1-0", drawn="2-2", winner=1, pips=25),
    )


def test_after_the_last_draw_a_seat_that_cannot_play_knocks_if_another_can() -> None:
    table = round_of(rules="all-fives", hands="6-6 | 4-0", line="4-3", boneyard="2-2")

    assert draws(table, 0) == (TileDrawn(0, tile_of("2-2")),)
    assert knocks(fold(draws(table, 0), table), 0) == (Knocked(0),)


ONE_AND_ALL_KNOCK: Settings = {"draw": "one", "block_end": "all_knock"}


def test_a_seat_that_drew_the_last_tile_may_play_it_however_many_have_knocked() -> None:
    """1.10: blocked is when nobody can play and nothing is drawable; with draw=one, knocks come before it."""
    table = round_of(
        rules="all-fives", set=ONE_AND_ALL_KNOCK, hands="6-6 | 1-0", line="4-3", boneyard="6-5 2-2 3-2", turn=0
    )
    for step in (draws, knocks):
        table = fold(step(table, 0), table)
    for step in (draws, knocks):
        table = fold(step(table, 1), table)

    assert draws(table, 0) == (TileDrawn(0, tile_of("3-2")),)
    assert table.stage is Stage.PLAYING


def test_a_last_tile_that_does_not_fit_is_followed_by_the_knock_that_ends_the_round() -> None:
    table = round_of(rules="all-fives", set=ONE_AND_ALL_KNOCK, hands="6-6 | 1-0", line="4-3", boneyard="2-2", knocks=2)
    draw = draws(table, 0)

    assert draw == (TileDrawn(0, tile_of("2-2")),)
    assert kinds(knocks(fold(draw, table), 0)) == ["Knocked", "RoundEnded"]


# Pips at the end of a round (1.12).


def test_the_player_who_goes_out_takes_the_pips_of_the_others() -> None:
    """Seed 003: a sum of 27 pays 25."""
    table = round_of(rules="all-fives", hands="6-4 | 6-5 5-3 4-4", line="6-6")

    assert round_end(plays(table, 0, "6-4", "r")) == ended(OUT, "| 6-5 5-3 4-4", winner=0, pips=25)


def test_pips_come_after_the_points_of_the_last_tile() -> None:
    """Trap 20: a last tile that makes 12, with 10 pips left, earns 12 + 4 in All Threes."""
    table = round_of(rules="all-threes", hands="6-3 | 6-4", line="3-3")
    events = plays(table, 0, "6-3", "r")

    assert events == (
        played(0, "6-3", "right"),
        Scored(0, 12, 12, 0, 0, 12),
        ended(OUT, "| 6-4", winner=0, pips=4),
    )
    assert fold(events, table).scores == (16, 0)


def test_the_winner_of_a_round_without_points_is_still_the_winner() -> None:
    table = round_of(rules="all-fives", hands="6-4 | 0-0", line="6-6")

    assert round_end(plays(table, 0, "6-4", "r")) == ended(OUT, "| 0-0", winner=0, pips=0)


@pytest.mark.parametrize(
    ("hands", "winner", "pips"),
    [
        ("6-6 | 1-0", 1, 10),  # the lowest hand takes the other's pips, not its own
        ("1-0 | 6-6", 0, 10),
        ("6-6 5-5 | 6-5 6-1 2-2", None, 0),  # 22 and 22: a tie
        ("0-0 | 6-6 6-5", 0, 25),
    ],
)
def test_after_a_block_the_lowest_hand_takes_the_pips_and_a_tie_takes_none(
    hands: str, winner: int | None, pips: int
) -> None:
    table = round_of(rules="all-fives", hands=f"5-3 {hands}", line="5-4")

    assert round_end(plays(table, 0, "5-3")) == ended(BLOCKED, hands, winner=winner, pips=pips)


def test_three_hands_of_which_two_are_lowest_pay_nobody() -> None:
    table = round_of(rules="all-fives", hands="5-3 1-0 | 1-0 | 6-6", line="5-4")

    assert round_end(plays(table, 0, "5-3")).winner is None


def test_nobody_takes_pips_after_a_block_that_does_not_pay() -> None:
    table = round_of(rules="all-fives", set={"blocked": "none"}, hands="5-3 6-6 | 1-0", line="5-4")

    assert round_end(plays(table, 0, "5-3")) == ended(BLOCKED, "6-6 | 1-0")


def test_pips_that_overshoot_an_exact_target_are_refused_whole() -> None:
    """1.12: WIRE.md: the winner is named, and the points are 0."""
    table = round_of(
        rules="all-fives", set={"target_mode": "exact"}, hands="6-4 | 6-5 5-3 4-4", line="6-6", scores=(230, 0)
    )

    assert plays(table, 0, "6-4", "r") == (
        played(0, "6-4", "right"),
        ended(OUT, "| 6-5 5-3 4-4", winner=0, pips=0),
    )


def test_pips_are_never_combined_with_the_award_of_the_turn() -> None:
    """1.12: the play's points count even if the pips with them would be too many."""
    table = round_of(
        rules="all-fives", set={"target_mode": "exact"}, hands="6-3 | 6-5 5-3 4-4", line="6-6", scores=(230, 0)
    )
    events = plays(table, 0, "6-3", "r")

    assert scored(events).awarded == 15
    assert round_end(events).pips == 0


def test_pips_can_win_the_match() -> None:
    table = round_of(rules="all-fives", hands="6-4 | 6-5 5-3 4-4", line="6-6", scores=(230, 0))

    assert plays(table, 0, "6-4", "r")[-2:] == (
        ended(OUT, "| 6-5 5-3 4-4", winner=0, pips=25),
        MatchWon(TARGET, (0,), (255, 0)),
    )


def test_pips_are_not_paid_after_a_winning_play() -> None:
    """Trap 13. The round still ends by going out."""
    table = round_of(rules="all-fives", hands="6-3 | 6-5 5-3 4-4", line="6-6", scores=(240, 0))

    assert plays(table, 0, "6-3", "r")[1:] == (
        Scored(0, 15, 15, 0, 0, 15),
        ended(OUT, "| 6-5 5-3 4-4"),
        MatchWon(TARGET, (0,), (255, 0)),
    )


def test_at_the_end_of_a_round_every_tile_is_open() -> None:
    table = round_of(rules="all-fives", hands="5-4 | 6-5", line="3-3", boneyard="2-2 3-1 6-0 5-0")
    for _ in range(2):
        table = fold(draws(table, 0), table)
    table = fold(plays(table, 0, "3-1", "r"), table)
    table = fold(draws(table, 1), table)
    assert table.round is not None
    table = fold(draws(table, 1), table)

    assert table.round is not None
    assert table.round.ended is BLOCKED
    assert table.round.drawn == hand_of("2-2 3-1 6-0 5-0")
    assert table.round.boneyard == ()
    assert table.round.hands == hands_of("5-4 2-2 | 6-5 6-0 5-0")


# Partners (1.14).


def test_points_go_to_the_side() -> None:
    """Trap 21."""
    table = round_of(set={"partners": "yes"}, hands="5-0 | 5-1 | 6-3 3-1 | 2-0", line="6-6", turn=2)
    after = fold(plays(table, 2, "6-3", "r"), table)

    assert after.scores == (8, 0)
    assert after.score_of(0) == after.score_of(2) == 8


def test_an_exact_target_applies_to_the_score_of_the_side() -> None:
    table = round_of(set={"partners": "yes"}, hands="5-0 | 5-1 | 6-3 3-1 | 2-0", line="6-6", turn=2, scores=(60, 10))

    assert scored(plays(table, 2, "6-3", "r")).awarded == 0


def test_the_side_wins() -> None:
    table = round_of(set={"partners": "yes"}, hands="5-0 | 5-1 | 2-0 | 6-3 3-1", line="6-6", turn=3, scores=(60, 53))

    assert plays(table, 3, "6-3", "r")[-1] == MatchWon(TARGET, (1,), (60, 61))


def test_with_chip_out_one_either_partner_ends_the_round() -> None:
    settings: Settings = {"partners": "yes", "chip_bonus": 1}
    table = round_of(set=settings, hands="6-4 | 5-1 | 2-0 | 3-1", line="6-6")

    assert kinds(plays(table, 0, "6-4", "r")) == ["TilePlayed", "Scored", "RoundEnded"]


def test_the_first_partner_out_earns_no_bonus_and_does_not_end_the_round() -> None:
    """Trap 22."""
    table = round_of(set=BOTH, hands="6-4 | 4-1 | 2-0 | 3-1", line="6-6")

    assert plays(table, 0, "6-4", "r") == (played(0, "6-4", "right"),)


def test_the_second_partner_out_ends_the_round_and_earns_the_bonus_once() -> None:
    table = round_of(set=BOTH, hands=" | 4-1 | 6-4 | 3-1", line="6-6", turn=2, first_out=0)

    assert plays(table, 2, "6-4", "r") == (
        played(2, "6-4", "right"),
        Scored(2, 16, 0, 0, 1, 1),
        ended(OUT, " | 4-1 |  | 3-1"),
    )


def test_the_round_continues_when_one_player_of_each_side_is_out() -> None:
    table = round_of(set=BOTH, hands=" | 6-4 | 4-1 | 3-1", line="6-6", turn=1, first_out=0)
    events = plays(table, 1, "6-4", "r")

    assert events == (played(1, "6-4", "right"),)
    assert fold(events, table).turn == 2


def test_a_block_looks_only_at_players_who_still_hold_tiles() -> None:
    """1.14: this can happen with one player of each team left."""
    table = round_of(set=BOTH, hands=" |  | 5-3 6-6 | 1-0", line="5-4", turn=2)

    assert round_end(plays(table, 2, "5-3")).how is BLOCKED


def test_after_a_block_the_pips_of_each_side_are_compared() -> None:
    """Trap 21: seat 3 holds the lowest hand, but its side does not."""
    table = round_of(rules="all-fives", set={"partners": "yes"}, hands="5-3 2-1 | 6-6 | 2-2 | 1-0", line="5-4")

    assert round_end(plays(table, 0, "5-3")) == ended(BLOCKED, "2-1 | 6-6 | 2-2 | 1-0", winner=0, pips=15)


def test_pips_for_going_out_go_to_the_side() -> None:
    table = round_of(rules="all-fives", set={"partners": "yes"}, hands="5-5 | 6-6 | 6-4 | 5-3", line="6-6", turn=2)

    assert round_end(plays(table, 2, "6-4", "r")) == ended(OUT, "5-5 | 6-6 |  | 5-3", winner=0, pips=20)


# The end of a match (1.13).


END: Settings = {"target_mode": "end_of_round"}


def test_the_match_does_not_end_before_the_round_when_the_target_is_passed() -> None:
    """Seed 001: played dominos are always counted even if the victory is already reached."""
    table = round_of(rules="playroom", set=END, hands="6-3 5-5 | 4-0 3-0", line="6-6", scores=(60, 0))
    events = plays(table, 0, "6-3", "r")

    assert kinds(events) == ["TilePlayed", "Scored"]
    assert fold(events, table).scores == (68, 0)


def test_at_the_end_of_the_round_the_highest_score_wins_not_the_first_past_the_target() -> None:
    """Trap 23."""
    table = round_of(rules="playroom", set=END, hands="6-4 | 4-0 3-0", line="6-6", scores=(60, 63))

    assert plays(table, 0, "6-4", "r")[-1] == MatchWon(TARGET, (1,), (61, 63))


def test_a_tie_for_the_highest_score_leads_to_another_round() -> None:
    """Trap 23: it must not pick seat 0."""
    table = round_of(rules="playroom", set=END, hands="6-4 | 4-0 3-0", line="6-6", scores=(62, 63))

    assert kinds(plays(table, 0, "6-4", "r")) == ["TilePlayed", "Scored", "RoundEnded"]


def test_a_tie_for_the_highest_score_may_be_a_shared_win() -> None:
    table = round_of(
        rules="playroom", set={**END, "tie": "shared"}, hands="6-4 | 4-0 | 3-0", line="6-6", scores=(62, 63, 20)
    )

    assert plays(table, 0, "6-4", "r")[-1] == MatchWon(TARGET, (0, 1), (63, 63, 20))


def test_the_match_continues_after_a_round_that_leaves_everybody_below_the_target() -> None:
    table = round_of(rules="playroom", set=END, hands="6-4 | 4-0", line="6-6", scores=(59, 60))

    assert kinds(plays(table, 0, "6-4", "r"))[-1] == "RoundEnded"


def test_a_blocked_round_can_end_the_match_too() -> None:
    table = round_of(rules="playroom", set=END, hands="5-3 6-6 | 1-0", line="5-4", scores=(70, 60))

    assert plays(table, 0, "5-3")[-1] == MatchWon(TARGET, (0,), (70, 60))


def test_after_the_last_round_allowed_the_highest_total_wins() -> None:
    """`max_rounds`, the safety stop of trap 14."""
    table = round_of(rules="playroom", set={"max_rounds": 3}, hands="6-4 | 4-0", line="6-6", scores=(10, 30), number=3)

    assert plays(table, 0, "6-4", "r")[-1] == MatchWon(ROUND_CAP, (1,), (11, 30))


def test_after_the_last_round_allowed_a_tie_is_a_shared_win() -> None:
    table = round_of(rules="playroom", set={"max_rounds": 3}, hands="6-4 | 4-0", line="6-6", scores=(10, 11), number=3)

    assert plays(table, 0, "6-4", "r")[-1] == MatchWon(ROUND_CAP, (0, 1), (11, 11))


def test_no_extra_round_is_played_beyond_the_last_one_allowed() -> None:
    table = round_of(
        rules="playroom", set={**END, "max_rounds": 3}, hands="6-4 | 4-0", line="6-6", scores=(62, 63), number=3
    )

    assert plays(table, 0, "6-4", "r")[-1] == MatchWon(ROUND_CAP, (0, 1), (63, 63))


def test_before_the_last_round_the_match_continues() -> None:
    table = round_of(rules="playroom", set={"max_rounds": 3}, hands="6-4 | 4-0", line="6-6", number=2)

    assert kinds(plays(table, 0, "6-4", "r"))[-1] == "RoundEnded"


@pytest.mark.parametrize("rules", ["playroom", "all-fives"])
def test_only_the_side_that_scores_can_win_at_once(rules: str) -> None:
    """1.13: only one side scores per award, so the first two modes cannot tie."""
    target = 61 if rules == "playroom" else 250
    table: Table = round_of(rules=rules, hands="5-5 1-0 | 4-0", line="5-0", scores=(target - 2, target - 1))
    won = [event for event in plays(table, 0, "5-5", "r") if isinstance(event, MatchWon)]

    assert [event.sides for event in won] == [(0,)]
