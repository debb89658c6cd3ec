"""What `fives doctor` says about the ways in which friends can reach this machine."""

from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address

import pytest
from trio.testing import MockClock

from daemon.mapping.gateway import Gateway
from daemon.mapping.mapper import MappingError
from daemon.mapping.pcp import NOT_CONNECTED
from daemon.mapping.port_mapping import NO_PROTOCOL
from daemon.program.doctor_lines import router_line, tunnel_line
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
