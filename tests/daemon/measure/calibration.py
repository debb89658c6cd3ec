"""`python -m tests.daemon.measure.calibration`: do plays with a predicted chance of 70 % win 70 % of the time?

Computer players of one level play matches. At some of their choices, the prediction that a hint or analysis would give
for the play is recorded; after the match, so is whether that side won. Predictions are grouped into bins of ten per
cent; the table in docs/bots.md was made this way.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from math import sqrt
from random import Random
from typing import Final

from attrs import define, field, frozen

from daemon.bots.advice import POSITIONS
from daemon.bots.bare_match import Contest
from daemon.bots.bot_levels import LEVELS
from daemon.bots.search import weigh
from daemon.bots.situation import Level, Situation
from daemon.measure.arena import play_match
from daemon.measure.parallel import run_in_parallel
from protocol.game.presets import PRESETS, make_rules, preset_named
from protocol.log.choices import Play

BINS: Final = 10


@frozen
class Forecast:
    """A prediction for a play, whether its side won the match (a share of it in a tie), and which match."""

    said: float
    won: float
    match: int = 0


@define
class Forecaster:
    """A level that records the value of some of its plays. `every`: on average one choice in this many."""

    inner: Level
    worlds: int
    every: int
    said: list[tuple[int, float]] = field(factory=list)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def sentence(self) -> str:
        return self.inner.sentence

    def choose(self, situation: Situation, rng: Random) -> Play:
        made = self.inner.choose(situation, rng)
        if rng.randrange(self.every) == 0:
            weighed = weigh(situation, rng, self.worlds, POSITIONS)
            chance = next(play.chance for play in weighed if play.play == made)
            self.said.append((situation.side, chance))
        return made


@frozen
class Task:
    """One match to be played."""

    contest: Contest
    level: str
    worlds: int
    every: int
    number: int


def forecasts_of(task: Task) -> list[Forecast]:
    """The predictions in one match, with the outcome."""
    forecaster = Forecaster(LEVELS[task.level], task.worlds, task.every)
    won_by = play_match(task.contest, [forecaster] * task.contest.seats, f"match {task.number}")
    return [Forecast(said, (side in won_by) / len(won_by), task.number) for side, said in forecaster.said]


@frozen
class Bin:
    """The forecasts in one tenth: their number, their mean and the mean outcome.

    `error` is the standard error of `won`; forecasts of one match are right or wrong together.
    """

    count: int
    said: float
    won: float
    error: float


def bins_of(forecasts: Sequence[Forecast]) -> Iterator[Bin]:
    """The bins with any forecasts, lowest first."""
    for nth in range(BINS):
        inside = [forecast for forecast in forecasts if nth == min(BINS - 1, int(forecast.said * BINS))]
        if inside:
            yield bin_of(inside)


def bin_of(inside: Sequence[Forecast]) -> Bin:
    """What these forecasts said together, and how many came true."""
    count = len(inside)
    won = sum(forecast.won for forecast in inside) / count
    return Bin(count, sum(forecast.said for forecast in inside) / count, won, _error(inside, won))


def _error(inside: Sequence[Forecast], won: float) -> float:
    off: defaultdict[int, float] = defaultdict(float)
    for forecast in inside:
        off[forecast.match] += forecast.won - won
    return sqrt(sum(difference * difference for difference in off.values())) / len(inside)


def mean_gap(forecasts: Sequence[Forecast]) -> float:
    """The mean distance between prediction and outcome, weighted by the number of forecasts in each bin."""
    return sum(bin_.count * abs(bin_.said - bin_.won) for bin_ in bins_of(forecasts)) / len(forecasts)


def brier(forecasts: Sequence[Forecast]) -> float:
    """The mean squared difference between prediction and outcome: 0.25 for always predicting one half."""
    return sum((forecast.said - forecast.won) ** 2 for forecast in forecasts) / len(forecasts)


def table_of(title: str, forecasts: Sequence[Forecast]) -> Iterator[str]:
    """The bins as Markdown."""
    yield f"| {title}: said | plays | came true |"
    yield "| --- | --- | --- |"
    for bin_ in bins_of(forecasts):
        yield f"| {bin_.said:.0%} | {bin_.count} | {bin_.won:.0%} ±{1.96 * bin_.error:.0%} |".replace("%", " %")
    yield ""
    yield f"mean gap {mean_gap(forecasts):.3f}, Brier score {brier(forecasts):.3f}, {len(forecasts)} plays"


def main(words: Sequence[str]) -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.daemon.measure.calibration", description=__doc__)
    parser.add_argument("--rules", default="cinq-et-trois", choices=list(PRESETS))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--level", default="club", choices=list(LEVELS))
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--every", type=int, default=4, help="one choice in so many is looked at")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    given = parser.parse_args(words)
    rules, seats = make_rules(preset_named(given.rules), None, given.seats)
    contest = Contest(given.rules, rules, seats, given.seed)
    tasks = [Task(contest, given.level, given.worlds, given.every, number) for number in range(given.matches)]
    forecasts: list[Forecast] = []
    played = count(1)

    def receive(found: list[Forecast]) -> None:
        forecasts.extend(found)
        if sys.stderr.isatty():
            print(f"\r{next(played)} of {len(tasks)} matches", end="", file=sys.stderr, flush=True)

    run_in_parallel(lambda parallel: parallel.map(forecasts_of, tasks, receive), given.workers)
    print("\n".join(table_of(given.rules, forecasts)))


if __name__ == "__main__":
    # Workers find its functions under this name.
    from tests.daemon.measure.calibration import main as main_of_module

    main_of_module(sys.argv[1:])
