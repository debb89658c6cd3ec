"""The picture of a table: every tile in its place, arrows beside the tiles, pips that can be counted."""

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest

from client.picture.pinwheel import Rect
from client.picture.round_picture import ARROW, HALF, Arrow, continues, picture
from client.picture.svg import tile_shape
from client.replay.cursor import Replay
from client.replay.svg_file import svg_of
from protocol.game.layout import Layout, Spinning
from protocol.game.tiles import set_of_tiles
from protocol.wire.record import Record
from tests.client.layouts import growing
from tests.client.recorded import ALL, HOSTILE, hostile_record, replay_of

LAYOUTS = [(chance, max_pip, spinning) for chance in range(3) for max_pip in (6, 12) for spinning in Spinning]
NAMESPACE = "{http://www.w3.org/2000/svg}"


def overlap(one: Rect, other: Rect) -> bool:
    return one.left <= other.right and other.left <= one.right and one.top <= other.bottom and other.top <= one.bottom


def box(arrow: Arrow) -> Rect:
    """The cells that an arrow covers, rounded inward."""
    across, down = arrow.way.value
    x, y = arrow.x + across * ARROW / 2, arrow.y + down * ARROW / 2
    return Rect(int(x), int(y), int(x), int(y))


@pytest.mark.parametrize(("chance", "max_pip", "spinning"), LAYOUTS)
def test_every_tile_has_one_place_and_no_two_overlap(chance: int, max_pip: int, spinning: Spinning) -> None:
    *_, layout = growing(chance, max_pip, spinning)
    places = picture(layout).places

    assert sorted(places) == sorted(layout.tiles)
    assert not any(overlap(one.cells, other.cells) for one, other in combinations(places.values(), 2))


@pytest.mark.parametrize(("chance", "max_pip", "spinning"), LAYOUTS)
@pytest.mark.parametrize("breadth", [0.6, 1.7])
def test_a_picture_that_continues_another_is_the_same_as_one_made_without_it(
    chance: int, max_pip: int, spinning: Spinning, breadth: float
) -> None:
    continued = 0
    for earlier, layout in pairwise(growing(chance, max_pip, spinning)):
        if continues(layout, earlier):
            continued += 1
            assert picture(layout, breadth, picture(earlier, breadth)) == picture(layout, breadth)
    assert continued > 10


def test_a_layout_continues_an_earlier_one_if_only_the_ends_of_arms_with_tiles_grow() -> None:
    layouts = list(growing(0))
    with_spinner = next(at for at, layout in enumerate(layouts) if layout.spinner is not None)

    assert not continues(layouts[with_spinner], layouts[with_spinner - 1])
    assert not continues(layouts[-2], layouts[-1])
    assert not any(continues(layout, earlier) for layout in growing(1) for earlier in layouts)
    assert continues(layouts[-1], layouts[-1])


@pytest.mark.parametrize(("chance", "max_pip", "spinning"), LAYOUTS[:4])
def test_each_open_end_has_an_arrow_that_never_covers_a_tile(chance: int, max_pip: int, spinning: Spinning) -> None:
    layouts = list(growing(chance, max_pip, spinning))
    laid = picture(layouts[-1])

    for layout in layouts:
        arrows = list(laid.arrows(layout))
        assert len({arrow.arm for arrow in arrows}) == len(arrows)
        assert {arrow.arm for arrow in arrows} <= {end.arm for end in layout.ends}
        assert not any(overlap(box(arrow), laid.places[tile].cells) for arrow in arrows for tile in layout.tiles)
    for layout, following in pairwise(layouts):
        (new,) = set(following.tiles) - set(layout.tiles)
        arm = next(end.arm for end in layout.ends if new in following.arm_tiles(end.arm))
        (arrow,) = (arrow for arrow in laid.arrows(layout) if arrow.arm == arm)
        assert overlap(box(arrow), laid.places[new].cells)


@pytest.mark.parametrize(("chance", "max_pip", "spinning"), LAYOUTS)
def test_an_arrow_points_away_from_the_open_half(chance: int, max_pip: int, spinning: Spinning) -> None:
    *_, layout = growing(chance, max_pip, spinning)
    laid = picture(layout)
    pips = {end.arm: end.pip for end in layout.ends}

    for arrow in laid.arrows(layout):
        outermost = laid.places[(layout.arm_tiles(arrow.arm) or (layout.tiles[0],))[-1]]
        across, down = arrow.way.value
        x, y = arrow.x - across - outermost.cells.left, arrow.y - down - outermost.cells.top
        is_second = (y if outermost.is_standing else x) > HALF
        assert layout.arm_tiles(arrow.arm), "every arm of these layouts has tiles"
        assert 0 <= x <= (1 if outermost.is_standing else 2) * HALF
        assert 0 <= y <= (2 if outermost.is_standing else 1) * HALF
        assert (outermost.second if is_second else outermost.first) == pips[arrow.arm]


def test_a_picture_without_tiles_is_valid() -> None:
    laid = picture(Layout(Spinning.PLAIN))

    assert laid.places == {}
    assert list(laid.arrows(Layout(Spinning.PLAIN))) == []


def test_a_tile_has_as_many_dots_as_pips() -> None:
    for tile in set_of_tiles(12):
        assert len(re.findall(r"h0", tile_shape(tile))) == tile.low + tile.high


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_well_formed_and_describes_itself(name: str) -> None:
    replay = replay_of(name)
    for position in (1, replay.head // 2, replay.head):
        replay.go_to_entry(position)
        root = ET.fromstring(svg_of(replay))

        described = root.find(f"{NAMESPACE}desc")
        assert described is not None
        layout = replay.table.round.layout if replay.table.round is not None else Layout(Spinning.PLAIN)
        titles = [title.text for title in root.iterfind(f".//{NAMESPACE}g/{NAMESPACE}title")]
        assert sorted(filter(None, titles)) == sorted(map(str, layout.tiles))
        assert all(root.get(attribute) for attribute in ("role", "aria-labelledby", "viewBox", "width"))


def test_names_in_a_picture_are_escaped() -> None:
    record = hostile_record()
    replay = Replay(Record(record.header, record.entries))
    replay.to_end()
    root = ET.fromstring(svg_of(replay))

    assert {element.tag.removeprefix(NAMESPACE) for element in root.iter()} <= {
        "svg", "title", "desc", "style", "rect", "text", "g", "path", "circle",
    }  # fmt: skip
    assert HOSTILE in (root.findtext(f"{NAMESPACE}desc") or "")
