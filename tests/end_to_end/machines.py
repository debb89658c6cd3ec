"""Machines of their own for players, in one network: namespaces of Linux, which only root can make.

Here: the machines, programs on them, and a firewall. Not here: what the players do there.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.end_to_end.program import TIME_TO_END
from tests.end_to_end.pseudo_terminal import PseudoTerminal

NAMES: Final = ("dan", "ann", "ben", "sue")
NETWORK = f"fives-{os.getpid()}"
FIVES: Final = (sys.executable, "-m", "client")


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, timeout=TIME_TO_END)


def machine(name: str) -> str:
    """The namespace of the machine of this name."""
    return f"{NETWORK}-{name}"


def address(name: str) -> str:
    """Its address in the network."""
    return f"192.168.77.{NAMES.index(name) + 1}"


@contextmanager
def connected() -> Iterator[None]:
    """The machines of these names, connected by a switch. Skips the test where none can be made."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need Linux, root and the program `ip`")
    with ExitStack() as made:

        def add(name: str) -> str:
            _ip("netns", "add", machine(name))
            made.callback(subprocess.run, ["ip", "netns", "delete", machine(name)], check=False, capture_output=True)
            _ip("-n", machine(name), "link", "set", "lo", "up")
            return machine(name)

        try:
            switch = add("switch")
            _ip("-n", switch, "link", "add", "name", "bridge0", "type", "bridge")
            _ip("-n", switch, "link", "set", "bridge0", "up")
            for name in NAMES:
                there, card = add(name), f"port-{name}"
                _ip("-n", switch, "link", "add", "name", card, "type", "veth", "peer", "name", "eth0", "netns", there)
                _ip("-n", switch, "link", "set", card, "master", "bridge0", "up")
                _ip("-n", there, "address", "add", f"{address(name)}/24", "dev", "eth0")
                _ip("-n", there, "link", "set", "eth0", "up")
        except subprocess.CalledProcessError as error:
            pytest.skip(f"network namespaces cannot be made here: {error.stderr!r}")
        yield


@contextmanager
def at(name: str, folder: Path, *words: str, columns: int = 400, rows: int = 40) -> Iterator[PseudoTerminal]:
    """`fives` with these words on the machine of this name."""
    command = ["ip", "netns", "exec", machine(name), *FIVES, *words]
    terminal = PseudoTerminal(command, folder / name, columns, rows)
    try:
        yield terminal
    finally:
        terminal.close()


def _nft(name: str, rules: str) -> None:
    command = ["ip", "netns", "exec", machine(name), "nft", "-f", "-"]
    made = subprocess.run(command, input=rules, text=True, capture_output=True, check=False, timeout=TIME_TO_END)
    if made.returncode:
        pytest.skip(f"no firewall can be made here: {made.stderr}")


def keep_out(machine: str, *names: str) -> None:
    """Have this machine drop what begins a connection from these machines, as a firewall does that nobody has asked."""
    dropped = "".join(f"ip saddr {address(name)} tcp flags & (syn | ack) == syn drop\n" for name in names)
    chain = f"chain in {{\ntype filter hook input priority 0; policy accept;\n{dropped}}}\n"
    _nft(machine, f"table inet fives\ndelete table inet fives\ntable inet fives {{\n{chain}}}\n")
