"""The tunnel of `--share`: a program that is started again whenever it ends, and the public link that leads through it.

Here: which of its links is the right one, whether that still works, and what the host reads about it. Not here: which
program it is (`providers`), keeping it (`keeper`), finding links in a line (`links`), and whether a link leads to this
daemon, which `Check` finds out (`program.page_process`).
"""

import logging
import math
import re
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

import trio
from attrs import field

from daemon.child import open_child
from daemon.machine.watch import NetworkWatch
from daemon.share.links import links_in, plain
from daemon.share.providers import Provider
from protocol.clean import clean, shortened
from protocol.frozen import define
from protocol.shared.child_program import child_command
from protocol.wire.operator_messages import TunnelState

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
LONGEST_PAUSE_IN_OUTAGE: Final = 15.0
"""The same as long as the reason is that nothing can be reached: as soon as the network is back, friends should be."""
LONG_RUN: Final = 60.0
"""Seconds for which a link has worked in a run that counts as a success: the next pause is short again."""
TIME_TO_OPEN: Final = 60.0
"""Seconds after which a tunnel whose links do not work counts as one that has failed, though it goes on."""
TIME_TO_COME_BACK: Final = 10.0
"""The same for a link that has worked: a single check may fail by chance."""
TIME_TO_RESTART: Final = 300.0
"""Seconds after which a tunnel that does not work is started again. It may come back under its name before that."""
TIME_TO_FOLLOW: Final = 30.0
"""The same after this machine has moved to another network: its old connections are dead, and not every tunnel notices
soon. `cloudflared` comes back by itself under its name; ssh takes 90 seconds to notice.
"""
BETWEEN_CHECKS: Final = 120.0
"""Seconds between checks of a link that works."""
LONGEST_BETWEEN_TRIES: Final = 6.0
MOST_LINKS: Final = 30
"""The most links of one run that are tried."""
LAST_LINES: Final = 3
"""How many of its last lines the host reads when it does not work."""
LONGEST_DETAIL: Final = 300
_UNKNOWN_HOST: Final = "Host key verification failed"
_UNREACHABLE: Final = re.compile(
    r"unreachable|no route to host|timed? ?out|timeout|not resolve|name resolution|no such host|network is down"
    r"|connection (?:refused|reset)|no network",
    re.IGNORECASE,
)
"""What programs say where the network or the provider is away."""

log = logging.getLogger("fivesd")
every_line = logging.getLogger("fivesd.connection.tunnel")
"""Written with `--verbose`."""

Check = Callable[[str], Awaitable[str | None]]
"""Whether a link leads to this daemon: None if it does, otherwise why not, in a few words."""
NextLine = Callable[[], Awaitable[str | None]]
"""The next line that a running tunnel prints; None at its end."""
Start = Callable[[], AbstractAsyncContextManager[NextLine]]
Report = Callable[[TunnelState, str, Sequence[str]], None]
"""Called with each change: what the tunnel does, more about it in a sentence, and the links that lead through it."""


@asynccontextmanager
async def running(provider: Provider, port: int) -> AsyncIterator[NextLine]:
    """The tunnel program, which leads to this port and runs inside this context. Raises `OSError`."""
    command = child_command("daemon.share.keeper", *provider.command(port))
    async with open_child(command, log.warning) as child:
        yield child.next_line


@define(eq=False)
class _Run:
    """What one run of the tunnel has printed: its links, the first one first, and its last lines."""

    time_to_resolve: float
    links: dict[str, float] = field(factory=dict)
    """With the time from which each may be looked up."""
    last_lines: deque[str] = field(factory=lambda: deque(maxlen=LAST_LINES))
    has_new_link: trio.Event = field(factory=trio.Event)
    has_worked: bool = False
    """Whether one of its links has led here."""
    worked_for: float = 0.0
    """Seconds from the first success of a link to the last one."""
    given_up_after: float = 0.0
    """Seconds for which no link had worked when it was ended for that; 0 if it was not."""

    def read(self, line: str) -> None:
        """Take in a line."""
        text = shortened(clean(plain(line)).strip(), LONGEST_DETAIL)
        if text:
            every_line.info("tunnel: %s", text)
            self.last_lines.append(text)
        for link in links_in(line):
            if link not in self.links and len(self.links) < MOST_LINKS:
                self.links[link] = trio.current_time() + self.time_to_resolve
                self.has_new_link.set()

    def due(self) -> list[str]:
        """The links that may be looked up, the newest first."""
        now = trio.current_time()
        return [link for link, since in reversed(self.links.items()) if since <= now]

    async def until_new_link(self, longest: float) -> None:
        """Wait for a link that has not been looked up, but no longer than this."""
        now = trio.current_time()
        becomes_due = min((since for since in self.links.values() if since > now), default=math.inf)
        with trio.move_on_at(min(now + longest, becomes_due)):
            await self.has_new_link.wait()
        self.has_new_link = trio.Event()

    @property
    def is_unreachable(self) -> bool:
        """Whether its last lines say that the network is away."""
        return any(map(_UNREACHABLE.search, self.last_lines))

    def said(self) -> str:
        """Its last lines as the end of a sentence; empty if it has printed nothing."""
        return f"; it says: {' '.join(self.last_lines)}" if self.last_lines else ""


@define(eq=False)
class Tunnel:
    """A tunnel that is kept running. `name`: that of its program. `check` and `report` are called as described there.

    `forget` is called with each link that leads here no more. `watch`: notices that the network is another one, or
    back. `time_to_resolve`: seconds before a name is looked up.
    """

    name: str
    start: Start
    check: Check
    forget: Callable[[str], None]
    report: Report
    watch: NetworkWatch
    time_to_resolve: float = 0.0
    _has_worked: bool = False
    _reported: tuple[TunnelState, str, tuple[str, ...]] | None = None

    async def run(self) -> None:
        """Run it until cancelled, and start it again whenever it ends."""
        pause, time_to_resolve = FIRST_PAUSE, self.time_to_resolve
        while True:
            run = _Run(time_to_resolve)
            self._say(TunnelState.STARTING)
            why = await self._run_once(run)
            pause = FIRST_PAUSE if run.worked_for >= LONG_RUN else pause
            # A run that never worked may have been looked up too early.
            time_to_resolve = min(LONGEST_PAUSE, 2 * time_to_resolve) if run.given_up_after else self.time_to_resolve
            longest = LONGEST_PAUSE_IN_OUTAGE if self._has_worked or run.is_unreachable else LONGEST_PAUSE
            pause = min(longest, pause)
            self._say(TunnelState.FAILED, f"{why}. It is started again in {pause:.0f} s")
            moves = self.watch.moves
            with trio.move_on_after(pause):
                await self.watch.moved(moves)
            pause = FIRST_PAUSE if self.watch.moves != moves else min(longest, 2 * pause)

    async def _run_once(self, run: _Run) -> str:
        """Run it to its end, or until it has not worked for too long; returns a sentence about that."""
        try:
            async with self.start() as next_line, trio.open_nursery() as nursery:
                nursery.start_soon(self._watch, run, nursery.cancel_scope)
                while (line := await next_line()) is not None:
                    run.read(line)
                nursery.cancel_scope.cancel()
        except OSError as error:
            return f"{self.name} cannot be started: {error.strerror or error}"
        finally:
            for link in run.links:
                self.forget(link)
        return self._about_end(run)

    async def _watch(self, run: _Run, running: trio.CancelScope) -> None:
        """Find the link that works, see that it goes on working, and end the run if none does for too long."""
        link, since, pause, time_to_restart = None, trio.current_time(), FIRST_PAUSE, TIME_TO_RESTART
        first_success: float | None = None
        while trio.current_time() - since < time_to_restart:
            moves = self.watch.moves
            found, why_not = await self._first_working(run, link)
            now = trio.current_time()
            if found is not None:
                link, since, pause, time_to_restart = found, now, FIRST_PAUSE, TIME_TO_RESTART
                first_success = now if first_success is None else first_success
                run.worked_for, run.has_worked, self._has_worked = now - first_success, True, True
                self._say(TunnelState.OPEN, links=(link,))
                has_moved = await self._until_news(run, moves, BETWEEN_CHECKS)
                since = trio.current_time()
            else:
                if now - since >= (TIME_TO_OPEN if link is None else TIME_TO_COME_BACK):
                    self._say(TunnelState.FAILED, self._why_closed(run, why_not), () if link is None else (link,))
                has_moved = await self._until_news(run, moves, pause)
                pause = min(LONGEST_BETWEEN_TRIES, 2 * pause)
            if has_moved:
                since, pause, time_to_restart = trio.current_time(), FIRST_PAUSE, TIME_TO_FOLLOW
        run.given_up_after = time_to_restart
        running.cancel()

    async def _until_news(self, run: _Run, moves: int, longest: float) -> bool:
        """Wait for a link that has not been looked up, or until this machine has moved; returns whether it has.

        It waits no longer than `longest`.
        """
        async with trio.open_nursery() as nursery:

            async def until_moved() -> None:
                await self.watch.moved(moves)
                nursery.cancel_scope.cancel()

            nursery.start_soon(until_moved)
            await run.until_new_link(longest)
            nursery.cancel_scope.cancel()
        return self.watch.moves != moves

    async def _first_working(self, run: _Run, link: str | None) -> tuple[str | None, str]:
        """The first link that works, or why the first one does not: this link is tried first, then the newest."""
        first_why_not = ""
        newest_first = [other for other in run.due() if other != link]
        for tried in newest_first if link is None else (link, *newest_first):
            why_not = await self.check(tried)
            if why_not is None:
                return tried, ""
            first_why_not = first_why_not or f"{tried}: {why_not}"
        return None, first_why_not

    def _say(self, share: TunnelState, detail: str = "", links: tuple[str, ...] = ()) -> None:
        """Report this, unless it has been reported."""
        if self._reported != (share, detail, links):
            self._reported = share, detail, links
            log.info("tunnel: %s %s", share.value, detail or " ".join(links))
            self.report(share, detail, links)

    def _about_end(self, run: _Run) -> str:
        if run.given_up_after == TIME_TO_FOLLOW:
            return f"{self.name} does not work since this machine is in another network"
        if run.given_up_after:
            return f"{self.name} has not worked for {run.given_up_after / 60:.0f} minutes"
        if any(_UNKNOWN_HOST in line for line in run.last_lines):
            return f"{self.name} does not know this host yet: connect once in a terminal, and compare its key"
        return f"{self.name} has ended{run.said()}"

    def _why_closed(self, run: _Run, why_not: str) -> str:
        """Why friends cannot come in, though the tunnel runs."""
        if run.links and run.has_worked:
            return f"The public link does not work at the moment: {why_not or 'its name is very new'}"
        if run.links:  # they may be links to its documentation, and what it says is the reason
            return f"{self.name} has printed no link that leads here: {why_not or 'its name is very new'}{run.said()}"
        if any("://" in line for line in run.last_lines):
            return f"{self.name} has printed no link for others, with https and a name that has a dot{run.said()}"
        return f"{self.name} has not printed any link{run.said()}"
