"""Lines without the tiles between the ends follow the layout exactly (RULES.md 1.4 to 1.6)."""

from random import Random

import pytest

from daemon.bots.line_book import Line, LineBook
from protocol.game.layout import Layout, Spinning
from protocol.game.options import Spelling
from protocol.game.tiles import tile
from tests.protocol.table_notation import layout_of, rules_of

PLAIN, SNIFF, NONE = Spinning.PLAIN, Spinning.SNIFF, Spinning.NONE


def book_of(spinning: Spinning, top: int = 6) -> LineBook:
    settings: dict[Spinning, dict[str, Spelling]] = {
        PLAIN: {"spinner": "first_double"},
        SNIFF: {"spinner": "first_double", "spinner_count": "sniff"},
        NONE: {"spinner": "none"},
    }
    book = LineBook(rules_of("all-fives", {**settings[spinning], "max_pip": top}))
    assert book.rules.spinning is spinning
    return book


def line_of(text: str, spinning: Spinning = PLAIN) -> Line:
    return book_of(spinning).line_of(layout_of(text, spinning))


def after(line: Line, text: str) -> tuple[Line, ...]:
    one, other = map(int, text.split("-"))
    return line.after(BITS[tile(one, other)])


BITS = book_of(NONE).bits


def sums_after(line: Line, text: str) -> set[int]:
    return {follower.total for follower in after(line, text)}


def test_no_line_follows_a_tile_that_fits_nowhere() -> None:
    assert after(line_of("6-3"), "5-4") == ()


def test_a_tile_that_fits_two_ends_can_give_two_sums() -> None:
    assert sums_after(line_of("6-3"), "6-3") == {3 + 3, 6 + 6}


def test_a_lead_double_counts_twice_once_it_has_a_neighbour() -> None:
    assert sums_after(line_of("6-6", NONE), "6-3") == {15}


def test_a_flanked_spinner_counts_nothing_or_only_its_bare_ends() -> None:
    assert sums_after(line_of("6-6 r:6-3", PLAIN), "6-2") == {5}
    assert sums_after(line_of("6-6 r:6-3", SNIFF), "6-2") == {17}


def test_equal_ends_on_other_arms_are_the_same_line() -> None:
    book = book_of(NONE)

    assert book.line_of(layout_of("6-3 l:3-1", NONE)) is book.line_of(layout_of("1-0 l:6-0", NONE))


@pytest.mark.parametrize("spinning", list(Spinning))
@pytest.mark.parametrize("seed", range(12))
def test_playing_a_tile_gives_the_same_line_as_on_the_layout(seed: int, spinning: Spinning) -> None:
    chance = Random(seed)
    book = book_of(spinning, chance.choice([6, 9, 12]))
    tiles = list(book.tiles)
    chance.shuffle(tiles)
    layout = Layout(spinning)
    for _ in range(40):
        line = book.line_of(layout)
        outcomes = {tile: [layout.lay(tile, arm) for arm in layout.arms_for(tile)] for tile in tiles}
        for candidate, laid in outcomes.items():
            following = line.after(book.bits[candidate])
            assert set(following) == {book.line_of(after) for after in laid}
            assert {after.total for after in following} == {after.end_sum for after in laid}
            assert bool(line.fits & book.bits[candidate]) == bool(laid)
        if layout.lead is not None:
            quick = {tile: set(line.sums_after(12).get((tile.low, tile.high), ())) for tile in tiles}
            assert quick == {tile: {after.total for after in line.after(book.bits[tile])} for tile in tiles}
        fitting = [tile for tile in tiles if outcomes[tile]]
        if not fitting:
            break
        chosen = chance.choice(fitting)
        layout = chance.choice(outcomes[chosen])
        tiles.remove(chosen)
