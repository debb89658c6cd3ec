"""Deals of the hidden tiles: every possible deal occurs, no impossible one, and none too often."""

from collections import Counter
from random import Random

from daemon.bots.line_book import LineBook
from daemon.bots.memory import Batch, Memory
from daemon.bots.worlds import World, Worlds
from protocol.log.table import Table
from tests.daemon.bots.tables import situation_of
from tests.protocol.table_notation import round_of


def two_of(theirs: int) -> Table:
    """A table for two; 6-5, 6-4 and 1-0 are visible, and this many tiles of the other player are not."""
    boneyard = 25 - theirs
    return round_of(rules="cinq-et-trois", hands=f"6-5 6-4 | {'? ' * theirs}", line="1-0", boneyard=boneyard * "? ")


def worlds_of(table: Table, count: int, memory: Memory | None = None) -> tuple[LineBook, list[World]]:
    book = LineBook(table.rules)
    situation = situation_of(0, table, memory)
    return book, Worlds(situation, book).sample(count, Random(1))


def lacking(*numbers: int) -> Memory:
    """The memory of the other seat, which holds 7 tiles and has knocked on these numbers."""
    return Memory(((Batch(2),), (Batch(7, frozenset(numbers)),)))


def test_worlds_of_one_shuffle_share_no_tile_of_the_other_hand() -> None:
    _, worlds = worlds_of(two_of(7), 9)

    hands = [hands[1] for hands, _ in worlds]
    for first in (0, 3, 6):
        assert (hands[first] | hands[first + 1] | hands[first + 2]).bit_count() == 21
    assert len(set(hands)) == 9


def test_every_hidden_tile_is_equally_often_in_the_other_hand() -> None:
    book, worlds = worlds_of(two_of(7), 3000)

    times = Counter(tile for hands, _ in worlds for tile in book.tiles_in(hands[1]))
    # 840 times on average, with a standard deviation of 25 if every world were shuffled independently.
    assert len(times) == 25
    assert all(740 < count < 940 for count in times.values())


def test_a_seat_that_knocked_is_dealt_only_tiles_it_may_hold() -> None:
    book, worlds = worlds_of(two_of(7), 2000, lacking(0, 1))

    times = Counter(tile for hands, _ in worlds for tile in book.tiles_in(hands[1]))
    # 13 of the 25 tiles show neither number.
    assert len(times) == 13
    assert all(min(tile) > 1 for tile in times)
    assert all(960 < count < 1200 for count in times.values())


def test_nothing_is_hidden_when_all_unseen_tiles_are_in_one_hand() -> None:
    drew = Memory(((Batch(2),), (Batch(21, frozenset({3})), Batch(3), Batch(1, drawn=True))))
    every = situation_of(0, two_of(25), drew)
    all_but_one = situation_of(0, two_of(24))

    assert Worlds(every, LineBook(every.rules)).is_certain
    assert not Worlds(all_but_one, LineBook(every.rules)).is_certain
