"""What a host announces in its network, and when nothing. That others find it: `end_to_end.test_one_network`."""

import argparse
import platform

import pytest
import trio

from daemon.machine.network import network_now
from daemon.machine.watch import NetworkWatch
from daemon.net.addresses import addresses_in_network
from daemon.net.announcement import announce_host
from daemon.program.service_flags import name_in_network
from protocol.names import LONGEST_NAME
from protocol.shared.host_options import add_house_flags
from protocol.shared.household import is_near
from tests.daemon.machine.networks import network


def given(*words: str, is_private: bool = False) -> argparse.Namespace:
    """The flags of `fivesd`."""
    parser = argparse.ArgumentParser()
    add_house_flags(parser)
    parser.set_defaults(private=is_private)
    return parser.parse_args(words)


def test_a_host_is_listed_under_the_name_of_its_machine_or_another() -> None:
    assert name_in_network(given()) == platform.node().partition(".")[0][:LONGEST_NAME]
    assert name_in_network(given("--listed-as", "Ben\x1b[31m ")) == "Ben"


def test_a_hidden_host_and_that_of_one_player_are_not_listed() -> None:
    assert name_in_network(given("--hidden", "--listed-as", "Ben")) is None
    assert name_in_network(given(is_private=True)) is None


@pytest.mark.parametrize(
    ("listening", "announced"),
    [
        (["127.0.0.1"], []),
        (["::1"], []),
        (["203.0.113.7"], []),
        (["2001:db8::7"], []),
        (["192.168.1.20"], ["192.168.1.20"]),
        (["fd00::2", "203.0.113.7"], ["fd00::2"]),
    ],
)
def test_only_addresses_in_private_networks_are_announced(listening: list[str], announced: list[str]) -> None:
    assert addresses_in_network(listening, network("192.168.1.21")) == announced


def test_a_host_that_listens_everywhere_announces_all_of_its_addresses_in_networks() -> None:
    both, v4 = (addresses_in_network(listening, network_now()) for listening in (["0.0.0.0", "::"], ["0.0.0.0"]))

    assert all(map(is_near, both))
    assert not any(address.startswith("127.") or address == "::1" for address in both)
    assert v4 == [address for address in both if ":" not in address]


async def test_a_host_on_the_loopback_alone_announces_nothing(autojump_clock: object) -> None:
    with trio.fail_after(1):
        await announce_host("Ben", ["127.0.0.1", "::1"], 5533, None, NetworkWatch(network), lambda *_: None)
