"""The page process: the child that shows this daemon's tables to browsers.

Here: when it is started and started again, and what it is given. Not here: running a child (`child`), handing browsers
to it (`daemon.net.browsers`), the page (`client.web`, a program of its own that is started by name).

It gets lines of JSON on its standard input, prints where it listens, and ends when its standard input is closed. Each
run has a new secret, so nobody can use what an earlier run knew. It prints an empty line every second; one that prints
none for long is frozen, and is killed and started again. It also prints whether a public link leads to it, once it has
been asked to find out.
"""

import json
import logging
import secrets
from collections.abc import Iterable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

import trio
from attrs import field

from daemon.child import Child, Supervised, open_child
from daemon.net.browsers import Browsers, PageAddress
from protocol.digits import number_in
from protocol.frozen import define
from protocol.shared.child_program import child_command
from protocol.shared.exit_status import MisusedError
from protocol.shared.known_name import MOST_KNOWN, known_name

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
LOOKS_TO_START: Final = 30
"""Seconds in which it has to say where it listens."""
LONG_RUN: Final = 60.0
"""Seconds after which a run counts as a success: the next pause is short again."""
MOST_SILENT: Final = 20
"""Seconds without a sign of life, after which it counts as frozen."""
TIME_TO_CHECK: Final = 40.0
"""Seconds for the check of a public link. The page process takes less, unless it is frozen."""
NOT_RUNNING: Final = "the page is not there just now"
NO_NAME: Final = "it has no name of a machine"
NO_ANSWER: Final = "the page does not answer"
TOO_MANY_NAMES: Final = "the page has too many names"
LONGEST_LINE: Final = 1000
"""Characters of a line that the page process writes to the log."""

log = logging.getLogger("fivesd")


class PageProcess:
    """The page process of one daemon, which may be started many times. `names`: those that the page is known as.

    `daemon_port`: where the daemon takes the page process's own connections, on the loopback. `network`: the page's
    address for other machines, or "" if none can reach it. `limits`: how many places it has for browsers, and how many
    for those of one household. `key`: the host's key, None if nothing is encrypted. `club_secret`: what it shows other
    daemons of the club; None without a club.
    """

    def __init__(
        self,
        browsers: Browsers,
        daemon_port: int,
        names: Iterable[str],
        network: str,
        limits: tuple[int, int],
        key: str | None = None,
        club_secret: str | None = None,
    ) -> None:
        self._browsers = browsers
        self._daemon_port = daemon_port
        self._network = network
        self._limits = limits
        self._key = key
        self._club_secret = club_secret
        self._names = list(names)
        self._child: Child | None = None
        """The page process, while it serves."""
        self._sending = trio.Lock()
        self._checks: dict[str, _Check] = {}
        self._found: set[str] = set()
        """The names that are known because a check has found that they lead here."""
        self._has_news = trio.Event()
        self._has_logged_end = False

    def move_to(self, network: str) -> None:
        """State what this page's address for other machines is now, or "" if none can reach it."""
        self._network = network
        self._has_news.set()

    def know_as(self, name: str) -> bool:
        """Make the page known under this name, too. False if it has too many names."""
        if name not in self._names:
            if len(self._names) >= MOST_KNOWN:
                return False
            self._names.append(name)
            self._has_news.set()
        return True

    async def check(self, link: str) -> str | None:
        """Why this public link does not lead to this page, in a few words; None if it does: then its name is known.

        The name stays known, whatever later checks find, until `forget`.
        """
        name = _name_in(link)
        if self._child is None or name is None:
            return NOT_RUNNING if self._child is None else NO_NAME
        if link not in self._checks:
            self._checks[link] = _Check()
            await self._send(self._child, {"check": link})
        check = self._checks[link]
        why_not: str | None = NO_ANSWER
        with trio.move_on_after(TIME_TO_CHECK):
            await check.done.wait()
            why_not = check.why_not
        if self._checks.get(link) is check:
            del self._checks[link]
        if why_not or name in self._names:
            return why_not
        self._found.add(name)
        return None if self.know_as(name) else TOO_MANY_NAMES

    def forget(self, link: str) -> None:
        """Forget the name in this link, which leads here no more. A name that was not found by a check stays."""
        name = _name_in(link)
        if name in self._found:
            self._found.remove(name)
            self._names.remove(name)
            self._has_news.set()

    async def run(self) -> None:
        """Run it until cancelled, and start it again whenever it ends."""
        pause = FIRST_PAUSE
        while True:
            began = trio.current_time()
            why = await self._run_once()
            if trio.current_time() - began > LONG_RUN:
                pause, self._has_logged_end = FIRST_PAUSE, False
            if not self._has_logged_end:
                self._has_logged_end = True
                log.warning("the page for browsers has stopped (%s) and is started again; players play on", why)
            await trio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _run_once(self) -> str:
        """Run it to its end, and return the reason for its end."""
        try:
            async with open_child(child_command("client", "page", "--child"), _log_error) as child:
                await self._serve(child)
        except OSError as error:
            return error.strerror or str(error)
        return f"exit status {child.status}"

    async def _serve(self, child: Child) -> None:
        """Hand browsers to it until it has ended, or has to be ended."""
        secret = secrets.token_urlsafe(32)
        self._has_news = trio.Event()
        start = {
            "secret": secret,
            "port": self._daemon_port,
            "known_as": self._names,
            "network": self._network,
            "limits": self._limits,
            "key": self._key,
            "club": self._club_secret,
        }
        supervised = Supervised(child, MOST_SILENT, LOOKS_TO_START)
        await self._send(child, start)
        port = number_in(await supervised.next_line() or "")
        if port is None:
            child.kill()
            return
        self._browsers.page_address, self._child = PageAddress(port, secret), child
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._send_news, child)
                while (line := await supervised.next_line()) is not None:
                    self._take(line)
                nursery.cancel_scope.cancel()
        finally:
            self._browsers.page_address = self._child = None
            for check in self._checks.values():
                check.done.set()
        if supervised.is_frozen:
            log.warning("the page for browsers shows no sign of life, and is ended")

    async def _send_news(self, child: Child) -> None:
        while True:
            await self._has_news.wait()
            self._has_news = trio.Event()
            await self._send(child, {"known_as": self._names, "network": self._network})

    async def _send(self, child: Child, value: object) -> None:
        """Send it a line of JSON. Two tasks may do so at once."""
        with suppress(trio.BrokenResourceError):  # it has ended
            async with self._sending:
                await child.say(json.dumps(value))

    def _take(self, line: str) -> None:
        """Take a line that it has printed: the result of a check."""
        with suppress(ValueError, LookupError, TypeError):  # whatever it prints, the daemon goes on
            result = json.loads(line)
            check = self._checks[result["checked"]]
            check.why_not = result["why"]
            check.done.set()


@define
class _Check:
    """A check of a public link, until it is done: then `why_not` is None if the link leads here."""

    why_not: str | None = NOT_RUNNING
    done: trio.Event = field(factory=trio.Event)


def _name_in(link: str) -> str | None:
    """The name in a public link, as it is registered; None if there is none."""
    try:
        return known_name(urlsplit(link).hostname or "")
    except (MisusedError, ValueError):
        return None


def _log_error(line: str) -> None:
    """Write a line of its standard error to the daemon's log."""
    log.warning("page: %s", line[:LONGEST_LINE])
