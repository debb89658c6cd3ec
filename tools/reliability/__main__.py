"""`python -m tools.reliability`: the rows of the table in docs/reliability.md, each as a line with its figure.

python -m tools.reliability                  every row, briefly: some minutes
python -m tools.reliability kills --kills 300
python -m tools.reliability club --club-faults 300    needs PostgreSQL
python -m tools.reliability --long           as long as it takes: hours
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import trio
from attrs import frozen

from tools.reliability import (
    club_faults,
    finished_readers,
    guesses,
    handed_over,
    hostile_host,
    idle,
    kills,
    leavers,
    soak,
    stuck_readers,
)


@frozen
class Size:
    """The amount of each measurement."""

    kills: int
    matches: int
    pairs: int
    fuzz_seconds: int
    bent_records: int
    successors: int
    readers: int
    words: int
    connections: int
    soak_seconds: int
    soak_tables: int
    leavers: int
    attack_seconds: int
    guessing: int
    friends: int
    finished_readers: int
    entries: int
    club_faults: int
    evenings: int
    hosts: int


BRIEF: Final = Size(10, 20, 100, 10, 200, 40, 20, 200, 500, 30, 5, 150, 3, 200, 50, 40, 10_000, 9, 4, 5)
LONG: Final = Size(
    1000, 10_000, 100_000, 3600, 10_000, 2000, 100, 1000, 5000, 3600, 50, 2000, 60, 400, 2000, 400, 50_000, 300, 200, 50
)


def _kills(size: Size, data: Path) -> object:
    return trio.run(kills.survive, size.kills, data, Random())


def _matches(size: Size, _: Path) -> object:
    return last_lines("tools.simulator", "--matches", size.matches)


def _pairs(size: Size, _: Path) -> object:
    return last_lines("tools.simulator.interference", "--pairs", size.pairs, lines=2)


def _fuzz(size: Size, data: Path) -> object:
    return last_lines("tools.fuzz", "--seconds", size.fuzz_seconds, "--folder", data, lines=5)


def _bent(size: Size, _: Path) -> object:
    return last_lines("tools.fuzz.bent_records", "--records", size.bent_records)


def _successors(size: Size, _: Path) -> object:
    return last_lines("tools.simulator.successors", "--matches", size.successors // 400, "--points", size.successors)


def _readers(size: Size, data: Path) -> object:
    return trio.run(stuck_readers.measure, data, size.readers, size.words, 3)


def _idle(size: Size, data: Path) -> object:
    return trio.run(idle.measure, data, size.connections)


def _soak(size: Size, data: Path) -> object:
    return trio.run(soak.measure, data, float(size.soak_seconds), size.soak_tables)


def _leavers(size: Size, data: Path) -> object:
    return trio.run(leavers.measure, data, size.leavers // 2, size.leavers // 2)


def _hostile(size: Size, data: Path) -> object:
    return hostile_host.endure_all(data, float(size.attack_seconds))


def _guesses(size: Size, data: Path) -> object:
    return trio.run(guesses.measure, data, size.guessing, size.friends)


def _finished(size: Size, data: Path) -> object:
    return trio.run(finished_readers.measure, data, size.finished_readers, size.entries)


def _club(size: Size, _: Path) -> object:
    seed = Random().randrange(1_000_000)
    print(f"club: seed {seed}", flush=True)
    return trio.run(club_faults.survive, size.club_faults, seed)


def _handovers(size: Size, data: Path) -> object:
    try:
        return trio.run(handed_over.survive, size.evenings, data, Random())
    except AssertionError as error:
        raise FailedError(str(error)) from None


def _hosts(size: Size, data: Path) -> object:
    return trio.run(handed_over.pass_on, size.hosts, data)


ROWS: Final[dict[str, Callable[[Size, Path], object]]] = {
    "kills": _kills,
    "matches": _matches,
    "pairs": _pairs,
    "fuzz": _fuzz,
    "bent": _bent,
    "successors": _successors,
    "readers": _readers,
    "idle": _idle,
    "soak": _soak,
    "leavers": _leavers,
    "hostile": _hostile,
    "guesses": _guesses,
    "finished": _finished,
    "club": _club,
    "handovers": _handovers,
    "hosts": _hosts,
}


class FailedError(Exception):
    """A row that could not be measured, or found a fault, with the output of its command."""


def last_lines(module: str, *arguments: object, lines: int = 1) -> str:
    """The last lines of another command's output. Raises `FailedError`."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise FailedError(f"{done.stdout}{done.stderr}".strip())
    return "; ".join(done.stdout.splitlines()[-lines:])


def main() -> int:
    """Measure the requested rows, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.reliability", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"{', '.join(ROWS)} (default: all)")
    parser.add_argument("--long", action="store_true", help="as long as it takes")
    for name in Size.__annotations__:
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, metavar="N")
    given = parser.parse_args()
    size = LONG if given.long else BRIEF
    size = Size(*(getattr(given, name) or getattr(size, name) for name in Size.__annotations__))
    status = 0
    for row in given.rows or ROWS:
        with tempfile.TemporaryDirectory(prefix="fives-") as folder:
            try:
                seen = ROWS[row](size, Path(folder) / "data")
            except FailedError as error:
                seen, status = f"failed: {error}", 1
            print(f"{row}: {seen}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
