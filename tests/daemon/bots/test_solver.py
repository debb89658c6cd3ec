"""Rounds in which nothing is hidden are thought through: what the solver says is what trying everything says."""

from random import Random

import pytest

from daemon.bots.habits import habits_for
from daemon.bots.levels import choose
from daemon.bots.memory import nothing_noticed
from daemon.bots.playout import Playout
from daemon.bots.search import weigh
from daemon.bots.situation import Situation
from daemon.bots.solver import Solver, solver_for
from daemon.bots.standing import Standing
from protocol.commands import PlayTile
from protocol.option_kinds import Spelling
from protocol.rules import Rules
from tests.daemon.bots.tables import match_events, opening_of, seen_from

GAMES: list[tuple[str, dict[str, Spelling]]] = [
    ("playroom", {}),
    ("playroom", {"knock_bonus": 1, "combine": "no", "target": 21}),
    ("playroom", {"max_pip": 9, "target_mode": "end_of_round", "target": 10}),
    ("all-threes", {"draw": "none", "target": 30}),
    ("all-fives", {"draw": "none", "target": 60}),
]


def by_trying_everything(round_: Playout, standing: Standing) -> float:
    """The chance of side 0 when both do what is best for them."""
    if round_.is_over:
        return standing.chance(round_.scores, round_.won_by)
    after = []
    for bit, line in round_.plays():
        tried = round_.copy()
        tried.lay(bit, line)
        after.append(by_trying_everything(tried, standing))
    if not after:
        round_.knock()
        return by_trying_everything(round_, standing)
    return max(after) if round_.turn == 0 else min(after)


def any_open_round(rules: Rules, tiles: int, chance: Random) -> Playout:
    """A round between two with so many tiles left, laid down to there by lot, at any scores."""
    book = habits_for(rules, 2).book
    while True:
        bits = chance.sample(list(book.bits.values()), 2 * tiles + 4)
        scores = [chance.randrange(rules.target) for _ in range(2)]
        round_ = Playout(book, book.bare, [sum(bits[::2]), sum(bits[1::2])], [], 0, (-1000, -1000))
        while not round_.is_over and sum(hand.bit_count() for hand in round_.hands) > 2 * tiles:
            plays = round_.plays()
            if plays:
                round_.lay(*chance.choice(plays))
            else:
                round_.knock()
        round_.scores = scores
        if not round_.is_over and round_.plays():
            return round_


@pytest.mark.parametrize(("preset", "settings"), GAMES)
@pytest.mark.parametrize("is_last_round", [False, True])
def test_it_finds_what_trying_everything_finds(preset: str, settings: dict[str, Spelling], is_last_round: bool) -> None:
    rules = opening_of(preset, settings, 2).rules
    standing = Standing(rules, 0, is_last_round=is_last_round)
    solver = Solver(habits_for(rules, 2), is_last_round=is_last_round)
    for seed in range(8):
        round_ = any_open_round(rules, 4, Random(f"{preset} {seed}"))
        for play in round_.plays():
            tried = round_.copy()
            tried.lay(*play)
            expected = by_trying_everything(tried, standing)
            found = solver.chance_after(round_, play)
            assert found == pytest.approx(expected if round_.turn == 0 else 1 - expected)


def test_of_a_play_that_is_not_the_best_it_may_say_only_that() -> None:
    rules = opening_of("playroom", {}, 2).rules
    solver = Solver(habits_for(rules, 2), is_last_round=False)
    for seed in range(12):
        round_ = any_open_round(rules, 5, Random(seed))
        exact = {play: solver.chance_after(round_, play) for play in round_.plays()}
        best = max(exact.values())
        quick = Solver(habits_for(rules, 2), is_last_round=False)
        for play, chance in exact.items():
            found = quick.chance_after(round_, play, best - 0.01)
            assert found == pytest.approx(chance) if chance > best - 0.01 else found <= best - 0.01 + 1e-6


def open_situation(tiles: int) -> Situation:
    """A turn between two who were dealt all tiles, with so many left at the most and more than one play."""
    for table, _ in match_events(opening_of("playroom", {}, 2), Random(1)):
        if table.turn is None or table.round is None:
            continue
        situation = Situation(seen_from(table.turn, table), table.turn, nothing_noticed(table))
        if sum(map(len, table.round.hands)) <= tiles and len(situation.plays) > 2:
            return situation
    raise AssertionError("no such turn comes up")


def test_where_all_tiles_are_known_there_is_no_doubt_about_any_play() -> None:
    situation = open_situation(14)

    weighed = weigh(situation, Random(1), 50)

    assert len(weighed) > 1
    assert {each.error for each in weighed} == {0.0}
    best = max(weighed, key=lambda each: each.chance).play
    for seed in range(3):
        assert choose(situation.table, situation.seat, "master", Random(seed)) == PlayTile(*best)


def test_what_it_found_out_helps_it_in_the_next_turn_and_changes_nothing() -> None:
    rules = opening_of("playroom", {}, 2).rules
    habits = habits_for(rules, 2)
    solver = solver_for(habits, is_last_round=False)
    assert solver_for(habits, is_last_round=False) is solver
    assert solver_for(habits, is_last_round=True) is not solver
    for seed in range(6):
        round_ = any_open_round(rules, 5, Random(seed))
        for play in round_.plays():
            fresh = Solver(habits, is_last_round=False)
            assert solver.chance_after(round_, play) == pytest.approx(fresh.chance_after(round_, play))
