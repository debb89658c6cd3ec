"""The table as text: tiles at each zoom, the bar of open ends, the hand, the prompt of my turn."""

import pytest
from attrs import evolve

from client.model.selection import Selection
from client.picture.board import Zoom, lay_out
from client.picture.pinwheel import Size
from client.screen.draw import board_lines, ends_bar, turn_prompt
from client.screen.hand import fits, hand_in_brackets, held_tiles
from client.screen.paper import EndHit, Line, TileHit, text_of
from client.view.view import View
from protocol.game.layout import Arm, Spinning
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile, parse_tile
from protocol.log.events import TableOptions
from protocol.log.table import Table
from protocol.shared.plain_signs import with_plain_signs
from tests.client.frames import as_text
from tests.protocol.table_notation import layout_of, round_of


def drawn(
    plays: str,
    size: Size,
    *,
    spinning: Spinning = Spinning.PLAIN,
    largest: Zoom = Zoom.BOXES,
    last: str | None = None,
    max_pip: int = 6,
) -> str:
    layout = layout_of(plays, spinning)
    board = lay_out(layout, size, max_pip, largest=largest)
    return as_text(board_lines(board, layout, () if last is None else {parse_tile(last)}, None))


def chosen(view: View, tile: str, arm: Arm | None = None) -> Selection:
    held = parse_tile(tile)
    return Selection(held, arm or next(iter(view.arms_to_choose(held)), None))


def hand_lines(view: View, selection: Selection, width: int, most: int) -> list[Line]:
    hand = hand_in_brackets(held_tiles(view, selection), width, most)
    lines = hand.lines()
    assert len(lines) == hand.height
    return lines


def with_assist(table: Table, assist: Assist) -> Table:
    return evolve(table, options=TableOptions(assist=assist))


# The board.


def test_with_room_tiles_are_boxes_and_each_end_has_an_arrow() -> None:
    assert drawn("4-1 r:4-3", Size(24, 3)).splitlines() == [
        " ┌───┬───┐┌───┬───┐",
        "←│ 1 │ 4 ││ 4 │ 3 │→",
        " └───┴───┘└───┴───┘",
    ]


def test_doubles_stand_across_and_the_last_tile_has_a_double_outline() -> None:
    assert drawn("4-1 r:4-4", Size(30, 5), spinning=Spinning.NONE, last="4-4").splitlines() == [
        "                     ╔═══╗",
        "            ┌───┬───┐║ 4 ║",
        "           ←│ 1 │ 4 │╠═══╣→",
        "            └───┴───┘║ 4 ║",
        "                     ╚═══╝",
    ]


def test_on_a_large_board_tiles_have_pips() -> None:
    assert drawn("4-1 r:4-4", Size(30, 9), spinning=Spinning.NONE, largest=Zoom.PIPS, last="4-4").splitlines() == [
        "                      ╔═════╗",
        "                      ║●   ●║",
        "         ┌─────┬─────┐║     ║",
        "         │     │●   ●│║●   ●║",
        "        ←│  ●  │     │╠═════╣→",
        "         │     │●   ●│║●   ●║",
        "         └─────┴─────┘║     ║",
        "                      ║●   ●║",
        "                      ╚═════╝",
    ]


def test_every_tile_that_is_marked_has_a_double_outline() -> None:
    layout = layout_of("4-1 r:4-3 r:3-2")
    board = lay_out(layout, Size(40, 3), 6)
    rows = as_text(board_lines(board, layout, {Tile(4, 3), Tile(3, 2)}, None)).splitlines()

    assert rows[1].split() == ["←│", "1", "│", "4", "│║", "4", "║", "3", "║║", "3", "║", "2", "║→"]


def test_small_tiles_the_spinner_in_braces_the_last_one_in_round_brackets() -> None:
    assert drawn("6-6 l:6-4 r:6-1 u:6-0 d:6-5", Size(40, 18), last="6-5").splitlines()[4:14] == [
        "                  [0]→",
        "                  [-]",
        "                  [6]",
        "                  {6}",
        "            ←[4|6]{-}[6|1]→",
        "                  {6}",
        "                  (6)",
        "                  (-)",
        "                  (5)",
        "                   ↓",
    ]


def test_the_pips_of_a_double_twelve_have_two_places() -> None:
    assert drawn("12-4 r:12-12 l:4-1 r:12-10", Size(40, 3), spinning=Spinning.NONE, max_pip=12).splitlines() == [
        "                         [12]",
        "          ←[ 1| 4][ 4|12][--][12|10]",
        "                         [12]    ↓",
    ]


def test_after_a_bend_an_arrow_points_away_from_the_open_half() -> None:
    line = "6-5 l:5-4 l:4-3 l:3-2 l:2-1 r:6-1 r:1-0"
    assert drawn(line, Size(22, 8), spinning=Spinning.NONE, largest=Zoom.COMPACT).splitlines() == [
        "    [3][3|2][2|1]→",
        "    [-]",
        "    [4]",
        "    [4|5][5|6][6|1]",
        "                [1]",
        "                [-]",
        "               ←[0]",
    ]


def test_without_room_for_a_board_the_arms_are_a_list() -> None:
    assert drawn("6-6 l:6-4 r:6-1 u:6-0 l:4-4", Size(30, 5), last="4-4").splitlines() == [
        "    {6|6}",
        "4   [6|4](4|4)",
        "1   [6|1]",
        "0   [6|0]",
    ]


def test_a_list_that_does_not_fit_loses_its_middle() -> None:
    plays = "6-6 l:6-4 l:4-4 l:4-3 l:3-3 l:3-0 l:0-0 l:1-0"
    assert drawn(plays, Size(20, 2), spinning=Spinning.NONE).splitlines() == ["    [6|6]", "1   [6|4]…[0|0][0|1]"]


def test_every_character_has_an_ascii_replacement_of_the_same_width() -> None:
    for signs in ("┌┬┐├┼┤└┴┘─│", "╔╦╗╠╣╚╩╝═║", "┏┳┓┣┫┗┻┛━┃", "←→↑↓▶·×…–"):
        assert with_plain_signs(signs).isascii()
        assert len(with_plain_signs(signs)) == len(signs)
    assert with_plain_signs("Zoë [6|4]") == "Zoë [6|4]", "names keep their letters"


def test_an_arrow_or_the_outermost_tile_can_be_clicked_as_that_end() -> None:
    layout = layout_of("4-1 r:4-3")
    lines = board_lines(lay_out(layout, Size(24, 3), 6), layout, (), Arm.RIGHT)

    targets = {fragment.text.strip(): fragment.target for fragment in lines[1]}
    assert targets["→"] == EndHit(Arm.RIGHT)
    assert targets["│ 4 │ 3 │"] == EndHit(Arm.RIGHT)
    assert targets["│ 1 │ 4 │"] is None, "the lead is no end"


# The bar of ends.


@pytest.mark.parametrize(
    ("rules", "line", "bar"),
    [
        ("fives-and-threes", "", "The table is empty."),
        ("all-fives", "0-0 l:6-0 r:1-0", "Ends  6  1  0a×0  0b×0    sum 7: no points"),
        ("fives-and-threes", "6-6", "Ends  6  6    sum 12 = 4 points"),
        ("fives-and-threes", "6-6 l:6-4", "Ends  4  6×2    sum 16: no points"),
        ("all-fives", "6-6 l:6-4 r:6-1", "Ends  4  1  6a×0  6b×0    sum 5 = 5 points"),
        ("all-fives", "6-6 l:6-4 r:6-1 u:6-5", "Ends  4  1  5  6×0    sum 10 = 10 points"),
    ],
)
def test_the_bar_shows_every_end_and_the_points_for_their_sum(rules: str, line: str, bar: str) -> None:
    table = round_of(rules=rules, hands="1-0 | 2-0 | 3-0 | 4-0", line=line)

    assert text_of(ends_bar(View(table, 0), None, 60)).rstrip() == bar


def test_the_selected_end_is_in_brackets_and_a_narrow_bar_has_no_spaces() -> None:
    view = View(round_of(rules="all-fives", hands="1-0 | 2-0", line="6-6 l:6-4 r:6-1"), 0)

    assert text_of(ends_bar(view, Arm.RIGHT, 60)).rstrip() == "Ends  4 [1] 6a×0  6b×0    sum 5 = 5 points"
    assert text_of(ends_bar(view, Arm.RIGHT, 36)).rstrip() == " 4[1] 6a×0 6b×0 sum 5 = 5 points"


# The hand.


def test_under_each_tile_are_its_ends_and_points() -> None:
    view = View(round_of(hands="6-1 4-4 5-0 | 2-0 | 3-0 | 2-1", line="6-6 l:6-4"), 0)

    assert as_text(hand_lines(view, chosen(view, "4-4"), 60, 4)).splitlines() == [
        " [6|1]  >[4|4]<  [5|0]",
        " 1: +1   2: +4   3: ·",
    ]


def test_a_tile_with_different_points_at_two_ends_has_both_by_their_pips() -> None:
    table = round_of(rules="cinq-et-trois", hands="3-2 5-5 | 2-0", line="6-3 r:6-2")

    assert fits(View(table, 0), Tile(3, 2)) == "on 3 +0, 2 +2"


def test_ends_with_the_same_pip_and_score_are_shown_once() -> None:
    same = round_of(rules="all-fives", hands="6-4 5-5 | 2-0", line="6-6 l:6-1 r:6-5")
    other = round_of(rules="cinq-et-trois", hands="6-4 5-5 | 2-0", line="6-6 l:6-3 l:5-3 l:6-5")

    assert fits(View(same, 0), Tile(6, 4)) == "+10"
    assert fits(View(other, 0), Tile(6, 4)) == "on 6a +0, 6b +2"


def test_before_the_lead_only_points_are_under_each_tile() -> None:
    view = View(round_of(rules="all-fives", hands="6-4 2-1 | 6-6", line=""), 0)

    assert as_text(hand_lines(view, Selection(), 60, 4)).splitlines() == [" [6|4]   [2|1]", " 1: +10  2: +0"]


@pytest.mark.parametrize(("assist", "text"), [(Assist.POINTS, "+3"), (Assist.LEGAL, "fits"), (Assist.NONE, "")])
def test_the_help_of_the_table_decides_what_is_under_a_tile(assist: Assist, text: str) -> None:
    table = with_assist(round_of(hands="6-1 | 2-0 | 3-0 | 2-1", line="6-6 l:6-4 l:4-4"), assist)

    assert fits(View(table, 0), Tile(6, 1)) == text


def test_before_another_player_leads_only_numbers_are_under_the_tiles() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="6-0 3-2 | ? ?", turn=1), 0)

    assert as_text(hand_lines(view, Selection(), 40, 2)).split() == ["[6|0]", "[3|2]", "1", "2"]


def test_how_many_of_the_points_count_is_said_if_the_rest_would_pass_the_target() -> None:
    table = round_of(hands="6-1 4-4 | 2-0 | 3-0 | 2-1", line="6-6 l:6-4", scores=(60, 0, 0, 0))

    assert fits(View(table, 0), Tile(4, 4)) == "+0 of 4"


def test_a_hand_too_large_for_the_screen_shows_the_rows_round_the_selected_tile() -> None:
    hand = " ".join(f"{high}-{low}" for high in range(7) for low in range(high + 1))
    view = View(round_of(rules="all-fives", hands=f"{hand} | 6-6", line=""), 0)

    whole = as_text(hand_lines(view, chosen(view, "0-0"), 80, 10)).splitlines()
    assert len(whole) == 6
    assert whole[1].split()[:2] == ["1:", "+0"]
    crowded = as_text(hand_lines(view, chosen(view, "6-6"), 40, 3)).splitlines()
    assert len(crowded) == 3
    assert ">[6|6]<" in crowded[-1]


def test_hidden_tiles_are_face_down() -> None:
    view = View(round_of(hands="? ? | 2-0 | 3-0 | 2-1", line="6-6"), 0)

    assert as_text(hand_lines(view, Selection(), 40, 2)).split() == ["[?|?]", "[?|?]"]


def test_a_tile_of_the_hand_can_be_clicked() -> None:
    view = View(round_of(hands="6-1 4-4 | 2-0 | 3-0 | 2-1", line="6-6"), 0)

    assert [fragment.target for fragment in hand_lines(view, Selection(), 40, 2)[0][:2]] == [
        TileHit(Tile(6, 1)),
        TileHit(Tile(4, 4)),
    ]


# The prompt.


def test_the_prompt_of_my_turn_shows_the_ends_of_the_selected_tile() -> None:
    view = View(round_of(rules="all-fives", hands="4-2 | 2-0", line="6-6 l:6-2 r:6-4"), 0)

    assert text_of(turn_prompt(view, chosen(view, "4-2", Arm.RIGHT))) == "Your turn: 4-2   on 2 +0 [on 4 +0]"
    assert text_of(turn_prompt(view, chosen(view, "4-2"))).rstrip() == "Your turn: 4-2  [on 2 +0] on 4 +0"


def test_the_prompt_of_my_turn_says_if_the_selected_tile_or_no_tile_fits() -> None:
    some = View(round_of(hands="6-1 5-0 | 2-0 | 3-0 | 2-1", line="6-6"), 0)
    none = View(round_of(rules="all-fives", hands="5-0 | 2-0", line="6-6", boneyard="? ? ?"), 0)

    assert text_of(turn_prompt(some, chosen(some, "5-0"))) == "Your turn: 5-0 does not fit."
    assert text_of(turn_prompt(none, chosen(none, "5-0"))) == "Your turn. Nothing fits: draw, 3 left."
