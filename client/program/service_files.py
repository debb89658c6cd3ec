"""What starts a daemon together with the machine: a unit of systemd, an agent of launchd, a task of Windows.

Here: the text of each, where it belongs, and the commands that switch it on and off. Nothing is written or run here.
Not here: the command (`service_command`). The forms are those of systemd.service(5), launchd.plist(5) and the schema of
Windows' task planner.
"""

import plistlib
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from protocol.frozen import frozen
from protocol.shared.host_options import LOG

NAME: Final = "fivesd"
_LABEL: Final = f"net.{NAME}"
_PAUSE: Final = 10
"""Seconds before a daemon that has failed is started again."""


@frozen
class Daemon:
    """The daemon to start: its `command`, its data folder, and the user whose daemon it is."""

    command: tuple[str, ...]
    data: Path
    user: str


@frozen
class Starter:
    """A way to start programs. `place`: its file, below the user's home folder; `program`: what has to be there.

    `on` and `off`: the commands that switch it on and off, `FILE` for the file. `log`: how to read the daemon's log.
    `after`: what the user may have to do as well.
    """

    title: str
    place: str
    program: str
    text: Callable[[Daemon], str]
    on: Sequence[Sequence[str]]
    off: Sequence[Sequence[str]]
    log: str
    after: str = ""
    encoding: str = "utf-8"


def _unit(daemon: Daemon) -> str:
    # No `After=network-online.target`: a user's units cannot wait for it, and the daemon follows the network by itself.
    return f"""\
[Unit]
Description=fives, scoring dominoes for friends

[Service]
ExecStart={" ".join(map(_systemd_word, daemon.command))}
Restart=on-failure
RestartSec={_PAUSE}

[Install]
WantedBy=default.target
"""


def _systemd_word(word: str) -> str:
    """A word of a command in a unit, where `%` and `$` mean something, too."""
    safe = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{safe}"' if any(sign in word for sign in " \t'\"\\;") or not word else safe


def _agent(daemon: Daemon) -> str:
    log = str(daemon.data / LOG)
    content = {
        "Label": _LABEL,
        "ProgramArguments": list(daemon.command),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": _PAUSE,
        "StandardOutPath": log,
        "StandardErrorPath": log,
    }
    return plistlib.dumps(content, sort_keys=False).decode()


def _task(daemon: Daemon) -> str:
    program, *words = daemon.command
    words.append(f"--log-file={daemon.data / LOG}")
    return f"""\
<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>fives, scoring dominoes for friends</Description></RegistrationInfo>
  <Triggers><LogonTrigger><UserId>{escape(daemon.user)}</UserId></LogonTrigger></Triggers>
  <Settings>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions>
    <Exec>
      <Command>{escape(program)}</Command>
      <Arguments>{escape(subprocess.list2cmdline(words))}</Arguments>
    </Exec>
  </Actions>
</Task>
"""


SERVICES: Final = {
    "systemd": Starter(
        "systemd",
        f".config/systemd/user/{NAME}.service",
        "systemctl",
        _unit,
        on=(
            ("systemctl", "--user", "daemon-reload"),
            ("systemctl", "--user", "enable", "--now", NAME),
            ("loginctl", "enable-linger"),
        ),
        off=(("systemctl", "--user", "disable", "--now", NAME),),
        log=f"journalctl --user --unit {NAME}",
    ),
    "launchd": Starter(
        "launchd",
        f"Library/LaunchAgents/{_LABEL}.plist",
        "launchctl",
        _agent,
        on=(("launchctl", "load", "-w", "FILE"),),
        off=(("launchctl", "unload", "-w", "FILE"),),
        log=f"the file {LOG} in the data folder",
        after="It starts when you log in: let the machine do so by itself (System Settings, Users & Groups).",
    ),
    "windows": Starter(
        "Windows' task planner",
        f"AppData/Local/{NAME}/{NAME}-task.xml",
        "schtasks",
        _task,
        on=(("schtasks", "/Create", "/F", "/TN", NAME, "/XML", "FILE"), ("schtasks", "/Run", "/TN", NAME)),
        off=(("schtasks", "/End", "/TN", NAME), ("schtasks", "/Delete", "/F", "/TN", NAME)),
        log=f"the file {LOG} in the data folder",
        after="It starts when you log in.",
        encoding="utf-16",
    ),
}
"""The way of each kind of system."""
