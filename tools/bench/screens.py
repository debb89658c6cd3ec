"""The client on a terminal: the time until a change is painted, and the cost of a repaint, compared with an empty
prompt_toolkit.
"""

import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TextIO

from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size as TerminalSize
from prompt_toolkit.input import DummyInput
from prompt_toolkit.layout import Layout as Windows
from prompt_toolkit.layout import Window
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from client.picture.pinwheel import Size
from client.screen.display import Display
from protocol.log.events import TilePlayed
from tests.client.at_desk import Player, at_table
from tests.played import played_match
from tools.bench.figures import Figure, rate, side_by_side

SIZES: Final = (Size(40, 20), Size(80, 24), Size(120, 40), Size(200, 60))
EMPTY: Final = "an empty prompt_toolkit screen"
_EMPTY_SCREEN: Final = (
    "from prompt_toolkit.application import Application\n"
    "from prompt_toolkit.layout import Layout, Window\n"
    "from prompt_toolkit.layout.controls import FormattedTextControl\n"
    "Application(Layout(Window(FormattedTextControl('Connecting'))), full_screen=True).run()"
)


def measure(takes: int, seconds: float) -> Iterator[Figure]:
    """Measure the first paint at an address that never answers, and repaints of a running match."""
    if sys.platform != "win32":
        yield _first_paint(takes)
    with create_app_session(DummyInput(), DummyOutput()), Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        for size in SIZES:
            ours, empty = repainting(size, nowhere)
            costs = side_by_side(takes, partial(_cost, ours, seconds), partial(_cost, empty, seconds))
            yield Figure("screen", f"repaint at {size.width}x{size.height}", "ms of a core", costs[0], EMPTY, costs[1])


def _first_paint(takes: int) -> Figure:
    with TemporaryDirectory(prefix="fives-bench-") as home, socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        ours = partial(_wait_for, "Connecting", home, "-m", "client", "join", address, "--name", "Ann")
        waits = side_by_side(takes, ours, partial(_wait_for, "Connecting", home, "-c", _EMPTY_SCREEN))
    return Figure("screen", "first paint", "ms", waits[0], EMPTY, waits[1])


def _wait_for(text: str, home: str, *words: str) -> float:
    """Milliseconds from the start of this Python until the terminal shows the text."""
    from tests.end_to_end.pseudo_terminal import PseudoTerminal

    begun = time.perf_counter()
    terminal = PseudoTerminal([sys.executable, *words], Path(home), 80, 24)
    try:
        terminal.shows(text)
        return 1000 * (time.perf_counter() - begun)
    finally:
        terminal.close()


def repainting(size: Size, nowhere: TextIO) -> tuple[Callable[[], None], Callable[[], None]]:
    """The cost of a key that selects another tile during a match, and of a frame of an empty screen of this size."""
    player = _my_turn()
    player.screen.resize(size)
    ours, empty = Display(player.screen).app, Application[None](Windows(Window()), full_screen=True)
    for app in (ours, empty):
        app.output = Vt100_Output(nowhere, lambda: TerminalSize(size.height, size.width), term="xterm")
        app.renderer.output = app.output

    def choose_another() -> None:
        player.press("right")
        _render(ours)

    return choose_another, partial(_render, empty)


def _render(app: Application[None]) -> None:
    with set_app(app):
        app.render_counter += 1  # as the application does: until then its text is taken from a cache
        app.renderer.render(app, app.layout)


def _my_turn() -> Player:
    """A player's turn in the middle of a match on the full screen."""
    events = played_match("all-fives", chance=3)
    plays = [at for at, event in enumerate(events) if isinstance(event, TilePlayed) and event.seat == 0]
    return at_table(*events[: plays[4]])


def _cost(repaint: Callable[[], None], seconds: float) -> float:
    """Milliseconds of this process's own time for each repaint."""

    def once() -> int:
        repaint()
        return 1

    return 1000 / rate(once, seconds)
