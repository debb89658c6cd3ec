"""`python -m tests.daemon.measure.accuracy`: which accuracy do players of known strength have?

Reference players and levels play matches at one table, and each of their plays is judged as in an analysis. `enter`
presses Enter blindly: it plays the tile that the client has selected. Printed is the mean accuracy of each player over
its matches, in each game and in all of them; the table in docs/bots.md was made this way. The scale itself is in
`protocol.wire.analysis`.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from random import Random
from statistics import fmean, stdev
from typing import Final

from attrs import define, field, frozen

from client.model.selection import Selection, step_playable
from client.view.view import View
from daemon.bots.bare_match import Contest
from daemon.bots.situation import Level, Situation
from daemon.measure.arena import CONTESTANTS, play_match
from daemon.measure.game_analysis import WORLDS, Decision, judge
from daemon.measure.parallel import run_in_parallel
from protocol.game.presets import PRESETS, make_rules, preset_named
from protocol.game.table_options import Assist
from protocol.log.choices import Play
from protocol.wire.analysis import JudgedPlay, accuracy_of

ALL_GAMES: Final = "all games"


@frozen
class BlindEnter:
    """A player that presses Enter whatever the client has selected."""

    name: str = "enter"
    sentence: str = "plays the tile that the client has selected"

    def choose(self, situation: Situation, _: Random) -> Play:
        """The first tile in the hand that fits, at the first end it fits."""
        view = View(situation.table, situation.seat, Assist.POINTS)
        selection = Selection().settled(view)
        if selection.play is None or selection.play not in situation.plays:
            selection = step_playable(view, selection, 1)
        assert selection.play is not None
        return selection.play


PLAYERS: Final[Mapping[str, Level]] = {"enter": BlindEnter(), **CONTESTANTS}


@define
class Judged:
    """A player whose plays are judged. `plays`: those that had an alternative."""

    inner: Level
    worlds: int
    seed: str
    plays: list[JudgedPlay] = field(factory=list)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def sentence(self) -> str:
        return self.inner.sentence

    def choose(self, situation: Situation, rng: Random) -> Play:
        made = self.inner.choose(situation, rng)
        number = len(self.plays)
        self.plays.append(judge((Decision(number, situation, made), self.worlds, f"{self.seed}/{number}")))
        return made


@frozen
class Task:
    """One match. `players`: names, in seat order."""

    contest: Contest
    players: tuple[str, ...]
    worlds: int
    number: int


Score = tuple[str, str, float]
"""A game, a player, and its accuracy in one match."""


def scores_of(task: Task) -> list[Score]:
    """The accuracy of each seat in one match; seats without a decision are left out."""
    contest, match = task.contest, f"match {task.number}"
    seated = [Judged(PLAYERS[name], task.worlds, f"{match}/{seat}") for seat, name in enumerate(task.players)]
    play_match(contest, seated, match)
    found = ((contest.preset, player.name, accuracy_of(player.plays)) for player in seated)
    return [(game, name, accuracy) for game, name, accuracy in found if accuracy is not None]


def tasks_of(games: Sequence[str], players: Sequence[str], matches: int, worlds: int, seed: int) -> Iterator[Task]:
    """So many matches, distributed over the games; each player has each seat, and each other player beside it."""
    for number in range(matches):
        preset = games[number % len(games)]
        rules, seats = make_rules(preset_named(preset), None, None)
        nth = number // len(games)
        step = 1 + nth // len(players) % max(1, len(players) - 1)
        seated = tuple(players[(nth + seat * step) % len(players)] for seat in range(seats))
        yield Task(Contest(preset, rules, seats, seed), seated, worlds, number)


def table_of(scores: Sequence[Score], games: Sequence[str], players: Sequence[str]) -> Iterator[str]:
    """The mean accuracies as Markdown; the last row has the mean of all matches, and its 95 % confidence interval."""
    found: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for game, player, accuracy in scores:
        found[game, player].append(accuracy)
        found[ALL_GAMES, player].append(accuracy)
    yield f"| | {' | '.join(f'`{player}`' for player in players)} |"
    yield f"| --- |{' --- |' * len(players)}"
    for game in games:
        yield f"| `{game}` | {' | '.join(_mean(found[game, player]) for player in players)} |"
    yield f"| {ALL_GAMES} | {' | '.join(_mean_and_error(found[ALL_GAMES, player]) for player in players)} |"


def _mean(values: Sequence[float]) -> str:
    return f"{fmean(values):.0f} %" if values else ""


def _mean_and_error(values: Sequence[float]) -> str:
    error = f" ±{1.96 * stdev(values) / len(values) ** 0.5:.0f}" if len(values) > 1 else ""
    return f"{fmean(values):.0f}{error} %" if values else ""


def main(words: Sequence[str]) -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.daemon.measure.accuracy", description=__doc__)
    parser.add_argument("--rules", nargs="+", default=list(PRESETS), choices=list(PRESETS))
    parser.add_argument("--players", nargs="+", default=["enter", "greedy", "master"], choices=list(PLAYERS))
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    given = parser.parse_args(words)
    tasks = list(tasks_of(given.rules, given.players, given.matches, given.worlds, given.seed))
    scores: list[Score] = []
    played = count(1)

    def receive(found: list[Score]) -> None:
        scores.extend(found)
        if sys.stderr.isatty():
            print(f"\r{next(played)} of {len(tasks)} matches", end="", file=sys.stderr, flush=True)

    run_in_parallel(lambda parallel: parallel.map(scores_of, tasks, receive), given.workers)
    print("\n".join(table_of(scores, given.rules, given.players)))


if __name__ == "__main__":
    # Workers find its functions under this name.
    from tests.daemon.measure.accuracy import main as main_of_module

    main_of_module(sys.argv[1:])
