"""A position as one seat saw it: the same table as in the game, from a few words; other words are refused."""

import pytest
from attrs import evolve

from client.view.position import Position, PositionError, position_before
from client.words.rule_words import house_rules
from daemon.measure.game_analysis import decisions_of
from protocol.game.rules import OPTIONS
from protocol.game.tiles import parse_tile
from protocol.log.table import fold
from tests.client.recorded import record_of

TWO = (("You", None), ("Ana", "club"))


def position(hand: str, moves: str, preset: str = "cinq-et-trois") -> Position:
    return Position(preset, TWO, tuple(map(parse_tile, hand.split())), tuple(moves.split()), boneyard=14)


@pytest.mark.parametrize("name", ["cinq-et-trois", "all-fives", "fives-and-threes", "playroom", "partners", "hints"])
def test_a_position_of_a_game_is_the_table_as_its_player_saw_it(name: str) -> None:
    record = record_of(name)
    table = fold(entry.event for entry in record.entries)
    changed = house_rules(table.rules, len(table.seats), table.preset)
    house = {option: OPTIONS[option].spell(table.rules) for option in changed}

    for decision in decisions_of(record.entries):
        seen, seat = decision.situation.table, decision.situation.seat
        built = position_before(record.entries, decision.seq, seat, house).table

        assert (built.rules, built.scores, built.turn) == (seen.rules, seen.scores, seat)
        assert built.round is not None
        assert seen.round is not None
        assert built.round.layout == seen.round.layout
        assert built.round.hands == seen.round.hands
        assert (built.round.boneyard, built.round.knocks) == (seen.round.boneyard, seen.round.knocks)


def test_the_tiles_since_my_last_move_are_marked() -> None:
    found = position("6-6 6-1 5-4 3-3 2-2 4-4 5-5", "6-6s 6-4l 6-1r 4-0l")

    assert found.recent == {parse_tile("4-0")}


def test_points_of_the_round_are_counted_from_the_scores_before_it() -> None:
    before = evolve(position("6-6 6-1 5-4 3-3 2-2 4-4 5-5", "6-6s 6-4l"), scores=(20, 30))

    assert before.table.scores == (24, 30)


@pytest.mark.parametrize(
    "wrong",
    [
        position("6-6 6-1", "6-6s 6-4l 6-1x 4-0l"),
        position("6-6 6-1", "6-6s 5-4l"),
        position("6-6 6-1", "6-6s 6-6l"),
        position("6-6 6-1", "6-6s 6-4l 6-2r 4-0l"),
        position("6-6 6-1", "6-6s"),
        position("6-6 6-6", "6-6s 6-4l"),
        position("9-9 6-1", ""),
        position("6-6 6-1", "6-6s 6-4l", "tiddlywinks"),
        evolve(position("6-6", "6-6s"), seat=5),
        evolve(position("6-6", "6-6s"), leader=-1),
        evolve(position("6-6", "6-6s"), dealt=(10**9, 1)),
        evolve(position("6-6", "6-6s"), scores=(1, 2, 3)),
        evolve(position("6-6", "6-6s"), house={"target": "many"}),
        evolve(position("6-6", "6-6s"), moves=("k",) * 1000),
    ],
)
def test_what_the_rules_do_not_allow_is_no_position(wrong: Position) -> None:
    with pytest.raises(PositionError):
        _ = wrong.table
