"""Reminders go to machines of the internet, and never to one of the host's own network, however it is written."""

import pytest

from daemon.reminders.public_addresses import is_public


@pytest.mark.parametrize("address", ["9.9.9.9", "159.203.148.75", "2620:fe::fe", "2a00:1450:4001:800::200e"])
def test_a_machine_of_the_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("127.0.0.1", "this machine"),
        ("0.0.0.0", "this machine"),
        ("10.0.0.1", "private"),
        ("172.16.0.1", "private"),
        ("192.168.1.1", "private"),
        ("169.254.169.254", "link-local: where clouds keep their keys"),
        ("100.64.0.1", "a provider's own network"),
        ("192.0.0.8", "for protocols"),
        ("192.0.2.7", "for examples"),
        ("198.18.0.1", "for measurements"),
        ("203.0.113.9", "for examples"),
        ("192.88.99.1", "a relay of 6to4"),
        ("224.0.0.251", "multicast"),
        ("239.1.2.3", "multicast"),
        ("240.0.0.1", "reserved"),
        ("255.255.255.255", "broadcast"),
        ("::", "this machine"),
        ("::1", "this machine"),
        ("::ffff:127.0.0.1", "this machine, mapped"),
        ("::ffff:9.9.9.9", "mapped: it means an IPv4 address"),
        ("::9.9.9.9", "an old form of the same"),
        ("64:ff9b::7f00:1", "NAT64"),
        ("64:ff9b:1::a00:1", "NAT64 of a local network"),
        ("2002:7f00:1::1", "6to4"),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo"),
        ("2001:db8::1", "for examples"),
        ("3fff::1", "for examples"),
        ("fc00::1", "private"),
        ("fd12:3456::1", "private"),
        ("fe80::1", "link-local"),
        ("fe80::1%eth0", "link-local"),
        ("2620:fe::fe%eth0", "with a network card"),
        ("fec0::1", "private, in an old form"),
        ("ff02::fb", "multicast"),
        ("100::1", "discarded"),
        ("localhost", "a name"),
        ("2130706433", "a number"),
        ("0x7f.1", "no address that can be read"),
        ("", "nothing"),
    ],
)
def test_every_other_address(address: str, why: str) -> None:
    assert not is_public(address), why
