"""Ends without the tiles between them follow the layout exactly (RULES.md 1.4 to 1.6)."""

from random import Random

import pytest

from daemon.bots.ends import Ends, EndsBook, book_of_ends
from protocol.game.layout import Layout, Spinning
from protocol.game.tiles import set_of_tiles, tile
from tests.protocol.table_notation import layout_of

PLAIN, SNIFF, NONE = Spinning.PLAIN, Spinning.SNIFF, Spinning.NONE


def ends_of(text: str, spinning: Spinning = PLAIN) -> Ends:
    return EndsBook(spinning).of(layout_of(text, spinning))


def sums_after(ends: Ends, text: str) -> set[int]:
    one, other = map(int, text.split("-"))
    return {after.total for after in ends.after(tile(one, other))}


def test_a_tile_that_fits_nowhere_leads_to_no_ends() -> None:
    assert ends_of("6-3").after(tile(5, 4)) == ()


def test_a_tile_that_fits_two_ends_can_give_two_sums() -> None:
    assert sums_after(ends_of("6-3"), "6-3") == {3 + 3, 6 + 6}


def test_a_lead_double_counts_twice_once_it_has_a_neighbour() -> None:
    assert sums_after(ends_of("6-6", NONE), "6-3") == {15}


def test_a_flanked_spinner_counts_nothing_or_only_its_bare_ends() -> None:
    assert sums_after(ends_of("6-6 r:6-3", PLAIN), "6-2") == {5}
    assert sums_after(ends_of("6-6 r:6-3", SNIFF), "6-2") == {17}


def test_equal_ends_on_other_arms_are_the_same_object() -> None:
    book = EndsBook(NONE)

    assert book.of(layout_of("6-3 l:3-1", NONE)) is book.of(layout_of("1-0 l:6-0", NONE))


@pytest.mark.parametrize("spinning", list(Spinning))
@pytest.mark.parametrize("seed", range(12))
def test_playing_a_tile_gives_the_same_ends_as_on_the_layout(seed: int, spinning: Spinning) -> None:
    chance = Random(seed)
    tiles = list(set_of_tiles(chance.choice([6, 9, 12])))
    chance.shuffle(tiles)
    book = EndsBook(spinning)
    layout = Layout(spinning)
    for _ in range(40):
        ends = book.of(layout)
        outcomes = {each: [layout.lay(each, arm) for arm in layout.arms_for(each)] for each in tiles}
        for each, laid in outcomes.items():
            assert set(ends.after(each)) == {book.of(after) for after in laid}
            assert {after.total for after in ends.after(each)} == {after.end_sum for after in laid}
        if layout.lead is not None:
            quick = {each: set(ends.sums_after(12).get((each.low, each.high), ())) for each in tiles}
            assert quick == {each: {after.total for after in ends.after(each)} for each in tiles}
        fitting = [each for each in tiles if outcomes[each]]
        if not fitting:
            break
        chosen = chance.choice(fitting)
        layout = chance.choice(outcomes[chosen])
        tiles.remove(chosen)


def test_the_book_of_ends_is_reused_between_turns() -> None:
    assert book_of_ends(NONE) is book_of_ends(NONE)
