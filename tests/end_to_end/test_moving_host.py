"""A host on a machine with many addresses, or with others than before: the link leads to it, and the host is told.

The machines are network namespaces, which only root can make.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest
from attrs import define

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from client.words.say import say
from daemon.reminders.web import NOT_SENT
from tests.end_to_end.program import TIME_TO_END, environment
from tests.end_to_end.pseudo_terminal import PseudoTerminal

PORT: Final = 5533
HOST, FRIEND = (f"fives-{os.getpid()}-moving-{machine}" for machine in ("host", "friend"))
FIVES: Final = (sys.executable, "-m", "client")


@define
class House:
    """A host's machine with its card `eth0`, and that of a friend, joined by a cable."""

    folder: Path

    def ip(self, *words: str, at: str = HOST) -> None:
        """Change a machine's network."""
        subprocess.run(["ip", "-n", at, *words], check=True, capture_output=True, timeout=TIME_TO_END)

    def add_bridge(self, name: str, address: str) -> None:
        """Add a bridge of containers, to which none is connected."""
        self.ip("link", "add", name, "type", "bridge")
        self.ip("address", "add", address, "dev", name)
        self.ip("link", "set", name, "up")

    def add_cable(self, one: str, other: str) -> None:
        """Connect two cards of the host's machine, as a container or a VPN has them."""
        self.ip("link", "add", one, "type", "veth", "peer", other)
        for card in (one, other):
            self.ip("link", "set", card, "up")

    def add_docker_and_vpn(self) -> None:
        """Add what Docker makes for a container and for three projects that do not run, and a VPN."""
        self.add_bridge("docker0", "172.17.0.1/16")
        self.add_cable("veth3f", "inside")
        self.ip("link", "set", "veth3f", "master", "docker0")
        for number in (18, 19, 20):
            self.add_bridge(f"br-{number}", f"172.{number}.0.1/16")
        self.add_cable("tun0", "provider")
        self.ip("address", "add", "10.147.20.5/16", "dev", "tun0")

    @contextmanager
    def terminal(self, machine: str, *words: str, columns: int = 120, rows: int = 30) -> Iterator[PseudoTerminal]:
        """`fives` with these words on this machine."""
        command = ["ip", "netns", "exec", machine, *FIVES, *words]
        terminal = PseudoTerminal(command, self.folder / machine, columns, rows)
        try:
            yield terminal
        finally:
            terminal.close()

    @contextmanager
    def hosting(self) -> Iterator[PseudoTerminal]:
        """`fives host` in line mode, once its waiting room is there."""
        with self.terminal(HOST, *self.host_command, "--lines", columns=400) as host:
            host.shows("You sit at table oak")
            yield host

    @property
    def host_command(self) -> tuple[str, ...]:
        """The words after `fives` with which Mina hosts."""
        return "host", "--name", "Mina", "--hidden", "--data", str(self.folder / "data")

    @contextmanager
    def joining(self, link: str) -> Iterator[PseudoTerminal]:
        """A friend with this link, who sits down."""
        with self.terminal(FRIEND, "join", link, "--lines", "--name", "Ann") as friend:
            friend.shows("You sit at table oak")
            yield friend

    def python(self, program: str, *words: str) -> str:
        """What a program in Python prints on the host's machine."""
        command = ["ip", "netns", "exec", HOST, sys.executable, "-c", program, *words]
        return subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, timeout=TIME_TO_END, env=environment()
        ).stdout

    def doctor(self) -> str:
        """What `fives doctor` prints on the host's machine."""
        command = ["ip", "netns", "exec", HOST, *FIVES, "doctor"]
        home = {"FIVES_HOME": str(self.folder / HOST)}
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=60, env={**environment(), **home}
        )
        return done.stdout


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need Linux, root and the program `ip`")
    house = House(tmp_path)
    with ExitStack() as made:
        try:
            for machine in (HOST, FRIEND):
                subprocess.run(["ip", "netns", "add", machine], check=True, capture_output=True, timeout=TIME_TO_END)
                made.callback(subprocess.run, ["ip", "netns", "delete", machine], check=False, capture_output=True)
                house.ip("link", "set", "lo", "up", at=machine)
            house.ip("link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", FRIEND)
            for machine, addresses in ((HOST, ["192.168.77.7"]), (FRIEND, ["192.168.77.2", "192.168.88.2"])):
                for address in addresses:
                    house.ip("address", "add", f"{address}/24", "dev", "eth0", at=machine)
                house.ip("link", "set", "eth0", "up", at=machine)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"network namespaces cannot be made here: {error.stderr!r}")
        yield house


def links(terminal: PseudoTerminal) -> list[str]:
    """The links on the screen, from the top."""
    return re.findall(r"http://[\w.:]+/(?:oak)?#\S+", terminal.rest())


def test_beside_docker_three_projects_and_a_vpn_the_link_leads_to_the_house(house: House) -> None:
    house.add_docker_and_vpn()

    with house.hosting() as host:
        (link,) = links(host)
        assert re.fullmatch(
            rf"http://192\.168\.77\.7:{PORT}/#k=[\w-]+,also=10\.147\.20\.5:{PORT},also=172\.17\.0\.1:{PORT}", link
        )
        with house.joining(link):
            host.shows(say("way.opened"))
        host.press("address\n")
        host.until(lambda: f"http://10.147.20.5:{PORT}/oak#" in host.text)

    doctor = house.doctor()
    assert f"http://192.168.77.7:{PORT} (eth0); other addresses: 10.147.20.5 (tun0), 172.17.0.1 (docker0)" in doctor
    assert "router: this machine knows no router" in doctor


def test_in_another_network_the_host_reads_another_link_that_works(house: House) -> None:
    with house.hosting() as host:
        assert f"http://192.168.77.7:{PORT}/#" in host.text

        house.ip("address", "add", "192.168.88.50/24", "dev", "eth0")
        house.ip("address", "delete", "192.168.77.7/24", "dev", "eth0")

        host.shows("You have another address. Send this link", f"http://192.168.88.50:{PORT}/oak#")
        with house.joining(links(host)[-1]):
            host.shows(say("way.opened"))


def test_a_host_that_begins_without_a_network_reads_a_link_once_there_is_one(house: House) -> None:
    house.ip("link", "set", "eth0", "down")

    with house.hosting() as host:
        host.shows(say("way.nobody"))

        house.ip("link", "set", "eth0", "up")

        host.shows("This machine is in a network now. Send this link", f"http://192.168.77.7:{PORT}/oak#")
        with house.joining(links(host)[-1]):
            host.shows(say("way.opened"))


def test_the_waiting_room_shows_the_new_link_and_its_code(house: House) -> None:
    with house.terminal(HOST, *house.host_command, columns=120, rows=50) as host:
        host.shows(f"http://192.168.77.7:{PORT}/oak#", say("way.not_opened"))
        before = codes(host)

        house.ip("address", "add", "192.168.88.50/24", "dev", "eth0")
        house.ip("address", "delete", "192.168.77.7/24", "dev", "eth0")

        host.until(lambda: f"http://192.168.88.50:{PORT}/oak#" in host.text and codes(host) not in ([], before))
        assert f"http://192.168.77.7:{PORT}/oak#" not in host.rest()


def codes(terminal: PseudoTerminal) -> list[str]:
    """The rows of the screen with a part of a QR code."""
    return [line for line in terminal.rest().splitlines() if re.search("▄.*▄.*▄", line)]


NEIGHBOUR: Final = "2a00:1450:1::99"
LISTENS: Final = f"""
import socket
with socket.create_server(("{NEIGHBOUR}", 443), family=socket.AF_INET6) as server:
    print("listening", flush=True)
    while True:
        with server.accept()[0]:
            print("somebody came", flush=True)
"""
SENDS: Final = f"""
import sys, trio
from daemon.reminders.public_addresses import is_public
from daemon.reminders.web import NotSentError, Request, Web, may_connect_to
may_connect_to = is_public if sys.argv[1] == "anywhere" else may_connect_to
try:
    web = Web(lambda _: [("{NEIGHBOUR}", 443)], may_connect_to)
    trio.run(web.send, Request("nas.example.org", "/hooks/1", {{}}, b""))
except NotSentError as error:
    print(error)
"""


def test_a_reminder_never_goes_to_a_neighbour_whose_address_is_of_the_internet(house: House) -> None:
    """With IPv6, all machines of a house have such addresses."""
    for machine, address in ((HOST, "2a00:1450:1::20"), (FRIEND, NEIGHBOUR)):
        house.ip("address", "add", f"{address}/64", "dev", "eth0", "nodad", at=machine)
    listens = ["ip", "netns", "exec", FRIEND, sys.executable, "-c", LISTENS]
    with subprocess.Popen(listens, stdout=subprocess.PIPE, text=True) as neighbour:
        assert neighbour.stdout is not None
        try:
            assert neighbour.stdout.readline() == "listening\n"
            assert house.python(SENDS, "as always") == f"{NOT_SENT}\n"
            assert house.python(SENDS, "anywhere") == f"{NOT_SENT}\n"
            assert neighbour.stdout.readline() == "somebody came\n"
        finally:
            neighbour.terminate()
        assert neighbour.stdout.read() == "", "only who may go anywhere has come"
