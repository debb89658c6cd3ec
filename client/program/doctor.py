"""`fives doctor`: whether this machine can play, a line for each thing that playing needs.

Lives here: what is looked at, and what must not be in a report that is sent to somebody. Not here: the sentences
(`words.doctor`).
"""

import getpass
import os
import platform
import re
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final, NamedTuple

import trio

from client.lines.terminal import print_line
from client.net.files import data_folder
from client.program import doctor_words as words
from client.program.private_daemon import PrivateDaemonError, private_daemon
from client.screen.look import is_terminal, why_not_drawn
from protocol.console.exit_status import DONE, FAILED
from protocol.console.plain_signs import can_be_shown
from protocol.version import __version__

_OLDEST: Final = (3, 11)
_TIME_TO_CONNECT: Final = 5.0
_COLOURS: Final = {"DEPTH_1_BIT": "2", "DEPTH_4_BIT": "16", "DEPTH_8_BIT": "256", "DEPTH_24_BIT": "16 million"}


class Finding(NamedTuple):
    """What was found about one thing; `is_well` unless it keeps this machine from playing."""

    text: str
    is_well: bool = True


def doctor_command(*, is_report: bool) -> int:
    """Tell what was found; the exit status. `is_report`: without names, addresses and the player's folders."""
    can_play = True
    for finding in _look(is_report=is_report):
        can_play &= finding.is_well
        print_line(words.line(nameless(finding.text) if is_report else finding.text, is_well=finding.is_well))
    print_line(words.CAN_PLAY if can_play else words.CANNOT_PLAY)
    return DONE if can_play else FAILED


def _look(*, is_report: bool) -> Iterator[Finding]:
    yield Finding(f"fives {__version__}")
    oldest = ".".join(map(str, _OLDEST))
    yield Finding(
        words.python(platform.python_version(), platform.python_implementation(), oldest), sys.version_info >= _OLDEST
    )
    yield Finding(words.system(platform.system(), platform.release(), platform.machine()))
    yield _libraries()
    yield _terminal()
    yield Finding(words.encoding(sys.stdout.encoding, has_boxes=can_be_shown()))
    yield _network()
    yield _files(is_report=is_report)
    yield _daemon()


def _libraries() -> Finding:
    try:
        required = requires("fives") or []
    except PackageNotFoundError:
        return Finding(words.NOT_INSTALLED)
    names = [re.split(r"[^\w.-]", each)[0] for each in required if "extra" not in each]
    found, missing = [], []
    for name in names:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            missing.append(name)
    return Finding(words.libraries_missing(missing), is_well=False) if missing else Finding(words.libraries(found))


def _terminal() -> Finding:
    if not is_terminal():
        return Finding(words.NO_TERMINAL)
    why = why_not_drawn()
    if why is not None:
        return Finding(words.no_console(" ".join(why.split())))
    from prompt_toolkit.application.current import get_app_session
    from prompt_toolkit.utils import get_term_environment_variable

    output = get_app_session().output
    kind = get_term_environment_variable() or type(output).__name__
    size = output.get_size()
    return Finding(words.terminal(kind, size.columns, size.rows, _COLOURS[output.get_default_color_depth().name]))


def _network() -> Finding:
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(_TIME_TO_CONNECT)
            with socket.create_connection(server.getsockname(), _TIME_TO_CONNECT):
                server.accept()[0].close()
    except OSError as error:
        return Finding(words.no_socket(error.strerror or words.SILENT_SOCKET), is_well=False)
    return Finding(words.SOCKET_OPENS)


def _files(*, is_report: bool) -> Finding:
    folder = data_folder()
    called = words.THE_DATA_FOLDER if is_report else folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"fives")
    except OSError as error:
        return Finding(words.cannot_be_written(called, error.strerror or type(error).__name__), is_well=False)
    return Finding(words.can_be_written(called))


def _daemon() -> Finding:
    try:
        trio.run(_start_daemon)
    except PrivateDaemonError as error:
        return Finding(words.daemon_does_not_start(str(error)), is_well=False)
    except OSError as error:  # of the folder for its games
        return Finding(words.daemon_does_not_start(error.strerror or type(error).__name__), is_well=False)
    return Finding(words.DAEMON_STARTS)


async def _start_daemon() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with private_daemon((), Path(folder)):
            pass


def nameless(text: str) -> str:
    """The text without this player's folders, login name and machine name, wherever an error has quoted them."""
    folders = {str(data_folder()): "DATA", os.path.expanduser("~"): "HOME"}  # noqa: PTH111 - a user may have none
    with suppress(FileNotFoundError):
        folders[tempfile.gettempdir()] = "TEMP"  # Windows may spell the user's name in it in another way
    for folder in sorted(folders, key=len, reverse=True):
        if Path(folder).name:  # not the root of all
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
