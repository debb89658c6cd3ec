"""Makes the tables of chances to win (`daemon.bots.chance_tables`) from rounds that computer players play.

    python -m tools.chance_tables                           all tables, written to their folder
    python -m tools.chance_tables cinq-et-trois-2           one of them
    python -m tools.chance_tables cinq-et-trois-2 --by greedy --show
                                                            from rounds of players who take the most points; only shown

What a round does from each pair of scores is tried in so many rounds (`--rounds`; in fewer where a side is far from the
target, as one round changes less there), and the chances follow from the last scores backwards: the chance now is the
mean of the chances after the round. The rounds are played by the policy by which bots play possible deals to their end.
With three sides or more, the others' scores are those that whole matches have when the best of them has this score.
Where that is off near the target, matches correct it (`late_matches`). The same `--seed` gives the same tables on every
machine. A table takes some four minutes, one with matches half an hour more of a processor.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from attrs import evolve as changed

from daemon.bots.chance_tables import (
    FARTHEST,
    FOLDER,
    GAMES,
    ChanceTable,
    TabledGame,
    bytes_of,
    cell_of,
    cells,
    whole,
)
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import policy_for
from protocol.frozen import frozen
from protocol.game.rules import LeadRule
from protocol.game.tiles import known_tiles
from protocol.log.deal import deal
from protocol.log.events import MatchStarted, TableOpened, TableOptions
from protocol.log.table import empty_table, evolve
from tools.late_matches import LATE, Late, corrected, moments

WON: Final = -1
LOST: Final = -2
"""What a round leads to, if not to another cell."""
SETTLED: Final = 1e-7
BOTH_NEAR: Final = 16
"""If nobody has more to go, who wins is most in doubt, and one point more or less matters most: here all deals are
played."""
FEWER: Final = ((8, 8), (20, 20), (FARTHEST, 80))
"""Elsewhere, up to so many points to go of the nearer side: how many times fewer rounds are played."""
MATCHES: Final = 4_000
"""Whole matches, for the scores of the third side and the fourth beside the best of the others."""

CORRECTED: Final = ("fives-and-threes-4",)
"""Tables that `tests.daemon.measure.between_rounds` has shown to be off without that."""

Policy = Callable[[Playout, Random], None]
"""Plays a round to its end."""


@frozen
class Deal:
    """A deal: the hands as masks, the boneyard as bits, the seat that leads if the tiles say so, and what it leads."""

    hands: Sequence[int]
    boneyard: Sequence[int]
    leader: int
    lead: int | None


class Rounds:
    """Plays rounds of a game from any scores, with `count` deals, each again and again.

    Neighbouring scores are tried in the same deals, so that the difference of their chances is known better than either
    of them. `rng`: what else is chance.
    """

    def __init__(self, game: TabledGame, play_out: Policy, rng: Random, count: int) -> None:
        self.game, self.rng = game, rng
        self._play_out = play_out
        self._book = policy_for(game.rules, game.sides).book
        self.deals = self._dealt(count)

    def _dealt(self, count: int) -> Sequence[Deal]:
        game, rules, book = self.game, self.game.rules, self._book
        opened = evolve(empty_table(), TableOpened(game.preset, rules, game.seats, TableOptions()))
        table = evolve(opened, MatchStarted(1))
        # Where doubles lead one after another, it may be any one's turn.
        in_turn = rules.later_lead is LeadRule.DOUBLE_CYCLE
        deals = []
        for number in range(count):
            double = number % (rules.max_pip + 1) if in_turn else table.next_double
            dealt = deal(changed(table, next_double=double), self.rng)
            hands = [book.mask_of(known_tiles(hand)) for hand in dealt.hands]
            boneyard = [book.bits[tile] for tile in reversed(known_tiles(dealt.boneyard))]
            deals.append(Deal(hands, boneyard, dealt.leader, None if dealt.lead is None else book.bits[dealt.lead]))
        return deals

    def play(self, dealt: Deal, scores: Sequence[int], leader: int | None) -> tuple[Playout, int]:
        """A round from these scores, by side, and who led it. `leader`: the seat that leads; None: the deal decides."""
        first = dealt.leader if leader is None else leader
        round_ = Playout(self._book, self._book.bare, dealt.hands, dealt.boneyard, first, scores)
        if dealt.lead is not None:
            round_.lay(dealt.lead, self._book.led(self._book.tile_of(dealt.lead)))
        if not round_.is_over:
            self._play_out(round_, self.rng)
        return round_, first


def by_policy(game: TabledGame) -> Policy:
    """The policy by which bots play possible deals to their end."""
    policy = policy_for(game.rules, game.sides)
    return lambda round_, _: policy.play_out(round_)


def by_greed(_: TabledGame) -> Policy:
    """The most points that count, any of those plays; only to compare with figures of others."""

    def play_out(round_: Playout, rng: Random) -> None:
        while not round_.is_over:
            plays = round_.plays()
            if plays:
                most = max(round_.award_for(bit, after) for bit, after in plays)
                round_.lay(*rng.choice([play for play in plays if round_.award_for(*play) == most]))
            elif not round_.draw_one_that(round_.line.fits):
                round_.knock()

    return play_out


POLICIES: Final = {"policy": by_policy, "greedy": by_greed}

Outcomes = Sequence[Counter[int]]
"""By cell: the cells to which its rounds led, or `WON` or `LOST`, and how often."""


def outcomes_of(rounds: Rounds, progress: Callable[[float], None]) -> Outcomes:
    """What rounds from each cell lead to."""
    game = rounds.game
    others = _others_by_best(rounds) if game.sides > 2 else {}
    found: list[Counter[int]] = []
    # Between two sides what one wins the other loses, so that the leader's chances say all.
    positions = 1 if game.sides == 2 else game.positions
    size = positions * FARTHEST**2
    for to_go, best, position in cells(positions):
        here = len(rounds.deals) // _times_fewer(to_go, best)
        cell = to_go, best, position
        found.append(Counter(_outcome(rounds, dealt, cell, others) for dealt in rounds.deals[: max(1, here)]))
        progress(len(found) / size)
    return found


def _times_fewer(to_go: int, best: int) -> int:
    """By how much fewer deals are enough where a side and the best of the others have so much to go."""
    if max(to_go, best) <= BOTH_NEAR:
        return 1
    return next(times for most, times in FEWER if min(to_go, best) <= most)


def _outcome(rounds: Rounds, dealt: Deal, cell: tuple[int, int, int], others: dict[int, list[tuple[int, ...]]]) -> int:
    """Where one round from this cell leads."""
    game, rng = rounds.game, rounds.rng
    to_go, best, position = cell
    target, sides = game.rules.target, game.sides
    own = rng.randrange(sides)
    theirs = [target - best] if sides == 2 else list(rng.choice(others[best]))
    rng.shuffle(theirs)
    scores = [*theirs[:own], target - to_go, *theirs[own:]]
    # A side that is `position` behind the leader.
    leader = (own - position) % sides if game.positions > 1 else None
    round_, _ = rounds.play(dealt, scores, leader)
    if round_.won_by is not None:
        return WON if round_.won_by == own else LOST
    after = round_.scores
    nearest = target - max(score for side, score in enumerate(after) if side != own)
    return cell_of(target - after[own], nearest, (position - 1) % game.positions)


def _others_by_best(rounds: Rounds) -> dict[int, list[tuple[int, ...]]]:
    """The scores of the others in whole matches, by what the best of them had to go.

    Where no match had such a best one, they are all there.
    """
    game, found = rounds.game, defaultdict[int, list[tuple[int, ...]]](list)
    target = game.rules.target
    for _ in range(MATCHES):
        for scores in scores_of_a_match(rounds):
            for side in range(game.sides):
                others = (*scores[:side], *scores[side + 1 :])
                found[target - max(others)].append(others)
    for best in range(1, FARTHEST + 1):
        if not found[best]:
            found[best] = [(target - best,) * (game.sides - 1)]
    return found


def scores_of_a_match(rounds: Rounds) -> Iterator[tuple[int, ...]]:
    """The scores after each round of a whole match but the last."""
    game, rng = rounds.game, rounds.rng
    scores: Sequence[int] = [0] * game.sides
    leader = rng.randrange(game.seats) if game.positions > 1 else None
    while True:
        round_, first = rounds.play(rng.choice(rounds.deals), scores, leader)
        if round_.won_by is not None:
            return
        scores, leader = tuple(round_.scores), (first + 1) % game.seats if game.positions > 1 else None
        yield tuple(scores)


def late_matches(rounds: Rounds, matches: int) -> list[Late]:
    """Matches from late scores, each of a match of its own."""
    target, rng = rounds.game.rules.target, rounds.rng
    found: list[Late] = []
    while len(found) < matches:
        scores = next((scores for scores in scores_of_a_match(rounds) if target - max(scores) <= LATE), None)
        if scores is not None:
            found.append(Late(rounds.game, scores, rng.getrandbits(32)))
    return found


def solved(game: TabledGame, outcomes: Outcomes) -> list[float]:
    """The chance in each cell, of what rounds lead to."""
    chances = [1 / game.sides] * len(outcomes)
    size = FARTHEST**2
    known = [[(to, times / row.total()) for to, times in row.items()] for row in outcomes]
    two = game.sides == 2

    def after(to: int) -> float:
        if to < 0:
            return 1.0 if to == WON else 0.0
        if to < len(chances):
            return chances[to]
        to_go, other = divmod(to - size, FARTHEST)
        return 1 - chances[other * FARTHEST + to_go]

    while True:
        largest = 0.0
        for cell, row in enumerate(known):
            chance = sum(share * after(to) for to, share in row)
            largest = max(largest, abs(chance - chances[cell]))
            chances[cell] = chance
        if largest < SETTLED:
            break
    if not two:
        return chances
    mirrored = [1 - chances[other * FARTHEST + to_go] for to_go in range(FARTHEST) for other in range(FARTHEST)]
    if game.positions == 1:
        return [(chance + other) / 2 for chance, other in zip(chances, mirrored, strict=True)]
    return [*chances, *mirrored]


def table_of(game: TabledGame, chances: Sequence[float]) -> ChanceTable:
    """The table, in whole numbers."""
    return ChanceTable(game, [whole(chance) for chance in chances])


def lines_of(table: ChanceTable) -> Iterator[str]:
    """The chances near the target, as Markdown: a row for what the others have to go."""
    near = range(1, 8)
    target = table.game.rules.target
    for position in range(table.game.positions):
        place = "" if table.game.positions == 1 else f" ({position} behind the leader)"
        yield f"| {table.game.name}{place}: others at | {' | '.join(str(target - to_go) for to_go in near)} |"
        yield "| --- " * (len(near) + 1) + "|"
        for others in (1, 2, 3, 4, 5, 6, 11, 21, 31):
            chances = (f"{100 * table.chance(to_go, others, position):.1f}" for to_go in near)
            yield f"| {target - others} | {' | '.join(chances)} |"


def _say(name: str) -> Callable[[float], None]:
    said = -1

    def progress(share: float) -> None:
        nonlocal said
        if int(100 * share) > said and sys.stderr.isatty():
            said = int(100 * share)
            print(f"\r{name}: {said} %", end="" if said < 100 else "\n", file=sys.stderr, flush=True)

    return progress


def main(words: Sequence[str]) -> None:
    """Make the tables, and print the chances near the target."""
    named = {game.name: game for game in GAMES}
    parser = argparse.ArgumentParser(
        prog="python -m tools.chance_tables", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="*", choices=[*named, []], metavar="TABLE", help=f"of {', '.join(named)}")
    parser.add_argument("--rounds", type=int, default=20_000, help="from each pair of scores (default: 20000)")
    late = f"from late scores, of {', '.join(CORRECTED)} (default: 30000)"
    parser.add_argument("--matches", type=int, default=30_000, help=late)
    parser.add_argument("--by", choices=POLICIES, default="policy", help="who plays the rounds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print the chances, and write nothing")
    given = parser.parse_args(words)
    for name in given.tables or named:
        game = named[name]
        rng = Random(f"{given.seed}/{name}")  # noqa: S311 - a seed repeats it
        rounds = Rounds(game, POLICIES[given.by](game), rng, given.rounds)
        table = table_of(game, solved(game, outcomes_of(rounds, _say(name))))
        if not given.show:
            _write(table)
            if name in CORRECTED:
                # Its players choose by the table that has just been written.
                table = corrected(table, moments(late_matches(rounds, given.matches), _say(f"{name}, matches")))
                _write(table)
        print("\n".join(lines_of(table)))


def _write(table: ChanceTable) -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{table.game.name}.bin").write_bytes(bytes_of(table.numbers))


if __name__ == "__main__":
    main(sys.argv[1:])
