"""The player's own daemon, a child process of `fives play` and `fives host`.

Here: starting and stopping it. It has its own process group, so that Ctrl-C in the terminal reaches only the client. It
ends when its standard input is closed, which also happens if this program is killed. Not here: joining it (`play`,
`app`).
"""

import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import trio

from protocol.console.address import LOCALHOST, Address, as_typed, own_name, parse_address
from protocol.console.child_program import child_command, child_environment, own_group
from protocol.console.exit_status import MISUSED
from protocol.console.host_options import FRIENDS
from protocol.console.operator_key import read_key

TIME_TO_START: Final = 30.0
TIME_TO_STOP: Final = 10.0
_READY: Final = "listening on "
_IN_USE: Final = "another daemon is using "
"""The start of the daemon's own message, which is replaced: players do not know of daemons."""


class PrivateDaemonError(Exception):
    """The daemon did not start; one line, the daemon's own if it printed any.

    `is_misuse`: one of its options is not valid, such as its folder.
    """

    def __init__(self, text: str, *, is_misuse: bool = False) -> None:
        super().__init__(text)
        self.is_misuse = is_misuse


class HostedDaemon(NamedTuple):
    """The addresses of a daemon: for this program, and for friends as `fives join` takes them."""

    address: Address
    friends: tuple[str, ...]


@asynccontextmanager
async def private_daemon(flags: Sequence[str], data: Path) -> AsyncIterator[Address]:
    """The address of a daemon for one player, which runs inside this context. Raises `PrivateDaemonError`."""
    async with _started(["--private", *flags], data) as process:
        (said,) = await _first_lines(process, 1, lambda: _already_playing(data))
        yield _address(said)


@asynccontextmanager
async def hosted_daemon(flags: Sequence[str], data: Path) -> AsyncIterator[HostedDaemon]:
    """The addresses of a daemon that friends can join, which runs inside this context. Raises `PrivateDaemonError`."""
    async with _started(["--child", *flags], data) as process:
        said, friends = await _first_lines(process, 2, lambda: _already_hosted(data))
        yield HostedDaemon(_address(said), tuple(friends.removeprefix(FRIENDS).split()))


def _already_playing(data: Path) -> PrivateDaemonError:
    where = f"`fives play` is running in another terminal, in {data}"
    return PrivateDaemonError(f"{where}; leave it, or choose another folder with --data")


def _already_hosted(data: Path) -> PrivateDaemonError:
    key = read_key(data)
    where = LOCALHOST if key is None else as_typed(own_name(key.address), key.port)
    return PrivateDaemonError(f"a game is hosted from {data} already: `fives join {where}` joins it", is_misuse=True)


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
        raise PrivateDaemonError(f"the private daemon cannot be started: {error.strerror or error}") from error
    try:
        yield process
    finally:
        await _stop(process)


def _command(flags: Sequence[str], data: Path) -> list[str]:
    return child_command("daemon", "--data", str(data.absolute()), *flags)


async def _first_lines(process: trio.Process, many: int, in_use: Callable[[], PrivateDaemonError]) -> list[str]:
    """The lines that the daemon prints once it can be joined. Raises `in_use()` if another daemon has its folder."""
    with trio.move_on_after(TIME_TO_START):
        assert process.stdout is not None
        said = await _lines_of(process.stdout, many)
        if len(said) == many:
            return said
        why = await _last_words(process)
        if why.startswith(_IN_USE):
            raise in_use()
        raise PrivateDaemonError(why, is_misuse=await process.wait() == MISUSED)
    raise PrivateDaemonError(
        f"the private daemon did not answer for {TIME_TO_START:.0f} s; see fivesd.log in its folder"
    )


async def _lines_of(stream: trio.abc.ReceiveStream, many: int) -> list[str]:
    """The first lines, fewer if the stream ends before."""
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
    """The last line on the daemon's standard error."""
    assert process.stderr is not None
    said = b""
    async for received in process.stderr:
        said = (said + received)[-8192:]
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("fivesd: ") if lines else "the private daemon stopped without an error message"


async def _stop(process: trio.Process) -> None:
    """Close its standard input and wait; kill it if it does not end in time."""
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
