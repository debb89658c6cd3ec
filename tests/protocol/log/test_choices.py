"""The moves that a seat may make in its turn (RULES.md 1.8)."""

from collections.abc import Mapping

import pytest
from attrs import evolve as changed

from protocol.game.layout import Arm
from protocol.game.options import Spelling
from protocol.log.choices import Choices, choices, drawable, plays_of, tiles_to_lead, why_not, worth
from protocol.log.commands import PlayTile
from protocol.log.events import HowRoundEnded
from protocol.log.refusals import Reason
from protocol.log.table import Stage, Table
from tests.protocol.table_notation import round_of, seated_table, tile_of


def may_play(table: Table, seat: int = 0) -> list[str]:
    return [f"{tile} {arm}" for tile, arm in choices(table, seat).plays]


KNOCK = Choices(may_knock=True)
DRAW = Choices(may_draw=True)


def test_a_tile_that_fits_must_be_played() -> None:
    table = round_of(rules="all-fives", hands="6-3 5-5 | 1-0", line="3-3", boneyard="4-4 2-2")

    assert may_play(table) == ["6-3 left", "6-3 right"]
    assert not choices(table, 0).may_draw
    assert not choices(table, 0).may_knock


def test_every_tile_and_every_arm_that_fits_may_be_chosen() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 4-1 4-4 | 1-0", line="4-3")

    assert may_play(table) == ["6-3 left", "4-1 right", "4-4 right"]


def test_the_narrow_ends_of_the_spinner_are_played_on_too() -> None:
    """1.5: "can I play?" must include up and down."""
    table = round_of(rules="all-fives", hands="6-2 | 1-0", line="6-6 r:6-3 l:6-1")

    assert may_play(table) == ["6-2 up", "6-2 down"]


def test_a_seat_that_cannot_play_draws_while_it_can() -> None:
    assert choices(round_of(rules="all-fives", hands="5-4 | 1-0", line="3-3", boneyard="6-6"), 0) == DRAW


def test_a_seat_that_can_neither_play_nor_draw_knocks() -> None:
    assert choices(round_of(rules="all-fives", hands="5-4 | 3-0", line="3-3"), 0) == KNOCK


def test_without_a_boneyard_to_draw_from_undealt_tiles_change_nothing() -> None:
    """Trap 12: `draw=none`."""
    assert choices(round_of(rules="cinq-et-trois", hands="5-4 | 3-0", line="3-3", boneyard="3-1 6-6"), 0) == KNOCK


@pytest.mark.parametrize(("reserve", "left", "may"), [(0, 1, DRAW), (1, 1, KNOCK), (2, 2, KNOCK), (2, 3, DRAW)])
def test_the_last_tiles_of_the_boneyard_may_be_reserved(reserve: int, left: int, may: Choices) -> None:
    """1.8: drawable = len(boneyard) - reserve. Trap 12."""
    boneyard = " ".join(["6-6", "6-5", "6-4"][:left])
    table = round_of(rules="all-fives", set={"reserve": reserve}, hands="5-4 | 3-0", line="3-3", boneyard=boneyard)

    assert table.round is not None
    assert drawable(table.rules, table.round) == left - reserve
    assert choices(table, 0) == may


@pytest.mark.parametrize(
    ("draw", "has_drawn", "may"), [("until", True, DRAW), ("one", False, DRAW), ("one", True, KNOCK)]
)
def test_a_seat_draws_until_a_tile_fits_or_draws_one(draw: str, has_drawn: bool, may: Choices) -> None:
    table = round_of(
        rules="all-fives", set={"draw": draw}, hands="5-4 | 3-0", line="3-3", boneyard="6-6 6-5", has_drawn=has_drawn
    )

    assert choices(table, 0) == may


@pytest.mark.parametrize("draw", ["one", "until"])
def test_a_tile_drawn_that_fits_must_be_played(draw: str) -> None:
    table = round_of(
        rules="all-fives", set={"draw": draw}, hands="5-4 6-3 | 3-0", line="3-3", boneyard="6-6", has_drawn=True
    )

    assert may_play(table) == ["6-3 left", "6-3 right"]


def test_nobody_may_do_anything_out_of_turn() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 3-0", line="3-3", turn=1)

    assert choices(table, 0) == Choices()
    assert may_play(table, 1) == ["3-0 left", "3-0 right"]


def test_what_fits_can_be_asked_out_of_turn() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 3-0", line="3-3", turn=1)

    assert len(plays_of(table, 0)) == 2


def test_nobody_may_do_anything_before_a_deal_after_a_round_or_after_the_match() -> None:
    on = round_of(rules="cinq-et-trois", hands="6-3 | 3-0", line="3-3")

    assert choices(seated_table(), 0) == Choices()
    assert plays_of(seated_table(), 0) == ()
    assert choices(round_of(rules="cinq-et-trois", hands="6-3 | ", ended=HowRoundEnded.OUT), 0) == Choices()
    assert choices(changed(on, stage=Stage.OVER), 0) == Choices()


def test_a_pause_changes_no_choice_and_allows_no_move() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 3-0", line="6-5")
    paused = changed(table, paused=True)

    assert choices(paused, 0) == choices(table, 0)
    assert why_not(table, 0, PlayTile(tile_of("6-3"))) is None
    assert why_not(paused, 0, PlayTile(tile_of("6-3"))) is Reason.PAUSED


def test_a_move_is_refused_for_the_first_reason_that_holds() -> None:
    """A tile that is not held, at an arm that is not there, out of turn, in a pause, after the match."""
    table = round_of(rules="cinq-et-trois", hands="6-3 | 3-0", line="5-5", turn=1)
    play = PlayTile(tile_of("6-6"), Arm.UP)

    assert why_not(changed(table, paused=True, stage=Stage.OVER), 0, play) is Reason.MATCH_OVER
    assert why_not(changed(table, paused=True), 0, play) is Reason.PAUSED
    assert why_not(table, 0, play) is Reason.NOT_YOUR_TURN
    assert why_not(round_of(rules="cinq-et-trois", hands="6-3 | 3-0", line="5-5"), 0, play) is Reason.TILE_NOT_HELD


# The lead.


def lead_of(hands: str, settings: Mapping[str, Spelling] | None = None, lead: str | None = None) -> list[str]:
    return may_play(round_of(rules="playroom", set=settings, hands=hands, lead=lead))


def test_any_tile_may_be_led_where_the_game_says_so() -> None:
    assert lead_of("6-3 5-5 | 1-0") == ["6-3 start", "5-5 start"]


def test_the_tile_that_has_to_lead_is_the_only_one_that_may() -> None:
    assert lead_of("6-3 5-5 4-4 | 1-0", {"lead_tile": "required"}, lead="5-5") == ["5-5 start"]


def test_where_no_tile_has_to_lead_any_may_even_if_one_would_be_required() -> None:
    """`lead_tile=required` binds only where a tile chose the leader."""
    assert lead_of("6-3 5-5 | 1-0", {"lead_tile": "required"}) == ["6-3 start", "5-5 start"]


def test_any_double_may_be_led() -> None:
    """Seed 000, the variation: the first player may start with any double."""
    assert lead_of("6-3 5-5 4-4 | 1-0", {"lead_tile": "any_double"}) == ["5-5 start", "4-4 start"]


def test_a_leader_without_a_double_leads_any_tile() -> None:
    """Trap 25."""
    assert lead_of("6-3 5-4 | 1-0", {"lead_tile": "any_double"}) == ["6-3 start", "5-4 start"]


def test_what_binds_the_lead_binds_no_later_tile() -> None:
    table = round_of(rules="playroom", set={"lead_tile": "any_double"}, hands="6-3 3-3 | 1-0", line="6-6")

    assert may_play(table) == ["6-3 left", "6-3 right"]
    assert table.round is not None
    assert tiles_to_lead(table.rules, table.round, 0) == (tile_of("3-3"),)


# What a play would earn.


def test_a_play_is_worth_its_sum_its_knocks_and_going_out() -> None:
    table = round_of(
        rules="cinq-et-trois", set={"knock_bonus": 1}, hands="6-3 | 1-0", line="6-6", knocks=1, scores=(10, 0)
    )
    earned = worth(table, 0, choices(table, 0).plays[0])

    assert (earned.end_sum, earned.play, earned.knocks, earned.chip_out, earned.awarded) == (15, 8, 1, 1, 10)


def test_a_play_that_overshoots_is_worth_nothing() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 5-4 | 1-0", line="6-6", scores=(60, 0))
    earned = worth(table, 0, choices(table, 0).plays[0])

    assert (earned.play, earned.awarded) == (8, 0)


def test_the_first_partner_out_is_promised_nothing_for_going_out() -> None:
    """Trap 22."""
    settings: Mapping[str, Spelling] = {"partners": "yes", "chip_out": "both", "chip_bonus": 1}
    first = round_of(set=settings, hands="6-3 | 1-0 | 5-5 | 2-0", line="6-6")
    second = round_of(set=settings, hands="6-3 | 1-0 |  | 2-0", line="6-6")

    assert worth(first, 0, choices(first, 0).plays[0]).chip_out == 0
    assert worth(second, 0, choices(second, 0).plays[0]).chip_out == 1
