"""Whether a program reaches the next host of its match: where it tries, where never, and what counts as reaching it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path

import pytest
import trio
from attrs import define, field
from trio.testing import MockClock, wait_all_tasks_blocked

from client.net.own_networks import OwnNetworks
from client.net.rehearsal import MOST_IN_AN_HOUR, TIME_TO_TRY, Rehearsal, reaches
from protocol.log.commands import TriedHost
from protocol.shared.address import Address
from protocol.shared.join_link import Endpoint, parse_link
from protocol.wire.messages import Do
from protocol.wire.notices import TryHostNotice
from tests.client.at_table import idle_link, seated_model
from tests.client.net.test_dial import Host, running
from tests.client.net.web_server import Identity, listening
from tests.protocol.table_notation import round_of

KEY = "vbnm5-a7z33-34ywp-emt4v"
HOME = OwnNetworks(((ip_address("192.168.1.7"), 24), (ip_address("fd00::7"), 128), (ip_address("127.0.0.1"), 8)))
OWN_LINK = "https://owl.example#k=vbnm5-a7z33-34ywp-emt4v,also=203.0.113.5:5533"


@define(eq=False)
class Silence:
    """In place of the network: the places to which connections were opened, where nobody answers."""

    places: list[str] = field(factory=list)

    async def reach(self, place: Endpoint, _: str) -> bool:
        self.places.append(str(place))
        return False


@pytest.fixture
def dialled() -> Silence:
    return Silence()


async def asked_to_try(dialled: Silence, *links: str, own: str = OWN_LINK) -> list[TriedHost]:
    """What a program in Ann's house answers that is asked to try these hosts, one after another."""
    answers: list[TriedHost] = []
    async with trio.open_nursery() as nursery:
        program = Rehearsal(nursery, answers.append, lambda: parse_link(own).endpoints, lambda: HOME, dialled.reach)
        for link in links:
            program.try_host(parse_link(f"{link}{',' if '#' in link else '#'}k={KEY}"))
            await wait_all_tasks_blocked()
    return answers


@pytest.mark.parametrize(
    "place",
    ["http://192.168.1.20:5533", "http://[fd00::20]:5533", "https://owl.example", "http://203.0.113.5:5533"],
)
async def test_a_machine_in_an_own_network_is_tried_and_one_in_the_players_own_link(
    dialled: Silence, place: str
) -> None:
    assert await asked_to_try(dialled, place) == [TriedHost(KEY, reached=False)]
    assert dialled.places == [str(parse_link(place).endpoints[0])]


@pytest.mark.parametrize(
    "place",
    [
        "http://127.0.0.1:5533",
        "http://localhost:5533",
        "http://[::1]:5533",
        "http://[::ffff:127.0.0.1]:5533",
        "http://0.0.0.0:5533",
        "http://192.168.1.7:5533",
        "http://203.0.113.6:5533",
        "http://198.51.100.1:5533",
        "http://nas.local:5533",
        "http://router:5533",
        "http://192.168.1.1:80",
        "http://192.168.1.1:443",
        "https://192.168.1.1",
        "https://owl.example:8443",
        "https://evil.example",
    ],
)
async def test_no_program_is_made_to_connect_anywhere_else(dialled: Silence, place: str) -> None:
    """Neither to other houses, nor to other services, nor to the player's own machine: it is not known there."""
    assert await asked_to_try(dialled, place) == [TriedHost(KEY, reached=None)]
    assert dialled.places == []


@pytest.mark.parametrize(
    "place", ["http://192.168.2.20:5533", "http://10.0.0.1:5533", "http://169.254.1.1:5533", "http://[fe80::1]:5533"]
)
async def test_a_private_address_of_another_house_is_out_of_reach_without_an_attempt(
    dialled: Silence, place: str, autojump_clock: MockClock
) -> None:
    """That is known as late as if it had been tried. With a public address beside it, it is not known."""
    began = trio.current_time()
    assert await asked_to_try(dialled, place) == [TriedHost(KEY, reached=False)]
    assert trio.current_time() - began >= TIME_TO_TRY
    assert await asked_to_try(dialled, f"{place}#also=203.0.113.6:5533") == [TriedHost(KEY, reached=None)]
    assert dialled.places == []


async def test_an_own_link_to_this_machine_lets_nobody_name_it(dialled: Silence) -> None:
    for here in ("http://localhost:5533", "http://127.0.0.1:5533", "http://192.168.1.7:5533"):
        assert await asked_to_try(dialled, here, own=here) == [TriedHost(KEY, reached=None)]
    assert dialled.places == []


async def test_of_many_addresses_one_is_tried(dialled: Silence) -> None:
    others = ",".join(f"also=192.168.1.{nth}:5533" for nth in range(21, 28))
    await asked_to_try(dialled, f"http://203.0.113.9:5533#{others}")
    assert dialled.places == ["192.168.1.21:5533"]


async def test_a_host_that_asks_again_and_again_is_not_obeyed_any_more(dialled: Silence) -> None:
    links = [f"http://192.168.1.{nth}:5533" for nth in range(20, 40)]
    answers = await asked_to_try(dialled, *links)
    assert len(dialled.places) == MOST_IN_AN_HOUR
    assert [answer.reached for answer in answers] == [False] * MOST_IN_AN_HOUR + [None] * (20 - MOST_IN_AN_HOUR)


@pytest.mark.parametrize(
    ("place", "said_no"),
    [("http://192.168.2.20:5533", MOST_IN_AN_HOUR), ("http://192.168.1.7:5533", 0), ("http://198.51.100.1:5533", 0)],
)
async def test_a_host_that_asks_for_one_address_after_another_does_not_learn_the_players_networks(
    dialled: Silence, place: str, said_no: int, autojump_clock: MockClock
) -> None:
    """Questions about addresses that are not tried count, too; after the last one all addresses look the same."""
    late = ("http://192.168.2.20:5533", "http://192.168.1.7:5533", "http://192.168.1.20:5533")
    answers = await asked_to_try(dialled, *[place] * MOST_IN_AN_HOUR, *late)
    assert len(answers) == MOST_IN_AN_HOUR + len(late)
    assert answers.count(TriedHost(KEY, reached=False)) == said_no
    assert dialled.places == []


async def test_the_next_host_itself_is_reached_and_nothing_is_said_there(tmp_path: Path) -> None:
    host = Host(Identity(tmp_path / "oak"))
    assert host.identity is not None
    async with listening(host) as address:
        assert await reaches(Endpoint(address), host.identity.key)
    assert host.received == []


@asynccontextmanager
async def answering(kind: str, folder: Path) -> AsyncIterator[Endpoint]:
    """Something else that may answer there."""
    hosts = {
        "another key": Host(Identity(folder / "ash")),
        "a web server": Host(says=b"HTTP/1.1 400 Bad Request\r\n\r\n"),
        "a daemon without encryption": Host(says=b'{"type":"goodbye","reason":"malformed","detail":""}\n'),
        "nonsense": Host(says=b"\x16\x03\x01 nonsense"),
    }
    if kind == "nobody":
        async with listening(Host()) as address:
            pass
        yield Endpoint(address)
    elif kind == "silence":
        async with listening(_silent) as address:
            yield Endpoint(address)
    else:
        async with running(hosts[kind]) as place:
            yield Endpoint(Address("127.0.0.1", place.address.port))


async def _silent(stream: trio.abc.Stream) -> None:
    while await stream.receive_some():
        pass


@pytest.mark.parametrize(
    "kind",
    ["another key", "a web server", "a daemon without encryption", "nonsense", "nobody", "silence"],
)
async def test_whatever_else_answers_there_is_not_the_host_and_is_known_only_at_the_end(
    kind: str, tmp_path: Path
) -> None:
    """So nobody finds out through another player's program what is at an address in that player's house."""
    async with answering(kind, tmp_path) as place:
        began = trio.current_time()
        assert not await reaches(place, KEY, seconds=0.5)
        assert trio.current_time() - began >= 0.5


def test_names_and_odd_addresses_are_no_neighbours() -> None:
    for odd in ("", "nonsense", "192.168.1", "192.168.1.300", "%", "fe80::1%eth0"):
        assert not HOME.has_neighbour(odd)
    assert OwnNetworks(()).has_neighbour("192.168.1.20") is False
    assert isinstance(OwnNetworks.now(), OwnNetworks)


def test_what_was_found_is_told_only_to_the_host_that_asked() -> None:
    model = seated_model(round_of(rules="all-fives", hands="6-4 | 4-0 | 2-2", line="6-6"))
    link = idle_link(model)

    link.answer_rehearsal(TriedHost(KEY, reached=True))
    assert not model.pending.outbox, "this host has not asked"

    model.receive(TryHostNotice(1, f"http://192.168.1.20:5533/#k={KEY}"))
    link.answer_rehearsal(TriedHost("aaaaa-a7z33-34ywp-emt4v", reached=True))
    assert not model.pending.outbox, "it has asked about another one"

    link.answer_rehearsal(TriedHost(KEY, reached=True))
    assert isinstance(model.pending.outbox[-1], Do)
    model.connection_lost("", 0)
    model.pending.outbox.clear()
    link.answer_rehearsal(TriedHost(KEY, reached=True))
    assert not model.pending.outbox
