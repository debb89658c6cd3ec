"""Arms, ends and their sum (RULES.md 1.4 to 1.6)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.game.layout import Arm, Layout, Spinning
from protocol.game.tiles import Tile, set_of_tiles
from tests.protocol.table_notation import layout_of, tile_of

LINE = Spinning.NONE
PLAIN, SNIFF = Spinning.PLAIN, Spinning.SNIFF


def arms(layout: Layout, text: str) -> list[str]:
    return [arm.value for arm in layout.arms_for(tile_of(text))]


def open_arms(layout: Layout) -> dict[str, int]:
    return {end.arm.value: end.pip for end in layout.ends}


# Where a tile may be played (1.4, 1.5).


def test_any_tile_may_lead_on_an_empty_table() -> None:
    assert arms(Layout(), "6-4") == ["start"]


def test_the_lower_half_of_the_lead_is_on_the_left() -> None:
    assert open_arms(layout_of("4-1")) == {"left": 1, "right": 4}


def test_a_tile_joins_an_arm_with_its_matching_half_and_the_other_half_is_the_new_end() -> None:
    assert open_arms(layout_of("4-1 l:5-1")) == {"left": 5, "right": 4}
    assert open_arms(layout_of("4-1 r:6-4")) == {"left": 1, "right": 6}


def test_a_tile_that_matches_both_ends_may_be_played_on_either() -> None:
    assert arms(layout_of("6-1"), "6-1") == ["left", "right"]
    assert arms(layout_of("6-6"), "6-3") == ["left", "right"]


def test_a_tile_that_matches_no_end_may_not_be_played() -> None:
    assert arms(layout_of("6-3 l:3-1"), "5-4") == []


def test_without_a_spinner_doubles_do_not_branch() -> None:
    layout = layout_of("6-6 r:6-3 l:6-1", LINE)

    assert open_arms(layout) == {"left": 1, "right": 3}
    assert layout.spinner is None


def test_the_line_reads_from_the_left_end_to_the_right_end() -> None:
    layout = layout_of("6-6 r:6-3 l:6-1 l:1-0 u:6-2")

    assert [str(tile) for tile in layout.line] == ["1-0", "6-1", "6-6", "6-3"]
    assert [str(tile) for tile in layout.tiles] == ["1-0", "6-1", "6-6", "6-3", "6-2"]
    assert [str(tile) for tile in layout.arm_tiles(Arm.LEFT)] == ["6-1", "1-0"]
    assert [str(tile) for tile in layout.arm_tiles(Arm.START)] == ["6-6"]


def test_the_narrow_ends_open_once_both_long_sides_are_covered() -> None:
    assert open_arms(layout_of("6-6")) == {"left": 6, "right": 6}
    assert open_arms(layout_of("6-6 r:6-3")) == {"left": 6, "right": 3}
    assert open_arms(layout_of("6-6 r:6-3 l:6-1")) == {"left": 1, "right": 3, "up": 6, "down": 6}


@pytest.mark.parametrize("first", ["u", "d"])
def test_the_narrow_ends_are_started_in_either_order(first: str) -> None:
    layout = layout_of(f"6-6 r:6-3 l:6-1 {first}:6-2")

    assert arms(layout, "6-5") == ["down" if first == "u" else "up"]
    assert arms(layout, "2-0") == ["up" if first == "u" else "down"]


def test_later_doubles_never_branch() -> None:
    layout = layout_of("6-6 r:6-3 l:6-1 r:3-3 r:3-2 u:6-4 u:4-4 u:4-0")

    assert open_arms(layout) == {"left": 1, "right": 2, "up": 0, "down": 6}
    assert layout.spinner is not None
    assert layout.spinner.tile == tile_of("6-6")


# What the ends add up to (1.6).


@pytest.mark.parametrize(
    ("lead", "end_sum"), [("6-6", 12), ("4-1", 5), ("0-0", 0), ("5-5", 10), ("6-4", 10), ("5-0", 5), ("3-2", 5)]
)
def test_a_lead_alone_counts_its_pips_once(lead: str, end_sum: int) -> None:
    """Trap 1, and seed 003's opening tiles."""
    for spinning in Spinning:
        assert layout_of(lead, spinning).end_sum == end_sum


@pytest.mark.parametrize(
    ("laid", "end_sum"),
    [
        ("4-1 l:5-1", 9),  # seed 002: 4-1, then 1-5 makes 9
        ("3-1 l:6-1", 9),  # seed 001: ends 3 and 1, then 1/6 makes 9
        ("3-1 l:6-1 r:4-3", 10),  # and then 4/3 makes 10
        ("6-6 r:6-3", 15),  # trap 2: an end double counts with both halves, the opening double too
        ("6-6 l:6-3", 15),
        ("6-6 r:6-3 l:6-1", 4),  # flanked, it counts nothing
        ("4-3 r:4-4", 11),
        ("4-3 r:4-4 r:4-2", 5),
        ("0-0 r:5-0", 5),
    ],
)
def test_the_sum_adds_the_outer_halves_and_counts_an_end_double_twice(laid: str, end_sum: int) -> None:
    assert layout_of(laid, LINE).end_sum == end_sum


@pytest.mark.parametrize(
    ("laid", "plain", "sniff"),
    [
        ("6-6 r:6-3 l:6-1", 4, 16),
        ("6-6 r:6-3 l:6-1 u:6-2", 6, 12),
        ("6-6 r:6-3 l:6-1 u:6-2 d:6-5", 11, 11),
        ("6-3 r:6-6 r:6-1", 4, 16),
    ],
)
def test_a_flanked_spinner_counts_nothing_or_its_number_once_for_each_bare_end(
    laid: str, plain: int, sniff: int
) -> None:
    """`spinner_count`: 2d with two arms, d with three, 0 with four."""
    assert layout_of(laid, PLAIN).end_sum == plain
    assert layout_of(laid, SNIFF).end_sum == sniff


def test_four_arms_are_added_as_seed_003_adds_them() -> None:
    """Seed 003: `2 + 2 + 4 + 12 = 20`."""
    layout = layout_of("5-5 r:5-2 l:5-1 l:2-1 u:5-4 d:6-5 d:6-6")

    assert sorted(end.worth for end in layout.ends) == [2, 2, 4, 12]
    assert layout.end_sum == 20


def test_the_highest_sum_around_a_double_six_spinner_is_36() -> None:
    """Trap 9: spinner 1-1, with 6-6, 5-5, 4-4 and 3-3 at the ends."""
    layout = layout_of("1-1 r:6-1 l:5-1 u:4-1 d:3-1 r:6-6 l:5-5 u:4-4 d:3-3")

    assert layout.end_sum == 36


# The same, computed from the layout as a graph.


class Graph:
    """The layout as tiles that touch, grown beside the real one and knowing nothing of it.

    `free` is the half of each tile that nothing touches where only one does; `outer` the tile at the tip of each arm.
    """

    def __init__(self, lead: Tile, spinning: Spinning) -> None:
        self.spinning = spinning
        self.touching: Counter[Tile] = Counter()
        self.long_sides: Counter[Tile] = Counter()
        self.free = {lead: lead.high}
        self.lead = lead
        self.outer = {"left": (lead, lead.low), "right": (lead, lead.high)}
        self.spinner = lead if lead.is_double and spinning is not LINE else None

    def open_sides(self) -> dict[str, int]:
        sides = {arm: pip for arm, (_, pip) in self.outer.items()}
        if self.spinner is not None and self.long_sides[self.spinner] == 2:
            sides = dict.fromkeys(("up", "down"), self.spinner.high) | sides
        return sides

    def join(self, tile: Tile, arm: str) -> None:
        pip = self.open_sides()[arm]
        assert pip in tile
        neighbour = self.spinner if arm not in self.outer else self.outer[arm][0]
        assert neighbour is not None
        for laid in (tile, neighbour):
            self.touching[laid] += 1
            # Only the first tile of a narrow arm touches a narrow side, and only of the spinner.
            self.long_sides[laid] += not (laid is self.spinner and arm not in self.outer)
        outer = tile.high if tile.is_double or pip == tile.low else tile.low
        self.free[tile] = outer
        if neighbour is self.lead and self.touching[self.lead] == 1:
            self.free[self.lead] = self.lead.high if arm == "left" else self.lead.low
        self.outer[arm] = (tile, outer)
        if self.spinner is None and tile.is_double and self.spinning is not LINE:
            self.spinner = tile

    def end_sum(self) -> int:
        if not self.touching:
            return self.lead.pips
        total = sum(
            self.free[laid] * (2 if laid.is_double else 1) for laid, count in self.touching.items() if count == 1
        )
        if self.spinning is SNIFF and self.spinner is not None and self.long_sides[self.spinner] == 2:
            total += self.spinner.high * (4 - self.touching[self.spinner])
        return total


@given(st.integers(), st.sampled_from([6, 6, 9, 12]), st.sampled_from(list(Spinning)))
def test_ends_and_sum_are_those_of_the_layout_as_a_graph(chance: int, max_pip: int, spinning: Spinning) -> None:
    """RULES.md 1.6: degree 0: a + b; degree 1: the free half, twice if double; degree 2 and more: nothing."""
    random = Random(chance)
    tiles = list(set_of_tiles(max_pip))
    random.shuffle(tiles)
    layout, graph = Layout(spinning).lay(tiles[0], Arm.START), Graph(tiles[0], spinning)
    rest = tiles[1:]
    while True:
        sides = graph.open_sides()
        assert open_arms(layout) == sides
        assert layout.end_sum == graph.end_sum()
        fitting = [(candidate, arm) for candidate in rest for arm, pip in sides.items() if pip in candidate]
        for candidate in rest:
            assert set(arms(layout, str(candidate))) == {arm for fits, arm in fitting if fits == candidate}
        if not fitting:
            break
        laid, arm = random.choice(fitting)
        layout = layout.lay(laid, Arm(arm))
        graph.join(laid, arm)
        rest.remove(laid)
    assert sorted((*layout.tiles, *rest)) == sorted(tiles)
