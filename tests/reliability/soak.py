"""One house for a long time: match after match, people who come, go and come back, and nothing that grows.

Lives here: the life of the house, in this process, on a real journal, and what is counted at quiet moments: memory,
open files, tasks. Not here: a bad network (`tests.simulator`).
"""

import gc
import os
import time
from pathlib import Path
from random import Random
from typing import Final

import trio
from attrs import define, frozen

from daemon.journal.records import RecordFolder
from daemon.journal.sqlite_journal import open_journal
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, Tables
from tests.daemon.harness import Host, hosting
from tests.daemon.wire_client import WireClient
from tests.reliability.outside import files_of, kilobytes_of

MOST_TABLES: Final = 5
"""Tables that are over stay until room is needed: with few, what they take is reached early."""


@frozen
class Moment:
    """What is counted when nobody is connected."""

    entries: int
    kilobytes: int
    files: int
    tasks: int


@define
class Soak:
    """What was counted, from the end of the first tenth on."""

    seconds: float
    matches: int
    moments: list[Moment]

    def __str__(self) -> str:
        first, last = self.moments[0], self.moments[-1]
        return (
            f"{last.entries} entries in {self.matches} matches and {self.seconds:.0f} s;"
            f" from entry {first.entries} on: memory {first.kilobytes / 1024:.1f} to {last.kilobytes / 1024:.1f} MB,"
            f" files {first.files} to {last.files}, tasks {first.tasks} to {last.tasks}"
        )


async def measure(data: Path, seconds: float) -> Soak:
    """Play for so long."""
    chance, begun = Random(1), time.monotonic()
    soak = Soak(0, 0, [])
    entries = 0
    await trio.Path(data).mkdir(parents=True, exist_ok=True)
    async with (
        open_journal(data / "journal.sqlite") as journal,
        hosting(journal, RecordFolder(data / "records"), most_tables=MOST_TABLES, most_tables_from_one=1000) as host,
    ):
        while (passed := time.monotonic() - begun) < seconds:
            entries += await _match(host, chance)
            soak.matches += 1
            await host.deserted()
            if passed > seconds / 10 and soak.matches % 10 == 0:
                soak.moments.append(_counted(entries))
        soak.moments.append(_counted(entries))
    soak.seconds = time.monotonic() - begun
    return soak


async def _match(host: Host, chance: Random) -> int:
    """A table is opened, played at, looked at and left; the number of its entries."""
    ann = host.connect("Ann")
    await ann.send(OpenTable("cinq-et-trois", bots=chance.choice((0, 1))))
    table = (await ann.expect(Tables)).opened
    await ann.enter(table=table)
    people = [ann]
    if any(seat.is_free for seat in ann.table.seats):
        people.append(await host.seated("Ben", table=table))
    async with trio.open_nursery() as nursery:
        for client in people:
            nursery.start_soon(_play, host, client, chance)
    eve = await host.watching("Eve", table=table)
    await eve.leave()
    return eve.session.head


async def _play(host: Host, client: WireClient, chance: Random) -> None:
    """Play to the end of the match, and now and then hang up and come back."""
    while not client.is_at(Stage.OVER):
        move = client.a_move()
        if chance.random() < 0.005:
            await client.leave()
            client = await host.back(client)
        elif move is not None:
            await client.do(move)
        else:
            await client.hear()
    await client.leave()


def _counted(entries: int) -> Moment:
    gc.collect()
    tasks = trio.lowlevel.current_statistics().tasks_living
    return Moment(entries, kilobytes_of(os.getpid()), files_of(os.getpid()), tasks)
