"""The list of hosts in the network: its order, names that occur twice or belong to another key, and its bounds."""

import pytest
from attrs import evolve

from client.model.lan_hosts import MOST_HOSTS, LanHost, LanHosts
from client.words.lan_words import where_it_leads
from protocol.log.table import Stage
from protocol.shared.address import Address
from protocol.shared.announced_host import AnnouncedHost
from protocol.shared.join_link import Endpoint
from protocol.wire.messages import SeatSummary, TableSummary

BENS = "vbnm5-a7z33-34ywp-emt4v"
OTHER = "aaaaa-bbbbb-ccccc-ddddd"
SEATS = (SeatSummary("Ben", here=True), SeatSummary(None))
OAK = TableSummary("oak", "g", "all-fives", SEATS, Stage.SEATING, home=True)


def announced(name: str, key: str | None = BENS, address: str = "192.168.1.20", *more: str) -> AnnouncedHost:
    return AnnouncedHost(name, (address, *more), 5533, key)


def find(hosts: LanHosts, announced: AnnouncedHost, *tables: TableSummary) -> LanHost:
    """A host that has announced itself and answered."""
    hosts.find(announced.service_name, announced)
    host = hosts.by_service[announced.service_name]
    hosts.take_answer(host, announced.places[0], tables)
    return host


def names(listed: list[LanHost]) -> list[str]:
    return [host.announced.name for host in listed]


@pytest.fixture
def hosts() -> LanHosts:
    """The list of a player who knows Ben's key."""
    return LanHosts({"ben": BENS})


def test_a_host_is_listed_once_it_has_answered_with_its_tables(hosts: LanHosts) -> None:
    ben = announced("Ben")
    hosts.find("ben", ben)
    assert hosts.trusted == hosts.doubtful == []

    hosts.take_answer(hosts.by_service["ben"], ben.places[0], [OAK])
    assert [hosts.line(host) for host in hosts.trusted] == ["Ben: All Fives, waiting for players, Ben, 1 free seat"]


def test_of_several_tables_the_hosts_own_comes_first_and_is_named(hosts: LanHosts) -> None:
    own, oak = evolve(OAK, table="ash"), evolve(OAK, home=False)
    host = find(hosts, announced("Ana"), oak, own)

    first, second = hosts.line(host).split("; ")
    assert first.startswith("Ana: ash: ")
    assert first.endswith(", the host's own")
    assert second.startswith("oak: ")
    assert where_it_leads(host.tables) == (
        "A host in your network. You go to your seat there, or else to the host's own table."
    )


def test_three_tables_of_a_host_are_described_and_the_others_counted(hosts: LanHosts) -> None:
    host = find(hosts, announced("Ben"), *[OAK] * 5)

    assert hosts.line(host).count("oak: All Fives") == 3
    assert hosts.line(host).endswith("; 2 more tables")


def test_a_host_that_does_not_answer_comes_last_and_says_so(hosts: LanHosts) -> None:
    silent = find(hosts, announced("Ana", OTHER))
    hosts.take_silence(silent)
    find(hosts, announced("Ben"))

    assert names(hosts.trusted) == ["Ben"]
    assert [hosts.line(host) for host in hosts.doubtful] == ["Ana (192.168.1.20) does not answer"]


def test_hosts_are_in_the_order_in_which_they_were_found_and_one_that_has_gone_is_not_listed(hosts: LanHosts) -> None:
    for number, name in enumerate(["Cho", "Ana", "Ben"]):
        find(hosts, announced(name, BENS if name == "Ben" else OTHER, f"10.0.0.{number}"))
    assert names(hosts.trusted) == ["Cho", "Ana", "Ben"]

    hosts.lose(announced("Ana", OTHER).service_name)
    assert names(hosts.trusted) == ["Cho", "Ben"]
    assert [host.number for host in hosts.trusted] == [1, 3]


@pytest.mark.parametrize("key", [OTHER, None])
@pytest.mark.parametrize("name", ["Ben", "BEN", "Ｂｅｎ"])
def test_a_known_name_with_another_key_is_another_machine_and_comes_after_the_trusted(
    hosts: LanHosts, name: str, key: str | None
) -> None:
    impostor = find(hosts, announced(name, key, "192.168.1.66"), OAK)
    find(hosts, announced("Ben"), OAK)

    assert names(hosts.trusted) == ["Ben"]
    assert hosts.doubtful == [impostor]
    assert hosts.line(impostor).startswith(f"Another machine that calls itself {name} (192.168.1.66): All Fives")


def test_two_unknown_hosts_of_one_name_are_told_apart_by_their_addresses(hosts: LanHosts) -> None:
    for key, address in ((OTHER, "10.0.0.1"), (OTHER[::-1], "10.0.0.2")):
        find(hosts, announced("Ana", key, address))

    assert [hosts.line(host).partition(":")[0] for host in hosts.trusted] == ["Ana (10.0.0.1)", "Ana (10.0.0.2)"]


def test_the_link_of_a_host_has_the_key_that_it_announced_and_all_its_addresses(hosts: LanHosts) -> None:
    ben = announced("Ben", BENS, "192.168.1.20", "10.0.0.7")
    host = find(hosts, ben)
    hosts.take_answer(host, Address("10.0.0.7", 5533), [])

    assert host.link.key == BENS
    assert host.link.endpoints == tuple(Endpoint(Address(host, 5533)) for host in ("10.0.0.7", "192.168.1.20"))


def test_the_list_is_bounded_and_only_silent_hosts_make_room(hosts: LanHosts) -> None:
    flood = [find(hosts, announced(f"host {number}", OTHER, "10.0.0.1")) for number in range(5)]
    for number in range(5, 1000):
        hosts.find(f"host {number}", announced(f"host {number}"))
    assert len(hosts.by_service) == MOST_HOSTS

    hosts.take_silence(flood[0])
    ben = find(hosts, announced("Ben"))
    assert len(hosts.by_service) == MOST_HOSTS
    assert ben in hosts.trusted
    assert flood[0] not in hosts.doubtful


def test_a_host_that_announces_another_key_is_another_host(hosts: LanHosts) -> None:
    ben = announced("Ben")
    host = find(hosts, ben, OAK)
    hosts.find(ben.service_name, announced("Ben", OTHER))

    assert hosts.trusted == []
    assert hosts.by_service[ben.service_name] is not host


def test_a_host_that_has_moved_keeps_its_place_in_the_list(hosts: LanHosts) -> None:
    ben = announced("Ben")
    host = find(hosts, ben)
    hosts.find(ben.service_name, announced("Ben", BENS, "192.168.1.21"))

    assert hosts.trusted == [host]
    assert host.announced.addresses == ("192.168.1.21",)
