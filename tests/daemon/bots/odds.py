"""`python -m tests.daemon.bots.odds`: measure the chances at the end of a round and write `daemon/bots/odds.json`.

Two sides of habitual players play matches from every score. For each round, the points that both sides still need, the
leader, and the winner of the match are recorded. The distances that make these results most likely are then fitted. It
takes a minute or two and gives the same numbers every time.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from math import exp
from pathlib import Path
from random import Random
from typing import Final

from attrs import define

import daemon.bots.odds
from daemon.bots.line_book import LineBook
from daemon.bots.odds import FILE, Odds, next_leader
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import PlayoutPolicy
from protocol.game.presets import make_rules, preset_named

GAMES: Final = (("cinq-et-trois", 2),)
MATCHES: Final = 200_000
TO_GO: Final = (*range(1, 17), 18, 20, 23, 26, 30, 36, 45, 61)
"""Near the target each point matters; farther away they are much alike."""
SWEEPS: Final = 400

Weights = tuple[tuple[int, float], ...]
"""What each distance has to do with one side of a round: its number, and its share."""


@define
class Seen:
    """Rounds from the same situation: how many, and in how many of them the leading side won the match."""

    rounds: int = 0
    won: int = 0


def rounds_of(game: str, seats: int, matches: int, seed: int = 1) -> dict[tuple[int, int], Seen]:
    """Results by the points still needed by the leading side and by the other side."""
    rules, _ = make_rules(preset_named(game), None, seats)
    policy, chance = PlayoutPolicy(LineBook(rules), 2), Random(seed)
    seen: defaultdict[tuple[int, int], Seen] = defaultdict(Seen)
    for _ in range(matches):
        scores, leader = [chance.randrange(rules.target), chance.randrange(rules.target)], 0
        began: list[tuple[int, tuple[int, int]]] = []
        won_by = None
        while won_by is None:
            began.append((leader, (rules.target - scores[leader], rules.target - scores[1 - leader])))
            played = _round(policy, rules.hand, leader, scores, chance)
            scores, won_by = played.scores, played.won_by
            following = next_leader(rules, leader, 2)
            assert following is not None
            leader = following
        for led, to_go in began:
            seen[to_go].rounds += 1
            seen[to_go].won += led == won_by
    return dict(seen)


def _round(policy: PlayoutPolicy, hand: int, leader: int, scores: Sequence[int], chance: Random) -> Playout:
    tiles = list(policy.book.bits.values())
    chance.shuffle(tiles)
    round_ = Playout(
        policy.book, policy.book.bare, [sum(tiles[:hand]), sum(tiles[hand : 2 * hand])], [], leader, scores
    )
    policy.play_out(round_)
    return round_


def odds_in(seen: dict[tuple[int, int], Seen], game: str, seats: int) -> Odds:
    """The distances that make the observed results most likely, found by damped Newton steps."""
    count = len(TO_GO)
    far = [0.2 * points for points in TO_GO] * 2
    rows = [(_weights(leading, 0), _weights(other, count), each) for (leading, other), each in seen.items()]
    for _ in range(SWEEPS):
        slope, bend = [0.0] * len(far), [1e-9] * len(far)
        for leading, other, each in rows:
            ahead = sum(share * far[at] for at, share in other) - sum(share * far[at] for at, share in leading)
            said = 1 / (1 + exp(-ahead))
            surprise, doubt = each.won - each.rounds * said, each.rounds * said * (1 - said)
            for sign, weights in ((-1, leading), (1, other)):
                for at, share in weights:
                    slope[at] += sign * share * surprise
                    bend[at] += share * doubt
        # All distances change at once, so each takes less than the full step.
        far = [each + 0.4 * up / much for each, up, much in zip(far, slope, bend, strict=True)]
    far = [round(each - far[0], 3) for each in far]
    return Odds(game, seats, TO_GO, tuple(far[:count]), tuple(far[count:]))


def _weights(points: int, first: int) -> Weights:
    """The two distances nearest to a number of points to go, with linear weights."""
    if points in TO_GO:
        return ((first + TO_GO.index(points), 1.0),)
    at = next(at for at, each in enumerate(TO_GO) if each > points) - 1
    share = (points - TO_GO[at]) / (TO_GO[at + 1] - TO_GO[at])
    return ((first + at, 1 - share), (first + at + 1, share))


def main() -> None:
    """Measure the odds and write them to the file that bots read."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    found = [odds_in(rounds_of(game, seats, matches), game, seats) for game, seats in GAMES]
    entries = [
        {"game": each.game, "seats": each.seats, "to_go": each.to_go, "leads": each.leads, "follows": each.follows}
        for each in found
    ]
    text = ",\n".join(json.dumps(each).replace('], "', '],\n  "') for each in entries)
    Path(daemon.bots.odds.__file__).with_name(FILE).write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
