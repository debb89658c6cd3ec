"""How long the event loop is blocked while many bots think: `python -m tests.daemon.stall 10 master 60`.

Runs this many tables of four seats, all played by that level without pauses, for this many seconds; with `--every 0.4`
another table opens at that interval, so that play continues while others end. The result is the longest step of any
task: in processor time, which is the program's own, and by the clock, which on a busy machine includes other work.
"""

import argparse
import time
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import trio

from daemon.house.house import House
from daemon.house.house_rules import HouseRules
from daemon.house.table_services import table_services
from daemon.journal.record_folder import RecordFolder
from daemon.journal.sqlite_journal import open_journal
from daemon.program.serve import prepare_process
from daemon.table.workers import open_workers
from protocol.log.events import TableOptions
from protocol.wire.messages import OpenTable


class Steps(trio.abc.Instrument):
    """The steps of the host's tasks, by duration: processor time and clock time, in milliseconds."""

    def __init__(self) -> None:
        self.took: list[tuple[float, float]] = []
        self.longest = (0.0, "", 0)
        self._began = (0.0, 0.0)

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self._began = time.thread_time(), time.perf_counter()

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        if task.name.endswith(f".{play.__name__}"):
            return  # which opens the tables and finally reads the journal
        processor, clock = self._began
        self.took.append((1000 * (time.thread_time() - processor), 1000 * (time.perf_counter() - clock)))
        self.longest = max(self.longest, (self.took[-1][0], task.name, len(self.took)))


async def play(tables: int, level: str, seconds: float, every: float, rules: str) -> int:
    """Play at these tables; returns the number of entries."""
    with TemporaryDirectory() as data:
        async with open_journal(Path(data) / "journal.sqlite") as journal, open_workers() as workers:
            with trio.move_on_after(seconds):
                async with trio.open_nursery() as nursery:
                    records = RecordFolder(Path(data) / "records")
                    rules_of_the_house = HouseRules(think=0)
                    services = table_services(nursery, journal, records, Random(1), rules_of_the_house, workers)
                    house = House(services, rules_of_the_house)
                    for opened in count(1):
                        options = TableOptions(bot_level=level)
                        await house.tables.open(OpenTable(rules, seats=4, bots=4, options=options))
                        if opened >= tables:
                            await trio.sleep(every)
            return sum([info.entries for info in await journal.games()])


def main() -> None:
    """Measure, and print the results."""
    prepare_process()  # as `fivesd` does
    parser = argparse.ArgumentParser()
    parser.add_argument("tables", type=int)
    parser.add_argument("level")
    parser.add_argument("seconds", type=float)
    parser.add_argument("games", nargs="*", default=["fives-and-threes", "all-fives"])
    parser.add_argument("--every", type=float, default=inf, help="seconds from one table more to the next")
    given = parser.parse_args()
    for rules in given.games:
        steps = Steps()
        entries = trio.run(play, given.tables, given.level, given.seconds, given.every, rules, instruments=[steps])
        print("longest step: {:.1f} ms, of {}, number {}".format(*steps.longest))
        for name, took in zip(("processor", "clock"), zip(*steps.took, strict=True), strict=True):
            ordered = sorted(took)
            p999 = ordered[int(0.999 * len(ordered))]
            print(
                f"{given.tables} tables of 4 {given.level}, {rules}, {entries} entries in {given.seconds:.0f} s,"
                f" {len(ordered)} steps;"
                f" {name} time: longest {ordered[-1]:.1f} ms, 99.9 % within {p999:.1f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
