"""`python -m tests.daemon.measure.with_tables`: does a level win more matches with the chance tables than without?

A level plays against itself, where one side has its chances near the target from the tables and the other from the
formula. Each deal is played twice with the seats swapped. The figures in docs/bots.md were made this way.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from typing import Final
from unittest.mock import patch

from attrs import evolve, frozen

from daemon.bots import search, solver, win_chances
from daemon.bots.bare_match import Contest
from daemon.bots.bot_levels import LEVELS
from daemon.bots.caches import Cache
from daemon.bots.situation import Level, Situation
from daemon.measure.arena import play_match
from daemon.measure.parallel import run_in_parallel
from daemon.measure.ratings import win_rate
from protocol.game.presets import PRESETS, make_rules, preset_named
from protocol.game.rules import Rules
from protocol.log.choices import Play

# What this process remembers of chances has to be another memory for each of the two players.
_chances_by_formula: Final = lru_cache(maxsize=64)(win_chances.WinChances)
_solvers_by_formula: Final = Cache(solver._made_for, 1)


def _no_table(rules: Rules, sides: int) -> None:
    """There is none, whatever the game."""


@contextmanager
def without_tables() -> Iterator[None]:
    """Within it, chances come from the formula in every game."""
    with (
        patch.object(win_chances, "chance_table", _no_table),
        patch.object(search, "win_chances_for", _chances_by_formula),
        patch.object(solver, "_cache", _solvers_by_formula),
    ):
        yield


@frozen
class ByFormula:
    """A level that plays without the tables."""

    inner: Level

    @property
    def name(self) -> str:
        return f"{self.inner.name} by the formula"

    @property
    def sentence(self) -> str:
        return self.inner.sentence

    def choose(self, situation: Situation, rng: Random) -> Play:
        """What the level chooses then."""
        with without_tables():
            return self.inner.choose(situation, rng)


@frozen
class Task:
    """Two matches on the same deals. `worlds`: in how many the level tries its plays; None as it does."""

    contest: Contest
    level: str
    worlds: int | None
    number: int


def share_with_tables(task: Task) -> float:
    """The share of two matches that is won with the tables, the seats swapped in the second."""
    level = LEVELS[task.level]
    with_tables = level if task.worlds is None else evolve(level, worlds=task.worlds)
    two: Sequence[Level] = (with_tables, ByFormula(with_tables))
    return sum(_share(task, two, first) for first in (0, 1)) / 2


def _share(task: Task, two: Sequence[Level], first: int) -> float:
    seated = [(seat + first) % 2 for seat in range(task.contest.seats)]
    won_by = play_match(task.contest, [two[at] for at in seated], f"match {task.number}")
    return sum(seated[side] == 0 for side in won_by) / len(won_by)


def main(words: Sequence[str]) -> None:
    """Play, and print the share."""
    parser = argparse.ArgumentParser(prog="python -m tests.daemon.measure.with_tables", description=__doc__)
    parser.add_argument("--rules", default="cinq-et-trois", choices=list(PRESETS))
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    parser.add_argument("--level", default="master", choices=list(LEVELS))
    parser.add_argument("--worlds", type=int, help="in how many deals it tries its plays, if not in as many as it does")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first deal, to go on")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--workers", type=int)
    given = parser.parse_args(words)
    house_rules = dict(rule.split("=", 1) for rule in given.set)
    rules, seats = make_rules(preset_named(given.rules), house_rules)
    contest = Contest(given.rules, rules, seats, given.seed)
    numbers = range(given.first, given.first + (given.matches + 1) // 2)
    tasks = [Task(contest, given.level, given.worlds, number) for number in numbers]
    shares: list[float] = []

    def receive(share: float) -> None:
        shares.append(share)
        if sys.stderr.isatty():
            print(f"\r{2 * len(shares)} of {2 * len(tasks)} matches", end="", file=sys.stderr, flush=True)

    run_in_parallel(lambda parallel: parallel.map(share_with_tables, tasks, receive), given.workers)
    rate = win_rate(shares)
    apart = sum(share != 0.5 for share in shares)
    print(
        f"{contest.preset} {' '.join(given.set)}: {100 * rate.value:.1f} % of {2 * len(shares)} matches won with the"
        f" tables ({100 * rate.low:.1f} to {100 * rate.high:.1f}); {apart} of {len(shares)} pairs ended apart"
    )


if __name__ == "__main__":
    # Workers find its functions under this name.
    from tests.daemon.measure.with_tables import main as main_of_module

    main_of_module(sys.argv[1:])
