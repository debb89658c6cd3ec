"""A machine that goes to another network, loses its way out, and finds it again."""

from ipaddress import ip_address

import pytest
import trio
from trio.testing import MockClock

from daemon.machine.network import Network
from daemon.machine.watch import TIME_BETWEEN_LOOKS, NetworkWatch
from tests.daemon.machine.networks import Moving, at_once, network


def addresses(network: Network) -> tuple[str, ...]:
    return tuple(map(str, network.addresses))


async def test_another_address_is_noticed_within_seconds(autojump_clock: MockClock) -> None:
    machine = Moving("192.168.77.9")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(machine.watch.run)
        await trio.sleep(60)
        machine.move_to("192.168.88.50")
        with trio.fail_after(TIME_BETWEEN_LOOKS + 0.1):
            changed = await machine.watch.changes(addresses, addresses(network("192.168.77.9")))
        nursery.cancel_scope.cancel()

    assert changed == ("192.168.88.50",)


async def test_a_way_out_that_is_lost_and_comes_back_is_a_move_and_its_loss_is_none(autojump_clock: MockClock) -> None:
    machine = Moving("192.168.77.9")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(machine.watch.run)
        machine.lose_way_out()
        await trio.sleep(60)
        assert machine.watch.moves == 0
        machine.move_to("192.168.77.9")
        with trio.fail_after(TIME_BETWEEN_LOOKS + 0.1):
            assert await machine.watch.moved(0) == 1
        nursery.cancel_scope.cancel()


async def test_a_system_that_does_not_answer_leaves_all_as_it_was(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Moving("192.168.77.9")
    looks = 0

    def look() -> Network:
        nonlocal looks
        looks += 1
        if looks > 1:
            raise OSError("no memory")
        return machine.now

    watch = NetworkWatch(look, at_once)
    with trio.move_on_after(10 * TIME_BETWEEN_LOOKS):
        await watch.run()

    assert watch.now.ways_out == (ip_address("192.168.77.9"),)
    assert caplog.messages == ["this machine's addresses cannot be read, so links do not follow them: no memory"]
