"""Two machines in one network: `fivesd` on one, and `fives join` on the other finds it, loses it, and finds it again.

The machines are network namespaces, which only root can make.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.program import COMMAND, TIME_TO_END, environment
from tests.end_to_end.pseudo_terminal import PseudoTerminal

HOST, GUEST = (f"fives-{os.getpid()}-{machine}" for machine in ("host", "guest"))


@pytest.fixture
def network() -> Iterator[None]:
    """Two machines, joined by a cable."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need Linux, root and the program `ip`")
    cable = [f"fives{os.getpid()}{end}" for end in "ab"]
    try:
        made = [_ip("netns", "add", machine) for machine in (HOST, GUEST)]
        made.append(_ip("link", "add", cable[0], "netns", HOST, "type", "veth", "peer", cable[1], "netns", GUEST))
        if not all(made):
            pytest.skip("network namespaces cannot be made here")
        for machine, end, address in ((HOST, cable[0], "192.168.77.1/24"), (GUEST, cable[1], "192.168.77.2/24")):
            _ip("-n", machine, "address", "add", address, "dev", end)
            for card in ("lo", end):
                _ip("-n", machine, "link", "set", card, "up")
        yield
    finally:
        for machine in (HOST, GUEST):
            _ip("netns", "delete", machine)


def _ip(*words: str) -> bool:
    return subprocess.run(["ip", *words], check=False, capture_output=True, timeout=TIME_TO_END).returncode == 0


@contextmanager
def hosted(data: Path, *words: str) -> Iterator[None]:
    """A host called Ben on its machine, announced; it stops at the end."""
    command = ["ip", "netns", "exec", HOST, *COMMAND, "--data", str(data), "--no-page", "--listed-as", "Ben", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment()) as host:
        try:
            yield
        finally:
            host.terminate()
            host.wait(TIME_TO_END)


@contextmanager
def joining(home: Path, *words: str) -> Iterator[PseudoTerminal]:
    """`fives join` without a link on the other machine."""
    command = ["ip", "netns", "exec", GUEST, sys.executable, "-m", "client", "join", "--name", "Ann", *words]
    terminal = PseudoTerminal(command, home, 100, 30)
    try:
        yield terminal
    finally:
        terminal.close()


def test_a_host_is_found_leaves_comes_back_and_is_joined_with_its_key(network: None, tmp_path: Path) -> None:
    with joining(tmp_path / "home", "--lines") as guest:
        with hosted(tmp_path / "host"):
            guest.shows("1: Ben: Fives and Threes, waiting for players, 4 free seats.")
        guest.shows("1: Ben has gone.")
        with hosted(tmp_path / "host", "--port", "5600", "--rules", "all-fives"):
            guest.shows("2: Ben: ")
            guest.press("2\n")
            guest.shows("Connecting to 192.168.77.1:5600.", "You sit at table oak: All Fives")
            guest.press("q\ny\n")
            guest.ends()

    (known,) = (tmp_path / "home" / "hosts").iterdir()
    assert '"name": "Ben"' in known.read_text()
