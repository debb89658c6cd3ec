"""The links of a daemon whose machine comes into another network. In real networks: `end_to_end.test_moving_host`."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import define, field
from trio.testing import MockClock

from daemon.house.house_rules import HouseRules
from daemon.machine.watch import TIME_BETWEEN_LOOKS
from daemon.net.addresses import origin_of
from daemon.program.service import PageOptions, Service
from daemon.program.ways_in import WaysIn
from protocol.shared.places import PlaceLimits
from protocol.wire.messages import OpenTable
from protocol.wire.operator_messages import Reach
from tests.daemon.harness import Host, hosting
from tests.daemon.machine.networks import Moving

A_WHILE = TIME_BETWEEN_LOOKS + 0.1


@define(eq=False)
class Hosting:
    """A daemon on a machine that a test moves. `moves`: the addresses for friends, each time the host was told."""

    host: Host
    machine: Moving
    moves: list[Sequence[str]] = field(factory=list)

    @property
    def reach(self) -> Reach:
        """Where friends can join now."""
        return self.host.house.reach.now()


@asynccontextmanager
async def moving(data: Path, *addresses: str) -> AsyncIterator[Hosting]:
    """A daemon that listens everywhere at port 5533, on a machine with these addresses."""
    async with hosting() as host, trio.open_nursery() as nursery:
        here = Hosting(host, Moving(*addresses))
        service = Service(
            data=data,
            table=OpenTable("all-fives"),
            house=HouseRules(),
            host=None,
            port=5533,
            limits=PlaceLimits(),
            stops_with_stdin=False,
            announce=lambda *_: None,
            announce_moved=lambda friends, _: here.moves.append(friends),
            page=PageOptions(("den.example.org",)),
        )
        ways_in = WaysIn(service, host.house, ["0.0.0.0", "::"], 5533, here.machine.watch)
        ways_in.open(nursery, nursery, None, None)
        yield here
        nursery.cancel_scope.cancel()


async def test_all_links_follow_the_address_and_the_host_is_told_once(
    tmp_path: Path, autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "fivesd")
    async with moving(tmp_path, "192.168.77.9") as here:
        assert here.reach.inside == ("http://192.168.77.9:5533",)
        here.machine.move_to("192.168.88.50")
        await trio.sleep(60)

        assert here.reach.inside == ("http://192.168.88.50:5533",)
        assert here.reach.outside == ("http://den.example.org:5533",)
        assert here.moves == [["192.168.88.50"]]
    assert caplog.messages == ["this machine's address is now 192.168.88.50"]


async def test_a_daemon_that_begins_without_a_network_has_a_link_once_there_is_one(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with moving(tmp_path) as here:
        assert not here.reach.inside
        here.machine.move_to("192.168.77.9", "fd00::2")
        await trio.sleep(A_WHILE)

        assert here.reach.inside == ("http://192.168.77.9:5533", "http://[fd00::2]:5533")


async def test_a_new_address_behind_the_first_is_no_news_for_the_host(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """IPv6 gives a machine another one each day."""
    async with moving(tmp_path, "192.168.77.9") as here:
        here.host.house.reach.note_visit(origin_of("192.168.77.2"))
        here.machine.move_to("192.168.77.9", "fd00::2")
        await trio.sleep(A_WHILE)

        assert here.reach.inside[1:] == ("http://[fd00::2]:5533",)
        assert here.moves == []
        assert here.reach.opened


async def test_a_machine_on_the_internet_is_reached_there_from_other_houses_too(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with moving(tmp_path, "192.168.77.9") as here:
        here.machine.move_to("81.2.69.142")
        await trio.sleep(A_WHILE)

        assert here.reach.outside == ("http://den.example.org:5533", "http://81.2.69.142:5533")
