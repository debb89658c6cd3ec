"""Browsers that step through the replay of a long match, and how long another browser's press takes beside them.

`python -m tools.bench.replays PORT TABLE COUNT` is the process with those browsers: it prints a line once all of them
have the replay open, and then presses as fast as the page takes it from one browser, until it is killed.

Here: a real `fivesd` with its page process, as in `pages`.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Final

import trio

from tests.client.web.page_client import PageClient
from tools.bench.figures import Figure, share
from tools.bench.load import closed_loop, hang_up
from tools.bench.pages import GAME, page_process, weight
from tools.bench.players import PlayedTable, open_tables
from tools.bench.servers import Server, allow_many_sockets, fivesd, pinned
from tools.bench.tabs import opened

SECTION: Final = "replays"
LONGER_THAN_A_MATCH: Final = 600.0
TIME_TO_CATCH_UP: Final = 3.0
BETWEEN_STEPS: Final = 0.02
BETWEEN_PRESSES: Final = 0.1
MB: Final = 1024.0 * 1024


def measure(
    takes: int, seconds: float, count: int, target: int, time_to_catch_up: float = TIME_TO_CATCH_UP
) -> Iterator[Figure]:
    """Measure with so many browsers in the replay of a match to `target` points.

    `time_to_catch_up`: seconds until the measured browser has the whole match.
    """
    with fivesd(*GAME) as daemon:
        (name,) = open_tables(daemon, 1, seats=4, set={"target": target, "max_rounds": 10_000})
        table = PlayedTable(daemon, name)
        table.plays_again = False
        closed_loop(daemon, [table], LONGER_THAN_A_MATCH)
        about = f"beside {count} browsers in the replay of a match of {table.clients[0].seen} entries"
        pairs = []
        for _ in range(takes):
            with stepping(daemon, name, count):
                beside = trio.run(_presses, daemon.port, name, 10 * seconds, time_to_catch_up)
            pairs.append((beside, trio.run(_presses, daemon.port, name, 10 * seconds, time_to_catch_up)))
        for part, label in ((0.5, "p50"), (0.99, "p99")):
            ours, alone = (tuple(1000 * share(take, part) for take in side) for side in zip(*pairs, strict=True))
            yield Figure(SECTION, f"a press {about}, {label}", "ms", ours, "nobody", alone)
        page = page_process(daemon)
        if page is not None:
            yield Figure(SECTION, f"the page process after {takes * count} such browsers", "MB", (weight(page) / MB,))
        hang_up([table])


@contextmanager
def stepping(daemon: Server, table: str, count: int) -> Iterator[None]:
    """So many browsers at this table that step through its replay."""
    with pinned(1):
        process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.replays", str(daemon.port), table, str(count)],
            stdout=subprocess.PIPE,
            text=True,
        )
    try:
        assert process.stdout is not None
        if not process.stdout.readline():
            raise RuntimeError("the browsers have stopped")
        yield
    finally:
        process.kill()
        process.communicate()


async def _presses(port: int, table: str, seconds: float, time_to_catch_up: float) -> list[float]:
    """How long each press of one more browser at this table takes, in seconds."""
    took = []
    with pinned(1):
        client = await opened(port, "Visitor", table, watches=True)
        await client.reads_for(time_to_catch_up)
        end = time.perf_counter() + seconds
        for window in cycle(("menu", "keys")):
            begun = time.perf_counter()
            if begun > end:
                break
            before = client.parts["window"]
            await client.press("show", window)
            while client.parts["window"] == before:
                await client.reads_one()
            took.append(time.perf_counter() - begun)
            await trio.sleep(BETWEEN_PRESSES)
        await client.leave()
    return took


async def _step(port: int, table: str, count: int) -> None:
    clients = []
    for number in range(count):
        client = await opened(port, f"Browser {number}", table, watches=True)
        await client.press("show", "replay")
        await client.shows("window", 'data-press="replay"')
        clients.append(client)
    print("ready", flush=True)
    async with trio.open_nursery() as nursery:
        for client in clients:
            nursery.start_soon(_drop, client)
            nursery.start_soon(_press, client)


async def _drop(client: PageClient) -> None:
    """Read and forget, which costs less than reading the parts."""
    while await client.stream.receive_some():
        pass


async def _press(client: PageClient) -> None:
    for step in cycle(("back", "back", "on")):
        await client.press("replay", step)
        await trio.sleep(BETWEEN_STEPS)


if __name__ == "__main__":
    allow_many_sockets()
    trio.run(_step, int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
