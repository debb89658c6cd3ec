"""The hand as boxes: pips or numbers, the selected tile, and what is under each tile."""

import pytest

from client.model.selection import Selection
from client.picture.board import Zoom
from client.picture.pinwheel import Size
from client.screen.hand import hand_in_boxes, held_tiles
from client.screen.paper import Line, TileHit, text_of
from client.view.view import View
from protocol.game.tiles import Tile, parse_tile
from protocol.shared.plain_signs import with_plain_signs
from tests.client.at_desk import SMALL, SMALLEST, Player, at_table
from tests.client.frames import as_text
from tests.client.three_handed import game, played
from tests.protocol.table_notation import round_of


def boxes(hand: str, zoom: Zoom, chosen: str | None = None, *, line: str = "6-6 l:6-4", rules: str = "") -> list[str]:
    view = View(round_of(rules=rules or "fives-and-threes", hands=f"{hand} | 2-0 | 3-0 | 2-1", line=line), 0)
    return as_text(drawn(view, zoom, Selection(parse_tile(chosen) if chosen else None))).splitlines()


def drawn(view: View, zoom: Zoom, selection: Selection | None = None) -> list[Line]:
    hand = hand_in_boxes(held_tiles(view, selection or Selection()), 60, 6, zoom)
    assert hand is not None
    lines = hand.lines()
    assert len(lines) == hand.height
    return lines


def test_the_selected_tile_has_a_heavy_outline_and_two_pointers() -> None:
    assert boxes("6-1 4-4 5-0", Zoom.BOXES, "4-4") == [
        " ┌───┬───┐ ┏━━━┳━━━┓ ┌───┬───┐",
        " │ 6 │ 1 │>┃ 4 ┃ 4 ┃<│ 5 │ 0 │",
        " └───┴───┘ ┗━━━┻━━━┛ └───┴───┘",
        "  1: +1     2: +4     3: ·",
    ]


def test_large_tiles_have_pips() -> None:
    assert boxes("6-1 5-0", Zoom.PIPS, "6-1") == [
        " ┏━━━━━┳━━━━━┓ ┌─────┬─────┐",
        " ┃● ● ●┃     ┃ │●   ●│     │",
        ">┃     ┃  ●  ┃<│  ●  │     │",
        " ┃● ● ●┃     ┃ │●   ●│     │",
        " ┗━━━━━┻━━━━━┛ └─────┴─────┘",
        "  1: +1         2: ·",
    ]


def test_more_than_nine_pips_are_a_number() -> None:
    table = round_of(rules="playroom", set={"max_pip": "12"}, hands="12-9 | 2-0", line="6-6")
    lines = drawn(View(table, 0), Zoom.PIPS)

    assert [text_of(line).rstrip() for line in lines[1:4]] == [
        " │     │● ● ●│",
        " │ 12  │● ● ●│",
        " │     │● ● ●│",
    ]


def test_points_under_a_tile_have_a_style_of_their_own() -> None:
    view = View(round_of(hands="6-1 4-4 5-0 | 2-0 | 3-0 | 2-1", line="6-6 l:6-4"), 0)
    lines = drawn(view, Zoom.BOXES)

    styles = {fragment.text.strip(): fragment.style for fragment in lines[-1] if fragment.text.strip()}
    assert styles == {"1: +1": "class:hand.points", "2: +4": "class:hand.points", "3: ·": "class:hand.fits"}


def test_every_line_of_a_box_can_be_clicked() -> None:
    view = View(round_of(hands="6-1 | 2-0 | 3-0 | 2-1", line="6-6"), 0)
    lines = drawn(view, Zoom.BOXES)

    assert [{fragment.target for fragment in line} - {None} for line in lines] == [{TileHit(Tile(6, 1))}] * 4


def test_boxes_that_need_more_lines_than_there_are_give_way() -> None:
    hand = " ".join(f"{high}-{low}" for high in range(4) for low in range(high + 1))
    view = View(round_of(hands=f"{hand} | 2-0 | 3-0 | 2-1", line="6-6"), 0)

    assert hand_in_boxes(held_tiles(view, Selection()), 60, 6, Zoom.BOXES) is None
    assert hand_in_boxes(held_tiles(view, Selection()), 60, 8, Zoom.BOXES) is not None


def test_a_box_has_a_plain_twin() -> None:
    assert "\n".join(map(with_plain_signs, boxes("6-1", Zoom.PIPS, "6-1"))).isascii()


# On the screen.


@pytest.fixture
def player() -> Player:
    return at_table(*game(*played("6-6", "6-1", "6-5")))


@pytest.mark.parametrize(
    ("size", "mark"),
    [
        (SMALLEST, ">[6|4]<"),
        (SMALL, ">[6|4]<"),
        (Size(80, 24), ">┃ 6 ┃ 4 ┃<"),
        (Size(120, 40), ">┃     ┃     ┃<"),
        (Size(200, 60), ">┃     ┃     ┃<"),
    ],
)
def test_the_hand_has_boxes_where_the_board_leaves_room(player: Player, size: Size, mark: str) -> None:
    assert mark in player.sees(size)


def test_the_hand_is_small_while_the_tiles_on_the_board_are(player: Player) -> None:
    player.press("o", "o")

    assert ">[6|4]<" in player.sees()


def test_under_a_card_the_hand_is_small(player: Player) -> None:
    before = len([line for line in player.lines() if "│ 2 │ 1 │" in line])
    player.press("r", "r")

    assert before == 1
    assert "[2|1]" in player.sees()
