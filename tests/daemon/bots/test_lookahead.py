"""A seat's next choices, made for rounds that it could not tell apart."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from daemon.bots.line_book import LineBook
from daemon.bots.lookahead import FEWEST_ALIKE, PLAYOUT_OVERHEAD, Lookahead
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import PlayoutPolicy
from daemon.bots.win_chances import WinChances
from protocol.game.presets import PRESETS
from tests.protocol.table_notation import rules_of

RULES = rules_of("cinq-et-trois")
HABITS = PlayoutPolicy(LineBook(RULES), 2)
AHEAD = Lookahead(HABITS, WinChances(RULES, 0, is_last_round=False), 0)


def deals(hand: Sequence[int], tiles: Sequence[int], count: int, chance: Random) -> list[Playout]:
    """Rounds in which seat 0 holds this hand, and seat 1, which leads, as many of the other tiles."""
    others = [tile for tile in tiles if tile not in hand]
    book = HABITS.book
    return [
        Playout(book, book.bare, [sum(hand), sum(chance.sample(others, len(hand)))], [], 1, (51, 49))
        for _ in range(count)
    ]


def hands(count: int, tiles: int, chance: Random) -> Iterator[tuple[list[int], list[int]]]:
    every = list(HABITS.book.bits.values())
    for _ in range(count):
        yield chance.sample(every, tiles), every


def total(rounds: Sequence[Playout], choices: int) -> float:
    return AHEAD.total([each.copy() for each in rounds], choices)


def test_without_choices_a_round_is_worth_its_playout_by_habit() -> None:
    chance = Random(1)
    standing = WinChances(RULES, 0, is_last_round=False)
    for hand, tiles in hands(20, 5, chance):
        rounds = deals(hand, tiles, 8, chance)
        played = [each.copy() for each in rounds]
        for each in played:
            HABITS.play_out(each)

        assert total(rounds, 0) == pytest.approx(sum(standing.chance(each.scores, each.won_by) for each in played))


def test_choosing_again_with_a_known_deal_never_loses_and_sometimes_gains() -> None:
    chance = Random(2)
    gained = []
    for hand, tiles in hands(60, 5, chance):
        rounds = deals(hand, tiles, 1, chance) * (2 * FEWEST_ALIKE)

        gained.append(total(rounds, 1) - total(rounds, 0))

    assert min(gained) > -1e-9
    assert sum(each > 0.01 * 2 * FEWEST_ALIKE for each in gained) > 5


def test_rounds_that_look_alike_are_not_told_apart() -> None:
    chance = Random(3)
    less = []
    for hand, tiles in hands(60, 4, chance):
        rounds = deals(hand, tiles, 40, chance)
        if_known = sum(total([each] * FEWEST_ALIKE, 1) / FEWEST_ALIKE for each in rounds)

        less.append(if_known - total(rounds, 1))

    assert sum(less) > 0.01 * 40 * 60


def test_a_few_rounds_that_look_alike_are_played_out_by_habit() -> None:
    chance = Random(4)
    for hand, tiles in hands(30, 5, chance):
        rounds = deals(hand, tiles, 1, chance) * (FEWEST_ALIKE - 1)

        assert total(rounds, 2) == pytest.approx(total(rounds, 0))


def test_the_cost_is_about_the_number_of_tiles_played() -> None:
    chance = Random(5)
    laid = {}
    for choices in (0, 1, 2):
        ahead = Lookahead(HABITS, WinChances(RULES, 0, is_last_round=False), 0)
        for hand, tiles in hands(20, 4, Random(6)):
            ahead.total(deals(hand, tiles, 10, chance), choices)
        laid[choices] = ahead.cost

    assert laid[0] == 20 * 10 * (8 + PLAYOUT_OVERHEAD)
    assert laid[0] < laid[1] < laid[2]


@pytest.mark.parametrize("preset", PRESETS)
def test_in_every_game_the_result_is_a_chance(preset: str) -> None:
    rules = rules_of(preset, {"hand": 5})
    book = LineBook(rules)
    ahead = Lookahead(PlayoutPolicy(book, 2), WinChances(rules, 0, is_last_round=False), 0)
    tiles = list(book.bits.values())
    chance = Random(preset)
    for _ in range(5):
        chance.shuffle(tiles)
        hands_now = [sum(tiles[:5]), sum(tiles[5:10])]
        rounds = [Playout(book, book.bare, hands_now, tiles[10:], 1, (0, 0)) for _ in range(20)]

        assert 0 <= ahead.total(rounds, 2) <= 20
