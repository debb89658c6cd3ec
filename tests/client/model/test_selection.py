"""Selecting a tile of the hand and an end for it."""

from attrs import evolve

from client.model.checks import WhyNot
from client.model.selection import (
    TIME_FOR_A_SECOND_DIGIT,
    Selection,
    select_tile,
    step_end,
    step_playable,
    step_tile,
)
from client.view.view import View
from protocol.game.layout import Arm
from protocol.game.table_options import Assist
from protocol.log.choices import Play
from protocol.log.events import TableOptions
from tests.protocol.table_notation import round_of, tile_of

BEST_ON_THE_RIGHT = round_of(rules="all-fives", hands="5-4 1-0 | 3-3", line="4-3 l:5-3")
"""5-4 makes 8 on the left, and 10 on the right."""
MINE = tile_of("5-4")


def test_a_tile_is_selected_for_the_end_where_it_scores_most() -> None:
    assert select_tile(View(BEST_ON_THE_RIGHT, 0), MINE) == Selection(MINE, Arm.RIGHT)
    assert Selection(MINE).settled(View(BEST_ON_THE_RIGHT, 0)) == Selection(MINE, Arm.RIGHT)


def test_at_a_table_that_shows_no_points_a_tile_is_selected_for_its_first_end() -> None:
    without_points = evolve(BEST_ON_THE_RIGHT, options=TableOptions(assist=Assist.LEGAL))

    assert select_tile(View(without_points, 0), MINE) == Selection(MINE, Arm.LEFT)


def test_the_end_of_the_tile_before_stays_selected_if_this_one_fits_there() -> None:
    assert select_tile(View(BEST_ON_THE_RIGHT, 0), MINE, Arm.LEFT) == Selection(MINE, Arm.LEFT)


def test_a_step_leads_to_the_other_end_and_back() -> None:
    view, chosen = View(BEST_ON_THE_RIGHT, 0), Selection(MINE, Arm.RIGHT)

    assert step_end(view, chosen, 1) == Selection(MINE, Arm.LEFT)
    assert step_end(view, step_end(view, chosen, 1), 1) == chosen


def test_the_two_sides_of_a_lone_double_are_one_end_so_that_no_step_leads_from_one_to_the_other() -> None:
    view, tile = View(round_of(rules="all-fives", hands="6-4 1-0 | 3-3", line="6-6"), 0), tile_of("6-4")

    for arm in (Arm.LEFT, Arm.RIGHT):
        chosen = Selection(tile, arm)
        assert step_end(view, chosen, 1) == step_end(view, chosen, -1) == chosen
    assert step_end(view, Selection(tile), 1).arm is not None


def test_two_digits_are_one_number_also_if_the_table_changes_between_them_and_the_first_tile_does_not_fit() -> None:
    hand = "1-0 5-4 0-0 1-1 2-0 2-1 2-2 6-0 6-1 6-2"
    view = View(round_of(rules="all-fives", hands=f"{hand} | 3-3", line="4-3 l:5-3"), 0)

    first = Selection().typed("1", view, 7.0)
    assert isinstance(first, Selection)
    assert first == Selection(tile_of("1-0"), None)
    again = first.settled(view)
    assert again.typed("0", view, 7.5) == Selection(tile_of("6-2"), None)
    assert again.typed("2", view, 7.5) == Selection(MINE, Arm.RIGHT), "there is no twelfth tile"
    assert again.typed("2", view, 9.0) == Selection(MINE, Arm.RIGHT)
    assert isinstance(again.typed("0", view, 9.0), WhyNot)


def test_a_digit_after_exactly_a_second_belongs_to_the_number_and_a_later_one_begins_another() -> None:
    hand = "1-0 5-4 0-0 1-1 2-0 2-1 2-2 6-0 6-1 6-2"
    view = View(round_of(rules="all-fives", hands=f"{hand} | 3-3", line="4-3 l:5-3"), 0)
    first = Selection().typed("1", view, 7.0)
    assert isinstance(first, Selection)

    assert first.typed("0", view, 7.0 + TIME_FOR_A_SECOND_DIGIT) == Selection(tile_of("6-2"))
    assert isinstance(first.typed("0", view, 7.1 + TIME_FOR_A_SECOND_DIGIT), WhyNot)


def test_a_tile_that_is_played_or_none_is_replaced_by_the_first_one_and_nothing_is_selected_without_tiles() -> None:
    view, no_tiles = View(BEST_ON_THE_RIGHT, 0), View(BEST_ON_THE_RIGHT, None)

    assert Selection(tile_of("3-3"), Arm.LEFT).settled(view) == Selection(MINE, Arm.RIGHT)
    assert Selection().settled(view) == Selection(MINE, Arm.RIGHT)
    assert Selection(tile_of("1-0")).settled(view) == Selection(tile_of("1-0"))
    assert Selection(MINE, Arm.UP).settled(view) == Selection(MINE, Arm.RIGHT), "nothing is played there"
    assert Selection(MINE, Arm.LEFT).settled(no_tiles) == Selection()
    assert Selection(MINE, Arm.LEFT).typed("1", no_tiles, 7.0) == Selection()


def test_steps_lead_around_the_hand_and_from_nothing_to_its_first_and_last_tile() -> None:
    view = View(round_of(rules="all-fives", hands="5-4 1-0 6-3 | 3-3", line="4-3 l:5-3"), 0)
    first, second, last = (Selection(tile_of(tile)).settled(view) for tile in ("5-4", "1-0", "6-3"))

    assert [step_tile(view, tile, 1).tile for tile in (first, second, last)] == [second.tile, last.tile, first.tile]
    assert [step_tile(view, tile, -1).tile for tile in (first, second, last)] == [last.tile, first.tile, second.tile]
    assert step_tile(view, Selection(), 1) == first
    assert step_tile(view, Selection(), -1).tile == last.tile
    assert step_tile(view, Selection(tile_of("6-3"), Arm.LEFT), 1) == Selection(MINE, Arm.LEFT), "the end stays"
    assert step_tile(View(BEST_ON_THE_RIGHT, None), first, 1) == first


def test_steps_among_the_tiles_that_fit_leave_out_the_others_and_stay_if_there_are_none() -> None:
    view = View(round_of(rules="all-fives", hands="1-0 5-4 0-0 5-1 | 3-3", line="4-3 l:5-3"), 0)
    none_fits = View(round_of(rules="all-fives", hands="1-0 0-0 | 3-3", line="4-3 l:5-3"), 0)
    lowest = Selection(tile_of("1-0"))

    assert step_playable(view, lowest, 1).tile == MINE
    assert step_playable(view, lowest, -1).tile == tile_of("5-1")
    assert step_playable(view, Selection(MINE), 1).tile == tile_of("5-1")
    assert step_playable(none_fits, lowest, 1) == lowest


def test_a_step_to_an_end_needs_a_tile_that_fits_and_begins_with_its_first_end() -> None:
    view = View(BEST_ON_THE_RIGHT, 0)

    assert step_end(view, Selection(MINE), 1) == Selection(MINE, Arm.LEFT)
    assert step_end(view, Selection(tile_of("1-0")), 1) == Selection(tile_of("1-0"))
    assert step_end(view, Selection(), 1) == Selection()


def test_a_play_needs_a_tile_and_an_end() -> None:
    assert Selection(MINE, Arm.LEFT).play == Play(MINE, Arm.LEFT)
    assert Selection(MINE).play is None
    assert Selection().play is None
