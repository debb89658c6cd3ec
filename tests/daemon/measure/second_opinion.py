"""`python -m tests.daemon.measure.second_opinion`: do hints and grades agree with many more deals, and with each other?

Computer players play matches of every game. Some of their choices are looked at three times: as a hint, as an analysis
that grades every legal play, and in so many deals that nothing is left to chance (`--deals`). Printed is how many
grades were too hard or too mild by more than one point in a hundred, how many plays that a hint calls about the same an
analysis grades as an inaccuracy or worse, and which reasons the hints gave.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Final

from attrs import define, field, frozen

from daemon.bots.advice import POSITIONS, WORLDS, advice_on
from daemon.bots.bare_match import Contest
from daemon.bots.bot_levels import LEVELS
from daemon.bots.search import weigh
from daemon.bots.situation import Level, Situation
from daemon.measure.arena import play_match
from daemon.measure.game_analysis import WORLDS as WORLDS_OF_ANALYSIS
from daemon.measure.game_analysis import Decision, judge
from daemon.measure.parallel import run_in_parallel
from protocol.game.presets import PRESETS, make_rules, preset_named
from protocol.log.choices import Play
from protocol.wire.analysis import Grade
from protocol.wire.hints import LIKELY, Why, next_best

ONE_POINT: Final = 0.01
GOOD: Final = (Grade.BEST, Grade.GOOD)


@frozen
class Opinion:
    """One play: its grade, the loss by the analysis, and the loss in many more deals. Losses from 0 to 1."""

    grade: Grade
    lost: float
    truly_lost: float


@frozen
class SecondOpinion:
    """One choice: every legal play, the hint's reason, the grades of the plays it calls about the same (or none).

    `replies`: of the hinted plays, how many there are and for how many a probable reply is named.
    """

    plays: tuple[Opinion, ...]
    why: Why
    about_the_same: tuple[Grade, ...]
    replies: tuple[int, int]


def second_opinion(situation: Situation, seed: str, deals: int, worlds: int = WORLDS) -> SecondOpinion:
    """The hint and the grades of one choice, and what so many deals say. `worlds`: the deals of the first two."""
    hint = advice_on(situation, Random(seed), worlds)
    judged = {
        play: judge((Decision(1, situation, play), min(worlds, WORLDS_OF_ANALYSIS), f"{seed}/graded"))
        for play in situation.plays
    }
    checked = {play.play: play.behind for play in weigh(situation, Random(f"{seed}/checked"), deals, POSITIONS)}
    other = next_best(hint.plays)
    same = (hint.plays[0], other) if hint.why is Why.EVEN and other is not None else ()
    return SecondOpinion(
        tuple(Opinion(found.grade, found.lost, checked[play]) for play, found in judged.items()),
        Why(hint.why),
        tuple(judged[Play(play.tile, play.arm)].grade for play in same),
        (len(hint.plays), sum(play.reply_chance >= LIKELY for play in hint.plays)),
    )


@define
class _Noting:
    """A level that notes its choices."""

    inner: Level
    situations: list[Situation] = field(factory=list)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def sentence(self) -> str:
        return self.inner.sentence

    def choose(self, situation: Situation, rng: Random) -> Play:
        self.situations.append(situation)
        return self.inner.choose(situation, rng)


@frozen
class Task:
    """Some choices of one match."""

    contest: Contest
    level: str
    number: int
    choices: int
    deals: int
    worlds: int = WORLDS


def opinions_of(task: Task) -> list[SecondOpinion]:
    """The second opinions on choices of one match, drawn at random."""
    noting = _Noting(LEVELS[task.level])
    play_match(task.contest, [noting] * task.contest.seats, f"match {task.number}")
    drawn = Random(f"{task.contest.seed}/{task.number}").sample(
        noting.situations, min(task.choices, len(noting.situations))
    )
    return [
        second_opinion(situation, f"{task.number}/{at}", task.deals, task.worlds) for at, situation in enumerate(drawn)
    ]


def report(opinions: Sequence[SecondOpinion]) -> Iterator[str]:
    """What was found, a line for each question."""
    plays = [play for opinion in opinions for play in opinion.plays]
    bad = [play for play in plays if play.grade not in GOOD]
    too_hard = [play for play in bad if play.truly_lost < ONE_POINT]
    too_mild = [play for play in plays if play.grade in GOOD and play.truly_lost >= 2 * ONE_POINT]
    yield f"{len(opinions)} choices, {len(plays)} plays"
    for grade in Grade:
        of_grade = [play for play in plays if play.grade is grade]
        off = sum(abs(play.lost - play.truly_lost) for play in of_grade) / max(1, len(of_grade))
        yield f"  {grade}: {len(of_grade)}, off by {100 * off:.1f} in 100 on average"
    yield f"graded an inaccuracy or worse, but lose less than 1 in 100: {len(too_hard)} of {len(bad)}"
    yield f"graded good or best, but lose 2 in 100 or more: {len(too_mild)} of {len(plays) - len(bad)}"
    same = [grade for opinion in opinions for grade in opinion.about_the_same]
    contradicted = sum(grade not in GOOD for grade in same)
    yield f"about the same in a hint, but graded an inaccuracy or worse: {contradicted} of {len(same)}"
    reasons = Counter(opinion.why for opinion in opinions)
    yield f"reasons: {', '.join(f'{why} {times}' for why, times in reasons.most_common())}"
    named = sum(opinion.replies[1] for opinion in opinions)
    yield f"replies named: {named} of {sum(opinion.replies[0] for opinion in opinions)}"


def main(words: Sequence[str]) -> None:
    """Play, and print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.daemon.measure.second_opinion", description=__doc__)
    parser.add_argument("--rules", nargs="+", default=list(PRESETS), choices=list(PRESETS))
    parser.add_argument("--level", default="club", choices=list(LEVELS))
    parser.add_argument("--matches", type=int, default=30, help="matches in all")
    parser.add_argument("--choices", type=int, default=5, help="choices of each match")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    given = parser.parse_args(words)
    tasks = []
    for number in range(given.matches):
        preset = given.rules[number % len(given.rules)]
        rules, seats = make_rules(preset_named(preset), None, None)
        tasks.append(Task(Contest(preset, rules, seats, given.seed), given.level, number, given.choices, given.deals))
    opinions: list[SecondOpinion] = []
    played = count(1)

    def receive(found: list[SecondOpinion]) -> None:
        opinions.extend(found)
        if sys.stderr.isatty():
            print(f"\r{next(played)} of {len(tasks)} matches", end="", file=sys.stderr, flush=True)

    run_in_parallel(lambda parallel: parallel.map(opinions_of, tasks, receive), given.workers)
    print("\n".join(report(opinions)))


if __name__ == "__main__":
    # Workers find its functions under this name.
    from tests.daemon.measure.second_opinion import main as main_of_module

    main_of_module(sys.argv[1:])
