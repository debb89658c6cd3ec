"""The view of a table from a seat."""

import pytest

from client.view.view import View, tally
from protocol.game.layout import Arm
from protocol.game.table_options import Assist
from protocol.log.choices import Play
from tests.protocol.table_notation import round_of, rules_of, tile_of


@pytest.mark.parametrize(
    ("end_sum", "points", "missed_by", "nearest"),
    [(15, 8, 0, 0), (14, 0, -1, 15), (16, 0, 1, 15), (4, 0, -1, 5), (22, 0, 2, 20), (0, 0, 0, 0), (2, 0, -1, 3)],
)
def test_a_sum_without_points_is_compared_with_the_nearest_scoring_sum(
    end_sum: int, points: int, missed_by: int, nearest: int
) -> None:
    found = tally(rules_of("fives-and-threes"), end_sum)

    assert (found.points, found.missed_by, found.nearest) == (points, missed_by, nearest)


def test_a_seat_sees_its_own_tiles_and_how_many_the_others_hold() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="6-3 5-5 | ? ? ?", line="3-3"), 0)

    assert view.my_hand() == (tile_of("6-3"), tile_of("5-5"))
    assert view.tiles_left == (2, 3)


def test_a_spectator_has_no_hand_and_no_choices() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="? ? | ? ? ?", line="3-3"), None)

    assert (view.my_hand(), view.my_plays(), view.choices().plays, view.is_my_turn) == ((), (), (), False)


@pytest.mark.parametrize(
    ("assist", "arms", "shows_worth"),
    [
        (Assist.POINTS, (Arm.LEFT, Arm.RIGHT), True),
        (Assist.LEGAL, (Arm.LEFT, Arm.RIGHT), False),
        (Assist.NONE, None, False),
    ],
)
def test_how_much_help_is_shown_belongs_to_the_table(
    assist: Assist, arms: tuple[Arm, ...] | None, shows_worth: bool
) -> None:
    view = View(round_of(rules="cinq-et-trois", hands="6-3 | ?", line="3-1 l:6-1"), 0, assist)

    assert view.arms_shown(tile_of("6-3")) == arms
    assert (view.worth_of(Play(tile_of("6-3"), Arm.LEFT)) is not None) == shows_worth


@pytest.mark.parametrize("assist", Assist)
def test_my_tiles_fit_nowhere_before_another_player_has_led(assist: Assist) -> None:
    view = View(round_of(rules="cinq-et-trois", hands="6-3 5-5 | ? ?", turn=1), 0, assist)

    assert (view.my_plays(), view.arms_to_choose(tile_of("6-3")), view.arms_shown(tile_of("6-3"))) == ((), (), None)


def test_without_help_every_open_end_can_be_selected_so_selecting_gives_nothing_away() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 | ?", line="3-3"), 0, Assist.NONE)

    assert view.arms_for(tile_of("5-5")) == ()
    assert view.arms_to_choose(tile_of("5-5")) == (Arm.LEFT, Arm.RIGHT)


def test_partners_share_one_score() -> None:
    table = round_of(set={"partners": "yes"}, hands="6-3 | ? | ? | ?", scores=(7, 12))

    assert [(side.seats, side.score) for side in View(table, 0).standings] == [((0, 2), 7), ((1, 3), 12)]


def test_the_tile_that_must_lead_is_known_until_it_is_played() -> None:
    before = View(round_of(hands="6-6 1-0 | ? | ? | ?", lead="6-6"), 0)
    after = View(round_of(hands="1-0 | ? | ? | ?", line="6-6", lead="6-6"), 0)

    assert (before.must_lead, after.must_lead) == (tile_of("6-6"), None)
