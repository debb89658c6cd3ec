"""Tiles, sets and hands (RULES.md 1.1)."""

import pytest

from protocol.game.tiles import (
    HIDDEN,
    NotATileError,
    Tile,
    known_tiles,
    parse_tile,
    pips_of,
    set_of_tiles,
    tile,
    without,
)
from tests.protocol.table_notation import hand_of


@pytest.mark.parametrize(("max_pip", "count"), [(6, 28), (9, 55), (12, 91)])
def test_a_set_holds_every_pair_of_numbers_once(max_pip: int, count: int) -> None:
    tiles = set_of_tiles(max_pip)

    assert len(tiles) == len(set(tiles)) == count
    assert {frozenset(tile) for tile in tiles} == {
        frozenset((one, other)) for one in range(max_pip + 1) for other in range(max_pip + 1)
    }


def test_a_tile_is_written_with_its_higher_half_first() -> None:
    assert str(tile(4, 6)) == str(tile(6, 4)) == "6-4"
    assert str(tile(0, 12)) == "12-0"


def test_every_tile_of_the_largest_set_can_be_read_back() -> None:
    assert all(parse_tile(str(tile)) == tile for tile in set_of_tiles(12))


@pytest.mark.parametrize(
    "text", ["4-6", "6-7", "13-0", "-1-0", "6", "6-", "6-4 ", " 6-4", "06-4", "6-4-2", "", "six-four", "６-4"]
)
def test_an_invalid_tile_is_refused_in_plain_words(text: str) -> None:
    with pytest.raises(NotATileError, match="is not a tile: write it like 6-4") as refusal:
        parse_tile(text)

    assert "\n" not in str(refusal.value)


def test_doubles_show_the_same_number_twice() -> None:
    assert tile(5, 5).is_double
    assert not tile(5, 4).is_double
    assert tile(0, 0).is_double


def test_the_open_half_of_a_tile_is_the_one_that_was_not_joined() -> None:
    assert tile(6, 4).other_half(6) == 4
    assert tile(6, 4).other_half(4) == 6
    assert tile(5, 5).other_half(5) == 5


def test_pips_are_both_halves_once() -> None:
    assert tile(6, 6).pips == 12
    assert pips_of(hand_of("6-3 5-5 0-0")) == 19


def test_a_hidden_tile_counts_as_a_tile_without_known_pips() -> None:
    hand = hand_of("6-3 ? ?")

    assert len(hand) == 3
    assert pips_of(hand) == 9
    assert known_tiles(hand) == (Tile(6, 3),)


def test_a_visible_tile_is_removed_from_its_hand() -> None:
    assert without(hand_of("6-3 5-5 1-0"), Tile(5, 5)) == hand_of("6-3 1-0")


def test_a_tile_from_a_hidden_hand_removes_a_hidden_tile() -> None:
    assert without(hand_of("? ? ?"), Tile(5, 5)) == (HIDDEN, HIDDEN)


def test_a_visible_tile_is_removed_before_a_hidden_one() -> None:
    assert without(hand_of("? 5-5"), Tile(5, 5)) == (HIDDEN,)


def test_a_hand_without_the_tile_is_unchanged() -> None:
    assert without(hand_of("6-3"), Tile(5, 5)) == hand_of("6-3")
