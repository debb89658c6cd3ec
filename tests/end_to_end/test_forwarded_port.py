"""`fivesd --map-port` in two houses of network namespaces, with Debian's miniupnpd in the host's router."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from daemon.mapping.port_mapping import BETWEEN_RENEWALS
from protocol.shared.address import Address
from protocol.shared.join_link import Endpoint, parse_link
from tests.end_to_end.program import COMMAND, TIME_TO_END, environment

PORT: Final = 21577
PROGRAMS: Final = ("ip", "nft", "miniupnpd")
FIREWALL: Final = """
table inet filter {
    chain miniupnpd {}
    chain prerouting_miniupnpd {}
    chain postrouting_miniupnpd {}
    chain forward {
        type filter hook forward priority 0; policy drop;
        ct state established,related accept
        iifname "in" accept
        jump miniupnpd
    }
    chain prerouting { type nat hook prerouting priority -100; jump prerouting_miniupnpd; }
    chain postrouting {
        type nat hook postrouting priority 100
        jump postrouting_miniupnpd
        oifname "out" masquerade
    }
}
"""
SETTINGS: Final = """
ext_ifname=out
listening_ip=in
http_port=5000
secure_mode=yes
uuid=5bf8761c-0684-48bb-8948-870dbbb549b3
enable_upnp=yes
enable_natpmp={}
"""
ASKS: Final = """
import json, socket, sys
for said in [], [{"type": "invited", "invitation": sys.argv[1]}]:
    with socket.create_connection((sys.argv[2], 21577), 2) as friend, friend.makefile("rwb") as lines:
        for message in *said, {"type": "tables"}:
            lines.write(json.dumps(message).encode() + b"\\n")
        lines.flush()
        print(lines.readline().decode(), end="")
"""
pytestmark = pytest.mark.slow("makes network namespaces, and starts routers and daemons")


def words(*command: str, feed: str = "") -> str:
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, input=feed, timeout=TIME_TO_END, env=environment()
    )
    return done.stdout


class Houses:
    """A host and a friend, each behind a router that translates addresses."""

    def __init__(self, name: str, folder: Path, outside: str) -> None:
        self.host, self.router, self.other, self.friend = (f"{name}-{who}" for who in ("h", "r", "o", "f"))
        self.folder = folder
        for namespace in self.namespaces:
            words("ip", "netns", "add", namespace)
            words("ip", "-n", namespace, "link", "set", "lo", "up")
        self._link((self.host, "home", "192.168.7.2"), (self.router, "in", "192.168.7.1"))
        self._link((self.router, "out", outside), (self.other, "out", "81.2.69.2"))
        self._link((self.other, "in", "192.168.8.1"), (self.friend, "home", "192.168.8.2"))
        words("ip", "-n", self.host, "route", "add", "default", "via", "192.168.7.1")
        words("ip", "-n", self.friend, "route", "add", "default", "via", "192.168.8.1")
        for router in (self.router, self.other):
            words(*self.inside(router, "tee", "/proc/sys/net/ipv4/ip_forward"), feed="1")
            words(*self.inside(router, "nft", "-f", "-"), feed=FIREWALL)

    @property
    def namespaces(self) -> tuple[str, ...]:
        return self.host, self.router, self.other, self.friend

    def _link(self, one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
        ends = [["netns", namespace, "name", name] for namespace, name, _ in (one, other)]
        words("ip", "link", "add", *ends[0][2:], *ends[0][:2], "type", "veth", "peer", *ends[1][2:], *ends[1][:2])
        for namespace, name, address in (one, other):
            words("ip", "-n", namespace, "addr", "add", f"{address}/24", "dev", name)
            words("ip", "-n", namespace, "link", "set", name, "up")

    @staticmethod
    def inside(namespace: str, *command: str) -> list[str]:
        return ["ip", "netns", "exec", namespace, *command]

    def forget_all(self, outside: str) -> None:
        """Have the router forget the forwarded ports, and get this address, as after a power cut."""
        words(*self.inside(self.router, "nft", "flush", "ruleset"))
        words(*self.inside(self.router, "nft", "-f", "-"), feed=FIREWALL)
        words("ip", "-n", self.router, "addr", "flush", "dev", "out")
        words("ip", "-n", self.router, "addr", "add", f"{outside}/24", "dev", "out")

    @contextmanager
    def miniupnpd(self, *, speaks_pcp: bool) -> Iterator[None]:
        settings = self.folder / "miniupnpd.conf"
        settings.write_text(SETTINGS.format("yes" if speaks_pcp else "no"))
        command = self.inside(self.router, "miniupnpd", "-d", "-f", str(settings), "-P", str(self.folder / "pid"))
        with (
            (self.folder / "miniupnpd.log").open("wb") as log,
            subprocess.Popen(command, stdout=log, stderr=log) as daemon,
        ):
            try:
                wait_until(lambda: ":5000 " in words(*self.inside(self.router, "ss", "-ltn")))
                yield
            finally:
                daemon.terminate()

    @contextmanager
    def fivesd(self, says: str) -> Iterator[None]:
        """A daemon with `--map-port`, which says this in its log; it is stopped with Ctrl-C at the end."""
        command = [*COMMAND, "--data", str(self.folder / "data"), f"--port={PORT}", "--map-port", "--no-page"]
        log = self.folder / "fivesd.log"
        with (
            log.open("wb") as errors,
            subprocess.Popen(
                self.inside(self.host, *command), env=environment(), stdout=subprocess.DEVNULL, stderr=errors
            ) as daemon,
        ):
            try:
                wait_until(lambda: says in log.read_text(), log.read_text)
                yield
            finally:
                daemon.send_signal(signal.SIGINT)
                daemon.wait(TIME_TO_END)

    def link(self) -> str:
        """The link that the host sends to Ben."""
        line = words(*self.inside(self.host, *COMMAND, "invite", "Ben", "--data", str(self.folder / "data")))
        return line.removeprefix("Ben: ")

    def friend_asks(self, invitation: str, outside: str = "81.2.69.1") -> list[dict[str, object]]:
        """What the friend's machine is answered at the host's router: a stranger first, then one with an invitation."""
        printed = words(*self.inside(self.friend, sys.executable, "-c", ASKS, invitation, outside))
        return [json.loads(line) for line in printed.splitlines()]

    def rules(self) -> str:
        return words(*self.inside(self.router, "nft", "list", "ruleset"))


def wait_until(happens: Callable[[], bool], what: Callable[[], str] = str, longest: float = TIME_TO_END) -> None:
    deadline = time.monotonic() + longest
    while not happens():
        assert time.monotonic() < deadline, what()
        time.sleep(0.05)


@contextmanager
def houses(folder: Path, outside: str = "81.2.69.1") -> Iterator[Houses]:
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        pytest.skip(f"needs {' and '.join(missing)}")
    name = f"fives{os.getpid()}"
    made: Houses | None = None
    try:
        try:
            made = Houses(name, folder, outside)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"network namespaces cannot be made here: {error.stderr.strip()}")
        yield made
    finally:
        for namespace in (f"{name}-{who}" for who in "hrof"):
            subprocess.run(["ip", "netns", "delete", namespace], check=False, capture_output=True)


@pytest.mark.parametrize(("protocol", "speaks_pcp"), [("PCP", True), ("UPnP", False)])
def test_a_friend_behind_another_router_reaches_the_host(tmp_path: Path, protocol: str, speaks_pcp: bool) -> None:
    opened = f"the router forwards 81.2.69.1:{PORT} to this machine, by {protocol}"

    with houses(tmp_path) as two_houses, two_houses.miniupnpd(speaks_pcp=speaks_pcp):
        with two_houses.fivesd(opened):
            link = parse_link(two_houses.link())
            assert link.endpoints[0] == Endpoint(Address("81.2.69.1", PORT))
            assert link.invitation is not None
            goodbye, tables = two_houses.friend_asks(link.invitation)

            assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "not_invited"), "friends are from outside"
            assert tables["type"] == "tables"
            assert "dnat" in two_houses.rules()

        assert "dnat" not in two_houses.rules(), "it is removed at Ctrl-C"


def test_a_host_behind_the_router_of_a_provider_is_told(tmp_path: Path) -> None:
    with (
        houses(tmp_path, outside="100.64.0.1") as two_houses,
        two_houses.miniupnpd(speaks_pcp=True),
        two_houses.fivesd("it has no address of its own on the internet"),
    ):
        assert "dnat" not in two_houses.rules()


@pytest.mark.skipif("FIVES_LONG" not in os.environ, reason="long; `test_port_mapping` has a short form")
def test_a_router_that_comes_back_with_another_address_is_soon_noticed(tmp_path: Path) -> None:
    """The lease lasts for an hour, and the router says nothing of its restart."""
    log = tmp_path / "fivesd.log"
    with houses(tmp_path) as two_houses, ExitStack() as router:
        router.enter_context(two_houses.miniupnpd(speaks_pcp=True))
        with two_houses.fivesd(f"the router forwards 81.2.69.1:{PORT} to this machine, by PCP"):
            router.close()
            two_houses.forget_all("81.2.69.9")

            with two_houses.miniupnpd(speaks_pcp=True):
                back = f"the router forwards 81.2.69.9:{PORT} to this machine, by PCP"
                wait_until(lambda: back in log.read_text(), log.read_text, 2 * BETWEEN_RENEWALS)

                link = parse_link(two_houses.link())
                assert link.endpoints[0] == Endpoint(Address("81.2.69.9", PORT))
                assert link.invitation is not None
                assert two_houses.friend_asks(link.invitation, "81.2.69.9")[1]["type"] == "tables"
