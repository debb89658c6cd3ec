"""A daemon of one's own, started as a child and stopped in good order: for `fives play`, and for `fives host`.

Lives here: its process. It has its own process group, so that Ctrl-C in the terminal is the client's alone; it ends
when its standard input is closed, so also when this program is killed. Not here: joining it (`play`, `sitting`).
"""

import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import trio

from client.program import hosting_words as words_hosting
from client.words import connection_words as words
from protocol.console.address import LOCALHOST, Address, as_typed, own_name, parse_address
from protocol.console.child_program import child_command, child_environment, own_group
from protocol.console.exit_status import MISUSED
from protocol.console.host_options import FRIENDS
from protocol.console.operator_key import read_key

TIME_TO_START: Final = 30.0
TIME_TO_STOP: Final = 10.0
_READY: Final = "listening on "


class PrivateDaemonError(Exception):
    """The daemon did not start: one line, as it said itself where it said anything.

    `is_misuse`: something that it was given will not do, such as its folder.
    """

    def __init__(self, text: str, *, is_misuse: bool = False) -> None:
        super().__init__(text)
        self.is_misuse = is_misuse


class HostedDaemon(NamedTuple):
    """Where a daemon listens, for this program and for friends, as `fives join` takes it."""

    address: Address
    friends: tuple[str, ...]


@asynccontextmanager
async def private_daemon(flags: Sequence[str], data: Path) -> AsyncIterator[Address]:
    """A daemon for one player, as long as this context is, and where it listens. Raises `PrivateDaemonError`."""
    async with _started(["--private", *flags], data) as process:
        (said,) = await _first_lines(process, 1, lambda: PrivateDaemonError(words.game_is_on(data)))
        yield _address(said)


@asynccontextmanager
async def hosted_daemon(flags: Sequence[str], data: Path) -> AsyncIterator[HostedDaemon]:
    """A daemon that friends can join, as long as this context is. Raises `PrivateDaemonError`."""
    async with _started(["--child", *flags], data) as process:
        said, friends = await _first_lines(process, 2, lambda: _already_hosted(data))
        yield HostedDaemon(_address(said), tuple(friends.removeprefix(FRIENDS).split()))


def _already_hosted(data: Path) -> PrivateDaemonError:
    key = read_key(data)
    where = LOCALHOST if key is None else as_typed(own_name(key.address), key.port)
    return PrivateDaemonError(words_hosting.already_hosted(data, where), is_misuse=True)


@asynccontextmanager
async def _started(flags: Sequence[str], data: Path) -> AsyncIterator[trio.Process]:
    try:
        process = await trio.lowlevel.open_process(
            _command(flags, data),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=child_environment(),
            **own_group(),
        )
    except OSError as error:
        raise PrivateDaemonError(words.daemon_not_started(error.strerror or str(error))) from error
    try:
        yield process
    finally:
        await _stop(process)


def _command(flags: Sequence[str], data: Path) -> list[str]:
    return child_command("daemon", "--data", str(data.absolute()), *flags)


async def _first_lines(process: trio.Process, many: int, in_use: Callable[[], PrivateDaemonError]) -> list[str]:
    """So many lines that the daemon prints once it can be joined; `in_use`: the error where another has the folder."""
    with trio.move_on_after(TIME_TO_START):
        assert process.stdout is not None
        said = await _lines_of(process.stdout, many)
        if len(said) == many:
            return said
        why = await _last_words(process)
        if why.startswith(words.DAEMON_SAYS_IN_USE):
            raise in_use()
        raise PrivateDaemonError(why, is_misuse=await process.wait() == MISUSED)
    raise PrivateDaemonError(words.daemon_silent(TIME_TO_START))


async def _lines_of(stream: trio.abc.ReceiveStream, many: int) -> list[str]:
    """The first so many lines, fewer where there are no more."""
    said = b""
    while said.count(b"\n") < many:
        received = await stream.receive_some(4096)
        if not received:
            break
        said += received
    return said.decode(errors="replace").splitlines()[:many]


def _address(said: str) -> Address:
    return parse_address(said.removeprefix(_READY))


async def _last_words(process: trio.Process) -> str:
    """The last line of what a daemon that would not start has written to standard error."""
    assert process.stderr is not None
    said = b""
    async for received in process.stderr:
        said = (said + received)[-8192:]
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("fivesd: ") if lines else words.DAEMON_STOPPED


async def _stop(process: trio.Process) -> None:
    """Close its standard input and wait; one that does not end by itself is killed."""
    with trio.CancelScope(shield=True):
        if process.stdin is not None:
            await process.stdin.aclose()
        with trio.move_on_after(TIME_TO_STOP):
            await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                await stream.aclose()
