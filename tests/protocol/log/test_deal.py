"""The only randomness of a game: the shuffle and the random choice of a leader."""

from collections import Counter
from random import Random

import pytest

from protocol.game.presets import PRESETS
from protocol.game.tiles import Tile, known_tiles, set_of_tiles
from protocol.log.choices import tiles_to_lead
from protocol.log.deal import deal
from protocol.log.events import HowRoundEnded
from protocol.log.table import evolve
from tests.protocol.table_notation import round_of, seated_table, tile_of


@pytest.mark.parametrize("preset", PRESETS)
def test_hands_and_boneyard_make_up_the_set(preset: str) -> None:
    table = seated_table(preset)

    dealt = deal(table, Random(1))

    tiles = [*known_tiles(dealt.boneyard), *(tile for hand in dealt.hands for tile in known_tiles(hand))]
    assert sorted(tiles) == sorted(set_of_tiles(table.rules.max_pip))
    assert [len(hand) for hand in dealt.hands] == [table.rules.hand] * len(table.seats)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_leader_always_has_a_tile_to_lead(preset: str) -> None:
    for seed in range(30):
        table = seated_table(preset)
        after = evolve(table, deal(table, Random(seed)))

        assert after.round is not None
        assert tiles_to_lead(table.rules, after.round, after.round.leader)


def test_a_deal_without_a_double_is_repeated_when_the_game_requires_one_to_lead() -> None:
    table = seated_table("fives-and-threes", {"hand": 1, "target_mode": "at_least"})

    for seed in range(20):
        dealt = deal(table, Random(seed))
        assert dealt.chosen_by is not None
        assert dealt.chosen_by.is_double
        assert dealt.chosen_by in dealt.hands[dealt.leader]


def test_a_random_lead_can_fall_on_every_seat() -> None:
    table = seated_table("all-threes", seats=3)

    leaders = Counter(deal(table, Random(seed)).leader for seed in range(120))

    assert set(leaders) == {0, 1, 2}
    assert min(leaders.values()) > 20


def test_rounds_are_counted() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | ", line="6-2", ended=HowRoundEnded.OUT, number=4, leader=1)

    dealt = deal(table, Random(3))

    assert (dealt.round, dealt.leader) == (5, 0)


def test_the_boneyard_keeps_its_shuffled_order_and_hands_are_sorted() -> None:
    dealt = deal(seated_table("all-fives"), Random(5))

    assert all(list(hand) == sorted(known_tiles(hand), reverse=True) for hand in dealt.hands)
    assert list(dealt.boneyard) != sorted(known_tiles(dealt.boneyard), reverse=True)


def test_every_tile_can_be_dealt_to_every_place() -> None:
    table = seated_table("cinq-et-trois")
    places: dict[Tile, set[int]] = {tile: set() for tile in set_of_tiles(6)}

    for seed in range(80):
        dealt = deal(table, Random(seed))
        for place, hand in enumerate((*dealt.hands, dealt.boneyard)):
            for tile in known_tiles(hand):
                places[tile].add(place)

    assert places[tile_of("6-6")] == {0, 1, 2}
    assert all(seen == {0, 1, 2} for seen in places.values())
