"""Strangers and ordinary players who start matches and never return: their abandoned games do not fill a host.

Here: a house on a real journal, with as many tables as a host has, and one player who finally returns to a game.
"""

import time
from pathlib import Path
from typing import Final

import trio
from attrs import frozen

from daemon.journal.record_folder import RecordFolder
from daemon.journal.sqlite_journal import open_journal
from protocol.wire.messages import OpenTable, Tables
from tests.daemon.harness import Host, hosting
from tests.daemon.wire_client import WireClient

ADDRESSES_OF_STRANGERS: Final = 5


@frozen
class LeaverResults:
    """The games that were started, the games still stored, and how long two friends waited, in seconds."""

    begun: int
    kept: int
    to_open: float
    to_wake: float

    def __str__(self) -> str:
        return (
            f"{self.begun} matches begun and left, {self.kept} games kept; after that a friend opened a table in"
            f" {1000 * self.to_open:.0f} ms, and another had a game of before again in {1000 * self.to_wake:.0f} ms"
        )


async def measure(data: Path, strangers: int, players: int) -> LeaverResults:
    """Strangers start this many matches from a few addresses, and this many players one each."""
    await trio.Path(data).mkdir(parents=True, exist_ok=True)
    async with (
        open_journal(data / "journal.sqlite") as journal,
        hosting(journal, RecordFolder(data / "records"), think=60) as host,
    ):
        await host.open_home()
        friend = await _begin_and_leave(host, "192.0.2.1")
        for nth in range(strangers):
            await _begin_and_leave(host, f"198.51.100.{nth % ADDRESSES_OF_STRANGERS}")
        for nth in range(players):
            await _begin_and_leave(host, f"203.0.{nth // 250}.{nth % 250}")
        began = time.monotonic()
        await _begin_and_leave(host, "192.0.2.2")
        opened = time.monotonic()
        await host.back(friend)
        return LeaverResults(
            1 + strangers + players, len(await journal.games()), opened - began, time.monotonic() - opened
        )


async def _begin_and_leave(host: Host, address: str) -> WireClient:
    client = host.connect("Eve", peer=address)
    await client.send(OpenTable("cinq-et-trois", bots=1))
    await client.enter(table=(await client.expect(Tables)).opened)
    await client.leave()
    await host.deserted()
    return client
