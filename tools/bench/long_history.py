"""A daemon with many finished games in its folder: its start, its memory, its moves, and the commands on stored games.

Everything is measured beside the same with a hundredth of the games. Figures are of processor time, for how long it
takes depends on the disk; except the first line of a list, for which somebody waits.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bench.figures import Figure, side_by_side
from tools.bench.histories import stored_history
from tools.bench.load import closed_loop, hang_up
from tools.bench.moves import DAEMON
from tools.bench.players import played_tables
from tools.bench.servers import COMPILED, ROOT, running

SECTION = "history"
GAME = "2026-01-02-oak-000000"
MB = 1024.0 * 1024


def measure(takes: int, seconds: float, games: int) -> Iterator[Figure]:
    """Measure a folder with this many finished games. The games are deleted at the end."""
    with TemporaryDirectory(prefix="fives-bench-") as many, TemporaryDirectory(prefix="fives-bench-") as few:
        fewer = max(1, games // 100)
        entries = stored_history(Path(many), games)
        stored_history(Path(few), fewer)
        name, beside = f"{games:,} finished games of {entries} entries", f"{fewer:,} games"

        def figure(what: str, unit: str, takes: int, measured: Callable[[Path], float]) -> Figure:
            columns = side_by_side(takes, partial(measured, Path(many)), partial(measured, Path(few)))
            return Figure(SECTION, f"{name}, {what}", unit, columns[0], beside, columns[1])

        yield figure("start", "s of a core", takes, _start)
        yield figure("memory after it", "MB", 1, _memory)
        yield figure("a move at ten tables", "us of a core/move", takes, partial(_move, seconds))
        yield figure("fivesd games", "s of a core", 1, partial(_fivesd, "games"))
        yield figure("fivesd games, first line", "s", takes, _first_line)
        yield figure("fivesd forget GAME", "s of a core", 1, partial(_fivesd, "forget", GAME, "--yes"))
        yield figure("fivesd forget, all", "s of a core", 1, partial(_fivesd, "forget", "--older-than", "1", "--yes"))


def _start(data: Path) -> float:
    with running(DAEMON, data) as daemon:
        return daemon.processor_time or 0.0


def _memory(data: Path) -> float:
    with running(DAEMON, data) as daemon:
        return (daemon.memory or 0.0) / MB


def _move(seconds: float, data: Path) -> float:
    with running(DAEMON, data) as daemon:
        tables = played_tables(daemon, 10)
        closed_loop(daemon, tables, seconds / 4)
        load = closed_loop(daemon, tables, seconds)
        hang_up(tables)
    return load.work_a_move or 1e6 / load.moves_a_second


def _fivesd(*words_and_data: str | Path) -> float:
    """Seconds of a core that a command of `fivesd` uses on this folder."""
    *words, data = words_and_data
    before = os.times()
    subprocess.run(_command(words, data), check=True, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _first_line(data: Path) -> float:
    """Seconds until the list of all games has begun."""
    begun = time.perf_counter()
    with subprocess.Popen(
        _command(["games"], data), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=COMPILED
    ) as command:
        assert command.stdout is not None
        line = command.stdout.readline()
        waited = time.perf_counter() - begun
        command.stdout.read()
    assert line.startswith(GAME.encode()), line
    return waited


def _command(words: Sequence[str | Path], data: str | Path) -> list[str | Path]:
    return [sys.executable, "-m", "daemon", *words, "--data", data]
