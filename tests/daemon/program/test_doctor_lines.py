"""What `fives doctor` says about the ways in which friends can reach this machine."""

from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from trio.testing import MockClock

from daemon.machine.cards import CardKind
from daemon.machine.network import Network, OwnAddress, in_order
from daemon.mapping.gateway import Gateway
from daemon.mapping.mapper import MappingError
from daemon.mapping.pcp import NOT_CONNECTED
from daemon.mapping.port_mapping import NO_PROTOCOL
from daemon.net.identity import CERTIFICATE, open_identity
from daemon.program.doctor_lines import encryption_line, firewall_line, in_this_house, router_line, tunnel_line
from protocol.shared.firewall import Firewall, firewall_now
from tests.daemon.machine.networks import own
from tests.daemon.mapping.routers import LOOPBACK, DatagramRouter, UpnpRouter, at_datagrams, at_upnp

OFFERS_SHARE = "`fives host --share` works without it"
PROVIDER = IPv4Address("100.64.3.4")


def found(gateway: Gateway | MappingError) -> Callable[[], Awaitable[Gateway]]:
    async def find() -> Gateway:
        if isinstance(gateway, MappingError):
            raise gateway
        return gateway

    return find


@pytest.mark.parametrize(
    ("router", "line"),
    [
        (DatagramRouter(), "router: it forwards a port on request, by PCP: `fives host --map-port`"),
        (
            DatagramRouter(protocols=("NAT-PMP",)),
            "router: it forwards a port on request, by NAT-PMP: `fives host --map-port`",
        ),
        (DatagramRouter(address=PROVIDER), f"router: {NOT_CONNECTED}; {OFFERS_SHARE}"),
        (DatagramRouter(is_silent=True), f"router: {NO_PROTOCOL}; {OFFERS_SHARE}"),
    ],
)
async def test_a_router_is_asked_without_opening_anything(
    router: DatagramRouter, line: str, autojump_clock: MockClock
) -> None:
    async with at_datagrams(router) as gateway:
        assert await router_line(found(gateway)) == line
        assert router.asked == []


@pytest.mark.parametrize(
    ("router", "line"),
    [
        (UpnpRouter(), "router: it forwards a port on request, by UPnP: `fives host --map-port`"),
        (UpnpRouter(address=PROVIDER), f"router: {NOT_CONNECTED}; {OFFERS_SHARE}"),
    ],
)
async def test_a_router_with_upnp_is_asked_without_opening_anything(router: UpnpRouter, line: str) -> None:
    async with at_upnp(router) as gateway:
        assert await router_line(found(gateway)) == line
        assert router.ports == {}


async def test_a_machine_that_needs_no_router_is_told() -> None:
    on_the_internet = Gateway(LOOPBACK, IPv4Address("81.2.69.142"))

    assert await router_line(found(on_the_internet)) == (
        "router: none is needed; this machine has an address of its own on the internet"
    )


async def test_a_machine_without_a_router_is_told() -> None:
    assert await router_line(found(MappingError("this machine is in no network"))) == (
        "router: this machine is in no network"
    )


def test_the_first_tunnel_program_that_is_installed_is_named() -> None:
    assert tunnel_line(lambda name: name if name == "tailscale" else None).startswith(
        "tunnel: tailscale is installed; "
    )
    assert tunnel_line(lambda _: None).startswith("tunnel: none; --share needs a tunnel program: install ")


def test_a_host_that_was_never_started_gets_its_key_then(tmp_path: Path) -> None:
    assert encryption_line(tmp_path).startswith("encryption: your host gets its key at its first start")
    assert not list(tmp_path.iterdir())


def test_a_host_with_a_key_is_known_to_have_it(tmp_path: Path) -> None:
    key = open_identity(tmp_path).key

    assert encryption_line(tmp_path).startswith("encryption: your host has its key")
    assert key not in encryption_line(tmp_path)


def test_a_host_whose_key_cannot_be_used_cannot_start(tmp_path: Path) -> None:
    (tmp_path / CERTIFICATE).write_text("damaged", encoding="ascii")

    assert encryption_line(tmp_path).startswith("encryption: your host cannot start: ")
    assert "host.pem is damaged; restore it" in encryption_line(tmp_path)


DOCKER = own("172.17.0.1", "docker0", CardKind.VIRTUAL)
HOME = own("192.168.77.7", "eth0")


@pytest.mark.parametrize(
    ("found", "is_report", "line"),
    [
        ([HOME], False, "that `fives host` shows: http://192.168.77.7:5533 (eth0)"),
        (
            [DOCKER, HOME, own("fd00::2")],
            False,
            "that `fives host` shows: http://192.168.77.7:5533 (eth0); other addresses: 172.17.0.1 (docker0)",
        ),
        ([DOCKER, HOME], True, "that `fives host` shows: (eth0); other addresses: (docker0)"),
        ([own("fd00::2")], False, "that `fives host` shows: http://[fd00::2]:5533 (eth0)"),
        ([own("fe80::2")], False, "no address for a link; `fives join` alone lists its games for friends"),
        ([], False, "this machine is in no network; connect it, and friends can join"),
    ],
)
def test_the_link_for_the_house_is_shown_with_its_card(found: list[OwnAddress], is_report: bool, line: str) -> None:
    assert in_this_house(Network(in_order(found)), is_report=is_report).endswith(line)


@pytest.mark.parametrize(
    ("firewall", "line"),
    [
        (Firewall.WINDOWS, "Windows asks when you host for the first time"),
        (Firewall.MACOS, "macOS asks when you host for the first time"),
        (Firewall.OFF, "firewall: off"),
        (Firewall.UFW, "`sudo ufw allow 5533/tcp`"),
        (Firewall.FIREWALLD, "`sudo firewall-cmd --add-port=5533/tcp`"),
        (Firewall.UNKNOWN, "none was found"),
    ],
)
def test_the_firewall_is_named_with_what_lets_friends_in(firewall: Firewall, line: str) -> None:
    assert line in firewall_line(firewall)


def test_asking_for_the_firewall_works_on_every_system() -> None:
    assert firewall_now() in Firewall
