"""`fivesd arena`: a round robin of levels, printed as a table or as JSON.

Here: the command's options and its output. Not here: the matches (`arena`), the ratings (`ratings`).
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from daemon.bots.bare_match import Contest
from daemon.measure.analysis_command import SEED
from daemon.measure.arena import CONTESTANTS, Results, round_robin
from daemon.measure.parallel import run_in_parallel
from daemon.measure.ratings import Range, Rating, ratings, win_rate
from protocol.clean import brief
from protocol.game.options import Number, Option, RulesError
from protocol.game.presets import PRESETS, make_rules, preset_named
from protocol.game.rules import house_rules_in
from protocol.game.table_options import SEATS
from protocol.shared.exit_status import MisusedError
from protocol.shared.flags import add_flag, add_house_rules_flag, read_flag

DEFAULT_GAME: Final = "cinq-et-trois"
"""Two seats and no boneyard: the game that needs the fewest matches to show a difference in strength."""
MATCHES_PER_PAIR: Final = Option("matches", Number.between(1, 1_000_000), "matches per pair of levels", default=400)
WORKERS: Final = Option(
    "workers",
    Number.between(1, 256),
    "how many processes play; the results do not depend on it",
    note=" (default: one for each processor)",
)


def add_arena_arguments(parser: ArgumentParser) -> None:
    """The options of `fivesd arena`."""
    parser.add_argument("levels", nargs="+", metavar="LEVEL", help=f"two or more of {', '.join(CONTESTANTS)}")
    games = f"one of {', '.join(PRESETS)} (default: {DEFAULT_GAME})"
    parser.add_argument("--rules", default=DEFAULT_GAME, metavar="NAME", help=games)
    add_house_rules_flag(parser)
    for option in (SEATS, MATCHES_PER_PAIR, SEED, WORKERS):
        add_flag(parser, option)
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")


def arena_command(args: Namespace) -> None:
    """Play a round robin and print the results. Raises `MisusedError` if the options are not valid."""
    try:
        levels, house_rules = _levels(args.levels), house_rules_in(args.set)
        rules, seats = make_rules(preset_named(args.rules), house_rules, read_flag(args, SEATS))
    except RulesError as error:
        raise MisusedError(str(error)) from error
    contest = Contest(args.rules, rules, seats, read_flag(args, SEED))
    matches, workers = read_flag(args, MATCHES_PER_PAIR), read_flag(args, WORKERS)
    results = run_in_parallel(partial(round_robin, levels, contest, matches, _show_progress), workers)
    rated = ratings(levels, results)
    if args.json:
        print(json.dumps(_as_json(contest, house_rules, rated, results)))
    else:
        print("\n".join(_as_table(contest, house_rules, rated, results)))


def _levels(asked: Sequence[str]) -> list[str]:
    for level in asked:
        if level not in CONTESTANTS:
            raise MisusedError(f"there is no level {brief(level)}; the levels are {', '.join(CONTESTANTS)}")
    if len(set(asked)) < 2:
        raise MisusedError("name at least two different levels")
    return [level for level in CONTESTANTS if level in asked]


def _show_progress(one: str, other: str, played: int, matches: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if played == matches else ""
        print(f"\r{one} v {other}: {played} of {matches} matches", end=end, file=sys.stderr, flush=True)
    elif played == matches:
        print(f"{one} v {other}: {matches} matches played", file=sys.stderr, flush=True)


def _as_table(
    contest: Contest, house_rules: Mapping[str, str], rated: Sequence[Rating], results: Results
) -> Iterator[str]:
    game = ", ".join((PRESETS[contest.preset].title, *(f"{name}={value}" for name, value in house_rules.items())))
    yield f"{game}, {contest.seats} seats, duplicated deals, seed {contest.seed}; ranges are 95 %"
    yield ""
    yield f"{'level':<10}{'Elo':>6}"
    for rating in sorted(rated, key=_elo_of, reverse=True):
        elo = rating.elo
        yield f"{rating.level:<10}{elo.value:>6.0f}   ({elo.low:.0f} to {elo.high:.0f})"
    yield ""
    for (one, other), shares in results.items():
        rate = win_rate(shares)
        wins = f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
        yield f"{one} beats {other} in {wins} of {2 * len(shares)} matches"


def _elo_of(rating: Rating) -> float:
    return rating.elo.value


def _as_json(
    contest: Contest, house_rules: Mapping[str, str], rated: Sequence[Rating], results: Results
) -> Mapping[str, Any]:
    return {
        "rules": contest.preset,
        "set": house_rules,
        "seats": contest.seats,
        "seed": contest.seed,
        "ratings": [{"level": rating.level, "elo": _range(rating.elo)} for rating in rated],
        "pairs": [
            {"level": one, "against": other, "matches": 2 * len(shares), "win_rate": _range(win_rate(shares))}
            for (one, other), shares in results.items()
        ],
    }


def _range(found: Range) -> Mapping[str, float]:
    return {"value": round(found.value, 4), "low": round(found.low, 4), "high": round(found.high, 4)}
