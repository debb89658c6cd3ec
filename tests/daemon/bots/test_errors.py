"""Levels make the mistakes that people make, and each lasts for a round."""

from itertools import pairwise
from random import Random

import pytest
from attrs import astuple, evolve

from daemon.bots.bot_levels import LEVELS, BotLevel, choose
from daemon.bots.errors import Errors, RoundErrors
from daemon.bots.memory import Batch, Memory
from daemon.bots.situation import Situation
from protocol.game.layout import Arm
from protocol.log.commands import PlayTile
from protocol.log.table import Table
from tests.daemon.bots.tables import nothing_noticed, situation_of
from tests.protocol.table_notation import round_of, tile_of

ALWAYS = {name: Errors(**{name: 1.0}) for name in ("knock_forgotten", "reply_ignored", "points_preferred")}


def played_by(errors: Errors, table: Table, memory: Memory | None = None, worlds: int = 20) -> str:
    """The tile that a player with these errors plays."""
    level = BotLevel("someone", "errs", errors, worlds, 1_000)
    move = choose(level, situation_of(0, table, memory), Random(1))
    assert isinstance(move, PlayTile)
    return str(move.tile)


def after_deal(situation: Situation, *dealt: str) -> Situation:
    """The situation of a seat that was dealt these tiles."""
    return evolve(situation, memory=evolve(situation.memory, dealt=tuple(map(tile_of, dealt))))


# An end not seen.


def in_a_round_without_the(*numbers: int, ignores_reply: bool = False) -> Errors:
    """The errors of a player who overlooks these numbers in every round."""

    class Overlooking(Errors):
        def in_round(self, situation: Situation) -> RoundErrors:
            return RoundErrors(frozenset(numbers), ignores_reply=ignores_reply)

    return Overlooking()


def test_a_score_on_an_end_that_is_not_seen_is_missed() -> None:
    # 6-6 on the six makes fifteen, worth eight; 3-0 on the three makes six, worth nothing.
    table = round_of(rules="cinq-et-trois", hands="6-6 3-0 | ? ? ?", line="6-3")

    assert played_by(Errors(), table) == "6-6"
    for ignores_reply in (True, False):
        assert played_by(in_a_round_without_the(6, ignores_reply=ignores_reply), table) == "3-0"


def test_points_on_an_overlooked_end_are_not_seen_even_if_nothing_else_fits() -> None:
    # Both tiles fit only the six. 6-5 makes nine, worth three; 6-6 makes sixteen, worth nothing, but sheds a double.
    table = round_of(rules="cinq-et-trois", hands="6-6 6-5 | ? ? ?", line="6-4")

    assert played_by(ALWAYS["reply_ignored"], table) == "6-5"
    assert played_by(in_a_round_without_the(6, ignores_reply=True), table) == "6-6"


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_overlooks_a_play_that_wins_the_match(level: str) -> None:
    # 6-6 on the six makes fifteen, worth eight.
    table = round_of(rules="cinq-et-trois", hands="6-6 6-0 3-0 | ? ? ?", line="6-3", scores=(53, 0))

    for number in range(20):
        situation = after_deal(situation_of(0, table), f"{number % 7}-0")
        assert choose(LEVELS[level], situation, Random(number)) == PlayTile(tile_of("6-6"), Arm.RIGHT)


# A knock forgotten.


def test_a_forgotten_knock_is_not_used() -> None:
    # The 4-1 and the 4-2 score alike. If the opponent has knocked on 6 and 1, the 4-1 makes it knock again; if on 6 and
    # 2, the 4-2.
    boneyard = "? " * 19
    table = round_of(rules="cinq-et-trois", hands="4-1 4-2 0-0 5-0 | ? ? ? ?", boneyard=boneyard, line="4-6")

    def played_after_knocks_on(number: int, errors: Errors) -> str:
        return played_by(errors, table, Memory(((Batch(4),), (Batch(4, frozenset({6, number})),))))

    assert [played_after_knocks_on(number, Errors()) for number in (1, 2)] == ["4-1", "4-2"]
    assert len({played_after_knocks_on(number, ALWAYS["knock_forgotten"]) for number in (1, 2)}) == 1


# The reply not considered; points preferred to the match.


def test_a_player_who_ignores_the_reply_takes_points_that_let_the_opponent_win() -> None:
    # 1-0 makes five, worth one, and leaves a five and a nought, from which one point, all that the opponent needs, is
    # easily made; 5-3 makes four, worth nothing, and leaves a one and a three, from which it is not.
    table = round_of(rules="cinq-et-trois", hands="4-4 1-0 2-0 5-3 | ? ? ? ?", line="5-1", scores=(50, 60))

    assert played_by(Errors(), table) == "5-3"
    assert played_by(ALWAYS["reply_ignored"], table) == "1-0"


def test_a_player_who_prefers_points_takes_two_even_if_one_leaves_less_to_go() -> None:
    # 4-4 makes ten, worth two, and 2-1 makes five, worth one. From 60, 61 is further than from 59.
    table = round_of(
        rules="fives-and-threes", hands="4-4 2-1 6-1 | ? ? ? | ? ? ? | ? ? ?", line="4-2", scores=(58, 0, 0, 0)
    )
    errors = Errors(reply_ignored=1.0)

    assert played_by(errors, table) == "2-1"
    assert played_by(evolve(errors, points_preferred=1.0), table) == "4-4"


# For a round.


def test_errors_are_the_same_in_every_turn_of_a_round_and_differ_between_rounds() -> None:
    early = round_of(rules="cinq-et-trois", hands="6-6 6-2 6-1 | ? ? ?", line="6-3")
    later = round_of(rules="cinq-et-trois", hands="6-1 | ? ?", line="6-3 r:6-6 r:6-2", scores=(9, 1))
    errors = Errors(end_unseen=0.3, knock_forgotten=0.5, reply_ignored=0.5, points_preferred=0.5)
    found = []
    for number in range(40):
        dealt = (f"6-{number % 7}", f"{number // 7}-0")
        found.append(errors.in_round(after_deal(situation_of(0, early), *dealt)))
        assert errors.in_round(after_deal(situation_of(0, later), *dealt)) == found[-1]
    assert len(set(found)) > 20


def test_each_error_is_made_in_its_share_of_the_rounds() -> None:
    errors = Errors(end_unseen=0.25, knock_forgotten=0.5, reply_ignored=0.1, points_preferred=0.9)
    table = round_of(rules="cinq-et-trois", hands="6-6 6-2 6-1 | ? ? ?", line="6-3")
    situation = situation_of(0, table)
    found = [
        errors.in_round(after_deal(situation, f"{one}-0", f"6-{other}", f"5-{third}"))
        for one in range(7)
        for other in range(7)
        for third in range(6)
    ]

    assert sum(len(errors.unseen) for errors in found) / len(found) / 7 == pytest.approx(0.25, abs=0.05)
    assert sum(errors.forgets_knocks for errors in found) / len(found) == pytest.approx(0.5, abs=0.1)
    assert sum(errors.ignores_reply for errors in found) / len(found) == pytest.approx(0.1, abs=0.07)
    assert sum(errors.prefers_points for errors in found) / len(found) == pytest.approx(0.9, abs=0.07)


def test_a_stronger_level_makes_each_error_in_fewer_rounds_and_the_strongest_makes_none() -> None:
    rates = [astuple(level.errors) for level in LEVELS.values()]

    assert all(more >= fewer for weak, strong in pairwise(rates) for more, fewer in zip(weak, strong, strict=True))
    assert rates[-1] == (0, 0, 0, 0)
    assert rates[0] != rates[1] != rates[2] != rates[3]


def test_a_player_without_errors_sees_the_whole_situation() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-6 3-0 | ? ? ?", line="6-3")
    situation = situation_of(0, table, nothing_noticed(table))

    assert Errors().in_round(situation).seen(situation) == situation
