"""The gate's command line: which texts there are, recording them, comparing, and showing what differs.

Exit status 0: everything is the same; 1: something differs; 2: the command was not valid. Not here: what the texts are
made of (`wire`, `rows`, `views`, `programs`, `kept`).
"""

import argparse
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from protocol.game.presets import PRESETS
from tools import gate
from tools.gate import kept, programs, rows, views, wire
from tools.gate.recording import Difference, Texts, differences, read, write

Job = Callable[[], Texts]

PARTS: Final = {
    "wire": "every line of every connection in the matches of the simulator",
    "rows": "the rows of these matches, and of recorded games, in a journal",
    "screens": "every state of the full screen, at four sizes",
    "pages": "every part of the page in the same states",
    "lines": "what line mode answers and sends",
    "help": "the help of each command",
    "host": "what a host's commands print, and their lines",
    "kept": "what is said of a host's folder, a player's and records that the recorded tree has left",
}
_TOGETHER: Final = 20
"""How many matches one process plays before it takes something else."""
_LEFT: Final = "left"
"""The folder in a recording with what the recorded tree has left."""
_SEEDS: Final = "seeds"
"""The file in a recording with the number of its matches."""
_MOST_SHOWN: Final = 6
"""How many differences of a part are shown, of those that are not alike."""


def main(argv: Sequence[str] | None = None) -> int:
    """Record this tree, or compare it with a recording."""
    parser = argparse.ArgumentParser(prog="python -m tools.gate", description=gate.__doc__)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the recording")
    parts = ", ".join(PARTS)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=f"of {parts}")
    parser.add_argument("--seeds", type=int, metavar="N", help="how many matches (default: 500, or those recorded)")
    parser.add_argument("--processes", type=int, metavar="N", default=os.cpu_count(), help="default: one a processor")
    given = parser.parse_args(argv)
    begun = time.monotonic()
    if given.what == "record":
        if given.folder.exists() and any(given.folder.iterdir()):
            parser.error(f"{given.folder} is not empty: name a new folder")
        count = record(given.folder, given.only, given.seeds or 500, given.processes)
        print(f"{count} texts in {time.monotonic() - begun:.0f} s")
        return 0
    if not (given.folder / _SEEDS).is_file():
        parser.error(f"{given.folder} is no recording: make one with `record`, in the tree before the change")
    found = compare(given.folder, given.only, given.seeds, given.processes)
    for line in report(found):
        print(line)
    print(f"{len(found) or 'no'} texts differ; compared in {time.monotonic() - begun:.0f} s")
    return 1 if found else 0


def record(folder: Path, parts: Sequence[str], seeds: int, processes: int) -> int:
    """Record this tree in a new folder; returns how many texts there are."""
    folder.mkdir(parents=True, exist_ok=True)
    if "kept" in parts:
        kept.leave(folder / _LEFT)
    count = write(folder, _texts(_jobs(folder, parts, seeds), parts, processes))
    (folder / _SEEDS).write_text(f"{seeds}\n", encoding="utf-8")
    return count


def compare(folder: Path, parts: Sequence[str], seeds: int | None, processes: int) -> list[Difference]:
    """How this tree differs from a recording, by name."""
    recorded = int((folder / _SEEDS).read_text(encoding="utf-8"))
    seeds = min(seeds or recorded, recorded)
    before = read(folder, parts)
    now = dict(_texts(_jobs(folder, parts, seeds), parts, processes))
    played = {f"{seed:04}" for seed in range(seeds)}
    before = {name: text for name, text in before.items() if not _is_match(name) or Path(name).name in played}
    return list(differences(before, now))


def _is_match(name: str) -> bool:
    part, _, rest = name.partition("/")
    return part in ("wire", "rows") and rest.isdecimal()


def report(found: Sequence[Difference]) -> Iterator[str]:
    """Each part that differs; differences that are alike are shown once, with the first text that has it."""
    for part, count in Counter(difference.name.partition("/")[0] for difference in found).items():
        yield f"{part}: {count} texts differ"
        alike: dict[tuple[str, ...], list[Difference]] = {}
        for difference in found:
            if difference.name.startswith(f"{part}/"):
                alike.setdefault(difference.shown[-2:], []).append(difference)
        for first, *others in list(alike.values())[:_MOST_SHOWN]:
            yield f"  {first.name}, line {first.line}" + (f", and {len(others)} alike" if others else "")
            yield from first.shown
        if len(alike) > _MOST_SHOWN:
            yield f"  ... and {len(alike) - _MOST_SHOWN} that are not like these"


def _jobs(folder: Path, parts: Sequence[str], seeds: int) -> list[tuple[str, Job]]:
    """What is done, the longest first, each with the parts that it makes."""
    of_matches = [range(first, min(first + _TOGETHER, seeds)) for first in range(0, seeds, _TOGETHER)]
    jobs: list[tuple[str, Job]] = [
        ("kept", partial(kept.opened, folder / _LEFT)),
        ("host", programs.host_commands),
        ("screens pages", views.more_screens),
        *(("wire rows", partial(wire.matches, seeds)) for seeds in of_matches),
        *(("screens", partial(views.screens, game)) for game in PRESETS),
        *(("pages", partial(views.pages, game)) for game in PRESETS),
        *(("lines", partial(views.lines, game)) for game in PRESETS),
        ("rows", rows.recorded_games),
        ("help", programs.helps),
    ]
    return [(makes, job) for makes, job in jobs if set(makes.split()) & set(parts)]


def _texts(jobs: Sequence[tuple[str, Job]], parts: Sequence[str], processes: int) -> Texts:
    """The texts of these parts, made by so many processes; by one in this process."""
    work = [job for _, job in jobs]
    if processes == 1:
        done: Iterator[list[tuple[str, str]]] = map(_done, work)
        yield from (text for texts in done for text in texts if text[0].partition("/")[0] in parts)
        return
    with ProcessPoolExecutor(processes) as pool:
        for texts in pool.map(_done, work):
            yield from (text for text in texts if text[0].partition("/")[0] in parts)


def _done(job: Job) -> list[tuple[str, str]]:
    return list(job())
