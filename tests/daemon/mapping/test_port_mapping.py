"""`--map-port`: a port that the router forwards is renewed, removed at the end, and the host reads what is wrong."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import IPv4Address

import pytest
import trio
from trio.testing import MockClock

from daemon.machine.watch import TIME_BETWEEN_LOOKS
from daemon.mapping.gateway import Gateway
from daemon.mapping.mapper import MappingError
from daemon.mapping.pcp import NOT_CONNECTED
from daemon.mapping.port_mapping import BETWEEN_RENEWALS, BETWEEN_TRIES_IN_OUTAGE, LEASE, TIME_TO_PROBE, PortMapping
from tests.daemon.machine.networks import Moving
from tests.daemon.mapping.routers import LOOPBACK, DatagramRouter, UpnpRouter, at_datagrams, at_upnp

PORT = 5533
Reports = list[tuple[str | None, str]]


@asynccontextmanager
async def forwarding(
    gateway: Gateway, now: Callable[[], float] = time.time, machine: Moving | None = None
) -> AsyncIterator[Reports]:
    """A daemon with `--map-port`, which has heard once what became of it. The value: all that it reports."""
    machine = machine or Moving("192.168.77.9")
    reports: Reports = []
    has_reported = trio.Event()

    def report(link: str | None, why: str) -> None:
        reports.append((link, why))
        has_reported.set()

    async def find() -> Gateway:
        return gateway

    async with trio.open_nursery() as nursery:
        nursery.start_soon(machine.watch.run)
        nursery.start_soon(PortMapping(PORT, report, machine.watch, find, now).run)
        await has_reported.wait()
        yield reports
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("protocol", ["PCP", "NAT-PMP"])
async def test_the_port_is_forwarded_until_the_end(
    protocol: str, autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "fivesd")
    router = DatagramRouter(protocols=(protocol,))

    async with at_datagrams(router) as gateway:
        async with forwarding(gateway) as reports:
            assert router.ports == {PORT: PORT}
            assert reports == [("http://81.2.69.142:5533", "")]

        assert router.ports == {}
    assert router.asked == [(protocol, LEASE), (protocol, 0)]
    assert caplog.messages == [
        f"the router forwards 81.2.69.142:5533 to this machine, by {protocol}",
        "the router no longer forwards port 5533",
    ]


async def test_upnp_forwards_the_port_until_the_end() -> None:
    router = UpnpRouter()

    async with at_upnp(router) as gateway:
        async with forwarding(gateway) as reports:
            assert router.ports == {PORT: (PORT, LEASE)}
            assert reports == [("http://81.2.69.142:5533", "")]

        assert router.ports == {}


async def test_a_router_without_leases_forwards_until_the_end() -> None:
    router = UpnpRouter(is_permanent=True)

    async with at_upnp(router) as gateway:
        async with forwarding(gateway):
            assert router.ports == {PORT: (PORT, 0)}

        assert router.ports == {}


async def test_a_port_that_another_machine_has_is_left_to_it() -> None:
    router = UpnpRouter(taken=(PORT,))

    async with at_upnp(router) as gateway, forwarding(gateway) as reports:
        ((outside, (inside, _)),) = router.ports.items()

        assert inside == PORT != outside
        assert reports == [(f"http://81.2.69.142:{outside}", "")]


async def test_the_link_has_the_port_that_the_router_gives(autojump_clock: MockClock) -> None:
    async with at_datagrams(DatagramRouter(gives=41000)) as gateway, forwarding(gateway) as reports:
        assert reports == [("http://81.2.69.142:41000", "")]


@pytest.mark.parametrize(("granted", "between"), [(7200, 60), (100, 50), (1, 30)])
async def test_it_is_renewed_every_minute_and_before_half_of_a_shorter_lease(
    granted: int, between: int, autojump_clock: MockClock
) -> None:
    router = DatagramRouter(lifetime=granted)

    async with at_datagrams(router) as gateway, forwarding(gateway) as reports:
        await trio.sleep(10.5 * between)

        assert router.asked == 11 * [("PCP", LEASE)]
        assert len(reports) == 1


async def test_a_machine_that_has_slept_renews_at_once(autojump_clock: MockClock) -> None:
    router, asleep = DatagramRouter(), 0.0

    async with at_datagrams(router) as gateway, forwarding(gateway, lambda: asleep):
        await trio.sleep(BETWEEN_RENEWALS - 1)
        assert router.asked == [("PCP", LEASE)]
        asleep = LEASE
        await trio.sleep(2)

        assert router.asked == 2 * [("PCP", LEASE)]


async def test_a_lost_datagram_is_sent_again(autojump_clock: MockClock) -> None:
    async with at_datagrams(DatagramRouter(lost=3)) as gateway, forwarding(gateway) as reports:
        assert reports == [("http://81.2.69.142:5533", "")]


async def test_a_new_address_of_the_router_is_a_new_link(autojump_clock: MockClock) -> None:
    router = DatagramRouter()

    async with at_datagrams(router) as gateway, forwarding(gateway) as reports:
        router.address = IPv4Address("81.2.69.160")
        await trio.sleep(BETWEEN_RENEWALS + 1)

        assert [link for link, _ in reports] == ["http://81.2.69.142:5533", "http://81.2.69.160:5533"]


async def test_a_router_that_was_away_is_asked_again_until_it_answers(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "fivesd")
    router = DatagramRouter()

    async with at_datagrams(router) as gateway, forwarding(gateway) as reports:
        router.is_silent = True
        await trio.sleep(LEASE)
        assert reports[-1][0] is None
        router.is_silent = False
        await trio.sleep(BETWEEN_TRIES_IN_OUTAGE + TIME_TO_PROBE)

        assert [link for link, _ in reports] == ["http://81.2.69.142:5533", None, "http://81.2.69.142:5533"]
    assert caplog.messages == [
        "the router forwards 81.2.69.142:5533 to this machine, by PCP",
        "the router does not renew the forwarded port: it does not answer; all ways are tried again",
        "the router does not forward port 5533: it does not answer any more; it is asked again; `--share` works without"
        " the router",
        "the router forwards 81.2.69.142:5533 to this machine, by PCP",
        "the router no longer forwards port 5533",
    ]


async def why_not(gateway: Gateway) -> str:
    async with forwarding(gateway) as reports:
        ((link, why),) = reports
        assert link is None
        return why.removeprefix("the router does not forward port 5533: ").removesuffix(
            "; `--share` works without the router"
        )


@pytest.mark.parametrize("address", ["10.0.0.2", "172.31.9.9", "192.168.2.1", "100.64.3.4", "0.0.0.0"])
@pytest.mark.parametrize("protocol", ["PCP", "NAT-PMP"])
async def test_a_router_behind_another_is_of_no_use(address: str, protocol: str, autojump_clock: MockClock) -> None:
    router = DatagramRouter(address=IPv4Address(address), protocols=(protocol,))

    async with at_datagrams(router) as gateway:
        assert await why_not(gateway) == NOT_CONNECTED
        assert router.ports == {}, "what is of no use is removed"


@pytest.mark.parametrize(
    ("protocol", "result", "why"),
    [
        ("PCP", 2, "it does not allow it; allow it in the router's settings"),
        ("NAT-PMP", 3, NOT_CONNECTED),
        ("PCP", 8, "it forwards too many ports already"),
        ("PCP", 99, "error 99"),
    ],
)
async def test_a_refusal_says_why(protocol: str, result: int, why: str, autojump_clock: MockClock) -> None:
    async with at_datagrams(DatagramRouter(protocols=(protocol,), result=result)) as gateway:
        assert await why_not(gateway) == why


async def test_upnp_says_why_it_refuses() -> None:
    async with at_upnp(UpnpRouter(error=606)) as gateway:
        assert await why_not(gateway) == "it does not allow it; allow it in the router's settings"


async def test_a_renewal_that_failed_once_is_made_up_for(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "fivesd")
    router = DatagramRouter()

    async with at_datagrams(router) as gateway, forwarding(gateway) as reports:
        router.lost = 3
        await trio.sleep(LEASE)

        assert {link for link, _ in reports} == {"http://81.2.69.142:5533"}
    assert caplog.messages == [
        "the router forwards 81.2.69.142:5533 to this machine, by PCP",
        "the router does not renew the forwarded port: it does not answer; all ways are tried again",
        "the router forwards 81.2.69.142:5533 to this machine, by PCP",
        "the router no longer forwards port 5533",
    ]


async def test_a_router_that_moves_behind_another_is_of_no_use_any_more(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    router = DatagramRouter()

    async with at_datagrams(router) as gateway, forwarding(gateway) as reports:
        router.address = IPv4Address("100.64.3.4")
        await trio.sleep(LEASE)

        assert [link for link, _ in reports] == ["http://81.2.69.142:5533", None]
        assert router.ports == {}


async def test_the_host_reads_a_reason_once(autojump_clock: MockClock) -> None:
    async with at_datagrams(DatagramRouter(result=2)) as gateway, forwarding(gateway) as reports:
        await trio.sleep(LEASE)

        assert len(reports) == 1


async def test_a_machine_with_an_address_on_the_internet_needs_no_router(autojump_clock: MockClock) -> None:
    async with forwarding(Gateway(LOOPBACK, IPv4Address("81.2.69.142"))) as reports:
        assert reports == [("http://81.2.69.142:5533", "")]


async def test_a_machine_without_a_network_says_so(autojump_clock: MockClock) -> None:
    reports: Reports = []

    async def find() -> Gateway:
        raise MappingError("this machine is in no network")

    with trio.move_on_after(1):
        await PortMapping(PORT, lambda link, why: reports.append((link, why)), Moving().watch, find).run()

    assert reports == [
        (
            None,
            "the router does not forward port 5533: this machine is in no network; `--share` works without the router",
        )
    ]


async def test_in_another_network_the_router_is_asked_at_once(autojump_clock: MockClock) -> None:
    machine, router = Moving("192.168.77.9"), DatagramRouter(result=2)

    async with at_datagrams(router) as gateway, forwarding(gateway, machine=machine) as reports:
        await trio.sleep(100)
        assert [link for link, _ in reports] == [None]
        router.result = 0
        machine.move_to("192.168.88.50")
        await trio.sleep(TIME_BETWEEN_LOOKS + TIME_TO_PROBE)

        assert [link for link, _ in reports] == [None, "http://81.2.69.142:5533"]


async def test_a_machine_that_was_on_the_internet_asks_a_router_once_it_is_behind_one(
    autojump_clock: MockClock,
) -> None:
    machine, reports = Moving("81.2.69.150"), list[str | None]()

    async with at_datagrams(DatagramRouter()) as behind, trio.open_nursery() as nursery:

        async def find() -> Gateway:
            return behind if machine.watch.moves else Gateway(LOOPBACK, IPv4Address("81.2.69.150"))

        nursery.start_soon(machine.watch.run)
        nursery.start_soon(PortMapping(PORT, lambda link, _: reports.append(link), machine.watch, find).run)
        await trio.sleep(100)
        machine.move_to("192.168.77.9")
        await trio.sleep(TIME_BETWEEN_LOOKS + TIME_TO_PROBE)
        nursery.cancel_scope.cancel()

    assert reports == ["http://81.2.69.150:5533", "http://81.2.69.142:5533"]
