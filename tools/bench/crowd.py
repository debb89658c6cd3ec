"""Many browsers at many tables beside another checkout's page: `python -m tools.bench.crowd --beside OTHER_CHECKOUT`.

It prints what a tap takes to the player's own picture and to the last one of the table, in milliseconds, and what a
play costs the page process. Both pages run at the same time and are played at in turns, by this checkout's browsers.

Here: that comparison. Not here: the browsers (`tabs`), the page alone (`pages`).
"""

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from attrs import field

from protocol.frozen import define
from tools.bench.figures import share
from tools.bench.pages import ENDLESS, GAME, PACE, TimedBrowsers, browsers_at, page_process
from tools.bench.players import open_tables
from tools.bench.servers import ROOT, checkout, fivesd

SEATS: Final = 4
SHARES: Final = (0.5, 0.9, 0.95, 0.99)


@define(eq=False)
class Side:
    """One checkout's page, and what was measured there: for each take the taps, and the work for a play."""

    label: str
    timed: TimedBrowsers
    own: list[list[float]] = field(factory=list)
    last: list[list[float]] = field(factory=list)
    work: list[float] = field(factory=list)

    def take(self, seconds: float, tables: int) -> None:
        """Have all browsers play for so long."""
        taps, work, _ = self.timed.play(seconds, tables, PACE)
        self.own.append(taps["own"])
        self.last.append(taps["last"])
        self.work.append(work)

    def lines(self) -> Sequence[str]:
        """What was measured, with p99 of each take in brackets."""
        taps = [f"{self.label}: {sum(map(len, self.own)):,} taps"]
        for what, takes in (("own picture", self.own), ("last picture", self.last)):
            parts = ", ".join(f"p{part * 100:.0f} {_together(takes, part):.1f}" for part in SHARES)
            taps.append(f"  {what}: {parts} ms ({', '.join(f'{1000 * share(take, 0.99):.0f}' for take in takes)})")
        return [*taps, f"  work of the page process for a play: {', '.join(f'{work:.1f}' for work in self.work)} ms"]


def _together(takes: Sequence[Sequence[float]], part: float) -> float:
    """Milliseconds, of all takes together: one alone has too few taps for a p99."""
    return 1000 * share([delay for take in takes for delay in take], part)


def compare(roots: dict[str, Path], takes: int, seconds: float, tables: int) -> list[Side]:
    """The two sides, measured in turns."""
    with ExitStack() as stack:
        sides = []
        for label, root in roots.items():
            daemon = stack.enter_context(fivesd(*GAME, root=root))
            page = page_process(daemon)
            names = open_tables(daemon, tables, seats=SEATS, rules="all-fives", set=ENDLESS)
            browsers = stack.enter_context(browsers_at(daemon, SEATS, names))
            browsers.play(seconds / 4, tables, PACE)  # until its caches are as they stay
            sides.append(Side(label, TimedBrowsers(browsers, daemon, page)))
        for _ in range(takes):
            for side, other in (sides, sides[::-1]):
                other.timed.browsers.ask(play=seconds, tables=0, pause=PACE)  # they answer pings
                side.take(seconds, tables)
                other.timed.browsers.answer()
    return sides


def main() -> None:
    """Measure, and print some lines for each checkout."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.crowd", description=__doc__)
    parser.add_argument("--beside", type=checkout, required=True, metavar="FOLDER", help="another checkout")
    parser.add_argument("--takes", type=int, default=3, metavar="N")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="SECONDS", help="of each take")
    parser.add_argument("--tables", type=int, default=13, metavar="N", help=f"of {SEATS} browsers")
    options = parser.parse_args()
    sides = compare(
        {"this checkout": ROOT, str(options.beside): options.beside},
        options.takes,
        options.seconds,
        options.tables,
    )
    for side in sides:
        print(*side.lines(), sep="\n", flush=True)
    ours, theirs = sides
    for what, takes, others in (("own", ours.own, theirs.own), ("last", ours.last, theirs.last)):
        ratios = (f"p{part * 100:.0f} {_together(takes, part) / _together(others, part):.2f}" for part in SHARES)
        print(f"{what} picture: {', '.join(ratios)} of it")


if __name__ == "__main__":
    main()
