"""`python -m tools.bench`: how fast the daemon and its parts are, compared with references measured in the same run."""

import argparse
import platform
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from tools.bench import (
    bots,
    club_scale,
    clubs,
    coming_back,
    growth,
    long_history,
    memory,
    moves,
    neighbours,
    pages,
    parts,
    replays,
    screens,
    start,
    tls,
)
from tools.bench.figures import Figure, table_of
from tools.bench.servers import allow_many_sockets


@frozen
class Size:
    """The size of the measurements: takes per figure, and seconds per take."""

    takes: int
    seconds: float
    tables: tuple[int, ...]
    spectators: tuple[int, ...]
    entries: tuple[int, ...]
    seats: tuple[int, ...]
    matches: int
    games: int
    finished: int


WHOLE: Final = Size(
    5, 3.0, (1, 10, 100, 500), (1, 10, 100, 300, 1000), (1000, 10_000), (2, 3, 4, 6, 8, 12), 400, 1000, 100_000
)
QUICK: Final = Size(3, 1.0, (1, 10, 100), (1, 10, 100), (1000,), (2, 4, 12), 40, 100, 2_000)

SECTIONS: Final[dict[str, Callable[[Size], Iterator[Figure]]]] = {
    "parts": lambda size: parts.measure(size.takes, size.seconds / 6, 20),
    "moves": lambda size: moves.measure(size.takes, size.seconds, size.tables),
    "paced": lambda size: moves.measure_paced(size.takes, size.seconds, min(100, size.tables[-1]), 1000),
    "resume": lambda size: coming_back.measure_resume(2 * size.takes, size.entries),
    "restart": lambda size: coming_back.measure_restart(size.takes, size.games),
    "history": lambda size: long_history.measure(size.takes, size.seconds, size.finished),
    "memory": lambda size: memory.measure(200, min(100, size.tables[-1]), size.entries[-1], size.matches),
    "bots": lambda size: bots.measure(size.takes, size.seconds / 3),
    "start": lambda size: start.measure(2 * size.takes),
    "screen": lambda size: screens.measure(size.takes, size.seconds / 6),
    "growth": lambda size: growth.measure(size.takes, size.seconds / 5, size.games // 10),
    "page": lambda size: pages.measure(size.takes, size.seconds, 13, size.seats[-1], 200),
    "replays": lambda size: replays.measure(size.takes, size.seconds, 20, 650),
    "tls": lambda size: tls.measure(size.takes, size.seconds, min(100, size.games // 5), 200),
    "club": lambda size: clubs.measure(size.takes, size.seconds, min(100, size.tables[-1]), 100),
    "club_games": lambda size: club_scale.measure_open_games(size.takes, 10 * size.games),
    "club_kill": lambda size: club_scale.measure_kill(size.games),
    "neighbours": lambda size: neighbours.measure(size.takes, size.seconds, min(500, size.spectators[-1])),
}


def main() -> None:
    """Measure the requested sections, and print a table and one line of JSON per figure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}; default: all")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter takes: a look, no measurement")
    parser.add_argument("--takes", type=int, metavar="N", help="how often each figure is taken")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="put the JSON lines there instead of under the tables"
    )
    given = parser.parse_args()
    unknown = [name for name in given.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"there is no section {unknown[0]}: they are {', '.join(SECTIONS)}")
    allow_many_sockets()
    figures = list(_measured(given.sections or list(SECTIONS), _size(given)))
    lines = [figure.line() for figure in figures]
    if given.json is None:
        print("\n".join(lines))
    else:
        given.json.write_text("".join(f"{line}\n" for line in lines))


def _size(given: argparse.Namespace) -> Size:
    size = QUICK if given.quick else WHOLE
    return size if given.takes is None else evolve(size, takes=given.takes)


def _measured(sections: list[str], size: Size) -> Iterator[Figure]:
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}\n")
    for name in sections:
        figures = list(SECTIONS[name](size))
        print(f"## {name}\n", *table_of(figures), "", sep="\n", flush=True)
        yield from figures


if __name__ == "__main__":
    main()
