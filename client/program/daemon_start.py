"""Starting the player's own daemon, for `fives play` and `fives host`.

Not here: waiting for it and stopping it (`private_daemon`). Imports little: the daemon starts while the rest of the
client is imported, so the player waits for the longer of the two, not for both.
"""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from protocol.shared.child_program import child_command, start_child
from protocol.shared.host_options import SEAT_SECRET

Process = subprocess.Popen[bytes]


class PrivateDaemonError(Exception):
    """The daemon did not start; one line, the daemon's own if it printed any.

    `is_misuse`: one of its options is not valid, such as its folder.
    """

    def __init__(self, text: str, *, is_misuse: bool = False) -> None:
        super().__init__(text)
        self.is_misuse = is_misuse


def start_private(flags: Sequence[str], data: Path) -> Process:
    """Start a daemon for one player. Raises `PrivateDaemonError`."""
    return _start(["--private", *flags], data)


def start_hosted(flags: Sequence[str], data: Path, seat_secret: str | None = None) -> Process:
    """Start a daemon that friends can join. `seat_secret`: as in `SEAT_SECRET`. Raises `PrivateDaemonError`."""
    return _start(["--child", *flags], data, {} if seat_secret is None else {SEAT_SECRET: seat_secret})


def _start(flags: Sequence[str], data: Path, environment: Mapping[str, str] | None = None) -> Process:
    try:
        return start_child(_command(flags, data), environment or {})
    except OSError as error:
        raise PrivateDaemonError(f"the private daemon cannot be started: {error.strerror or error}") from error


def _command(flags: Sequence[str], data: Path) -> list[str]:
    return child_command("daemon", "--data", str(data.absolute()), *flags)
