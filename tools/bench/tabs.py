"""Browsers at tables of a running `fivesd`, as a program: `python -m tools.bench.tabs PORT`.

They play by what the page shows them. Each line on standard input is an order in JSON, and is answered by a line:

    {"sit": SEATS, "tables": NAMES}                       seat a browser on every seat of these tables
    {"play": SECONDS, "tables": COUNT, "pause": SECONDS}  have the first of these tables play, each player with about
                                                          this pause before a move

The answer to the second is the seconds from each tap that plays a tile to the player's own picture (`own`) and to the
last picture of the table (`last`).

Here: browsers and their timing. Not here: the terminal to compare with (`terminals`), the figures (`pages`). Browsers
have their own process, so that reading their parts does not delay other clients that are being measured.
"""

import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from random import uniform
from typing import Final

import trio
from attrs import field

from client.actions.action import GoTo
from client.actions.panel import key_of
from protocol.frozen import define
from protocol.shared.table_path import path_of
from tests.client.web.page_client import PageClient
from tools.bench.servers import allow_many_sockets

BETWEEN_TAPS: Final = 0.05
"""Seconds between choosing a tile and playing it: longer than the page's own pause after each press."""
TIME_TO_SETTLE: Final = 0.3
"""Seconds in which a browser receives what was on its way when it last stopped playing."""
_ORDER: Final = re.compile(r'data-press="order" data-value="(draw|knock|pass)"')
_GO_ON: Final = re.compile(r'data-press="go-on" data-value="([^"]*)"')
_PLAY: Final = re.compile(r'data-press="play" data-value="([^"]+)"')
_FITTING: Final = re.compile(r'class="tile" data-press="tile" data-value="([^"]+)"')


@define(eq=False)
class Tab:
    """A browser at a table. `boards` counts the pictures of the board that it has received."""

    client: PageClient
    table: "list[Tab]"
    boards: int = 0
    own: list[float] = field(factory=list)
    last: list[float] = field(factory=list)
    _has_new_board: trio.Event = field(factory=trio.Event)

    @property
    def _picture(self) -> str:
        """The board without what this player alone sees on it: where the chosen tile would be."""
        return self.client.texts["board"]

    async def reads(self) -> None:
        """Read one message."""
        before = self._picture
        await self.client.reads_one()
        if self._picture != before:
            self.boards += 1
            self._has_new_board.set()
            self._has_new_board = trio.Event()

    async def plays(self, pause: float) -> None:
        """Play until cancelled."""
        with trio.move_on_after(TIME_TO_SETTLE):
            while True:
                await self.reads()
        while True:
            if self.client.parts["window"]:  # the end of a round on the page of an earlier release (`crowd`)
                await self.client.press("close")
                await self._until(lambda: not self.client.parts["window"])
            elif _GO_ON.search(self.client.parts["actions"]):
                await self._go_on()
            elif "Your turn" in self.client.title:
                await trio.sleep(pause * uniform(0.5, 1.5))  # or else all tables would move at once
                await self._move()
            else:
                await self.reads()

    async def _go_on(self) -> None:
        """Have the page show the next round; until then it shows the last board of the one before."""
        parts = self.client.parts
        await self.client.press("go-on", _GO_ON.findall(parts["actions"])[0])
        await self._until(lambda: not _GO_ON.search(parts["actions"]))

    async def _move(self) -> None:
        parts = self.client.parts
        orders = _ORDER.findall(parts["actions"])
        if orders:
            actions = parts["actions"], parts["hand"]
            await self.client.press("order", orders[0])
            await self._until(lambda: (parts["actions"], parts["hand"]) != actions)
            return
        fitting = _FITTING.findall(parts["hand"])
        if not _PLAY.search(parts["actions"]) and fitting:
            await self.client.press("tile", fitting[0])
            await self._until(lambda: _PLAY.search(parts["actions"]))
            await trio.sleep(BETWEEN_TAPS)
        chosen = _PLAY.search(parts["actions"])
        if chosen is None:
            await self.reads()
            return
        boards = [tab.boards for tab in self.table]
        began = time.perf_counter()
        await self.client.press("play", chosen[1])
        await self._until(lambda: self.boards > boards[self.table.index(self)])
        self.own.append(time.perf_counter() - began)
        for tab, seen in zip(self.table, boards, strict=True):
            await tab.has_more_boards_than(seen)
        self.last.append(time.perf_counter() - began)

    async def _until(self, holds: Callable[[], object]) -> None:
        while not holds():
            await self.reads()

    async def has_more_boards_than(self, number: int) -> None:
        """Wait until another task has read a picture."""
        while self.boards <= number:
            await self._has_new_board.wait()


async def opened(port: int, name: str, table: str | None = None, *, watches: bool = False) -> PageClient:
    """A browser that has sat down at the table of this name or at the daemon's only one, or that watches there."""
    client = PageClient(await trio.open_tcp_stream("127.0.0.1", port))
    path = "/" if watches or table is None else path_of(table)
    await client.open({"name": name, "seats": []}, path=path, origin="http://localhost")
    await client.until(lambda page: page.parts["waiting"] or page.parts["hand"] or page.parts["lobby"])
    if watches:
        await client.press("choose", f"tables {key_of(GoTo(table or 'oak', watches=True))}")
        await client.until(lambda page: page.parts["board"])
    elif table is not None:
        await client.says(f"You sit at table {table}")
    return client


async def watching_again(port: int, name: str, game: str | None) -> PageClient:
    """A browser that watched this match, and is back after its end: any other one gets the seat of a bot."""
    client = PageClient(await trio.open_tcp_stream("127.0.0.1", port))
    await client.open({"name": name, "seats": [], "watched": ["oak", game]}, path="/oak", origin="http://localhost")
    await client.until(lambda page: page.parts["board"])
    return client


async def _seated(port: int, seats: int, names: Sequence[str]) -> list[list[Tab]]:
    """The browsers of each of these tables, whose matches have begun."""
    tables: list[list[Tab]] = []
    for name in names:
        table: list[Tab] = []
        for seat in range(seats):
            table.append(Tab(await opened(port, f"Browser {seat + 1}", name), table))
        for tab in table:
            await tab.client.until(lambda page: page.parts["hand"])
        tables.append(table)
    return tables


async def _play(tables: Sequence[list[Tab]], seconds: float, count: int, pause: float) -> dict[str, list[float]]:
    tabs = [tab for table in tables for tab in table]
    for tab in tabs:
        tab.own.clear()
        tab.last.clear()
    with trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            for table in tables[:count]:
                for tab in table:
                    nursery.start_soon(tab.plays, pause)
            for table in tables[count:]:
                for tab in table:
                    nursery.start_soon(tab.client.reads_for, seconds)
    return {"own": [delay for tab in tabs for delay in tab.own], "last": [delay for tab in tabs for delay in tab.last]}


async def _serve(port: int) -> None:
    tables: list[list[Tab]] = []
    while line := await trio.to_thread.run_sync(sys.stdin.readline):
        order = json.loads(line)
        if "sit" in order:
            tables = await _seated(port, order["sit"], order["tables"])
            print("{}", flush=True)
        else:
            print(json.dumps(await _play(tables, order["play"], order["tables"], order["pause"])), flush=True)


if __name__ == "__main__":
    allow_many_sockets()
    trio.run(_serve, int(sys.argv[1]))
