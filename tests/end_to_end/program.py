"""`fivesd` as a program: run to its end, or running during a test."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio
from attrs import define, field

from protocol.shared.operator_key import read_key
from protocol.wire.operator_messages import Operator
from protocol.wire.session import Session
from tests.daemon import tls, ways
from tests.daemon.ways import Way
from tests.daemon.wire_client import WireClient

ROOT: Final = Path(__file__).parents[2]
TIME_TO_END: Final = 120.0
COMMAND: Final = (sys.executable, "-m", "daemon")
HOST: Final = (*COMMAND, "--hidden")
"""Hosting, announced to nobody in the network."""


def environment() -> dict[str, str]:
    """The environment of a person's terminal, with every warning shown."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "default"}


def limited_to(files: int | None) -> list[str]:
    """The words before a command that limit its open files."""
    return [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]


def fivesd(*arguments: str | Path, files: int | None = None) -> "subprocess.CompletedProcess[str]":
    """Run `fivesd` to its end. `files`: its limit on open files."""
    hosts = str(arguments[0]).startswith("-") if arguments else True
    return run([*limited_to(files), *(HOST if hosts else COMMAND), *map(str, arguments)])


def redirected(redirection: str, command: Sequence[str]) -> list[str]:
    """A command with its standard streams redirected by a shell."""
    return ["sh", "-c", f'exec "$@" {redirection}', "sh", *command]


def run(command: Sequence[str], typed: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, with this input and with `more` in its environment."""
    return subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        timeout=TIME_TO_END,
        input=typed,
        env={**environment(), **more},
    )


@define(eq=False)
class Running:
    """A running daemon: its port, and the file with its standard error."""

    process: trio.Process
    port: int
    listening: str
    errors: Path
    data: Path
    clients: list[WireClient] = field(factory=list)

    async def client(self, name: str = "Ann", session: Session | None = None, address: str = "127.0.0.1") -> WireClient:
        """A client connected to it, closed at the latest after the daemon ends."""
        stream = ways.as_clients_connect(await trio.open_tcp_stream(address, self.port))
        self.clients.append(WireClient(stream, session or Session("tests", name)))
        return self.clients[-1]

    async def operator(self, name: str = "Ann") -> WireClient:
        """A client that has sent the operator's secret: the host of the daemon's own table."""
        client, key = await self.client(name), read_key(self.data)
        assert key is not None
        await client.send(Operator(key.secret))
        return client

    async def ends(self) -> int:
        """Wait for its end; returns the exit status."""
        with trio.fail_after(TIME_TO_END):
            return await self.process.wait()


@asynccontextmanager
async def running(
    data: Path,
    *arguments: str,
    port: int = 0,
    files: int | None = None,
    has_page: bool = False,
    command: Sequence[str] = HOST,
    more: Mapping[str, str] | None = None,
) -> AsyncIterator[Running]:
    """A running daemon on this data folder, ready to be joined; it is killed at the end if it is still running.

    `files`: its limit on open files. `command`: another program than `fivesd`, with the same flags. `more`: for its
    environment. Without `has_page` it has a page, which needs
    another process, only if the clients come through it.
    """
    tls.give_identity(data)
    errors = trio.Path(data.parent / f"{data.name}.stderr")
    needs_page = has_page or ways.chosen() is Way.LINES
    where = [] if "--private" in arguments else ["--port", str(port), *([] if needs_page else ["--no-page"])]
    async with await errors.open("ab") as stderr:
        process = await trio.lowlevel.open_process(
            [*limited_to(files), *command, "--data", str(data), *where, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr.wrapped,
            env={**environment(), **(more or {})},
        )
    clients: list[WireClient] = []
    try:
        line = (await _first_line(process)).rstrip("\r")
        assert line.startswith("listening on "), f"{line!r}: {await errors.read_text()}"
        yield Running(process, int(line.rpartition(":")[2]), line, Path(errors), data, clients)
    finally:
        with trio.CancelScope(shield=True):
            for client in clients:
                await client.leave()
            if process.returncode is None:
                process.kill()
            await process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    await trio.aclose_forcefully(pipe)


def records_of(data: Path) -> list[Path]:
    """The records in a data folder."""
    return sorted((data / "records").glob("*.jsonl"))


def check_one_plain_line(done_err: str, words: Sequence[str]) -> None:
    """Check that standard error is one line of the program's, with these words in it."""
    (line,) = done_err.splitlines()
    assert line.startswith("fivesd: ")
    for word in words:
        assert word in line


async def _first_line(process: trio.Process) -> str:
    assert process.stdout is not None
    read = b""
    with trio.fail_after(TIME_TO_END):
        while b"\n" not in read:
            received = await process.stdout.receive_some(4096)
            if not received:
                break
            read += received
    return read.decode().partition("\n")[0]
