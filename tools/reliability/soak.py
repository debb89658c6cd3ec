"""One house for a long time: matches at many tables, people who come, go, come back or stay away; nothing grows.

Here: the life of the house, in this process, on a real journal, and what is counted at quiet moments: memory,
open files, tasks. Not here: a bad network (`tools.simulator`).
"""

import gc
import os
import time
from pathlib import Path
from random import Random
from typing import Final

import trio
from attrs import field, frozen

from daemon.journal.record_folder import RecordFolder
from daemon.journal.sqlite_journal import open_journal
from protocol.frozen import define
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, Tables
from tests.daemon.harness import Host, hosting
from tests.daemon.wire_client import WireClient
from tools.reliability.outside import files_of, kilobytes_of

STAY_AWAY: Final = 0.1
"""The share of matches that everybody leaves unfinished: their games fall asleep, and most are forgotten."""


@frozen
class Moment:
    """Counts while nobody is connected."""

    entries: int
    kilobytes: int
    files: int
    tasks: int


@define
class Soak:
    """The counts from the end of the first tenth on."""

    seconds: float = 0
    matches: int = 0
    entries: int = 0
    moments: list[Moment] = field(factory=list)

    def __str__(self) -> str:
        first, last = self.moments[0], self.moments[-1]
        return (
            f"{last.entries} entries in {self.matches} matches and {self.seconds:.0f} s;"
            f" from entry {first.entries} on: memory {first.kilobytes / 1024:.1f} to {last.kilobytes / 1024:.1f} MB,"
            f" files {first.files} to {last.files}, tasks {first.tasks} to {last.tasks}"
        )


async def measure(data: Path, seconds: float, tables: int) -> Soak:
    """Play for this long, at this many tables at a time. There are no more: a wave needs the places of the last."""
    chance, begun = Random(1), time.monotonic()
    soak = Soak()
    await trio.Path(data).mkdir(parents=True, exist_ok=True)
    async with (
        open_journal(data / "journal.sqlite") as journal,
        hosting(journal, RecordFolder(data / "records"), most_tables=tables, most_tables_from_one=tables) as host,
    ):
        while (passed := time.monotonic() - begun) < seconds:
            async with trio.open_nursery() as wave:
                for _ in range(tables):
                    wave.start_soon(_match, host, chance, soak)
            await host.deserted()
            if passed > seconds / 10:
                soak.moments.append(_counted(soak.entries))
        soak.moments.append(_counted(soak.entries))
    soak.seconds = time.monotonic() - begun
    return soak


async def _match(host: Host, chance: Random, soak: Soak) -> None:
    """A table is opened, played at, watched and left, by some players before the match ends."""
    ann = host.connect("Ann")
    await ann.send(OpenTable("cinq-et-trois", bots=chance.choice((0, 1))))
    table = (await ann.expect(Tables)).opened
    await ann.enter(table=table)
    people = [ann]
    if any(seat.is_free for seat in ann.table.seats):
        people.append(await host.seated("Ben", table=table))
    turns = chance.randrange(60) if chance.random() < STAY_AWAY else None
    async with trio.open_nursery() as nursery:
        for client in people:
            nursery.start_soon(_play, host, client, chance, turns, nursery.cancel_scope)
    eve = await host.watching("Eve", table=table)
    await eve.leave()
    soak.matches += 1
    soak.entries += eve.session.head


async def _play(host: Host, client: WireClient, chance: Random, turns: int | None, all_leave: trio.CancelScope) -> None:
    """Play to the end of the match, or for some turns, after which everybody leaves; now and then return."""
    try:
        while not client.is_at(Stage.OVER):
            move = client.a_move()
            if turns == 0:
                all_leave.cancel()
                await trio.lowlevel.checkpoint()
            elif chance.random() < 0.005:
                with trio.CancelScope(shield=True):  # a connection without a client would stay open for ever
                    await client.leave()
                    client = await host.back(client)
            elif move is not None:
                await client.do(move)
                turns = None if turns is None else turns - 1
            else:
                await client.receive()
    finally:
        with trio.CancelScope(shield=True):
            await client.leave()


def _counted(entries: int) -> Moment:
    gc.collect()
    tasks = trio.lowlevel.current_statistics().tasks_living
    return Moment(entries, kilobytes_of(os.getpid()), files_of(os.getpid()), tasks)
