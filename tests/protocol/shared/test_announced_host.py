"""A host's announcement: what is written is read again, and nothing that a stranger announces is taken as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.clean import clean
from protocol.names import LONGEST_NAME, checked_name
from protocol.shared.announced_host import (
    LONGEST_LABEL,
    MOST_ADDRESSES,
    SERVICE,
    AnnouncedHost,
    name_to_announce,
    read_announcement,
)
from protocol.shared.host_key import parse_key
from protocol.shared.household import is_near

KEY = "vbnm5-a7z33-34ywp-emt4v"
AT_HOME = ("192.168.1.20", "fd00::2", "fe80::1%2")
NAMES = st.text(min_size=1).map(name_to_announce).filter(lambda name: checked_name(name)[1] is None)


@given(NAMES, st.sampled_from([KEY, None]), st.integers(1, 65_535))
def test_what_a_host_announces_is_what_a_client_reads(name: str, key: str | None, port: int) -> None:
    host = AnnouncedHost(name, AT_HOME, port, key)

    assert read_announcement(host.fields, host.addresses, port) == host


@given(NAMES)
def test_the_name_of_a_service_has_room_for_any_name_and_differs_by_key(name: str) -> None:
    host = AnnouncedHost(name, AT_HOME, 5533, KEY)
    label = host.service_name.removesuffix(f".{SERVICE}")

    assert len(label.encode()) <= LONGEST_LABEL
    assert "." not in label
    assert label.endswith(" vbnm5")


@given(
    st.dictionaries(st.sampled_from([b"name", b"key", b"protocol", b"x", b""]), st.none() | st.binary(max_size=255)),
    st.lists(st.ip_addresses().map(str) | st.text(max_size=20), max_size=12),
    st.none() | st.integers(-1, 70_000),
)
def test_whatever_is_announced_a_host_has_a_plain_name_near_addresses_and_a_port(
    fields: dict[bytes, bytes | None], addresses: list[str], port: int | None
) -> None:
    host = read_announcement(fields, addresses, port)

    if host is not None:
        assert host.name in host.addresses or 0 < len(host.name) <= LONGEST_NAME
        assert clean(host.name) == host.name
        assert 0 < len(host.addresses) <= MOST_ADDRESSES
        assert all(map(is_near, host.addresses))
        assert 0 < host.port < 65_536
        assert host.key is None or parse_key(host.key) == host.key


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:db8::1", "127.0.0.1", "::1", "224.0.0.251", "0.0.0.0", "fe80::1"])
def test_addresses_in_no_private_network_and_those_that_lead_nowhere_are_ignored(address: str) -> None:
    assert read_announcement({}, [address], 5533) is None
    host = read_announcement({}, [address, "10.0.0.7"], 5533)
    assert host is not None
    assert host.addresses == ("10.0.0.7",)


@pytest.mark.parametrize("port", [None, 0, 65_536])
def test_a_host_without_a_port_is_none(port: int | None) -> None:
    assert read_announcement({}, AT_HOME, port) is None


@pytest.mark.parametrize("name", [b"", b" ", b"\x1b]0;x\x07", b"\xff", b"you", "Bеn".encode(), None])  # Cyrillic е
def test_a_host_without_a_name_that_a_player_could_have_is_called_by_its_address(name: bytes | None) -> None:
    host = read_announcement({b"name": name}, AT_HOME, 5533)

    assert host is not None
    assert host.name == ("192.168.1.20" if name != b"\xff" else "�")


@pytest.mark.parametrize("key", [b"", b"vbnm5", b"vbnm5-a7z33-34ywp-emt41", b"\xff" * 20, None])
def test_a_key_that_is_none_counts_as_none(key: bytes | None) -> None:
    host = read_announcement({b"key": key}, AT_HOME, 5533)

    assert host is not None
    assert host.key is None


def test_the_addresses_that_people_know_best_come_first() -> None:
    host = read_announcement({}, ["fe80::1%2", "fd00::2", "10.0.0.1", "192.168.1.20"], 5533)

    assert host is not None
    assert host.addresses == ("10.0.0.1", "192.168.1.20", "fd00::2", "fe80::1%2")
