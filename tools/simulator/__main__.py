"""`python -m tools.simulator --matches 10000`: the long form, on all processors.

People lose their connection, go home and come back, leave their seats, and take those of bots; the host sends some of
them away. The counts at the end say how often: `newcomers` took a bot's seat in a match that was running.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tools.simulator.club import simulate_club
from tools.simulator.world import Tally, simulate


def tally_of(seed: int) -> Tally:
    """The counts of one seed."""
    return simulate(seed).tally


def tally_in_club(seed: int) -> Tally:
    """The counts of one seed in a club."""
    return simulate_club(seed).tally


def main() -> int:
    """Play many matches; stop at the first broken invariant, which names its seed."""
    parser = argparse.ArgumentParser(prog="python -m tools.simulator", description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, metavar="N", help="how many (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the first seed (default: 0)")
    parser.add_argument("--club", action="store_true", help="play them in a club of two daemons")
    given = parser.parse_args()
    total, begun = Tally(), time.monotonic()
    with ProcessPoolExecutor() as pool:
        for done, tally in enumerate(
            pool.map(tally_in_club if given.club else tally_of, range(given.seed, given.seed + given.matches)), start=1
        ):
            total.add(tally)
            if done % 100 == 0 or done == given.matches:
                print(f"{done} matches in {time.monotonic() - begun:.0f} s: {total}", file=sys.stderr)
    print(f"{given.matches} matches, {total}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
