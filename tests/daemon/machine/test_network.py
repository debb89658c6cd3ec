"""In which order friends are given the addresses of a machine, and which addresses are in its own networks."""

from ipaddress import ip_address
from pathlib import Path

import pytest

from daemon.machine.cards import CardKind, kind_of
from daemon.machine.network import Network, OwnAddress, in_order, is_in_own_networks, network_now
from daemon.net.addresses import addresses_for_friends, addresses_in_network
from tests.daemon.machine.networks import own

EVERYWHERE = ["0.0.0.0", "::"]
DOCKER = own("172.17.0.1", "docker0", CardKind.VIRTUAL)
VPN = own("10.147.20.5", "tun0", CardKind.TUNNEL)
HOME = own("192.168.77.7", "eth0")
WIFI = own("192.168.77.8", "wlan0")


def for_friends(*found: OwnAddress, way_out: str | None = None) -> list[str]:
    ways_out = () if way_out is None else (ip_address(way_out),)
    return addresses_for_friends(EVERYWHERE, Network(in_order(found, ways_out), ways_out))


# The order.


def test_the_house_comes_before_a_vpn_and_both_before_containers_whatever_their_numbers() -> None:
    assert for_friends(DOCKER, VPN, HOME) == ["192.168.77.7", "10.147.20.5", "172.17.0.1"]


def test_of_two_cards_in_the_house_the_one_with_the_default_route_comes_first() -> None:
    assert for_friends(HOME, WIFI, way_out="192.168.77.8") == ["192.168.77.8", "192.168.77.7"]
    assert for_friends(HOME, WIFI, way_out="192.168.77.7") == ["192.168.77.7", "192.168.77.8"]


def test_a_vpn_for_all_traffic_comes_after_the_house() -> None:
    """Friends in the house cannot reach it, whatever the default route is."""
    assert for_friends(VPN, HOME, way_out="10.147.20.5") == ["192.168.77.7", "10.147.20.5"]


def test_a_card_with_the_default_route_is_the_house_even_if_it_is_called_like_a_virtual_one() -> None:
    switch = own("192.168.1.20", "vEthernet (External)", CardKind.VIRTUAL)

    assert for_friends(VPN, switch, way_out="192.168.1.20") == ["192.168.1.20", "10.147.20.5"]


def test_a_card_that_nothing_is_connected_to_is_left_out() -> None:
    assert for_friends(own("172.18.0.1", "br-4f2a", CardKind.DOWN), HOME) == ["192.168.77.7"]


def test_ipv6_comes_after_ipv4() -> None:
    assert for_friends(own("fd00::2"), own("2a00:1450::2"), HOME) == ["192.168.77.7", "fd00::2", "2a00:1450::2"]


def test_an_address_that_the_machine_gave_itself_is_for_friends_only_if_there_is_no_other() -> None:
    alone = own("169.254.7.7")

    assert for_friends(alone, HOME) == ["192.168.77.7"]
    assert for_friends(alone, own("fe80::7")) == ["169.254.7.7"]
    assert for_friends(own("fe80::7")) == [], "no browser opens a link with such an address"


def test_the_announcement_has_the_same_order_and_all_addresses_that_are_near() -> None:
    found = in_order([DOCKER, VPN, own("fe80::7"), own("100.64.3.4"), HOME])

    near = ["192.168.77.7", "10.147.20.5", "fe80::7", "172.17.0.1"]
    assert addresses_in_network(EVERYWHERE, Network(found)) == near


def test_an_address_that_the_host_has_named_comes_alone() -> None:
    assert addresses_for_friends(["172.17.0.1"], Network(in_order([DOCKER, HOME]))) == ["172.17.0.1"]


# Cards.


def card(folder: Path, name: str, state: str = "up", type_: str = "1", ports: tuple[str, ...] | None = None) -> None:
    """A card as Linux describes it; `ports`: of a bridge."""
    (folder / name).mkdir()
    (folder / name / "operstate").write_text(f"{state}\n")
    (folder / name / "type").write_text(f"{type_}\n")
    if ports is not None:
        (folder / name / "brif").mkdir()
        for port in ports:
            (folder / name / "brif" / port).mkdir()


def test_a_bridge_leads_into_the_house_if_one_of_its_ports_does(tmp_path: Path) -> None:
    card(tmp_path, "br0", ports=("eth0", "vnet3"))
    card(tmp_path, "br-lan", ports=("lan1", "wlan0"))
    card(tmp_path, "br-9c81f0", ports=("veth1a2b3c",))
    card(tmp_path, "virbr0", ports=("vnet0",))
    card(tmp_path, "lab", ports=())

    assert kind_of("br0", folder=tmp_path) is CardKind.HOUSE
    assert kind_of("br-lan", folder=tmp_path) is CardKind.HOUSE
    assert {kind_of(name, folder=tmp_path) for name in ("br-9c81f0", "virbr0", "lab")} == {CardKind.VIRTUAL}


@pytest.mark.parametrize("state", ["down", "lowerlayerdown", "notpresent"])
def test_a_card_without_a_cable_is_down_whatever_it_is(tmp_path: Path, state: str) -> None:
    card(tmp_path, "docker0", state, ports=())
    card(tmp_path, "eth1", state)

    assert {kind_of(name, folder=tmp_path) for name in ("docker0", "eth1", "eth1:1")} == {CardKind.DOWN}


def test_a_vpn_is_known_by_its_type_also_under_a_name_of_its_own(tmp_path: Path) -> None:
    card(tmp_path, "mullvad", "unknown", "65534")
    card(tmp_path, "zerotier", "unknown")
    (tmp_path / "zerotier" / "tun_flags").write_text("0x1002")

    assert {kind_of(name, folder=tmp_path) for name in ("mullvad", "zerotier")} == {CardKind.TUNNEL}


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (("Wi-Fi", "Intel(R) Wi-Fi 6 AX201 160MHz"), CardKind.HOUSE),
        (("Ethernet 2", "Realtek PCIe GbE Family Controller"), CardKind.HOUSE),
        (("vEthernet (WSL)", "Hyper-V Virtual Ethernet Adapter"), CardKind.VIRTUAL),
        (("Ethernet 5", "VirtualBox Host-Only Ethernet Adapter"), CardKind.VIRTUAL),
        (("VMware Network Adapter VMnet8", "VMware Virtual Ethernet Adapter for VMnet8"), CardKind.VIRTUAL),
        (("Local Area Connection", "TAP-Windows Adapter V9"), CardKind.TUNNEL),
        (("home", "WireGuard Tunnel"), CardKind.TUNNEL),
        (("en0",), CardKind.HOUSE),
        (("bridge0",), CardKind.HOUSE),
        (("bridge100",), CardKind.VIRTUAL),
        (("vmnet8",), CardKind.VIRTUAL),
        (("utun4",), CardKind.TUNNEL),
        (("wlan0",), CardKind.HOUSE),
        (("wlp3s0",), CardKind.HOUSE),
        (("br-lan",), CardKind.VIRTUAL),
        (("wg0",), CardKind.TUNNEL),
    ],
)
def test_where_the_system_says_nothing_the_names_of_a_card_tell(
    tmp_path: Path, names: tuple[str, ...], kind: CardKind
) -> None:
    assert kind_of(*names, folder=tmp_path) is kind


# Own networks.


def test_an_ipv6_address_is_in_a_network_of_the_household_however_long_its_own_prefix_is() -> None:
    by_dhcp = OwnAddress(ip_address("2a00:1450:1::20"), 128, "eth0")

    assert ip_address("2a00:1450:1::ffff:1") in by_dhcp.network
    assert ip_address("2a00:1450:1:1::20") not in by_dhcp.network


def test_this_machine_and_its_neighbours_are_in_its_networks_and_the_internet_is_not() -> None:
    for address in network_now().addresses:
        assert is_in_own_networks(str(address))
        assert is_in_own_networks(str(address.network[1]))
    assert not is_in_own_networks("1.1.1.1")
    assert not is_in_own_networks("2606:4700:4700::1111")
    assert is_in_own_networks("not an address")
