"""The chances to win between two rounds, by the tables."""

from random import Random

import pytest

from daemon.bots.chance_tables import FARTHEST, FOLDER, GAMES, ChanceTable, TabledGame, chance_table
from daemon.bots.win_chances import WinChances
from protocol.game.options import Spelling
from tests.protocol.table_notation import rules_of


def table(preset: str, sides: int, **settings: Spelling) -> ChanceTable:
    found = chance_table(rules_of(preset, settings), sides)
    assert found is not None
    return found


def from_60_down(preset: str, sides: int, others_at: int, **settings: Spelling) -> list[float]:
    """The chances, in 100, of a side at 60, 59 ... 56, if it is not known who leads."""
    known = table(preset, sides, **settings)
    return [round(100 * known.chance(to_go, 61 - others_at, None), 1) for to_go in range(1, 6)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_game_has_its_table(game: TabledGame) -> None:
    known = chance_table(game.rules, game.sides)

    assert known is not None
    assert known.game == game
    assert (FOLDER / f"{game.name}.bin").stat().st_size == 2 * game.positions * FARTHEST**2
    assert all(0 < number < 65535 for number in known.numbers)


def test_there_are_no_other_tables() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {game.name for game in GAMES}


@pytest.mark.parametrize("others_at", [60, 55, 50, 40])
def test_59_is_better_than_60(others_at: int) -> None:
    """From 59 two ways lead to 61: two points at once, or one and one."""
    for preset, sides, settings in [
        ("cinq-et-trois", 2, {}),
        ("fives-and-threes", 4, {}),
        ("fives-and-threes", 2, {"partners": True}),
    ]:
        at_60, at_59, *_ = from_60_down(preset, sides, others_at, **settings)

        assert at_59 > at_60


def test_among_four_57_is_better_than_58() -> None:
    for others_at in (60, 55, 50):
        _, _, at_58, at_57, _ = from_60_down("fives-and-threes", 4, others_at)

        assert at_57 > at_58


@pytest.mark.parametrize(
    ("preset", "sides", "others_at", "independent"),
    [
        ("cinq-et-trois", 2, 60, [50.1, 52.1, 37.6, 30.9, 22.3]),
        ("cinq-et-trois", 2, 55, [82.4, 84.1, 69.2, 68.7, 57.5]),
        ("cinq-et-trois", 2, 50, [93.4, 94.7, 87.1, 87.7, 79.9]),
    ],
)
def test_the_tables_agree_with_another_program(
    preset: str, sides: int, others_at: int, independent: list[float]
) -> None:
    """Whole matches of players who take the most points, by a simulator that shares no code with this one."""
    assert from_60_down(preset, sides, others_at) == pytest.approx(independent, abs=3.5)


def test_the_shares_of_all_sides_are_all_there_is() -> None:
    four, two = table("fives-and-threes", 4), table("cinq-et-trois", 2)

    assert sum(four.share(side, [1, 7, 20, 61], None) for side in range(4)) == pytest.approx(1)
    assert sum(two.share(side, [3, 8], 1) for side in range(2)) == pytest.approx(1)


def test_who_leads_is_ahead_where_that_is_known_before_the_deal() -> None:
    even = WinChances(rules_of("cinq-et-trois"), 0, is_last_round=False)

    assert even.chance([55, 55], None, leader=0) > 0.55
    assert even.chance([55, 55], None, leader=1) < 0.45
    assert even.chance([55, 55], None) == pytest.approx(0.5, abs=0.001)


def test_another_target_is_as_far_away() -> None:
    to_31 = WinChances(rules_of("cinq-et-trois", {"target": 31}), 0, is_last_round=False)
    to_61 = WinChances(rules_of("cinq-et-trois"), 0, is_last_round=False)

    assert to_31.chance([29, 25], None, 0) == to_61.chance([59, 55], None, 0)


def test_who_is_farther_than_a_table_reaches_is_judged_by_turns() -> None:
    to_121 = WinChances(rules_of("cinq-et-trois", {"target": 121}), 0, is_last_round=False)

    assert 0.5 < to_121.chance([50, 20], None) < 1
    assert to_121.chance([60, 60], None, 0) > 0.5
    assert to_121.chance([59, 60], None, 0) == pytest.approx(0.5, abs=0.05)


def test_house_rules_that_change_rounds_have_no_table() -> None:
    for settings in ({"hand": 5}, {"chip_bonus": 0}, {"target_mode": "at_least"}):
        assert chance_table(rules_of("cinq-et-trois", settings), 2) is None
    for preset in ("all-fives", "all-threes"):
        assert chance_table(rules_of(preset), 2) is None
    assert chance_table(rules_of("cinq-et-trois", {"max_rounds": 20}), 2) is not None
    assert chance_table(rules_of("cinq-et-trois", {"lead_wins": False}), 2) != table("cinq-et-trois", 2)


def test_more_points_are_better_far_from_the_target() -> None:
    for game in GAMES:
        known = table_of_game(game)
        shuffler = Random(1)
        for _ in range(50):
            others, to_go = shuffler.randint(30, 61), shuffler.randint(21, 51)
            assert known.chance(to_go, others, None) >= known.chance(to_go + 10, others, None)


def table_of_game(game: TabledGame) -> ChanceTable:
    found = chance_table(game.rules, game.sides)
    assert found is not None
    return found
