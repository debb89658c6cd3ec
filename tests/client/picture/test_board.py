"""The places of the tiles: nothing overlaps, neighbours touch with equal halves, and tiles keep their places."""

from itertools import pairwise
from time import thread_time

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from client.picture.board import Board, Zoom, lay_out, measure_of
from client.picture.pinwheel import PlacedTile, Rect, Size
from protocol.game.layout import Arm, Layout, Spinning
from protocol.game.tiles import Tile
from tests.client.layouts import growing
from tests.protocol.table_notation import layout_of

SIZES = [Size(40, 13), Size(80, 17), Size(92, 33), Size(120, 33), Size(172, 53)]
INNER_80 = Size(80, 17)
"""What 80x24 leaves for the board."""


@frozen
class GrowingLayout:
    """The layouts of a round, one for each tile; a failing test prints only how they are made."""

    chance: int
    max_pip: int
    spinning: Spinning
    tiles: int
    likely: Arm | None

    @property
    def layouts(self) -> list[Layout]:
        return list(growing(self.chance, self.max_pip, self.spinning, self.tiles, self.likely))


games = st.builds(
    GrowingLayout,
    st.integers(0, 10_000),
    st.sampled_from([6, 9, 12]),
    st.sampled_from(list(Spinning)),
    st.integers(1, 91),
    st.sampled_from([None, Arm.LEFT, Arm.RIGHT, Arm.UP, Arm.DOWN]),
)
sizes = st.sampled_from(SIZES) | st.builds(Size, st.integers(1, 200), st.integers(1, 60))
largest_zooms = st.sampled_from([Zoom.PIPS, Zoom.BOXES])


def placed_tiles(board: Board) -> list[PlacedTile]:
    return [placed for tiles in board.tiles.values() for placed in tiles]


def cells(rect: Rect) -> set[tuple[int, int]]:
    return {(x, y) for x in range(rect.left, rect.right + 1) for y in range(rect.top, rect.bottom + 1)}


def halves(board: Board, placed: PlacedTile, max_pip: int) -> list[tuple[int, Rect]]:
    """Each half's pip and the cells it covers; the two share the bar between them."""
    measure = measure_of(board.zoom, max_pip)
    width, height = measure.standing.width, measure.lying.height
    left, top, right, bottom = placed.cells
    first = Rect(left, top, left + width - 1, top + height - 1)
    second = Rect(right - width + 1, bottom - height + 1, right, bottom)
    return [(placed.first, first), (placed.second, second)]


def touch(one: Rect, other: Rect) -> bool:
    """Whether two rectangles share part of an edge; a corner is not enough."""
    beside = one.right + 1 == other.left or other.right + 1 == one.left
    above = one.bottom + 1 == other.top or other.bottom + 1 == one.top
    rows = min(one.bottom, other.bottom) - max(one.top, other.top)
    columns = min(one.right, other.right) - max(one.left, other.left)
    return (beside and rows >= 0) or (above and columns >= 0)


def joined(board: Board, one: PlacedTile, other: PlacedTile, max_pip: int) -> bool:
    """Whether two tiles are side by side with equal halves; a double joins with either half or between them."""
    if not touch(one.cells, other.cells):
        return False
    return any(
        pip == other_pip and (touch(half, other_half) or one.tile.is_double or other.tile.is_double)
        for pip, half in halves(board, one, max_pip)
        for other_pip, other_half in halves(board, other, max_pip)
    )


@given(games, sizes, largest_zooms)
def test_every_tile_is_on_the_board_once_and_no_two_overlap(
    growing_layout: GrowingLayout, size: Size, largest: Zoom
) -> None:
    layout = growing_layout.layouts[-1]
    board = lay_out(layout, size, growing_layout.max_pip, largest=largest)
    if board.zoom > Zoom.COMPACT:
        assert board.tiles == {}
        return
    placed = placed_tiles(board)
    assert sorted(tile.tile for tile in placed) == sorted(layout.tiles)
    whole = Rect(0, 0, size.width - 1, size.height - 1)
    assert all(whole.holds(tile.cells) for tile in placed)
    covered = [cell for tile in placed for cell in cells(tile.cells)]
    assert len(covered) == len(set(covered))
    marks = [(mark.x, mark.y) for mark in board.marks]
    assert len({*covered, *marks}) == len(covered) + len(marks)
    assert all(0 <= x < size.width and 0 <= y < size.height for x, y in marks)


@given(games, st.sampled_from(SIZES), largest_zooms)
def test_neighbours_touch_with_equal_halves(growing_layout: GrowingLayout, size: Size, largest: Zoom) -> None:
    max_pip = growing_layout.max_pip
    board = lay_out(growing_layout.layouts[-1], size, max_pip, largest=largest)
    if not board.tiles:
        return
    (centre,) = board.tiles[Arm.START]
    for arm in (Arm.LEFT, Arm.RIGHT, Arm.UP, Arm.DOWN):
        for one, other in pairwise([centre, *board.tiles[arm]]):
            assert joined(board, one, other, max_pip), (arm, one, other)


@given(games, st.sampled_from(SIZES), largest_zooms)
def test_the_halves_that_face_outward_are_the_open_ends(
    growing_layout: GrowingLayout, size: Size, largest: Zoom
) -> None:
    layout = growing_layout.layouts[-1]
    board = lay_out(layout, size, growing_layout.max_pip, largest=largest)
    for end in layout.ends:
        if board.tiles and board.tiles[end.arm]:
            outermost = board.tiles[end.arm][-1]
            assert end.pip in {outermost.first, outermost.second}


@given(games, sizes, largest_zooms)
def test_an_arrow_points_away_from_the_open_half(growing_layout: GrowingLayout, size: Size, largest: Zoom) -> None:
    layout = growing_layout.layouts[-1]
    board = lay_out(layout, size, growing_layout.max_pip, largest=largest)
    pips = {end.arm: end.pip for end in layout.ends}
    for mark in board.marks:
        across, down = mark.way.value
        behind = (mark.x - across, mark.y - down)
        (outermost,) = (board.tiles[mark.arm] or board.tiles[Arm.START])[-1:]
        at_arrow = {pip for pip, half in halves(board, outermost, growing_layout.max_pip) if behind in cells(half)}
        assert outermost.tile.is_double or at_arrow == {pips[mark.arm]}, (mark, outermost)
        assert behind in cells(outermost.cells)


@pytest.mark.slow("draws many boards, tile by tile")
@given(games, st.sampled_from(SIZES))
@settings(max_examples=40)
def test_an_arrow_points_to_the_place_of_the_next_tile(growing_layout: GrowingLayout, size: Size) -> None:
    before: Board | None = None
    for layout in growing_layout.layouts:
        board = lay_out(layout, size, growing_layout.max_pip, before)
        if before is not None and before.wheel is not None and before.wheel == board.wheel:
            (new,) = set(placed_tiles(board)) - set(placed_tiles(before))
            (arm,) = (arm for arm, placed in board.tiles.items() if new in placed)
            marks = [mark for mark in before.marks if mark.arm is arm]
            assert new.tile.is_double or all((mark.x, mark.y) in cells(new.cells) for mark in marks)
        before = board


@pytest.mark.slow("draws many boards, tile by tile")
@given(games, st.sampled_from(SIZES))
@settings(max_examples=40)
def test_tiles_keep_their_places_while_there_is_room(growing_layout: GrowingLayout, size: Size) -> None:
    before: Board | None = None
    for layout in growing_layout.layouts:
        board = lay_out(layout, size, growing_layout.max_pip, before)
        if before is not None:
            assert board.zoom >= before.zoom, "tiles never grow again"
            if before.wheel is not None and before.wheel == board.wheel:
                assert set(placed_tiles(before)) < set(placed_tiles(board))
        before = board


def test_a_double_that_becomes_the_spinner_moves_nothing() -> None:
    growing_layout = layout_of("4-1 r:6-4")
    before = lay_out(growing_layout, INNER_80, 6)

    after = lay_out(growing_layout.lay(Tile(6, 6), Arm.RIGHT), INNER_80, 6, before)

    assert after.wheel != before.wheel, "the spinner is the centre from now on"
    assert {placed.tile: placed.cells for placed in placed_tiles(before)}.items() <= {
        placed.tile: placed.cells for placed in placed_tiles(after)
    }.items()


def test_doubles_are_across_their_arm_and_the_first_tile_has_its_low_half_left() -> None:
    board = lay_out(layout_of("4-1 r:4-4 l:1-1", Spinning.NONE), INNER_80, 6)

    (lead,) = board.tiles[Arm.START]
    assert (lead.is_standing, lead.first, lead.second) == (False, 1, 4)
    assert board.tiles[Arm.RIGHT][0].is_standing
    assert board.tiles[Arm.LEFT][0].is_standing


def test_tiles_above_and_below_the_spinner_stand_and_their_doubles_lie() -> None:
    board = lay_out(layout_of("4-4 l:4-1 r:4-2 u:4-0 u:0-0 d:5-4"), INNER_80, 6)

    assert [placed.is_standing for placed in board.tiles[Arm.UP]] == [True, False]
    assert board.tiles[Arm.UP][0].first == 0, "the half away from the spinner is the upper one"
    assert board.tiles[Arm.DOWN][0].second == 5


def test_every_open_end_has_a_mark_even_the_spinners_bare_sides() -> None:
    board = lay_out(layout_of("4-4 l:4-1 r:4-2"), INNER_80, 6)

    assert {mark.arm for mark in board.marks} == {Arm.LEFT, Arm.RIGHT, Arm.UP, Arm.DOWN}


def test_an_empty_board_has_no_tiles() -> None:
    board = lay_out(Layout(), INNER_80, 6)

    assert board.spread is None
    assert board.tiles == {}


@pytest.mark.parametrize("spinning", list(Spinning))
@pytest.mark.parametrize("chance", range(12))
def test_80x24_shows_a_whole_double_six_game(spinning: Spinning, chance: int) -> None:
    board = None
    for layout in growing(chance, 6, spinning, 28):
        board = lay_out(layout, INNER_80, 6, board)
        assert board.zoom <= Zoom.COMPACT


@pytest.mark.parametrize("chance", range(6))
def test_120x40_shows_27_tiles_as_boxes_and_88_of_a_double_twelve_compact(chance: int) -> None:
    for count, layout in enumerate(growing(chance, 12, Spinning.PLAIN, 88), start=1):
        if count == 20:
            assert lay_out(layout, Size(120, 33), 12).zoom is Zoom.BOXES
    assert lay_out(layout, Size(120, 33), 12).zoom <= Zoom.COMPACT


@pytest.mark.parametrize("chance", range(20))
def test_40x20_shows_ten_tiles_on_a_line_and_then_a_list(chance: int) -> None:
    growing_layout = list(growing(chance, 6, Spinning.NONE, 28))
    assert lay_out(growing_layout[min(9, len(growing_layout) - 1)], Size(40, 13), 6).zoom <= Zoom.COMPACT
    crowded = list(growing(chance, 12, Spinning.PLAIN, 60))[-1]
    assert lay_out(crowded, Size(40, 13), 12).zoom >= Zoom.LIST


def test_another_size_starts_afresh() -> None:
    small = None
    for layout in growing(3, 6, Spinning.PLAIN, 20):
        small = lay_out(layout, Size(40, 13), 6, small)
    assert small is not None

    large = lay_out(layout, Size(172, 53), 6, small)

    assert large.zoom is Zoom.BOXES
    assert large == lay_out(layout, Size(172, 53), 6)


def test_another_round_starts_afresh() -> None:
    before = lay_out(layout_of("6-6 l:6-5"), INNER_80, 6)

    assert lay_out(layout_of("3-2"), INNER_80, 6, before) == lay_out(layout_of("3-2"), INNER_80, 6)


def test_a_smaller_zoom_can_be_requested() -> None:
    layout = layout_of("6-6 l:6-5")

    assert lay_out(layout, INNER_80, 6).zoom is Zoom.BOXES
    assert lay_out(layout, INNER_80, 6, largest=Zoom.COMPACT).zoom is Zoom.COMPACT
    assert lay_out(layout, INNER_80, 6, largest=Zoom.LIST).zoom is Zoom.LIST


def test_a_board_that_nothing_moves_on_is_laid_out_in_a_few_milliseconds() -> None:
    (*_, last) = growing(1, 12, Spinning.PLAIN, 80)
    board = lay_out(last, Size(120, 33), 12)
    begun = thread_time()
    for _ in range(10):
        lay_out(last, Size(120, 33), 12, board)

    assert (thread_time() - begun) / 10 < 0.02, "four times what it takes on a slow machine"
