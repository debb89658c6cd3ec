"""A program that prints what it has been given: a test compares one that is forked with one that is not."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from protocol.shared.child_program import child_command, child_environment, own_group


def _open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _terminal(descriptor: int) -> int | None:
    try:
        return os.tcgetpgrp(descriptor)
    except OSError:
        return None


def found() -> dict[str, object]:
    """What a program can see of its start. Its numbers of processes are said as whose they are."""
    numbers = {os.getpid(): "its own", os.getppid(): "its parent's", os.getsid(os.getppid()): "its parent's session"}
    mask = os.umask(0)
    os.umask(mask)
    main: Any = sys.modules["__main__"]
    streams: tuple[Any, ...] = (sys.stdin, sys.stdout, sys.stderr)
    return {
        "argv": sys.argv,
        "orig_argv": sys.orig_argv,
        "shown words": os.fsdecode(Path("/proc/self/cmdline").read_bytes().rstrip(b"\0")).split("\0"),
        "executable": sys.executable,
        "flags": {
            name: getattr(sys.flags, name) for name in dir(sys.flags) if name in ("dev_mode", "utf8_mode", "quiet")
        },
        "path": sys.path,
        "warnings": [str(one) for one in sys.modules["warnings"].filters],
        "main": [main.__name__, main.__file__, main.__spec__.name, main.__package__],
        "environment": dict(os.environ),
        "putenv": os.fsdecode(subprocess.run(["env"], stdout=subprocess.PIPE, check=True).stdout).splitlines(),
        "folder": str(Path.cwd()),
        "umask": mask,
        "session": numbers.get(os.getsid(0), "another's"),
        "group": numbers.get(os.getpgrp(), "another's"),
        "terminal": [numbers.get(_terminal(number) or 0, "none") for number in range(3)],
        "signals": {one.name: repr(signal.getsignal(one)) for one in signal.Signals},
        "mask": [int(one) for one in signal.pthread_sigmask(signal.SIG_BLOCK, ())],
        "limits": [resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name.startswith("RLIMIT_")],
        "streams": [
            [
                *(one.name, one.mode, one.encoding, one.errors, one.newlines, one.line_buffering, one.write_through),
                *(type(one.buffer).__name__, one.buffer.mode, one.buffer.name, one.closed, one.fileno(), one.isatty()),
            ]
            for one in streams
        ],
        "originals": [sys.stdin is sys.__stdin__, sys.stdout is sys.__stdout__, sys.stderr is sys.__stderr__],
        "threads": [thread.name for thread in threading.enumerate()],
        "time zone": time.tzname,
    }


if __name__ == "__main__":
    seen = found()
    if sys.argv[1:2] == ["parent"]:
        command = child_command("tests.how_it_started", *sys.argv[2:])
        environment = child_environment({"MORE": "yes"})
        done = subprocess.run(command, capture_output=True, check=False, env=environment, **own_group())
        seen["child"] = json.loads(done.stdout.splitlines()[0])
        seen["status of the child"] = done.returncode
    import atexit

    atexit.register(print, "and its last words", flush=True)
    seen["is forked"] = "tests.forks" in sys.modules
    seen["chance"] = random.random()
    seen["descriptors"] = [number for number in range(3, 100) if _open(number) and os.get_inheritable(number)]
    print(json.dumps(seen), flush=True)
    if sys.argv[1:] == ["wait"]:
        time.sleep(600)
    sys.exit(7)
