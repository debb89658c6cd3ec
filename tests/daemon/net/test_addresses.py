"""The addresses on which the daemon listens, and those announced to friends."""

import ipaddress
import socket

import pytest
import trio

from daemon.machine.network import network_now
from daemon.net.addresses import ListenError, addresses_for_friends, is_loopback, open_listeners, origin_of
from protocol.shared.address import as_typed


async def closed(listeners: list[trio.SocketListener]) -> None:
    for listener in listeners:
        await listener.aclose()


async def test_one_free_port_serves_every_address_family() -> None:
    listeners, port = await open_listeners(None, 0)

    assert port > 0
    assert {listener.socket.getsockname()[1] for listener in listeners} == {port}
    assert socket.AF_INET in {listener.socket.family for listener in listeners}
    await closed(listeners)


async def test_an_address_has_only_one_listener() -> None:
    listeners, port = await open_listeners("127.0.0.1", 0)

    assert [listener.socket.getsockname() for listener in listeners] == [("127.0.0.1", port)]
    await closed(listeners)


@pytest.mark.parametrize("host", [None, "127.0.0.1"])
async def test_a_port_in_use_is_reported_with_a_solution(host: str | None) -> None:
    listeners, port = await open_listeners("127.0.0.1", 0)

    with pytest.raises(ListenError, match=f"port {port}: another program has it; choose another with --port"):
        await open_listeners(host, port)
    await closed(listeners)


async def test_a_port_in_use_leaves_no_listener_open() -> None:
    listeners, port = await open_listeners(None, 0)
    six = [listener for listener in listeners if listener.socket.family == socket.AF_INET6]
    for listener in set(listeners) - set(six):
        await listener.aclose()
    if six:
        with pytest.raises(ListenError):
            await open_listeners(None, port)
    await closed(six)
    again, _ = await open_listeners(None, port)
    await closed(again)


@pytest.mark.parametrize("host", ["192.0.2.200", "256.1.1.1", "no such host"])
async def test_an_address_of_another_machine_is_reported_in_one_line(host: str) -> None:
    with pytest.raises(ListenError) as error:
        await open_listeners(host, 0)

    assert str(error.value).startswith(f"cannot listen on {host}")
    assert "\n" not in str(error.value)


def test_only_addresses_that_friends_can_reach_are_announced() -> None:
    for text in addresses_for_friends(["0.0.0.0", "::"], network_now()):
        address = ipaddress.ip_address(text)
        assert not address.is_loopback
        assert not address.is_unspecified
        assert not address.is_link_local


@pytest.mark.parametrize(
    ("address", "port", "typed"),
    [
        ("192.0.2.7", 5533, "192.0.2.7"),
        ("192.0.2.7", 4000, "192.0.2.7:4000"),
        ("2001:db8::7", 5533, "[2001:db8::7]"),
        ("2001:db8::7", 4000, "[2001:db8::7]:4000"),
        ("localhost", 4000, "localhost:4000"),
    ],
)
def test_an_address_is_shown_in_the_form_to_type(address: str, port: int, typed: str) -> None:
    assert as_typed(address, port) == typed


@pytest.mark.parametrize(
    ("address", "is_ours"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.4", False),
        ("::ffff:192.168.1.4", False),
        ("fe80::1%eth0", False),
        ("", False),
        ("/tmp/socket", False),
    ],
)
def test_a_peer_on_this_machine_is_recognised(address: str, is_ours: bool) -> None:
    assert is_loopback(address) is is_ours


@pytest.mark.parametrize(
    ("one", "other", "is_one_house"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "::ffff:192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8::7", "2001:db8::ffff:1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("2001:db8::7", "2001:db8:0:1::7", False),
        ("memory", "memory", True),
    ],
)
def test_addresses_of_one_network_are_counted_together(one: str, other: str, is_one_house: bool) -> None:
    assert (origin_of(one).household == origin_of(other).household) is is_one_house


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "::1",
        "192.168.1.4",
        "10.8.0.1",
        "172.31.0.1",
        "169.254.7.7",
        "::ffff:192.168.1.4",
        "fe80::1%eth0",
        "fd12:3456::1",
    ],
)
def test_peers_in_the_networks_of_this_machine_are_near_unless_they_come_through_a_tunnel(address: str) -> None:
    assert not origin_of(address).is_outside
    assert origin_of(address, is_outside=True).is_outside


@pytest.mark.parametrize(
    "address",
    [
        "203.0.113.9",
        "172.32.0.1",
        "100.64.0.1",
        "2001:db8::7",
        "2001:0:4136::1",
        "2002:c0a8:104::1",
        "::ffff:203.0.113.9",
        "memory",
    ],
)
def test_all_others_are_from_outside(address: str) -> None:
    assert origin_of(address).is_outside


@pytest.mark.parametrize(
    ("address", "own", "is_outside"),
    [
        ("203.0.113.9", "203.0.113.9", False),
        ("203.0.113.9", "203.0.113.8", True),
        ("2001:db8::7", "2001:db8::9", False),
        ("2001:db8::7", "2001:db8:0:1::7", True),
    ],
)
def test_this_machine_and_its_ipv6_network_are_near_under_public_addresses_too(
    address: str, own: str, is_outside: bool
) -> None:
    assert origin_of(address, own=own).is_outside is is_outside
    assert origin_of(address, own=own, is_outside=True).is_outside


async def test_with_port_0_all_addresses_of_a_name_share_one_port(monkeypatch: pytest.MonkeyPatch) -> None:
    open_some = trio.open_tcp_listeners

    async def open_two(port: int, *, host: str) -> list[trio.SocketListener]:
        assert host == "two.example"
        return [*await open_some(port, host="127.0.0.1"), *await open_some(port, host="127.0.0.2")]

    monkeypatch.setattr(trio, "open_tcp_listeners", open_two)

    listeners, port = await open_listeners("two.example", 0)

    assert {listener.socket.getsockname()[1] for listener in listeners} == {port}
    for listener in listeners:
        await listener.aclose()
