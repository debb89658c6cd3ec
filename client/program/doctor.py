"""`fives doctor`: whether this machine can play, reach a host, and be reached by friends: a line for each finding.

Here: the checks, their sentences, and what a report must not contain. Not here: what only the player can see
(`doctor_looks`), what the checks try out (`terminal.look`, `private_daemon`, `store.files`, `net.dial`), and the ways
for friends: the daemon's program `ways` prints them.
"""

import getpass
import os
import platform
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires, version
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import trio
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.utils import get_term_environment_variable

from client.net.credentials import Credentials
from client.net.dial import HostDial
from client.net.host_connection import answer_about_tables
from client.program.daemon_start import PrivateDaemonError, Process, start_private
from client.program.doctor_looks import look_together
from client.program.installation import mismatch_here
from client.program.private_daemon import private_daemon
from client.store.file_hosts import FileHosts
from client.store.files import data_folder
from client.terminal.look import is_terminal, why_not_drawn
from client.terminal.printed_lines import print_line
from client.words.english import listed
from client.words.version_words import older_by_release
from protocol.shared.child_program import child_command, start_child
from protocol.shared.exit_status import DONE, FAILED
from protocol.shared.join_link import JoinLink
from protocol.shared.multicast import NoMulticastError, close_multicast, open_multicast
from protocol.shared.plain_signs import has_drawing_signs
from protocol.version import __version__
from protocol.wire.messages import Farewell, FromDaemon, Goodbye, Tables

_OLDEST: Final = (3, 11)
_TIME_TO_CONNECT: Final = 5.0
_TIME_FOR_WAYS: Final = 20.0
NOT_INSTALLED: Final = "libraries: their versions are not known, because fives was not installed but started in place"
NO_TERMINAL: Final = "terminal: none that can be drawn on, so fives uses line mode"
SOCKET_OPENS: Final = "network: a socket can be opened on this machine, and connected to"
HOSTS_CAN_BE_FOUND: Final = "hosts in your network: this machine can look for them"
DAEMON_STARTS: Final = "computer players: their daemon starts"
NO_WAYS: Final = "friends: it could not be found out how they can reach this machine"
THE_DATA_FOLDER: Final = "the data folder"
SILENT_SOCKET: Final = "nothing arrives"
CAN_PLAY: Final = "This machine can play."
CANNOT_PLAY: Final = "This machine cannot play yet: see FAILED above."
CANNOT_REACH: Final = "This machine cannot play at that host yet: see FAILED above."
_COLOURS: Final = {"DEPTH_1_BIT": "2", "DEPTH_4_BIT": "16", "DEPTH_8_BIT": "256", "DEPTH_24_BIT": "16 million"}


class Finding(NamedTuple):
    """The result of one check. `is_well`: it does not keep this machine from playing."""

    text: str
    is_well: bool = True


def doctor_command(where: JoinLink | None, *, is_report: bool) -> int:
    """Print a line for each check; returns the exit status.

    `where`: a host to be reached, too; without one, the ways in which friends can reach this machine are shown.
    `is_report`: without names, addresses and folders. At a terminal the player is then asked about what only they can
    see there, unless it is about a host or for a report.
    """
    can_play = True
    # Begins now: it waits for the router while the other checks are made.
    others = _ways(_start_ways(is_report=is_report)) if where is None else _host(where, is_report=is_report)
    for finding in chain(_findings(is_report=is_report), others):
        can_play &= finding.is_well
        print_line(_line(without_names(finding.text) if is_report else finding.text, is_well=finding.is_well))
    print_line(CAN_PLAY if can_play else CANNOT_PLAY if where is None else CANNOT_REACH)
    if where is None and not is_report and is_terminal() and why_not_drawn() is None:
        look_together()
    return DONE if can_play else FAILED


def _line(text: str, *, is_well: bool) -> str:
    return f"{'ok' if is_well else 'FAILED':<8}{text}"


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _findings(*, is_report: bool) -> Iterator[Finding]:
    yield Finding(f"fives {__version__}")
    oldest = ".".join(map(str, _OLDEST))
    bits = 64 if sys.maxsize > 1 << 32 else 32  # the system's name below is that of its kernel, which may have more
    which = f"{platform.python_implementation()}, {bits} bits, {sys.executable}"
    yield Finding(
        f"Python {platform.python_version()} ({which}); {oldest} or later is needed", sys.version_info >= _OLDEST
    )
    yield Finding(f"system: {platform.system()} {platform.release()} {platform.machine()}")
    yield _libraries(is_report=is_report)
    yield _terminal()
    yield Finding(f"encoding: {sys.stdout.encoding}, {'with' if has_drawing_signs() else 'without'} box characters")
    yield _network()
    yield _hosts_nearby()
    yield _files(is_report=is_report)
    yield _daemon()


def _libraries(*, is_report: bool) -> Finding:
    try:
        required = requires("fives") or []
    except PackageNotFoundError:
        return Finding(NOT_INSTALLED)
    found = list[str]()
    missing, not_here = list[str](), list[str]()
    for requirement in required:
        wanted, _, marker = requirement.partition(";")
        if "extra" in marker:
            continue
        name = re.split(r"[^\w.-]", wanted)[0]
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            (not_here if marker else missing).append(name)
    if missing:
        return Finding(f"libraries: {listed(missing)} cannot be found; install fives again", is_well=False)
    without = f"; without {listed(not_here)}, which not every system gets" if not_here else ""
    return Finding(f"libraries: {', '.join(found) if is_report else 'all are there'}{without}")


def _terminal() -> Finding:
    if not is_terminal():
        return Finding(NO_TERMINAL)
    why = why_not_drawn()
    if why is not None:
        return Finding(
            f"terminal: the full screen cannot be drawn here, so fives uses line mode: {' '.join(why.split())}"
        )
    output = get_app_session().output
    kind = get_term_environment_variable() or type(output).__name__
    size = output.get_size()
    colours = _COLOURS[output.get_default_color_depth().name]
    return Finding(f"terminal: {kind}, {size.columns} columns by {size.rows} lines, {colours} colours")


def _network() -> Finding:
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(_TIME_TO_CONNECT)
            with socket.create_connection(server.getsockname(), _TIME_TO_CONNECT):
                server.accept()[0].close()
    except OSError as error:
        return Finding(
            f"network: no socket can be opened on this machine: {error.strerror or SILENT_SOCKET}", is_well=False
        )
    return Finding(SOCKET_OPENS)


def _files(*, is_report: bool) -> Finding:
    folder = data_folder()
    name = THE_DATA_FOLDER if is_report else folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"fives")
    except OSError as error:
        return Finding(f"files: {name} cannot be written: {_why(error)}", is_well=False)
    return Finding(f"files: {name} can be written")


def _hosts_nearby() -> Finding:
    """Whether `fives join` can list hosts. Without that, people can play all the same."""
    try:
        close_multicast(open_multicast())
    except NoMulticastError as error:
        return Finding(f"hosts in your network: they cannot be listed, so you need their addresses: {error}")
    return Finding(HOSTS_CAN_BE_FOUND)


def _daemon() -> Finding:
    try:
        trio.run(_start_daemon)
    except PrivateDaemonError as error:
        return Finding(f"computer players: {error}", is_well=False)
    except OSError as error:  # from the daemon's folder
        return Finding(f"computer players: {_why(error)}", is_well=False)
    return Finding(DAEMON_STARTS)


async def _start_daemon() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with private_daemon(start_private((), Path(folder)), Path(folder)) as ready:
            await ready()


def _start_ways(*, is_report: bool) -> Process | None:
    try:
        return start_child(child_command("daemon.program.doctor_lines", *(["--report"] if is_report else [])))
    except OSError:
        return None


def _ways(program: Process | None) -> Iterator[Finding]:
    """A line for each way in which friends can reach this machine; none keeps it from playing."""
    printed = b""
    if program is not None:
        with program:
            try:
                printed, _ = program.communicate(timeout=_TIME_FOR_WAYS)
            except subprocess.TimeoutExpired:
                program.kill()
    for line in printed.decode(errors="replace").splitlines() or [NO_WAYS]:
        yield Finding(line)


def _host(where: JoinLink, *, is_report: bool) -> Iterator[Finding]:
    """Where the host answers, with which encryption, and whether it needs an invitation."""
    host = HostDial(where, FileHosts(data_folder()))
    answer = trio.run(answer_about_tables, where.address, host.dial)
    transport = host.transport
    if transport is None or isinstance(answer, str):
        text = f"host: {answer}"
        for endpoint in host.endpoints if is_report else ():
            text = text.replace(endpoint.address.host, "HOST")
        yield Finding(text, is_well=False)
        return
    yield Finding(f"host: {'HOST' if is_report else transport.endpoint} answers")
    key = transport.key
    yield Finding("encryption: none" if key is None else f"encryption: yes, this host's key is {key}")
    if not _is_not_invited(answer):
        yield Finding("invitation: none is needed from here")
    elif host.invitation is None:
        yield Finding("invitation: one is needed, and this link has none; ask the host for another link", is_well=False)
    else:
        credentials = Credentials(invitation=host.invitation)
        answer = trio.run(answer_about_tables, where.address, host.dial, credentials.lines())
        is_valid = not isinstance(answer, str) and not _is_not_invited(answer)
        yield Finding(f"invitation: yours is {'' if is_valid else 'not '}valid", is_valid)
    if isinstance(answer, Tables):
        yield Finding(f"release: {_release(answer.daemon)}")


def _release(daemon: str | None) -> str:
    """Which of both sides is the older one, as far as the host says."""
    if daemon is None:
        return "the host does not say which one it has"
    older = older_by_release(daemon)
    return f"the host has {daemon}" if older is None else mismatch_here(older)


def _is_not_invited(answer: FromDaemon) -> bool:
    return isinstance(answer, Goodbye) and answer.reason == Farewell.NOT_INVITED


def without_names(text: str) -> str:
    """The text without the player's folders, login name and machine name, which errors quote."""
    folders = {str(data_folder()): "DATA", os.path.expanduser("~"): "HOME"}  # noqa: PTH111 - a user may have none
    with suppress(FileNotFoundError):
        folders[tempfile.gettempdir()] = "TEMP"  # on Windows it may contain the user's name in another spelling
    for folder in sorted(folders, key=len, reverse=True):
        if Path(folder).name:  # not the root folder
            text = text.replace(folder, folders[folder])
    for name, stands_for in ((_login_name(), "USER"), (platform.node(), "MACHINE")):
        if name:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", stands_for, text, flags=re.IGNORECASE)
    return text


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
