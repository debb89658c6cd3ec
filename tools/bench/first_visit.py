"""A friend's first visit over a slow network, in Chromium: `python -m tools.bench.first_visit --beside OTHER_CHECKOUT`.

It prints when the field for the name is there, and when the board is, in seconds after the address was opened; how many
connections the browser has made by then, and how many bytes it was sent. The visitor sends a name as soon as there is a
field, whether the page's script has come or not. The same is measured in turn with the page of another checkout, such
as that of the last release.

Here: that measurement, and the slow network: a relay that lets each byte arrive half a round trip later, and the first
ones of a connection after one more, as the handshake of TCP does. It has no end of bandwidth and loses nothing. Not
here: what a tap takes once the page is there (`pages`).
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

import trio
from attrs import field

from protocol.frozen import define
from tests.client.browser import browser
from tools.bench.servers import ROOT, checkout, fivesd

GAME: Final = ("--rules", "all-fives", "--seats", "2", "--bots", "1", "--think", "0")
SIZE: Final = (390, 844)
CHUNK: Final = 65536
MOST_LOOKS: Final = 600
LONG: Final = 100_000
"""Chunks under way in one direction."""
LOOKS: Final = """
window.seen = {};
const look = () => {
    const field = document.querySelector("[data-press=name] [name=text]");
    if (!seen.name && field?.getClientRects().length) {
        seen.name = performance.now();
        field.value = "Ann";
        field.form.requestSubmit();
    }
    if (!seen.board && document.querySelector("#board svg") && document.querySelector("#hand .tile"))
        seen.board = performance.now();
    requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


@define(eq=False)
class SlowNetwork:
    """The way to a port of this machine, with this round trip in seconds. It counts what has gone through it."""

    target: int
    round_trip: float
    port: int = 0
    connections: int = 0
    sent: int = 0
    """Bytes to the browser."""
    _is_up: Event = field(factory=Event)
    _scope: trio.CancelScope = field(factory=trio.CancelScope)
    _token: trio.lowlevel.TrioToken | None = None

    async def serve(self) -> None:
        """Serve until stopped."""
        with self._scope:
            self._token = trio.lowlevel.current_trio_token()
            async with trio.open_nursery() as nursery:
                (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
                self.port = listener.socket.getsockname()[1]
                self._is_up.set()
                await trio.serve_listeners(self._serve_one, [listener], handler_nursery=nursery)

    @contextmanager
    def in_a_thread(self) -> Iterator[None]:
        """Serve while this lasts, in a thread of its own."""
        thread = Thread(target=partial(trio.run, self.serve))
        thread.start()
        self._is_up.wait()
        try:
            yield
        finally:
            assert self._token is not None
            self._token.run_sync_soon(self._scope.cancel)
            thread.join()

    async def _serve_one(self, near: trio.SocketStream) -> None:
        self.connections += 1
        open_at = trio.current_time() + self.round_trip
        async with await trio.open_tcp_stream("127.0.0.1", self.target) as far, trio.open_nursery() as nursery:
            nursery.start_soon(self._carry, near, far, open_at, nursery.cancel_scope)
            nursery.start_soon(self._carry, far, near, 0.0, nursery.cancel_scope)

    async def _carry(
        self, source: trio.SocketStream, sink: trio.SocketStream, open_at: float, both: trio.CancelScope
    ) -> None:
        into, out = trio.open_memory_channel[tuple[float, bytes]](LONG)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._deliver, out, sink, both)
            with into:
                while True:
                    try:
                        chunk = await source.receive_some(CHUNK)
                    except (trio.BrokenResourceError, trio.ClosedResourceError):
                        both.cancel()
                        return
                    await into.send((max(open_at, trio.current_time()) + self.round_trip / 2, chunk))
                    self.sent += 0 if open_at else len(chunk)
                    if not chunk:
                        return

    async def _deliver(
        self, chunks: "trio.MemoryReceiveChannel[tuple[float, bytes]]", sink: trio.SocketStream, both: trio.CancelScope
    ) -> None:
        try:
            async for due, chunk in chunks:
                await trio.sleep_until(due)
                await (sink.send_all(chunk) if chunk else sink.send_eof())
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            both.cancel()


@define
class Visit:
    """What one visit took: seconds, and what went over the network."""

    name: float
    board: float
    connections: int
    sent: int


def visit(root: Path, round_trip: float) -> Visit:
    """Visit the page of this checkout for the first time."""
    with (
        TemporaryDirectory(prefix="fives-bench-") as folder,
        fivesd(*GAME, root=root) as daemon,
        browser(Path(folder)) as tab,
    ):
        network = SlowNetwork(daemon.port, round_trip)
        with network.in_a_thread():
            tab.resize(*SIZE)
            _wait_for_page(daemon.port)
            tab.begin_with(LOOKS)
            tab.visit(f"http://127.0.0.1:{network.port}/")
            tab.until("seen.board > 0", True)
            name, board = (tab.evaluate(f"seen.{what}") / 1000 for what in ("name", "board"))
            return Visit(name, board, network.connections, network.sent)


def _wait_for_page(port: int) -> None:
    """Wait until the daemon has started the page's process; it answers with 503 before."""
    for _ in range(MOST_LOOKS):
        with suppress(HTTPError), urlopen(f"http://127.0.0.1:{port}/icon.svg"):
            return
        time.sleep(0.1)
    raise RuntimeError("the page did not start")


def _line(label: str, visits: Sequence[Visit]) -> str:
    names, boards = [taken.name for taken in visits], [taken.board for taken in visits]
    last = visits[-1]
    return (
        f"{label}: name field {median(names):.2f} s ({min(names):.2f} to {max(names):.2f}), "
        f"board {median(boards):.2f} s ({min(boards):.2f} to {max(boards):.2f}), "
        f"{last.connections} connections, {last.sent / 1024:.1f} KB"
    )


def main() -> None:
    """Measure, and print a line for each checkout."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.first_visit", description=__doc__)
    parser.add_argument("--round-trip", type=float, default=0.3, metavar="SECONDS")
    parser.add_argument("--takes", type=int, default=5, metavar="N")
    parser.add_argument("--beside", type=checkout, metavar="FOLDER", help="another checkout")
    options = parser.parse_args()
    roots = {"this checkout": ROOT, **({str(options.beside): options.beside} if options.beside else {})}
    visits: dict[str, list[Visit]] = {label: [] for label in roots}
    for _ in range(options.takes):
        for label, root in roots.items():
            visits[label].append(visit(root, options.round_trip))
    for label, taken in visits.items():
        print(_line(label, taken), flush=True)
    if options.beside:
        ours, theirs = visits.values()
        for what in ("name", "board"):
            ratios = [getattr(one, what) / getattr(other, what) for one, other in zip(ours, theirs, strict=True)]
            print(f"{what}: {median(ratios):.2f} of it ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
