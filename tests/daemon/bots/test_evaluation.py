"""The judgement of a player who looks two plays ahead, position by position."""

from random import Random

from daemon.bots.bot_levels import BotLevel, choose
from daemon.bots.memory import Batch, Memory
from protocol.game.layout import Arm
from protocol.log.commands import PlayTile
from protocol.log.table import Table
from tests.daemon.bots.tables import seen_from, situation_of
from tests.protocol.table_notation import round_of, tile_of

SURE = BotLevel("sure", "makes no errors")


def played_on(table: Table, memory: Memory | None = None) -> tuple[str, str]:
    """The tile and arm it plays; these must not depend on the seed."""
    moves = {choose(SURE, situation_of(0, table, memory), Random(seed)) for seed in range(5)}
    (move,) = moves
    assert isinstance(move, PlayTile)
    return str(move.tile), str(move.arm)


def test_it_takes_eight_points_when_nothing_else_differs() -> None:
    # 6-6 at the six leaves 12 and 3: fifteen.
    table = round_of(rules="cinq-et-trois", hands="6-6 6-2 3-0 | ? ? ?", line="6-3")

    assert played_on(table) == ("6-6", "right")


def test_it_makes_a_winning_play() -> None:
    # Two to go: at 5-4 only 6-5 makes ten, worth two.
    table = round_of(rules="cinq-et-trois", hands="6-5 6-4 5-0 | ? ? ?", line="5-4", scores=(59, 0))

    assert played_on(table) == ("6-5", "right")


def test_it_does_not_waste_points_past_an_exact_target() -> None:
    # One to go: 6-6 would make fifteen, worth eight; 6-2 makes five, worth one.
    table = round_of(rules="cinq-et-trois", hands="6-6 6-2 | ? ? ?", line="6-3", scores=(60, 0))

    assert played_on(table) == ("6-2", "right")


def test_with_an_inexact_target_it_takes_the_most_points() -> None:
    table = round_of(
        rules="cinq-et-trois",
        set={"target_mode": "at_least"},
        hands="6-6 6-2 3-2 | ? ? ?",
        line="6-3",
        scores=(55, 0),
    )

    assert played_on(table) == ("6-6", "right")


def knocked_on(*numbers: int, hands: tuple[int, ...]) -> Memory:
    """Seat 0 knows its own hand; the others hold hands of these sizes without these numbers."""
    return Memory(tuple((Batch(count, frozenset(numbers)),) if count else () for count in hands))


def test_it_leaves_open_a_number_the_opponent_knocked_on() -> None:
    # Neither tile scores.
    table = round_of(rules="cinq-et-trois", hands="6-4 6-2 4-2 | ? ? ? ?", line="1-0 r:1-6")

    assert played_on(table, knocked_on(0, 4, hands=(3, 4))) == ("6-4", "right")
    assert played_on(table, knocked_on(0, 2, hands=(3, 4))) == ("6-2", "right")


def test_it_does_not_block_its_partner() -> None:
    table = round_of(
        rules="fives-and-threes",
        set={"partners": "yes", "chip_out": "both"},
        hands="6-4 6-2 4-2 | | ? ? ? ? | ? ? ?",
        line="1-0 r:1-6",
    )

    assert played_on(table, knocked_on(0, 4, hands=(3, 0, 4, 3))) == ("6-2", "right")
    assert played_on(table, knocked_on(0, 2, hands=(3, 0, 4, 3))) == ("6-4", "right")


def test_it_gives_up_points_to_keep_an_opponent_who_needs_one_from_going_out() -> None:
    # 5-4 makes a six, worth two, and leaves a two and a four, from which three or five are easily made; 6-2 makes
    # eleven, worth nothing, and leaves a six and a five, from which they are not.
    table = {
        score: round_of(rules="cinq-et-trois", hands="5-4 6-0 6-2 | ? ? ? ?", line="5-2", scores=(50, score))
        for score in (30, 60)
    }

    assert played_on(table[30]) == ("5-4", "right")
    assert played_on(table[60]) == ("6-2", "left")


def test_it_sheds_pips_when_an_opponent_may_go_out() -> None:
    # Neither tile scores, and the opponent has one tile left.
    table = round_of(rules="all-fives", hands="6-3 3-0 2-2 | ?", line="3-1", boneyard="? ? ? ?")

    assert played_on(table) == ("6-3", "right")


def test_it_chooses_randomly_between_equal_plays() -> None:
    table = seen_from(0, round_of(rules="cinq-et-trois", hands="6-6 | ? ? ?", line="6-1 l:1-6"))

    arms = {choose(SURE, situation_of(0, table), Random(seed)) for seed in range(20)}

    assert arms == {PlayTile(tile_of("6-6"), Arm.LEFT), PlayTile(tile_of("6-6"), Arm.RIGHT)}
