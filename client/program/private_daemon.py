"""The player's own daemon, a child process of `fives play` and `fives host`.

Here: waiting until it can be joined, starting it again if it dies while friends play, and stopping it. It has its own
process group, so that Ctrl-C in the terminal reaches only the client. It ends when its standard input is closed, which
also happens if this program is killed. Not here: its first start (`daemon_start`), joining it (`play`, `app`).
"""

import math
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import trio
from attrs import define, field

from client.model.announcements import Announcement, Subject
from client.model.status import Ended
from client.program.daemon_start import Child, PrivateDaemonError
from client.words.presence_words import PROGRAM_RESTARTED, failed_again, not_restarted
from protocol.console.address import LOCALHOST, Address, as_typed, own_name, parse_address
from protocol.console.exit_status import MISUSED
from protocol.console.host_options import FRIENDS, PORT
from protocol.console.operator_key import read_key

T = TypeVar("T")

TIME_TO_START: Final = 30.0
TIME_TO_STOP: Final = 10.0
TIME_TO_CLOSE: Final = 1.0
TIME_TO_DIE: Final = 1.0
"""Seconds that a daemon may take to end after its connections were cut."""
TIME_BETWEEN_RESTARTS: Final = 60.0
_READY: Final = "listening on "
_IN_USE: Final = "another daemon is using "
"""The start of the daemon's own message, which is replaced: players do not know of daemons."""


@define(eq=False)
class HostedDaemon:
    """A daemon that friends can join, in the folder `data`; `start` starts it with these flags after its own.

    `address` is for this program, `friends` has the addresses as `fives join` takes them.
    """

    start: Callable[[Sequence[str]], Child]
    data: Path
    process: Child
    address: Address = field(init=False)
    friends: tuple[str, ...] = ()
    _restarted_at: float = -math.inf

    async def wait_until_ready(self) -> None:
        """Wait until it can be joined. Raises `PrivateDaemonError`."""
        said, friends = await _first_lines(self.process, 2, lambda: _already_hosted(self.data))
        self.address, self.friends = _address(said), tuple(friends.removeprefix(FRIENDS).split())

    async def revive(self) -> Announcement | Ended | None:
        """Start it again if it has died, at the same port and at most once a minute.

        Returns an announcement if it has been started, None if it is alive, and how the game ends if it cannot be
        started.
        """
        with trio.move_on_after(TIME_TO_DIE):
            await _in_thread(self.process.wait)
        if self.process.poll() is None:
            return None
        now = trio.current_time()
        if now - self._restarted_at < TIME_BETWEEN_RESTARTS:
            return Ended(failed_again(TIME_BETWEEN_RESTARTS), host_is_gone=True)
        self._restarted_at = now
        await _stop(self.process)
        try:
            self.process = self.start([f"{PORT.flag}={self.address.port}"])
            await self.wait_until_ready()
        except PrivateDaemonError as error:
            return Ended(not_restarted(str(error)), host_is_gone=True)
        return Announcement(Subject.PAUSE, PROGRAM_RESTARTED)


@asynccontextmanager
async def private_daemon(process: Child, data: Path) -> AsyncIterator[Callable[[], Awaitable[Address]]]:
    """A daemon for one player, which runs inside this context.

    The value waits until it can be joined, and returns its address; raises `PrivateDaemonError`.
    """

    async def address() -> Address:
        (said,) = await _first_lines(process, 1, lambda: _already_playing(data))
        return _address(said)

    try:
        yield address
    finally:
        await _stop(process)


@asynccontextmanager
async def hosted_daemon(start: Callable[[Sequence[str]], Child], data: Path) -> AsyncIterator[HostedDaemon]:
    """A daemon that friends can join, which runs inside this context. Raises `PrivateDaemonError`."""
    daemon = HostedDaemon(start, data, start(()))
    try:
        await daemon.wait_until_ready()
        yield daemon
    finally:
        await _stop(daemon.process)


def _already_playing(data: Path) -> PrivateDaemonError:
    where = f"`fives play` is running in another terminal, in {data}"
    return PrivateDaemonError(f"{where}; leave it, or choose another folder with --data")


def _already_hosted(data: Path) -> PrivateDaemonError:
    key = read_key(data)
    where = LOCALHOST if key is None else as_typed(own_name(key.address), key.port)
    return PrivateDaemonError(f"a game is hosted from {data} already: `fives join {where}` joins it", is_misuse=True)


async def _first_lines(process: Child, many: int, in_use: Callable[[], PrivateDaemonError]) -> list[str]:
    """The lines that the daemon prints once it can be joined. Raises `in_use()` if another daemon has its folder."""
    with trio.move_on_after(TIME_TO_START):
        said = await _in_thread(partial(_lines_of, process, many))
        if len(said) == many:
            return said
        why = await _in_thread(partial(_last_words, process))
        if why.startswith(_IN_USE):
            raise in_use()
        raise PrivateDaemonError(why, is_misuse=await _in_thread(process.wait) == MISUSED)
    raise PrivateDaemonError(
        f"the private daemon did not answer for {TIME_TO_START:.0f} s; see fivesd.log in its folder"
    )


def _lines_of(process: Child, many: int) -> list[str]:
    """The first lines, fewer if its standard output ends before."""
    assert process.stdout is not None
    lines = (process.stdout.readline().decode(errors="replace") for _ in range(many))
    return [line.rstrip("\r\n") for line in lines if line]


def _address(said: str) -> Address:
    return parse_address(said.removeprefix(_READY))


def _last_words(process: Child) -> str:
    """The last line on the daemon's standard error."""
    assert process.stderr is not None
    lines = process.stderr.read().decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("fivesd: ") if lines else "the private daemon stopped without an error message"


async def _stop(process: Child) -> None:
    """Close its standard input and wait; kill it if it does not end in time."""
    with trio.CancelScope(shield=True):
        assert process.stdin is not None
        process.stdin.close()
        with trio.move_on_after(TIME_TO_STOP):
            await _in_thread(process.wait)
        if process.poll() is None:
            process.kill()
            await _in_thread(process.wait)
        with trio.move_on_after(TIME_TO_CLOSE):  # a process that the daemon started may still hold the other ends
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    await _in_thread(stream.close)


async def _in_thread(function: Callable[[], T]) -> T:
    return await trio.to_thread.run_sync(function, abandon_on_cancel=True)
