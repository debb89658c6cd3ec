"""The page for browsers: from a tap to the picture, bytes on the WebSocket, memory and processor time of its process.

Here: a real `fivesd` with its page process and real WebSockets, without a browser's own drawing. `fivesd` and the page
process share one core, and the browsers have the other.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import trio

from client.picture.round_picture import picture
from client.web.board_part import board_of
from protocol.frozen import define
from protocol.game.layout import Layout
from protocol.log.table import Stage
from protocol.shared.address import Address
from tests.client.layouts import growing
from tests.client.web.page_client import PageClient, request
from tools.bench.figures import Figure, share
from tools.bench.load import hang_up, paced
from tools.bench.players import connected, open_tables, played_tables
from tools.bench.servers import Server, child_of, fivesd, memory, pinned, processor_time
from tools.bench.tabs import Tab, opened, watching_again
from tools.bench.terminals import Terminal

SECTION: Final = "page"
GAME: Final = ("--rules", "all-fives", "--seats", "4")
ENDLESS: Final = {"target": 10_000}
"""House rules of a match that does not end while it is measured. They leave the number of rounds as it is: everybody
has a number for each, and follows that chain at every deal (`protocol.log.mixing`)."""
PAUSE: Final = 0.1
"""About how many seconds players wait before a move at a table that is measured alone."""
PACE: Final = 2.0
"""The same at many tables: half as long as people take."""
BESIDE: Final = "a terminal, from command to drawn"
TERMINAL_TABLES: Final = 3
LONGER_THAN_A_MATCH: Final = 300.0
KB: Final = 1024.0


def measure(takes: int, seconds: float, tables: int, seats: int, target: int, pace: float = PACE) -> Iterator[Figure]:
    """Measure pictures, one table, a whole match to `target`, this many tables of four, and one of this many seats.

    `pace`: about how many seconds players at the many tables wait before a move.
    """
    yield from _pictures(seconds)
    yield from _taps(takes, seconds)
    yield from _match(seats, target)
    yield from _crowd(takes, seconds, tables, pace)
    yield from _crowded_table(takes, seconds, seats)


# Pictures.


def _pictures(seconds: float) -> Iterator[Figure]:
    """The cost of finding the places of tiles, and of the SVG after that."""
    for name, max_pip in (("double-six", 6), ("double-twelve", 12)):
        pictures: list[float] = []
        drawn: list[float] = []
        chance = 0
        while sum(pictures) < seconds:
            for layout in growing(chance, max_pip):
                pictures.append(_took(partial(picture, layout, 1.0)))
                _svg(layout)
                drawn.append(_took(partial(_svg, layout, marks=True)))
            chance += 1
        for part, label in ((0.5, "p50"), (0.99, "p99")):
            laid_out, as_svg = ((1000 * share(costs, part),) for costs in (pictures, drawn))
            yield Figure(SECTION, f"a new picture, {name}, {label}", "ms", laid_out, "its SVG", as_svg)


def _svg(layout: Layout, *, marks: bool = False) -> None:
    """The picture as SVG. Its tiles' places are cached after the first call, and the marks make it another SVG."""
    board_of(layout, frozenset(layout.tiles[-1:]) if marks else frozenset(), 1.0, has_ends=True)


def _took(work: "partial[Any]") -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


# One table of two browsers and two terminals.


def _taps(takes: int, seconds: float) -> Iterator[Figure]:
    with fivesd(*GAME, *(f"--set={option}={value}" for option, value in ENDLESS.items())) as daemon, pinned(1):
        pairs = trio.run(_mixed_table, daemon.port, takes, 5 * seconds)
    browsers, terminals = zip(*pairs, strict=True)
    yield from _percentiles("tap to picture", browsers, BESIDE, terminals)


async def _mixed_table(port: int, takes: int, seconds: float) -> list[tuple[list[float], list[float]]]:
    """For each take, how long each play took in the browsers and in the terminals."""
    pairs = []
    tabs: list[Tab] = []
    tabs += [Tab(await opened(port, f"Browser {nth}"), tabs) for nth in (1, 2)]
    with TemporaryDirectory(prefix="fives-bench-") as folder:
        terminals = [Terminal(port, f"Terminal {nth}", Path(folder)) for nth in (1, 2)]
        players: list[Tab | Terminal] = [*tabs, *terminals]
        async with trio.open_nursery() as nursery:
            for terminal in terminals:
                nursery.start_soon(terminal.link.run)
            for _ in range(takes):
                for player in players:
                    player.own.clear()
                with trio.move_on_after(seconds):
                    async with trio.open_nursery() as playing:
                        for player in players:
                            playing.start_soon(player.plays, PAUSE)
                in_browsers, in_terminals = (
                    [seconds for player in side for seconds in player.own] for side in (tabs, terminals)
                )
                pairs.append((in_browsers, in_terminals))
            nursery.cancel_scope.cancel()
    for tab in tabs:
        await tab.client.leave()
    return pairs


# A whole match.


def _match(watching: int, target: int) -> Iterator[Figure]:
    """A match of a browser and a terminal against two bots, and browsers that watch it afterwards."""
    with fivesd(*GAME, "--set", f"target={target}", "--bots", "2", "--think", "0.1") as daemon, pinned(1):
        yield from trio.run(_whole_match, daemon, watching)


async def _whole_match(daemon: Server, watching: int) -> list[Figure]:
    tab = Tab(await opened(daemon.port, "Browser"), [])
    tab.table.append(tab)
    tab.client.stream = browser = CountedStream(tab.client.stream)
    page, plugs = page_process(daemon), list[CountedStream]()

    async def dial(address: Address) -> trio.abc.Stream:
        plugs.append(CountedStream(await trio.open_tcp_stream(address.host, address.port)))
        return plugs[-1]

    with TemporaryDirectory(prefix="fives-bench-") as folder:
        terminal = Terminal(daemon.port, "Terminal", Path(folder))
        terminal.link.dial = dial
        async with trio.open_nursery() as nursery:
            nursery.start_soon(terminal.link.run)
            nursery.start_soon(terminal.plays, PAUSE)
            nursery.start_soon(tab.plays, PAUSE)
            with trio.fail_after(LONGER_THAN_A_MATCH):
                while terminal.player.model.table.stage is not Stage.OVER:  # noqa: ASYNC110 - two tasks play
                    await trio.sleep(0.1)
            await trio.sleep(1)  # until the last parts have arrived
            nursery.cancel_scope.cancel()
    name = f"in a match of All Fives ({terminal.player.model.session.head} entries)"
    figures = [
        Figure(SECTION, f"{label} {name}", "KB", (ours / KB,), "a terminal", (bare / KB,))
        for label, ours, bare in (
            ("to a browser", browser.read, plugs[0].read),
            ("from a browser", browser.sent, plugs[0].sent),
        )
    ]
    figures += _steps(tab.client, name)
    if page is not None:
        before = weight(page)
        game = terminal.player.model.session.game
        watchers = [await watching_again(daemon.port, f"Watcher {nth}", game) for nth in range(watching)]
        await trio.sleep(1)
        kilobytes = (weight(page) - before) / watching / KB
        figures.append(Figure(SECTION, "memory of a browser with a whole match", "KB", (kilobytes,)))
        for watcher in watchers:
            await watcher.leave()
    await tab.client.leave()
    return figures


def _steps(client: PageClient, name: str) -> Iterator[Figure]:
    """What each kind of message costs, relative to the changed parts as a whole, which a plain page would send."""
    shared = -sum(length for length in client.lengths if length < 0)
    others = sum(length for length in client.lengths if length > 0)
    for label, bytes_ in (
        ("all messages to a browser", shared + others),
        ("the compressed ones", shared),
        ("the others, without padding", others - client.padding),
        ("padding", client.padding),
    ):
        yield Figure(SECTION, f"{label} {name}", "KB", (bytes_ / KB,), "its changed parts, whole", (client.whole / KB,))


@define(eq=False)
class CountedStream(trio.abc.Stream):
    """A stream that counts the bytes in each direction."""

    stream: trio.abc.Stream
    read: int = 0
    sent: int = 0

    async def send_all(self, data: Any) -> None:
        self.sent += len(data)
        await self.stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> Any:
        received = await self.stream.receive_some(max_bytes)
        self.read += len(received)
        return received

    async def aclose(self) -> None:
        await self.stream.aclose()


# Many browsers.


class Browsers:
    """The process with the browsers (`tabs`)."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, **order: object) -> None:
        """Send an order; `answer` waits for the result."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()

    def answer(self) -> dict[str, list[float]]:
        """Wait for the answer to the last order."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the browsers have stopped")
        answer: dict[str, list[float]] = json.loads(line)
        return answer

    def play(self, seconds: float, tables: int, pause: float) -> dict[str, list[float]]:
        """Have the first `tables` play for so long, and return their taps."""
        self.ask(play=seconds, tables=tables, pause=pause)
        return self.answer()


@contextmanager
def browsers_at(daemon: Server, seats: int, names: Sequence[str]) -> Iterator[Browsers]:
    """A process with a browser on every seat of these tables; killed at the end."""
    with pinned(1):
        process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.tabs", str(daemon.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    try:
        browsers = Browsers(process)
        browsers.ask(sit=seats, tables=names)
        browsers.answer()
        yield browsers
    finally:
        process.kill()
        process.communicate()


def _crowd(takes: int, seconds: float, count: int, pace: float) -> Iterator[Figure]:
    """Tables of four browsers of which all or only one play, then terminals at other tables."""
    long, name, alone = 10 * seconds, f"{4 * count} browsers at {count} tables", "one of the tables alone"
    with fivesd(*GAME) as daemon:
        page = page_process(daemon)
        idle = weight(page) if page else 0.0
        with browsers_at(daemon, 4, open_tables(daemon, count, seats=4, rules="all-fives", set=ENDLESS)) as browsers:
            if page:
                kilobytes = (weight(page) - idle) / (4 * count) / KB
                yield Figure(SECTION, f"memory of each of {4 * count} browsers at the first deal", "KB", (kilobytes,))
            browsers.play(seconds, count, pace)
            yield from _both(
                name, alone, takes, TimedBrowsers(browsers, daemon, page), long, (count, pace), (1, pace / 4)
            )
            yield from _beside(daemon, browsers, takes, long, count, pace)


@define
class TimedBrowsers:
    """Browsers whose moves are timed, and the processes that serve them."""

    browsers: Browsers
    daemon: Server
    page: int | None

    def play(self, seconds: float, tables: int, pause: float) -> tuple[dict[str, list[float]], float, float]:
        """Play. Returns the taps, and the milliseconds of a core per play of the page process and of the daemon."""
        before = self._spent()
        played = self.browsers.play(seconds, tables, pause)
        page, daemon = (1000 * (now - then) for now, then in zip(self._spent(), before, strict=True))
        moves = max(1, len(played["own"]))
        return played, page / moves, daemon / moves

    def _spent(self) -> tuple[float, float]:
        page = 0.0 if self.page is None else processor_time(self.page) or 0.0
        return page, self.daemon.processor_time or 0.0


def _both(
    name: str,
    beside: str,
    takes: int,
    timed: TimedBrowsers,
    seconds: float,
    ours: tuple[int, float],
    bare: tuple[int, float],
    pair: TimedBrowsers | None = None,
) -> Iterator[Figure]:
    """Taps and costs of `ours`, and alternately of `bare` at `pair`: how many tables play, and the pause."""
    pairs = [(timed.play(seconds, *ours), (pair or timed).play(seconds, *bare)) for _ in range(takes)]
    sides = list(zip(*pairs, strict=True))
    for which, label in (("own", "tap to picture"), ("last", "tap to the last picture of the table")):
        many, few = ([played[which] for played, _, _ in side] for side in sides)
        yield from _percentiles(f"{name}, {label}", many, beside, few)
    if timed.page:
        work, bare_work = (tuple(page for _, page, _ in side) for side in sides)
        yield Figure(SECTION, f"{name}, work of the page process for a play", "ms of a core", work, beside, bare_work)
        own, others = (tuple(daemon for _, _, daemon in side) for side in sides)
        yield Figure(SECTION, f"{name}, work of the daemon for a play", "ms of a core", own, beside, others)


def _beside(
    daemon: Server, browsers: Browsers, takes: int, seconds: float, count: int, pace: float
) -> Iterator[Figure]:
    """Moves in terminals while browsers play at other tables, and while none of them does."""
    tables = played_tables(daemon, TERMINAL_TABLES, set=ENDLESS)
    busy, quiet = [], []
    for _ in range(takes):
        browsers.ask(play=seconds, tables=count, pause=pace)
        busy.append(list(paced(daemon, tables, seconds - 1, 10 * TERMINAL_TABLES).latencies))
        browsers.answer()
        browsers.ask(play=seconds, tables=0, pause=pace)
        quiet.append(list(paced(daemon, tables, seconds - 1, 10 * TERMINAL_TABLES).latencies))
        browsers.answer()
    hang_up(tables)
    name = f"a move in terminals beside {4 * count} browsers"
    yield from _percentiles(name, busy, "browsers that do not play", quiet)


def _crowded_table(takes: int, seconds: float, seats: int) -> Iterator[Figure]:
    """A table with this many browsers and a table of two, both with the largest set."""
    large = {**ENDLESS, "max_pip": 12}
    with fivesd(*GAME) as daemon:
        page = page_process(daemon)
        many, few = (open_tables(daemon, 1, seats=number, rules="playroom", set=large) for number in (seats, 2))
        with browsers_at(daemon, seats, many) as crowd, browsers_at(daemon, 2, few) as two:
            timed, pair = TimedBrowsers(crowd, daemon, page), TimedBrowsers(two, daemon, page)
            one = (1, 2 * PAUSE)
            name = f"{seats} browsers at one table"
            yield from _both(name, "2 browsers at one", takes, timed, 10 * seconds, one, one, pair)


def page_process(daemon: Server) -> int | None:
    """The number of the daemon's page process, which has served a file; None where the system has no /proc."""
    with connected(daemon) as plug:
        plug.sendall(request(host="localhost"))
        while plug.recv(1 << 16):
            pass
    return child_of(daemon.process.pid, "client", "page", "--child")


def weight(page: int) -> float:
    """Bytes of memory of the page process."""
    return memory(page) or 0.0


def _percentiles(
    name: str, takes: Sequence[Sequence[float]], beside: str, bare: Sequence[Sequence[float]]
) -> Iterator[Figure]:
    """p50 and p99 of all takes, in milliseconds: each take has too few moves for a p99 of its own."""
    pairs = [(ours, others) for ours, others in zip(takes, bare, strict=True) if ours and others]
    if not pairs:
        raise RuntimeError(f"{name}: nobody played; take longer")
    ours, others = ([[1000 * delay for delay in take] for take in side] for side in zip(*pairs, strict=True))
    medians = [tuple(share(take, 0.5) for take in side) for side in (ours, others)]
    yield Figure(SECTION, f"{name}, p50", "ms", medians[0], beside, medians[1])
    together = [(share([delay for take in side for delay in take], 0.99),) for side in (ours, others)]
    yield Figure(SECTION, f"{name}, p99", "ms", together[0], beside, together[1])
