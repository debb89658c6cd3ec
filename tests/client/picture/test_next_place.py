"""The place of the next tile: beside its end, on free cells, and where it will lie if no other tile moves."""

from functools import lru_cache
from itertools import pairwise

import pytest

from client.picture.next_place import kept_free, lead_place, next_place
from client.picture.pinwheel import PlacedTile, Rect
from client.picture.round_picture import HALF, Picture, picture
from client.web.board_part import frame_of
from protocol.game.layout import Arm, Layout, Spinning
from protocol.game.tiles import parse_tile
from tests.client.layouts import growing
from tests.client.picture.test_round_picture import overlap

GAMES = [(chance, shape, spinning) for chance in range(2) for shape in (0.8, 1.7) for spinning in Spinning]
drawn = lru_cache(2000)(picture)


def moves(chance: int, spinning: Spinning) -> list[tuple[Layout, Layout, Arm]]:
    """The layouts of a game before and after each play on a table with tiles, and the end that it was played at."""
    found = []
    for before, after in pairwise(growing(chance, 6, spinning)):
        (arm,) = (end.arm for end in before.ends if len(after.arm_tiles(end.arm)) > len(before.arm_tiles(end.arm)))
        found.append((before, after, arm))
    return found


def place_in(laid: Picture, shape: float, after: Layout, arm: Arm) -> PlacedTile | None:
    return next_place(laid, drawn(after, shape), after.arm_tiles(arm)[-1], frame_of(laid.layout, shape))


@pytest.mark.parametrize(("chance", "shape", "spinning"), GAMES)
def test_the_next_tile_touches_its_end_with_the_same_pip_and_covers_no_tile(
    chance: int, shape: float, spinning: Spinning
) -> None:
    for before, after, arm in moves(chance, spinning):
        laid = drawn(before, shape)
        placed = place_in(laid, shape, after, arm)
        if placed is None:
            continue
        tip, pip = laid.tips[arm], next(end.pip for end in before.ends if end.arm is arm)

        wider = Rect(placed.cells.left - 1, placed.cells.top - 1, placed.cells.right + 1, placed.cells.bottom + 1)
        assert overlap(wider, tip.cells)
        assert not any(overlap(placed.cells, other.cells) for other in laid.places.values())
        low = (tip.y if placed.is_standing else tip.x) + HALF / 2
        start = placed.cells.top if placed.is_standing else placed.cells.left
        near_first = low < start + HALF
        assert placed.tile.is_double or (placed.first if near_first else placed.second) == pip


@pytest.mark.parametrize(("chance", "shape", "spinning"), GAMES)
def test_it_lies_where_it_will_be_and_in_the_picture_or_has_no_place_because_others_move(
    chance: int, shape: float, spinning: Spinning
) -> None:
    shown = 0
    for before, after, arm in moves(chance, spinning):
        laid, later = drawn(before, shape), drawn(after, shape)
        placed = place_in(laid, shape, after, arm)
        steps = {
            (later.places[tile].cells.left - laid.places[tile].cells.left,
             later.places[tile].cells.top - laid.places[tile].cells.top)
            for tile in before.tiles
        }  # fmt: skip
        if placed is None:
            continue
        shown += 1
        true = later.places[placed.tile].cells

        assert steps == {(true.left - placed.cells.left, true.top - placed.cells.top)}
        assert frame_of(laid.layout, shape).holds(placed.cells)
    assert shown >= 0.6 * len(moves(chance, spinning))


def test_a_picture_keeps_the_cells_of_a_tile_free_at_each_arrow() -> None:
    *_, layout = growing(1)
    laid = picture(layout, 1.3)
    for end in layout.ends:
        kept = kept_free(laid.arrow_at(end.arm))
        assert frame_of(layout, 1.3).holds(kept)
        assert {kept.right - kept.left + 1, kept.bottom - kept.top + 1} == {HALF, 2 * HALF}


def test_the_lead_will_lie_upright_in_the_middle_of_the_empty_board() -> None:
    placed, frame = lead_place(parse_tile("6-3")), frame_of(Layout(), 1.3)

    assert placed.is_standing
    assert (placed.first, placed.second) == (6, 3)
    assert abs((placed.cells.left - frame.left) - (frame.right - placed.cells.right)) <= 1
    assert abs((placed.cells.top - frame.top) - (frame.bottom - placed.cells.bottom)) <= 1
