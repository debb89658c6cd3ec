"""What players are told about those who watch: names, in a while, and never a flood."""

from trio.testing import MockClock

from protocol.log.commands import EndMatch, LeaveSeat, TakeSeat
from protocol.wire.messages import Role
from protocol.wire.notices import WatchersNotice
from tests.daemon.harness import Host, hosting
from tests.daemon.wire_client import WireClient


async def screen(host: Host) -> WireClient:
    tv = host.connect("TV", role=Role.SPECTATOR)
    tv.session.client = "fives tv 1.0"
    await tv.enter()
    return tv


async def test_players_are_told_who_watches_and_who_stops(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann, _ = await host.seated("Ann"), await host.seated("Ben")
        wes = await host.watching("Wes")

        assert await ann.expect(WatchersNotice) == WatchersNotice(("Wes",), 1)
        await wes.leave()
        assert await ann.expect(WatchersNotice) == WatchersNotice((), 0)


async def test_a_player_who_comes_later_is_told_at_once_and_a_spectator_never(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        wes = await host.watching("Wes")
        await ann.expect(WatchersNotice)
        ben = await host.seated("Ben")

        assert await ben.expect(WatchersNotice) == WatchersNotice(("Wes",), 1)
        await ann.accepted(EndMatch())
        assert not any(isinstance(message, WatchersNotice) for message in wes.received)


async def test_who_sits_down_is_not_told_that_they_watch(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_table("all-fives", seats=3)
        ann = await host.seated("Ann")
        wes, zoe = await host.watching("Wes"), await host.watching("Zoe")
        assert await ann.expect(WatchersNotice) == WatchersNotice(("Wes", "Zoe"), 2)

        await wes.accepted(TakeSeat(1))

        assert await wes.expect(WatchersNotice) == WatchersNotice(("Zoe",), 1)
        assert zoe.seat is None


async def test_a_crowd_that_comes_and_goes_is_one_notice_now_and_then(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        crowd = [await host.watching(f"W{nth}") for nth in range(12)]

        assert await ann.expect(WatchersNotice) == WatchersNotice(tuple(f"W{nth}" for nth in range(8)), 12)
        for watcher in crowd[1:]:
            await watcher.leave()
        assert await ann.expect(WatchersNotice) == WatchersNotice(("W0",), 1)


async def test_a_screen_is_counted_apart(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        await screen(host)

        assert await ann.expect(WatchersNotice) == WatchersNotice((), 0, 1)


async def test_who_stands_up_watches_and_who_sits_down_does_not(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_table("all-fives", seats=3)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ben.accepted(LeaveSeat())

        assert await ann.expect(WatchersNotice) == WatchersNotice(("Ben",), 1)
        await ben.accepted(TakeSeat(1))
        assert await ann.expect(WatchersNotice) == WatchersNotice((), 0)
