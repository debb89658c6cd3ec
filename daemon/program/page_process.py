"""The page process: the child that shows this daemon's tables to browsers.

Here: starting it, starting it again, and what it is given. Not here: handing browsers to it (`daemon.net.browsers`),
the page (`client.web`, a program of its own that is started by name).

It gets lines of JSON on its standard input, prints where it listens, and ends when its standard input is closed. Each
run has a new secret, so nobody can use what an earlier run knew. It prints an empty line every second; one that prints
none for long is frozen, and is killed and started again.
"""

import json
import logging
import secrets
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import trio

from daemon.net.browsers import Browsers, Door
from protocol.console.child_program import child_command, child_environment, own_group
from protocol.console.known_name import MOST_KNOWN
from protocol.digits import number_in

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
TIME_TO_START: Final = 30.0
TIME_TO_STOP: Final = 3.0
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
        self._has_said = False

    def know_as(self, name: str) -> bool:
        """Have the page known under this name too; False where it has too many names."""
        if name not in self._names:
            if len(self._names) >= MOST_KNOWN:
                return False
            self._names.append(name)
            self._has_new_names.set()
        return True

    async def run(self) -> None:
        """Run it, again and again, until cancelled."""
        pause = FIRST_PAUSE
        while True:
            began = trio.current_time()
            why = await self._run_once()
            if trio.current_time() - began > LONG_RUN:
                pause, self._has_said = FIRST_PAUSE, False
            if not self._has_said:
                self._has_said = True
                log.warning("the page for browsers has stopped (%s) and is started again; players play on", why)
            await trio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _run_once(self) -> str:
        """Run it to its end; why it has ended."""
        try:
            process = await trio.lowlevel.open_process(
                child_command("client", "page", "--child"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=child_environment(),
                **own_group(),
            )
        except OSError as error:
            return error.strerror or str(error)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_log_errors, process)
                with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                    await self._serve(process, nursery)
                status = await process.wait()
                nursery.cancel_scope.cancel()
            return f"exit status {status}"
        finally:
            self._browsers.door = None
            await _stop(process)

    async def _serve(self, process: trio.Process, nursery: trio.Nursery) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        secret = secrets.token_urlsafe(32)
        self._has_new_names = trio.Event()
        start = {
            "secret": secret,
            "port": self._daemon_port,
            "known_as": self._names,
            "network": self._network,
            "limits": self._limits,
        }
        await _tell(process.stdin, start)
        port = None
        with trio.move_on_after(TIME_TO_START):
            port = await _first_number(process.stdout)
        if port is None:
            process.kill()
            return
        self._browsers.door = Door(port, secret)
        nursery.start_soon(self._tell_names, process.stdin)
        nursery.start_soon(_end_if_frozen, process)

    async def _tell_names(self, stdin: trio.abc.SendStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while True:
                await self._has_new_names.wait()
                self._has_new_names = trio.Event()
                await _tell(stdin, {"known_as": self._names})


async def _tell(stdin: trio.abc.SendStream, value: object) -> None:
    await stdin.send_all(json.dumps(value).encode() + b"\n")


async def _first_number(stdout: trio.abc.ReceiveStream) -> int | None:
    """The port in the first line that it prints; None where it prints none."""
    said = b""
    while b"\n" not in said:
        received = await stdout.receive_some(100)
        said += received
        if not received or len(said) > 100:
            return None
    return number_in(said.decode(errors="replace").strip())


async def _end_if_frozen(process: trio.Process) -> None:
    """Kill it once it has shown no sign of life for too long."""
    assert process.stdout is not None
    silent = 0
    while silent < MOST_SILENT:
        silent += 1  # waits are counted, not seconds: both processes may have been suspended
        with trio.move_on_after(BEAT):
            if not await process.stdout.receive_some():
                return  # it has ended
            silent = 0
    log.warning("the page for browsers shows no sign of life, and is ended")
    process.kill()


async def _log_errors(process: trio.Process) -> None:
    """Have what it writes to standard error in the daemon's log."""
    assert process.stderr is not None
    held = b""
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        async for received in process.stderr:
            *lines, held = (held + received)[-64 * 1024 :].split(b"\n")
            for line in lines:
                log.warning("page: %s", line.decode(errors="replace")[:LONGEST_LINE])


async def _stop(process: trio.Process) -> None:
    """Close its standard input and wait; one that does not end by itself is killed."""
    with trio.CancelScope(shield=True):
        assert process.stdin is not None
        await process.stdin.aclose()
        with trio.move_on_after(TIME_TO_STOP):
            await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            await stream.aclose()
