"""The player's own daemon, a child process of `fives play` and `fives host`.

Here: waiting until it can be joined, starting it again if it dies while friends play, and stopping it. It has its own
process group, so that Ctrl-C in the terminal reaches only the client. It ends when its standard input is closed, which
also happens if this program is killed. Not here: its first start (`daemon_start`), joining it (`play`, `app`).
"""

import math
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import trio
from attrs import field

from client.child import Child
from client.model.announcements import Announcement, Subject
from client.model.own_host import OwnHost
from client.model.status import Ended
from client.program.daemon_start import PrivateDaemonError, Process
from client.program.running_play import noted_as_running, running_play
from client.words.presence_words import failed_again, not_restarted
from client.words.say import say
from protocol.frozen import define
from protocol.shared.address import LOCALHOST, Address, as_typed, own_name, parse_address
from protocol.shared.exit_status import IN_USE, MISUSED
from protocol.shared.host_options import FRIENDS, HOST_KEY, PORT
from protocol.shared.operator_key import read_key
from protocol.wire.operator_messages import Reach, TunnelState

TIME_TO_START: Final = 30.0
TIME_UNTIL_SAID: Final = 1.0
"""Seconds that a daemon may take to start before the player is told of the wait."""
TIME_TO_DIE: Final = 1.0
"""Seconds that a daemon may take to end after its connections were cut."""
TIME_BETWEEN_RESTARTS: Final = 60.0
_READY: Final = "listening on "
_NO_WORDS: Final = "the private daemon stopped without an error message"


@define(eq=False)
class HostedDaemon:
    """A daemon that friends can join, in the folder `data`; `start` starts it with these flags after its own.

    `address` is for this program, `friends` has the addresses as `fives join` takes them. `key` is the host's; None if
    it encrypts nothing.
    """

    start: Callable[[Sequence[str]], Process]
    data: Path
    child: Child
    address: Address = field(init=False)
    friends: tuple[str, ...] = ()
    key: str | None = None
    _restarted_at: float = -math.inf

    async def wait_until_ready(self) -> None:
        """Wait until it can be joined. Raises `PrivateDaemonError`."""
        listening, friends, key = await _first_lines(self.child, 3, lambda: _already_hosted(self.data))
        self.address, self.friends = _address(listening), tuple(friends.removeprefix(FRIENDS).split())
        self.key = key.removeprefix(HOST_KEY) or None

    def own_host(self, *, has_page: bool, shares: bool) -> OwnHost:
        """How friends can join, as far as the first lines of the daemon say it; it says more to those who ask."""
        reach = Reach(
            key=self.key,
            inside=tuple(f"http://{parse_address(friend)}" for friend in self.friends),
            share=TunnelState.STARTING if shares else TunnelState.OFF,
        )
        here = f"http://{as_typed(own_name(self.address.host), self.address.port)}"
        return OwnHost(here, has_page=has_page, reach=reach)

    async def revive(self, report: Callable[[], None]) -> Announcement | Ended | None:
        """Start it again if it has died, which is reported, at the same port and at most once a minute.

        Returns an announcement if it has been started, None if it is alive, and how the game ends if it cannot be
        started.
        """
        with trio.move_on_after(TIME_TO_DIE) as dying:
            await self.child.wait()
        if dying.cancelled_caught:
            return None
        report()
        now = trio.current_time()
        if now - self._restarted_at < TIME_BETWEEN_RESTARTS:
            return Ended(failed_again(TIME_BETWEEN_RESTARTS), host_is_gone=True)
        self._restarted_at = now
        try:
            await self.start_again()
        except PrivateDaemonError as error:
            return Ended(not_restarted(str(error)), host_is_gone=True)
        return Announcement(Subject.PAUSE, say("presence.program_restarted"))

    async def start_again(self) -> None:
        """Stop it if it is running, and start it at the same port. Raises `PrivateDaemonError`."""
        await self.child.aclose()
        self.child = Child(self.start([f"{PORT.flag}={self.address.port}"]))
        await self.wait_until_ready()


@asynccontextmanager
async def private_daemon(process: Process, data: Path) -> AsyncIterator[Callable[[], Awaitable[Address]]]:
    """A daemon for one player, which runs inside this context.

    The value waits until it can be joined, and returns its address; raises `PrivateDaemonError`, and
    `AlreadyPlayingError` if another program plays from this folder.
    """

    async def address() -> Address:
        (listening,) = await _first_lines(child, 1, lambda: AlreadyPlayingError(data))
        here = _address(listening)
        noted.enter_context(noted_as_running(data, here))
        return here

    with ExitStack() as noted:
        async with Child(process) as child:
            yield address


@asynccontextmanager
async def hosted_daemon(start: Callable[[Sequence[str]], Process], data: Path) -> AsyncIterator[HostedDaemon]:
    """A daemon that friends can join, which runs inside this context. Raises `PrivateDaemonError`."""
    daemon = HostedDaemon(start, data, Child(start(())))
    try:
        await daemon.wait_until_ready()
        yield daemon
    finally:
        await daemon.child.aclose()


@asynccontextmanager
async def called_if_slow(call: Callable[[], None]) -> AsyncIterator[None]:
    """Call this once if the daemon that is started inside this context takes a while, so that the player knows."""

    async def call_later() -> None:
        await trio.sleep(TIME_UNTIL_SAID)
        call()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(call_later)
        yield
        nursery.cancel_scope.cancel()


class AlreadyPlayingError(PrivateDaemonError):
    """Another `fives play` uses the folder. `address`: of its daemon, if that is known."""

    def __init__(self, data: Path) -> None:
        running = running_play(data)
        super().__init__(
            say("run.plays_already", folder=str(data))
            if running is None
            else say("run.plays_since", folder=str(data), moment=running.moment, command=running.ending)
        )
        self.address = None if running is None else parse_address(running.address)


def _already_hosted(data: Path) -> PrivateDaemonError:
    key = read_key(data)
    where = LOCALHOST if key is None else as_typed(own_name(key.address), key.port)
    return PrivateDaemonError(say("run.hosts_already", folder=str(data), command=f"fives join {where}"), is_misuse=True)


async def _first_lines(child: Child, number: int, in_use: Callable[[], PrivateDaemonError]) -> list[str]:
    """The first lines that the daemon prints once it can be joined. Raises `in_use()` if another daemon has its folder.

    The daemon's own message about that is replaced: players do not know of daemons.
    """
    with trio.move_on_after(TIME_TO_START):
        lines = []
        async for line in child:
            lines.append(line)
            if len(lines) == number:
                return lines
        status, why = await child.wait(), await child.last_words()
        if status == IN_USE:
            raise in_use()
        raise PrivateDaemonError(why or _NO_WORDS, is_misuse=status == MISUSED)
    raise PrivateDaemonError(
        f"the private daemon did not answer for {TIME_TO_START:.0f} s; see fivesd.log in its folder"
    )


def _address(listening: str) -> Address:
    return parse_address(listening.removeprefix(_READY))
