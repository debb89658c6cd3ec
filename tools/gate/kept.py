"""Whether a tree opens what an earlier one has left: a host's folder, a player's folder with seats and games, records.

Here: leaving such folders, with the real programs, and what the programs say of them. What is in them is drawn anew
each time; two trees are compared by what they say of the same folders. Not here: games written row by row (`rows`).
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import trio

from client.store.files import HOME_VARIABLE
from protocol.log.table import Stage
from protocol.wire.messages import AskTables, OpenTable, Tables
from tests.client.program.programs import environment, fives
from tests.daemon.wire_client import WireClient
from tests.end_to_end.line_player import play_in_lines
from tests.end_to_end.program import Running, records_of, running
from tools.gate.programs import run
from tools.gate.recording import Texts, masked
from tools.gate.rows import RECORDS

_HOST: Final = "host"
_ANN: Final = "ann"
_RECORDS: Final = "records"
_GAME: Final = ("--rules", "cinq-et-trois", "--set", "target=15")


def leave(folder: Path) -> None:
    """Leave a host's folder, a player's and records here."""
    shutil.copytree(RECORDS, folder / _RECORDS)
    trio.run(_leave, folder)


async def _leave(folder: Path) -> None:
    """Ann plays a match to its end and leaves another one, and a game of Cho and Ben sleeps."""
    host, home = folder / _HOST, folder / _ANN
    async with running(host, *_GAME, "--bots", "1", "--think", "0") as daemon:
        command = (sys.executable, "-m", "client", *_join(daemon))
        await trio.to_thread.run_sync(partial(play_in_lines, command, environment(home)))
        cho, ben = await daemon.client("Cho"), await daemon.client("Ben")
        await cho.send(OpenTable("all-fives", seats=2))
        table = (await cho.expect(Tables)).opened
        await cho.enter(table=table)
        await ben.enter(table=table)
        await cho.until(lambda: cho.is_at(Stage.PLAYING))
        await trio.to_thread.run_sync(partial(run, "fivesd", "invite", "Ben", "--data", host))
    async with running(host, *_GAME, "--bots", "1", "--think", "0") as daemon:
        await trio.to_thread.run_sync(partial(fives, home, *_join(daemon), typed="w\nq\n"))
    await trio.to_thread.run_sync(partial(fives, home, "play", "--lines", "--rules", "all-fives", typed="q\n"))


def _join(daemon: Running) -> tuple[str, ...]:
    """Ann's command to join this daemon."""
    return "join", f"127.0.0.1:{daemon.port}", "--lines", "--name", "Ann"


def opened(folder: Path) -> Texts:
    """What this tree says of the folders that another one has left here."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "kept"
        shutil.copytree(folder, copy)
        texts = [*_read(copy), *trio.run(_joined, copy)]
    yield from ((f"kept/{name}", masked(text)) for name, text in texts)


def _read(folder: Path) -> Texts:
    """What is said of the folders while no daemon runs."""
    host, home = folder / _HOST, folder / _ANN
    records = [*sorted((folder / _RECORDS).glob("*.jsonl")), *records_of(host)]
    yield "fivesd games", run("fivesd", "games", "--data", host)
    yield "fivesd verify", run("fivesd", "verify", "--data", host)
    yield "fivesd verify FILE", run("fivesd", "verify", *records)
    with _home(home):
        for words in (("games",), ("games", "--json"), ("play", "--list"), ("settings",)):
            yield f"fives {' '.join(words)}", run("fives", *words)
    for which in (0, -1):
        ran = fives(home, "replay", str(records[which]), "--lines", typed="right\nend\ns\nq\n")
        yield f"fives replay {which}", _printed(ran)


async def _joined(folder: Path) -> list[tuple[str, str]]:
    """What is said while a daemon runs on the host's folder."""
    host, home = folder / _HOST, folder / _ANN
    async with running(host, *_GAME, "--think", "0") as daemon:
        texts = [("tables", await _tables(await daemon.client("Dan")))]
        for command in (("invitations",), ("readmit", "Ben")):
            printed = await trio.to_thread.run_sync(partial(run, "fivesd", *command, "--data", host))
            texts.append((f"fivesd {command[0]}", printed))
        joined = await trio.to_thread.run_sync(partial(fives, home, *_join(daemon), typed="w\nq\n"))
        texts.append(("fives join", _printed(joined)))
    return texts


@contextmanager
def _home(folder: Path) -> Iterator[None]:
    """Have programs in this process find a player's folder here."""
    before, os.environ[HOME_VARIABLE] = os.environ.get(HOME_VARIABLE), str(folder)
    try:
        yield
    finally:
        del os.environ[HOME_VARIABLE]
        if before is not None:
            os.environ[HOME_VARIABLE] = before


async def _tables(guest: WireClient) -> str:
    await guest.send(AskTables())
    await guest.expect(Tables)
    return "\n".join(line.decode().rstrip() for line in guest.lines)


def _printed(done: "subprocess.CompletedProcess[str]") -> str:
    return f"{done.stdout}{done.stderr}status {done.returncode}"
