"""Asking the hosts that were found for their tables: all together, each at all its addresses, a second each."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing
from attrs import define, field

from client.model.lan_hosts import MOST_HOSTS, LanHosts
from client.net.lan_hosts import TIME_BETWEEN_QUESTIONS, TIME_TO_ANSWER, LanSearch
from protocol.shared.address import Address
from protocol.shared.announced_host import AnnouncedHost
from protocol.wire.codec import encode_from_daemon
from protocol.wire.messages import Farewell, Goodbye, Tables
from tests.client.model.test_lan_hosts import BENS, OAK, OTHER, announced, names


@define
class Network:
    """Answers at some addresses, each after so many seconds; the others say nothing. `asked`: where, with which key."""

    answers: dict[str, tuple[float, Tables | Goodbye]] = field(factory=dict)
    asked: list[tuple[str, str | None]] = field(factory=list)

    async def open(self, address: Address, key: str | None) -> trio.abc.Stream:
        self.asked.append((address.host, key))
        if address.host not in self.answers:
            await trio.sleep_forever()
        seconds, answer = self.answers[address.host]
        await trio.sleep(seconds)
        client, daemon = trio.testing.memory_stream_pair()
        await daemon.send_all(encode_from_daemon(answer))
        return client


@asynccontextmanager
async def asking(network: Network, *hosts: AnnouncedHost) -> AsyncIterator[LanHosts]:
    """The list, half a second after each of these hosts has been asked once."""
    search = LanSearch(LanHosts(), network.open)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(search.keep_asking)
        for host in hosts:
            search.find(host.service_name, host)
        await trio.sleep(TIME_TO_ANSWER + 0.5)
        yield search.hosts
        nursery.cancel_scope.cancel()


async def test_a_host_that_answers_is_listed_with_its_tables(autojump_clock: object) -> None:
    async with asking(Network({"192.168.1.20": (0.5, Tables((OAK,)))}), announced("Ben")) as hosts:
        (ben,) = hosts.trusted

        assert (ben.place, list(ben.tables)) == (Address("192.168.1.20", 5533), [OAK])


@pytest.mark.parametrize("answers", [{}, {"192.168.1.20": (1.5, Tables())}])
async def test_a_host_that_takes_longer_than_a_second_does_not_answer(
    answers: dict[str, tuple[float, Tables | Goodbye]], autojump_clock: object
) -> None:
    async with asking(Network(answers), announced("Ben")) as hosts:
        assert hosts.trusted == []
        assert names(hosts.doubtful) == ["Ben"]


async def test_a_host_that_sends_the_player_away_does_not_answer(autojump_clock: object) -> None:
    network = Network({"192.168.1.20": (0, Goodbye(Farewell.TOO_MANY, ""))})
    async with asking(network, announced("Ben")) as hosts:
        assert names(hosts.doubtful) == ["Ben"]


async def test_of_several_addresses_the_first_that_answers_counts(autojump_clock: object) -> None:
    network = Network({"10.0.0.1": (0.5, Tables()), "10.0.0.2": (0.1, Tables((OAK,)))})
    async with asking(network, announced("Ben", BENS, "192.168.1.20", "10.0.0.1", "10.0.0.2")) as hosts:
        (ben,) = hosts.trusted

        assert ben.address.host == "10.0.0.2"
        assert list(ben.tables) == [OAK]


async def test_each_host_is_asked_for_the_key_that_it_announced(autojump_clock: object) -> None:
    network = Network()
    async with asking(network, announced("Ben"), announced("Ana", None, "10.0.0.9")):
        assert set(network.asked) == {("192.168.1.20", BENS), ("10.0.0.9", None)}


async def test_hosts_are_asked_again_so_that_one_that_was_killed_is_noticed(autojump_clock: object) -> None:
    network = Network({"192.168.1.20": (0, Tables())})
    async with asking(network, announced("Ben")) as hosts:
        network.answers = {}
        await trio.sleep(TIME_BETWEEN_QUESTIONS + TIME_TO_ANSWER)
        assert hosts.trusted == []

        network.answers = {"192.168.1.20": (0, Tables((OAK,)))}
        await trio.sleep(TIME_BETWEEN_QUESTIONS + TIME_TO_ANSWER)
        assert names(hosts.trusted) == ["Ben"]


async def test_of_a_thousand_announcements_thirty_hosts_are_asked(autojump_clock: object) -> None:
    network, flood = Network(), [announced(f"host {number}", OTHER, f"10.0.0.{number}") for number in range(200)]
    async with asking(network, *flood):
        assert len({address for address, _ in network.asked}) == MOST_HOSTS
