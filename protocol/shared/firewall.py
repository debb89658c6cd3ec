"""The firewall of this machine: which one it is, as far as can be seen without the administrator's rights.

Here: also the command that lets others in. Not here: the sentences (`fives doctor`, `client.words.rehearsal_words`).
"""

import subprocess
import sys
from enum import Enum, auto
from pathlib import Path
from typing import Final

TIME_FOR_COMMAND: Final = 3.0
UFW_SETTINGS: Final = Path("/etc/ufw/ufw.conf")
OF_MACOS: Final = "/usr/libexec/ApplicationFirewall/socketfilterfw"


class Firewall(Enum):
    """A firewall that keeps others out until its owner lets them in."""

    WINDOWS = auto()
    """It asks when a program listens for the first time."""
    MACOS = auto()
    """The same; a Mac's is off unless its owner has switched it on."""
    OFF = auto()
    UFW = auto()
    FIREWALLD = auto()
    UNKNOWN = auto()
    """None was found: others cannot be seen."""

    def command(self, port: int) -> str | None:
        """What lets others in at this TCP port, as it is typed; None where the system asks, or nothing is known."""
        match self:
            case Firewall.UFW:
                return f"sudo ufw allow {port}/tcp"
            case Firewall.FIREWALLD:
                return f"sudo firewall-cmd --add-port={port}/tcp"
            case _:
                return None


def firewall_now() -> Firewall:
    """The firewall of this machine. Asks other programs, for some seconds at most."""
    if sys.platform == "win32":
        return Firewall.WINDOWS
    if sys.platform == "darwin":
        return Firewall.MACOS if "enabled" in _printed(OF_MACOS, "--getglobalstate") else Firewall.OFF
    if _is_ufw_enabled():
        return Firewall.UFW
    return Firewall.FIREWALLD if _printed("firewall-cmd", "--state").strip() == "running" else Firewall.UNKNOWN


def _is_ufw_enabled() -> bool:
    try:
        return "ENABLED=yes" in UFW_SETTINGS.read_text(encoding="utf-8", errors="replace").split()
    except OSError:
        return False


def _printed(*command: str) -> str:
    """What a command prints; nothing if it is not there."""
    try:
        ran = subprocess.run(command, capture_output=True, check=False, timeout=TIME_FOR_COMMAND)  # noqa: S603 - fixed
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ran.stdout.decode(errors="replace")
