"""A desktop of its own for a test: a screen that nobody sees, a session bus, and the bus of assistive technology.

Tests that use it are skipped where Debian's `at-spi2-core xvfb dbus` are missing. Not here: what listens there
(`test_page_is_heard`, `orca`).
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from tests.ended import end_with_children

Environment = Mapping[str, str]
PYTHON: Final = "/usr/bin/python3"
"""The system's, which has the libraries of assistive technology."""
_LAUNCHERS: Final = (Path("/usr/libexec/at-spi-bus-launcher"), Path("/usr/lib/at-spi2-core/at-spi-bus-launcher"))
_LAUNCHER: Final = next(filter(Path.exists, _LAUNCHERS), None)
_BUS: Final = """<busconfig>
<type>session</type>
<listen>unix:tmpdir=/tmp</listen>
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy>
</busconfig>
"""
"""A session bus that starts no services: one of them mounts a file system in the home, and outlives the bus.

Settings are kept in memory, since the service for them is not there either.
"""


def are_there(*programs: str) -> bool:
    """Whether there can be a desktop with these programs."""
    return _LAUNCHER is not None and all(map(shutil.which, ("Xvfb", "dbus-daemon", *programs)))


@contextmanager
def program(env: Environment, *words: str, **more: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """A program that ends with the block, and everything that it has started."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = subprocess.Popen(words, env=env, start_new_session=True, **{**quiet, **more})
    try:
        yield started
    finally:
        end_with_children(started)


@contextmanager
def desktop(folder: Path) -> Iterator[Environment]:
    """The environment of a desktop whose home is this folder."""
    with ExitStack() as programs:
        home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "GSETTINGS_BACKEND": "memory"}
        env = {**os.environ, **home}
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-screen", "0", "1280x800x24"]
        programs.enter_context(program(env, *screen, pass_fds=(write,)))
        os.close(write)
        with os.fdopen(read) as numbers:
            env["DISPLAY"] = f":{numbers.readline().strip()}"
        settings = folder / "bus.conf"
        settings.write_text(_BUS)
        bus = ["dbus-daemon", f"--config-file={settings}", "--nofork", "--print-address=1"]
        addresses = programs.enter_context(program(env, *bus, stdout=subprocess.PIPE)).stdout
        assert addresses is not None
        with addresses:
            env["DBUS_SESSION_BUS_ADDRESS"] = addresses.readline().decode().strip()
        programs.enter_context(program(env, str(_LAUNCHER), "--launch-immediately"))
        yield env
