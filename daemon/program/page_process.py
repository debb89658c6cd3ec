"""The page process: the child that shows this daemon's tables to browsers.

Here: when it is started and started again, and what it is given. Not here: running a child (`child`), handing browsers
to it (`daemon.net.browsers`), the page (`client.web`, a program of its own that is started by name).

It gets lines of JSON on its standard input, prints where it listens, and ends when its standard input is closed. Each
run has a new secret, so nobody can use what an earlier run knew. It prints an empty line every second; one that prints
none for long is frozen, and is killed and started again.
"""

import json
import logging
import secrets
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import trio

from daemon.child import Child, open_child
from daemon.net.browsers import Browsers, PageAddress
from protocol.console.child_program import child_command
from protocol.console.known_name import MOST_KNOWN
from protocol.digits import number_in

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
TIME_TO_START: Final = 30.0
LONG_RUN: Final = 60.0
"""Seconds after which a run counts as a success: the next pause is short again."""
BEAT: Final = 1.0
MOST_SILENT: Final = 20
"""Waits of `BEAT` seconds in a row without a sign of life, after which it counts as frozen."""
LONGEST_LINE: Final = 1000
"""Characters of a line that the page process writes to the log."""

log = logging.getLogger("fivesd")


class PageProcess:
    """The page process of one daemon, which may be started many times. `names`: those that the page is known as.

    `daemon_port`: where the daemon takes the page process's own connections, on the loopback. `network`: the page's
    address for other machines, or "" if none can reach it. `limits`: how many places it has for browsers, and how many
    for those of one household.
    """

    def __init__(
        self, browsers: Browsers, daemon_port: int, names: Iterable[str], network: str, limits: tuple[int, int]
    ) -> None:
        self._browsers = browsers
        self._daemon_port = daemon_port
        self._network = network
        self._limits = limits
        self._names = list(names)
        self._has_new_names = trio.Event()
        self._has_logged_end = False

    def know_as(self, name: str) -> bool:
        """Make the page known under this name, too. False if it has too many names."""
        if name not in self._names:
            if len(self._names) >= MOST_KNOWN:
                return False
            self._names.append(name)
            self._has_new_names.set()
        return True

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
        self._has_new_names = trio.Event()
        start = {
            "secret": secret,
            "port": self._daemon_port,
            "known_as": self._names,
            "network": self._network,
            "limits": self._limits,
        }
        port = None
        with trio.move_on_after(TIME_TO_START):
            await _send(child, start)
            port = number_in(await child.next_line() or "")
        if port is None:
            child.kill()
            return
        self._browsers.page_address = PageAddress(port, secret)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._send_names, child)
                has_ended = await _until_silent(child)
                nursery.cancel_scope.cancel()
        finally:
            self._browsers.page_address = None
        if not has_ended:
            log.warning("the page for browsers shows no sign of life, and is ended")
            child.kill()

    async def _send_names(self, child: Child) -> None:
        while True:
            await self._has_new_names.wait()
            self._has_new_names = trio.Event()
            await _send(child, {"known_as": self._names})


async def _send(child: Child, value: object) -> None:
    with suppress(trio.BrokenResourceError):  # it has ended
        await child.say(json.dumps(value))


async def _until_silent(child: Child) -> bool:
    """Wait until it has ended (True), or has shown no sign of life for too long (False)."""
    silent = 0
    while silent < MOST_SILENT:
        silent += 1  # waits are counted, not seconds: both processes may have been suspended
        with trio.move_on_after(BEAT):
            if await child.next_line() is None:
                return True
            silent = 0
    return False


def _log_error(line: str) -> None:
    """Write a line of its standard error to the daemon's log."""
    log.warning("page: %s", line[:LONGEST_LINE])
