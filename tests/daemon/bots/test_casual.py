"""The casual player errs like a person: often in small things, hardly ever in large ones."""

from collections import Counter
from random import Random

from daemon.bots.bot_levels import LEVELS, choose
from daemon.bots.memory import Batch, Memory
from protocol.log.commands import PlayTile
from protocol.log.table import Table
from tests.daemon.bots.tables import situation_of
from tests.protocol.table_notation import round_of

TURNS = 400


def laid_by_casual(table: Table, memory: Memory | None = None) -> Counter[str]:
    """How often it lays which tile in so many turns alike."""
    chance = Random(1)
    laid: Counter[str] = Counter()
    for _ in range(TURNS):
        move = choose(LEVELS["casual"], situation_of(0, table, memory), chance)
        assert isinstance(move, PlayTile)
        laid[str(move.tile)] += 1
    return laid


def test_a_large_score_is_hardly_ever_missed_on_an_end_it_looks_at() -> None:
    # All on one end: 6-6 makes fifteen, worth eight, the others at most one.
    laid = laid_by_casual(round_of(rules="cinq-et-trois", hands="6-6 6-2 6-1 | ? ? ?", line="6-3"))

    assert laid["6-6"] > 0.97 * TURNS


def test_a_score_is_sometimes_missed_because_its_end_is_overlooked() -> None:
    laid = laid_by_casual(round_of(rules="cinq-et-trois", hands="6-6 3-0 | ? ? ?", line="6-3"))

    assert 0.02 * TURNS < laid["3-0"] < 0.2 * TURNS


def test_two_scores_that_are_close_are_sometimes_mixed_up() -> None:
    # 6-2 makes five, worth one; 6-1 makes four, worth nothing.
    laid = laid_by_casual(round_of(rules="cinq-et-trois", hands="6-2 6-1 | ? ? ?", line="6-3"))

    assert 0.5 * TURNS < laid["6-2"] < 0.99 * TURNS


def test_it_usually_but_not_always_leaves_open_a_number_the_next_player_knocked_on() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-4 6-2 | ? ? ? ?", line="1-0 r:1-6")
    lacking = {number: Memory(((Batch(2),), (Batch(4, frozenset({number})),))) for number in (2, 4)}

    often = laid_by_casual(table, lacking[4])["6-4"]
    seldom = laid_by_casual(table, lacking[2])["6-4"]

    assert 0.25 * TURNS < seldom < often - 0.1 * TURNS < 0.9 * TURNS


def test_points_that_an_exact_target_refuses_do_not_tempt_it() -> None:
    # One to go: 6-6 would make eight points, 6-2 makes the one.
    table = round_of(rules="cinq-et-trois", hands="6-6 6-2 6-1 | ? ? ?", line="6-3", scores=(60, 0))

    laid = laid_by_casual(table)

    assert laid["6-2"] > laid["6-6"] + laid["6-1"]
