"""The page at a table: seats, sum, board and hand."""

import re

import pytest

from client.picture.svg import symbols
from client.web import board_part
from protocol.game.layout import Arm
from protocol.game.presets import PRESETS
from protocol.game.tiles import parse_tile
from protocol.log.commands import PlayTile
from protocol.log.table import Table
from tests.client import three_handed as three
from tests.client.states import before, has_two_ends, is_my_turn
from tests.client.web.at_page import PagePlayer, at_page

TILE_IN_HAND = re.compile(r'<button type="button" class="(tile[^"]*)" data-press="tile" data-value="([^"]+)"')


def test_the_seats_show_names_scores_tiles_and_whose_turn_it_is() -> None:
    player = at_page(*three.game())

    assert player.sees("seats") == "▸In turn: You 0 points 3 tiles Ben 0 points 3 tiles Cho 0 points 3 tiles"
    assert 'class="seat turn mine"' in player.parts()["seats"]
    assert player.page.title == "Your turn - fives"


@pytest.mark.parametrize("game", PRESETS)
def test_partners_share_a_box_and_a_score(game: str) -> None:
    player = at_page(*before(game, is_my_turn))
    view = player.page.model.view

    assert player.parts()["seats"].count('class="score"') == len(view.standings)
    assert player.parts()["seats"].count('class="name ') == len(view.table.seats)


def test_under_the_sum_are_its_points_their_owner_and_the_advice() -> None:
    player = at_page(*three.game(), *three.played("6-4", "6-1"))

    assert player.sees("sum") == "4 + 1 = 5: 5 points for Ben Cho's turn. Tap a tile to have it ready."


def test_the_sum_counts_an_open_double_twice_and_says_when_it_scores_nothing() -> None:
    player = at_page(*three.game(), *three.played("6-6", "6-1"))

    assert player.sees("sum").startswith("1 + 6 + 6 = 13: no points")


@pytest.mark.parametrize("game", PRESETS)
def test_tiles_that_do_not_fit_are_also_marked_in_words(game: str) -> None:
    player = at_page(*before(game, is_my_turn))
    view = player.page.model.view
    shown = TILE_IN_HAND.findall(player.parts()["hand"])

    assert [tile for _, tile in shown] == [str(each) for each in view.my_hand()]
    unfit = [tile for classes, tile in shown if "unfit" in classes]
    assert unfit == [str(each) for each in view.my_hand() if not view.arms_for(each)]
    assert [each.partition(",")[0] for each in player.labels("hand") if "does not fit" in each] == unfit


def test_the_plays_since_my_last_turn_are_marked_on_the_board() -> None:
    player = at_page(*three.game(), *three.played("6-6", "6-1", "6-5"))

    assert player.parts()["board"].count('class="last"') == 2


def test_the_board_is_drawn_for_the_shape_of_its_space() -> None:
    player = at_page(*before("all-fives", lambda table: is_my_turn(table) and _tiles_on_board(table) > 10))
    boxes = []
    for shape in ("300x500", "1200x400"):
        player.press("shape", shape)
        found = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', player.parts()["board"])
        assert found is not None
        boxes.append(float(found[3]) / float(found[4]))

    assert boxes[0] < 1 < boxes[1]


def test_the_tiles_are_laid_out_once_for_everybody_at_a_table() -> None:
    board_part.picture_of.cache_clear()

    for seat in (0, 1, 2, None):
        at_page(*three.game(), *three.played("6-6", "6-1"), seat=seat).page.parts()

    assert board_part.picture_of.cache_info().misses == 1


def test_the_tiles_of_a_set_are_drawn_once_for_every_page() -> None:
    players = [at_page(*three.game(), seat=seat) for seat in (0, 1)]

    drawn = [player.page.parts()["symbols"] for player in players]

    assert drawn[0] is drawn[1] is symbols(6)


def test_ends_with_the_same_pip_have_letters_on_the_board_and_in_words() -> None:
    def has_equal_ends(table: Table) -> bool:
        return has_two_ends(table) and len({end.pip for end in table.round.layout.ends}) == 1 if table.round else False

    player = at_page(*before("fives-and-threes", has_equal_ends))
    pip = player.page.model.view.ends[0].pip

    assert re.findall(r'class="letter"[^>]*>(\w)<', player.parts()["board"]) == ["a", "b"]
    assert player.parts()["board"].count('class="arrow"') == 2
    player.press("tile", str(player.page.model.view.my_plays()[0].tile))
    assert f'aria-label="on the {pip}a' in player.parts()["board"]


def test_a_play_on_a_lone_double_is_offered_once_and_can_be_made_on_either_side() -> None:
    for arm in (Arm.LEFT, Arm.RIGHT):
        player = at_page(*three.game(), *three.played("6-6"), seat=1)
        assert player.labels("hand")[0] == "6-1, 0 points on the 6"
        player.press("tile", "6-1")
        assert ghosts(player) == ["left 6-1"]

        player.press("end", arm)
        if arm is Arm.RIGHT:
            player.press("end", arm)

        assert player.pending == (PlayTile(parse_tile("6-1"), arm),)


def ghosts(player: PagePlayer) -> list[str]:
    """The ends and the tile of the places on the board that can be pressed."""
    return [value for value in player.buttons("board", "end") if " " in value]


def _tiles_on_board(table: Table) -> int:
    return 0 if table.round is None else len(table.round.layout.tiles)
