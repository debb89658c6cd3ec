"""Draws, knocks and the choice of a leader reveal facts about hidden hands."""

from random import Random

import pytest

from daemon.bots.memory import Batch, Memory, remember
from protocol.game.layout import Arm
from protocol.game.tiles import HIDDEN, Hand, Tile, set_of_tiles
from protocol.log.events import Knocked, RoundDealt, TileDrawn, TilePlayed
from protocol.log.sight import Viewer, see
from protocol.log.table import Table, evolve
from tests.daemon.bots.tables import LONG, any_opening, match_events, nothing_noticed, opening_of
from tests.protocol.table_notation import round_of, seated_table, tile_of


def table_with(line: str, hands: str = "? ? ? | ? ? ?", boneyard: str = "? ? ?") -> Table:
    return round_of(rules="all-fives", hands=hands, line=line, boneyard=boneyard)


def test_a_knock_shows_that_the_hand_lacks_every_open_number() -> None:
    table = table_with("6-4 l:4-1")

    memory = remember(nothing_noticed(table), table, Knocked(1))

    assert memory.lacked_by(1) == {6, 1}
    assert memory.lacked_by(0) == set()


def test_a_knock_shows_that_the_hand_lacks_the_spinner_with_open_narrow_ends() -> None:
    table = table_with("5-5 r:5-3 l:5-2")

    assert remember(nothing_noticed(table), table, Knocked(1)).lacked_by(1) == {3, 2, 5}


def test_knowledge_from_knocks_accumulates() -> None:
    table = table_with("6-4 l:4-1")
    memory = remember(nothing_noticed(table), table, Knocked(1))
    later = table_with("6-4 l:4-1 l:1-3")

    assert remember(memory, later, Knocked(1)).lacked_by(1) == {6, 1, 3}


def test_a_draw_shows_which_numbers_the_hand_lacked_before() -> None:
    table = table_with("6-4 l:4-1")

    memory = remember(nothing_noticed(table), table, TileDrawn(1, HIDDEN))

    assert memory.hands[1] == (Batch(3, frozenset({6, 1})), Batch(1, drawn=True))
    assert memory.lacked_by(1) == set()


def test_drawing_again_shows_that_the_first_drawn_tile_did_not_fit() -> None:
    table = table_with("6-4 l:4-1")
    memory = remember(nothing_noticed(table), table, TileDrawn(1, HIDDEN))

    memory = remember(memory, evolve(table, TileDrawn(1, HIDDEN)), TileDrawn(1, HIDDEN))

    lacking = frozenset({6, 1})
    assert memory.hands[1] == (Batch(3, lacking), Batch(1, lacking, drawn=True), Batch(1, drawn=True))


def test_playing_the_drawn_tile_shows_that_the_rest_of_the_hand_lacks_the_numbers() -> None:
    table = table_with("6-4 l:4-1")
    memory = remember(nothing_noticed(table), table, TileDrawn(1, HIDDEN))

    memory = remember(memory, evolve(table, TileDrawn(1, HIDDEN)), TilePlayed(1, tile_of("6-2"), Arm.RIGHT))

    assert memory.lacked_by(1) == {6, 1}


def test_a_tile_played_from_an_unknown_batch_leaves_only_certain_knowledge() -> None:
    table = table_with("6-4 l:4-1")
    memory = remember(nothing_noticed(table), table, TileDrawn(1, HIDDEN))
    later = table_with("6-4 l:4-1 l:1-3")

    memory = remember(memory, later, TilePlayed(1, tile_of("3-2"), Arm.LEFT))

    assert memory.hands[1] == (Batch(2, frozenset({6, 1})), Batch(1, drawn=True))


def test_a_new_deal_forgets_the_round_before() -> None:
    table = table_with("6-4 l:4-1")
    memory = remember(nothing_noticed(table), table, Knocked(1))
    hands: tuple[Hand, ...] = ((HIDDEN,) * 7, (HIDDEN,) * 7)

    memory = remember(memory, table, RoundDealt(2, hands, (HIDDEN,) * 14, 0, None, None))

    assert memory == Memory(((Batch(7),), (Batch(7),)))


def dealt_in(preset: str, chosen_by: str, leader: int, next_double: int | None = None) -> Memory:
    table = (
        seated_table(preset) if next_double is None else round_of(rules=preset, hands="|||", next_double=next_double)
    )
    size = table.rules.hand
    hands: tuple[Hand, ...] = ((HIDDEN,) * size,) * 4
    tile = tile_of(chosen_by)
    return remember(Memory(), table, RoundDealt(1, hands, (HIDDEN,) * (28 - 4 * size), leader, tile, None))


def test_the_tile_that_chose_the_leader_is_known_to_be_in_the_leaders_hand() -> None:
    memory = dealt_in("playroom", "5-5", leader=2)

    assert memory.hands[2] == (Batch(1, tile=tile_of("5-5")), Batch(6))
    assert memory.shown == {tile_of("5-5")}


def test_doubles_that_would_have_led_first_are_in_no_hand() -> None:
    assert dealt_in("playroom", "4-4", leader=0).undealt == {tile_of("6-6"), tile_of("5-5")}


def test_in_the_cycle_the_search_for_a_double_wraps_past_blank() -> None:
    memory = dealt_in("fives-and-threes", "6-6", leader=0, next_double=1)

    assert memory.undealt == {tile_of("1-1"), tile_of("0-0")}


def test_a_heaviest_tile_that_leads_shows_that_no_double_was_dealt() -> None:
    undealt = dealt_in("playroom", "6-4", leader=0).undealt

    assert undealt == {*(Tile(pip, pip) for pip in range(7)), tile_of("6-5")}


def can_be(hand: list[Tile], batches: tuple[Batch, ...], undealt: frozenset[Tile]) -> bool:
    """Whether these tiles can be distributed over the batches."""
    places = [batch for batch in batches for _ in range(batch.count)]
    taken_by: dict[int, Tile] = {}

    def finds_a_place(tile: Tile, tried: set[int]) -> bool:
        for at, batch in enumerate(places):
            if at not in tried and batch.may_hold(tile, undealt):
                tried.add(at)
                if at not in taken_by or finds_a_place(taken_by[at], tried):
                    taken_by[at] = tile
                    return True
        return False

    return len(places) == len(hand) and all(finds_a_place(tile, set()) for tile in hand)


@pytest.mark.parametrize("seed", range(200 if LONG else 25))
def test_every_remembered_fact_is_true(seed: int) -> None:
    chance = Random(seed)
    memory = Memory()
    for table, event in match_events(any_opening(chance), chance):
        memory = remember(memory, table, event)
        after = evolve(table, event)
        if after.turn is None or after.round is None:
            continue
        dealt = {tile for hand in after.round.hands for tile in hand} | set(after.round.layout.tiles)
        for hand, batches in zip(after.round.hands, memory.hands, strict=True):
            assert can_be([tile for tile in hand if tile is not None], batches, memory.undealt), (hand, batches)
        if not after.round.drawn:
            assert not memory.undealt & dealt
            assert memory.undealt <= set(set_of_tiles(after.rules.max_pip))


# The own tiles.


def test_a_seat_remembers_the_tiles_it_was_dealt_all_through_the_round() -> None:
    memory = Memory()
    dealt: Hand = ()
    for table, event in match_events(opening_of("all-fives", {"max_rounds": "2"}), Random(1)):
        seen = see(event, Viewer(0)).event
        memory = remember(memory, table, seen)
        if isinstance(seen, RoundDealt):
            dealt = seen.hands[0]
        assert memory.dealt == dealt
    assert len(dealt) > 5
