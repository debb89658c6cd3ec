"""A program that runs a tunnel program, prints what it prints, and ends it when its own standard input is closed.

That also happens when the daemon is killed. A tunnel program does not watch its standard input, so something else has
to; this works on every system. It also keeps the system awake as long as it runs, where that takes one command.

Here: the whole program, without anything of the daemon's. It limits what it passes on, so that a tunnel that prints
without end does not keep the daemon busy. Not here: what the lines mean (`tunnel`).
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from typing import IO, Final

LONGEST_LINE: Final = 1000
"""Bytes; a longer line is passed on in parts."""
MOST_LINES_A_SECOND: Final = 50
"""Lines beyond this are dropped: a tunnel that has to wait for a reader would stop."""
TIME_TO_END: Final = 1.0
NOT_STARTED: Final = 127
_STAY_AWAKE: Final = {
    "darwin": ("caffeinate", "-i"),
    "linux": ("systemd-inhibit", "--what=idle:sleep", "--who=fives", "--why=friends play here", "--mode=block"),
}
_AWAKE_ON_WINDOWS: Final = 0x80000001
"""ES_CONTINUOUS and ES_SYSTEM_REQUIRED."""


def main() -> int:
    """Run the command in the arguments; returns its exit status."""
    pipe, is_posix = subprocess.PIPE, os.name == "posix"
    try:
        tunnel = subprocess.Popen(  # noqa: S603 - what the host has asked for
            sys.argv[1:], stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, start_new_session=is_posix
        )
    except OSError as error:
        print(error.strerror or error, flush=True)
        return NOT_STARTED
    _stay_awake()
    threading.Thread(target=_end_with_stdin, args=[tunnel], daemon=True).start()
    assert tunnel.stdout is not None
    _pass_on(tunnel.stdout)
    status = tunnel.wait()
    _end(tunnel)  # what it has started
    return status if status >= 0 else 128 - status


def _pass_on(output: IO[bytes]) -> None:
    second, passed = 0, [0, 0]
    while line := output.readline(LONGEST_LINE):
        now, has_link = int(time.monotonic()), b"https://" in line
        if now != second:
            second, passed = now, [0, 0]
        passed[has_link] += 1  # apart: nothing else may keep a link from the daemon
        if passed[has_link] <= MOST_LINES_A_SECOND:
            os.write(1, line if line.endswith(b"\n") else line + b"\n")


def _end_with_stdin(tunnel: "subprocess.Popen[bytes]") -> None:
    try:
        while os.read(0, 1024):
            pass
    finally:
        _end(tunnel)
        os._exit(0)  # at once: nobody reads what is left


def _end(tunnel: "subprocess.Popen[bytes]") -> None:
    """End the tunnel and all that it has started."""
    if os.name == "nt":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(tunnel.pid)], capture_output=True, check=False)  # noqa: S603, S607
        return
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(tunnel.pid, number)
            tunnel.wait(TIME_TO_END)
        except (ProcessLookupError, PermissionError):
            return  # nothing is left of its group
        except subprocess.TimeoutExpired:
            pass


def _stay_awake() -> None:
    """Ask the system not to sleep until this program ends. Where that fails, everything else works."""
    if os.name == "nt":
        import ctypes  # noqa: PLC0415 - only Windows needs it

        ctypes.windll.kernel32.SetThreadExecutionState(_AWAKE_ON_WINDOWS)  # type: ignore[attr-defined,unused-ignore]
        return
    words = _STAY_AWAKE.get(sys.platform, ("",))
    if shutil.which(words[0]) is not None:
        read, _stays_open = os.pipe()  # `cat` ends when this program does, because that closes its input
        quiet = subprocess.DEVNULL
        subprocess.Popen([*words, "cat"], stdin=read, stdout=quiet, stderr=quiet)  # noqa: S603
        os.close(read)


if __name__ == "__main__":
    sys.exit(main())
