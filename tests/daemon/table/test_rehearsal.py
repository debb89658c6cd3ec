"""Before the game goes to the next host, everybody's program tries to reach that one, and all read who does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from attrs import evolve
from trio.testing import MockClock

from daemon.table.next_host import TIME_TO_START
from daemon.table.rehearsal import MOST_REHEARSALS, TIME_TO_DECIDE, TIME_TO_TRY
from protocol.log.commands import HandOver, HostReady, TriedHost, TryHost
from protocol.log.refusals import Reason
from protocol.wire.messages import Farewell
from protocol.wire.notices import HandOverNotice, ReachableNotice, TryHostNotice
from tests.daemon.table.test_next_host import asked, three
from tests.daemon.wire_client import WireClient
from tests.taken_over import play, play_to_round

KEY = "vbnm5-a7z33-34ywp-emt4v"
LINK = f"http://192.168.1.20:5533/#k={KEY}"
TRY = TryHost(LINK, KEY)
READY = HostReady(LINK, KEY, "2026-11-26-oak-1a2b3c", release="a word that nobody guesses")


@asynccontextmanager
async def tried(autojump_clock: MockClock) -> AsyncIterator[list[WireClient]]:
    """Ann, who hosts, Ben and Cho: the table waits for Ben's machine, which is ready to be tried."""
    async with three() as (_, players):
        await asked(players)
        await players[1].accepted(TRY)
        yield players


def found(client: WireClient) -> list[ReachableNotice]:
    return [notice for notice in client.received if isinstance(notice, ReachableNotice)]


async def test_if_everybody_reaches_the_machine_all_read_so_and_the_game_goes_there(autojump_clock: MockClock) -> None:
    async with tried(autojump_clock) as (ann, ben, cho):
        for player in (ann, cho):
            assert (await player.expect(TryHostNotice)).text == LINK
            assert await ben.refused(READY) == Reason.NOT_ALLOWED, "nobody has said yet whether that is possible"
            await player.accepted(TriedHost(KEY, reached=True))
        for player in (ann, ben, cho):
            assert await player.expect(ReachableNotice) == ReachableNotice(1, True, (0, 2), (), ())
        assert not [notice for notice in ben.received if isinstance(notice, TryHostNotice)]

        await ben.send(ben.asks(READY))
        assert (await cho.parting()).reason == Farewell.MOVED


async def test_if_somebody_does_not_the_game_goes_there_only_if_the_host_says_so(autojump_clock: MockClock) -> None:
    async with tried(autojump_clock) as (ann, ben, cho):
        await ann.accepted(TriedHost(KEY, reached=True))
        await cho.accepted(TriedHost(KEY, reached=False))
        for player in (ann, ben, cho):
            assert await player.expect(ReachableNotice) == ReachableNotice(1, False, (0,), (2,), ())
        assert await ben.refused(READY) == Reason.NOT_ALLOWED
        assert await cho.refused(HandOver(1, anyway=True)) == Reason.NOT_ALLOWED

        await ann.accepted(HandOver(1, anyway=True))
        await cho.settle()
        assert found(cho)[-1].here
        await ben.send(ben.asks(READY))
        assert (await cho.parting()).reason == Farewell.MOVED


async def test_if_the_host_says_nothing_the_game_stays(autojump_clock: MockClock) -> None:
    async with tried(autojump_clock) as (ann, ben, cho):
        await cho.accepted(TriedHost(KEY, reached=False))
        await trio.sleep(TIME_TO_TRY + TIME_TO_DECIDE + TIME_TO_START)
        await cho.expect(HandOverNotice, lambda notice: notice.seat is None)
        assert await ben.refused(READY) == Reason.NOT_ALLOWED
        await play_to_round(3, ann, ben, cho)


async def test_programs_that_do_not_answer_and_those_that_cannot_know_hold_nothing_up(
    autojump_clock: MockClock,
) -> None:
    async with tried(autojump_clock) as (ann, ben, cho):
        await ann.accepted(TriedHost(KEY))
        assert await cho.expect(ReachableNotice) == ReachableNotice(1, True, (), (), (0, 2))
        await ben.send(ben.asks(READY))
        assert (await cho.parting()).reason == Farewell.MOVED


async def test_who_leaves_is_not_waited_for_and_of_them_it_is_not_known(autojump_clock: MockClock) -> None:
    async with tried(autojump_clock) as (ann, _, cho):
        await ann.accepted(TriedHost(KEY, reached=True))
        before = trio.current_time()
        await cho.leave()
        assert await ann.expect(ReachableNotice) == ReachableNotice(1, True, (0,), (), (2,))
        assert trio.current_time() - before < TIME_TO_TRY / 2


async def test_an_answer_about_another_host_or_a_second_one_counts_nothing(autojump_clock: MockClock) -> None:
    async with tried(autojump_clock) as (ann, ben, cho):
        await cho.accepted(TriedHost("aaaaa-a7z33-34ywp-emt4v", reached=True))
        await ben.accepted(TriedHost(KEY, reached=True))
        await ann.accepted(TriedHost(KEY, reached=True))
        await ann.accepted(TriedHost(KEY, reached=False))
        await cho.accepted(TriedHost(KEY, reached=False))
        assert await ben.expect(ReachableNotice) == ReachableNotice(1, False, (0,), (2,), ())


async def test_a_machine_that_has_opened_its_firewall_is_tried_again_but_not_without_end(
    autojump_clock: MockClock,
) -> None:
    async with tried(autojump_clock) as (ann, ben, cho):
        for _ in range(MOST_REHEARSALS - 1):
            await cho.accepted(TriedHost(KEY, reached=False))
            await ann.accepted(TriedHost(KEY, reached=True))
            await ben.accepted(TRY)
        await ann.accepted(TriedHost(KEY, reached=True))
        await cho.accepted(TriedHost(KEY, reached=True))
        await ben.settle()
        assert found(ben)[-1] == ReachableNotice(1, True, (0, 2), (), ())
        assert await ben.refused(TRY) == Reason.NOT_ALLOWED


async def test_the_host_may_decide_before_it_is_tried(autojump_clock: MockClock) -> None:
    async with three() as (_, players):
        ann, ben, cho = players
        await ann.accepted(HandOver(1, anyway=True))
        await play(*players, until=lambda: HandOverNotice(1, here=True) in ben.received)
        await ben.accepted(TRY)
        for player in (ann, cho):
            await player.accepted(TriedHost(KEY, reached=False))
        assert await cho.expect(ReachableNotice) == ReachableNotice(1, True, (), (0, 2), ())


async def test_only_the_player_who_is_asked_has_a_machine_tried(autojump_clock: MockClock) -> None:
    async with three() as (_, players):
        ann, ben, cho = players
        assert await ben.refused(TRY) == Reason.NOT_ALLOWED
        await asked(players)
        assert await ann.refused(TRY) == Reason.NOT_ALLOWED
        assert await cho.refused(TRY) == Reason.NOT_ALLOWED


@pytest.mark.parametrize(
    "there",
    [
        evolve(TRY, address=""),
        evolve(TRY, address="javascript:alert(1)"),
        evolve(TRY, key="no key"),
        evolve(TRY, key="aaaaa-a7z33-34ywp-emt4v"),
        evolve(TRY, address="http://127.0.0.1:5533"),
        evolve(TRY, address="http://localhost:5533#also=[::1]:5533"),
    ],
)
async def test_nobody_is_made_to_try_something_that_is_no_host_or_only_their_own_machine(there: TryHost) -> None:
    async with three() as (_, players):
        await asked(players)
        assert await players[1].refused(there) == Reason.NOT_ALLOWED


async def test_a_host_is_not_handed_over_to_itself() -> None:
    async with three() as (host, players):
        host.house.reach.key = KEY
        await asked(players)
        assert await players[1].refused(TRY) == Reason.NOT_ALLOWED
        assert await players[1].refused(READY) == Reason.NOT_ALLOWED
        assert await players[0].refused(READY) == Reason.NOT_ALLOWED


async def test_another_host_than_the_one_that_was_tried_does_not_get_the_game(autojump_clock: MockClock) -> None:
    async with tried(autojump_clock) as (ann, ben, cho):
        for player in (ann, cho):
            await player.accepted(TriedHost(KEY, reached=True))
        other = "aaaaa-a7z33-34ywp-emt4v"
        assert await ben.refused(HostReady(f"192.168.1.20#k={other}", other, "g")) == Reason.NOT_ALLOWED


async def test_who_comes_back_meanwhile_reads_who_reaches_it(autojump_clock: MockClock) -> None:
    async with three() as (host, players):
        ann, ben, cho = players
        await asked(players)
        await ben.accepted(TRY)
        await ann.accepted(TriedHost(KEY, reached=True))
        await cho.accepted(TriedHost(KEY, reached=False))
        await cho.settle()
        again = await host.back(cho)
        await again.settle()
        assert found(again) == [ReachableNotice(1, False, (0,), (2,), ())]


async def test_who_comes_back_in_time_is_asked_to_try_it_too(autojump_clock: MockClock) -> None:
    async with three() as (host, players):
        ann, ben, cho = players
        await asked(players)
        await ben.accepted(TRY)
        again = await host.back(cho)
        await again.settle()
        assert [notice for notice in again.received if isinstance(notice, TryHostNotice)] == [TryHostNotice(1, LINK)]

        await ann.accepted(TriedHost(KEY, reached=True))
        await again.accepted(TriedHost(KEY, reached=False))
        assert await ben.expect(ReachableNotice) == ReachableNotice(1, False, (0,), (2,), ())
