"""Deals that the host and the players mix: seals, numbers, and whoever gives none (WIRE.md, "Mixed deals")."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from protocol.game.table_options import Away
from protocol.log.audit import audit
from protocol.log.commands import (
    EndMatch,
    Kick,
    Knock,
    Pause,
    Rematch,
    Resume,
    Reveal,
    Say,
    Seal,
    Start,
    TakeSeat,
)
from protocol.log.events import (
    Entry,
    MatchStarted,
    PlayerReturned,
    RoundDealt,
    RoundEnded,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
)
from protocol.log.mixing import Chain
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.wire.messages import Farewell, Role
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of
from tests.taken_over import play

SHORT = {"target": 40}


def sealing(host: Host, name: str, role: Role = Role.PLAYER) -> WireClient:
    """A client whose program takes part in mixed deals, not connected to a table yet."""
    return host.connect(session=Session("tests", name, role, sealer=Sealer(lambda: secrets.token_hex(32))))


async def seated(host: Host, name: str) -> WireClient:
    client = sealing(host, name)
    await client.enter()
    return client


@asynccontextmanager
async def two_who_mix(journal: MemoryJournal | None = None, **options: Any) -> AsyncIterator[tuple[Host, Any, Any]]:
    """Two players who take part, at a table whose first round is dealt."""
    async with hosting(journal, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", set=SHORT, options=TableOptions(**options))
        ann, ben = await seated(host, "Ann"), await seated(host, "Ben")
        await both_see(ann, ben, RoundDealt)
        yield host, ann, ben


async def both_see(ann: WireClient, ben: WireClient, kind: type[Any]) -> None:
    """Have both receive, and reveal, until the last event of both is one of this kind."""
    async with trio.open_nursery() as nursery:
        for client in (ann, ben):
            nursery.start_soon(client.until, lambda client=client: isinstance((client.events or [None])[-1], kind))


async def entries_of(host: Host, client: WireClient) -> tuple[Entry, ...]:
    return (await host.journal.read(client.session.game or "")).entries


async def log_of(host: Host, client: WireClient, *kinds: Any) -> list[Any]:
    """The events of these kinds in the log of the client's game."""
    return [entry.event for entry in await entries_of(host, client) if isinstance(entry.event, kinds)]


# A match.


async def test_every_deal_of_a_match_follows_from_the_numbers_of_both_players_and_the_host(
    autojump_clock: MockClock,
) -> None:
    async with two_who_mix() as (host, ann, ben):
        await play(ann, ben, until=lambda: ann.is_at(Stage.OVER))

        (started,) = await log_of(host, ann, MatchStarted)
        dealt, ended = await log_of(host, ann, RoundDealt), await log_of(host, ann, RoundEnded)
        assert len(dealt) == len(ended) > 1
        assert all(None not in deal.numbers for deal in dealt)
        assert len({*(number for deal in dealt for number in deal.numbers), *started.seals.seats}) == 2 * len(dealt) + 2
        assert len({end.host_number for end in ended}) == len(ended)
        assert audit(await entries_of(host, ann)) is None


async def test_nobody_sees_a_number_before_the_deal(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await seated(host, "Ann"), sealing(host, "Ben")
        await ben.hello()
        await ann.expect_event(MatchStarted)
        await trio.sleep(5)

        assert [entry.event for entry in await entries_of(host, ann)][-1] == (await log_of(host, ann, MatchStarted))[0]
        await ben.expect_event(RoundDealt)
        await ann.expect_event(RoundDealt)


async def test_a_client_that_does_not_take_part_only_waits_for_the_others(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await seated(host, "Ann"), await host.seated("Ben")
        await both_see(ann, ben, RoundDealt)

        (dealt,) = await log_of(host, ann, RoundDealt)
        assert dealt.numbers[ann.seat] is not None
        assert dealt.numbers[ben.seat] is None
        assert not await log_of(host, ann, StandInSeated)


@pytest.mark.parametrize("who", ["nobody seals", "the host alone deals"])
async def test_without_seals_a_round_is_dealt_with_the_start_as_ever(who: str, autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", options=TableOptions(deals=None if who == "nobody seals" else "host"))
        enter = host.seated if who == "nobody seals" else lambda name: seated(host, name)
        ann = await enter("Ann")
        ben = await enter("Ben")

        assert [type(event) for event in ben.events] == [TableOpened, SeatTaken, SeatTaken, MatchStarted, RoundDealt]
        assert b"seals" not in b"".join(ben.lines)
        assert b"numbers" not in b"".join(ben.lines)
        await ann.until(lambda: ann.session.head == ben.session.head)


async def test_bots_give_no_numbers_and_nobody_waits_for_them(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("all-fives", seats=4)
        ann = await seated(host, "Ann")
        started_at = trio.current_time()
        await ann.accepted(Start())
        dealt = await ann.expect_event(RoundDealt)

        assert [number is not None for number in dealt.numbers] == [True, False, False, False]
        assert trio.current_time() - started_at < 1


async def again(client: WireClient) -> None:
    """See the end of the match, agree to another, and receive its first deal."""
    await client.until(lambda: client.is_at(Stage.OVER))
    await client.accepted(Rematch())
    await client.until(lambda: isinstance(client.events[-1], RoundDealt))


async def test_a_rematch_has_seals_of_its_own(autojump_clock: MockClock) -> None:
    async with two_who_mix() as (host, ann, ben):
        (before,) = await log_of(host, ann, MatchStarted)
        await (ann if ann.session.is_host else ben).accepted(EndMatch())
        async with trio.open_nursery() as nursery:
            for client in (ann, ben):
                nursery.start_soon(again, client)

        (after,) = await log_of(host, ann, MatchStarted)
        assert {after.seals.host, *after.seals.seats}.isdisjoint({before.seals.host, *before.seals.seats, None})
        assert None not in (await log_of(host, ann, RoundDealt))[0].numbers


async def test_a_spectator_who_takes_the_last_seat_takes_part(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await seated(host, "Ann"), sealing(host, "Ben", Role.SPECTATOR)
        await ben.enter()
        await ben.send(ben.asks(TakeSeat()))
        await both_see(ann, ben, RoundDealt)

        assert None not in (await log_of(host, ann, RoundDealt))[0].numbers


# Whoever gives no number.


async def silent_two(host: Host, **options: Any) -> tuple[WireClient, WireClient]:
    """A player who takes part, and one who has sealed but does not reveal, when the deal waits for both."""
    await host.open_table("cinq-et-trois", options=TableOptions(**options))
    ann, ben = await seated(host, "Ann"), host.connect("Ben")
    await ben.enter(seal=Chain("Ben's secret").seal)
    await ann.until(lambda: ann.is_at(Stage.PLAYING))
    return ann, ben


async def test_a_number_that_does_not_come_is_waited_for_ten_seconds_and_everybody_sees_who_gave_none(
    autojump_clock: MockClock,
) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await silent_two(host)
        waited_from = trio.current_time()
        dealt = await ann.expect_event(RoundDealt)
        await ann.expect_event(PlayerReturned, seat=ben.seat)

        assert trio.current_time() - waited_from == pytest.approx(10, abs=0.1)
        assert [number is None for number in dealt.numbers] == [seat == ben.seat for seat in range(2)]
        kinds = [type(entry.event) for entry in await entries_of(host, ann)]
        assert kinds[-3:] == [StandInSeated, RoundDealt, PlayerReturned]
        assert audit(await entries_of(host, ann)) is None


async def test_whoever_lost_the_connection_is_waited_for_as_long_as_from_then_on(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await silent_two(host, away=Away.WAIT)
        await trio.sleep(4)
        await ben.leave()
        left_at = trio.current_time()
        await ann.expect_event(RoundDealt)

        assert trio.current_time() - left_at == pytest.approx(10, abs=0.1)


async def test_a_pause_stops_the_wait(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, _ = await silent_two(host)
        await ann.accepted(Pause())
        await trio.sleep(600)
        assert not await log_of(host, ann, RoundDealt)

        await ann.accepted(Resume())
        resumed_at = trio.current_time()
        await ann.expect_event(RoundDealt)
        assert trio.current_time() - resumed_at == pytest.approx(10, abs=0.1)


async def test_nobody_is_replaced_while_nobody_is_connected(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await silent_two(host)
        await ann.leave()
        await ben.leave()
        await host.deserted()
        await trio.sleep(3600)

        assert not await log_of(host, ann, RoundDealt)


async def test_a_player_who_is_removed_while_the_deal_waits_is_not_waited_for(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await silent_two(host)
        asked_at = trio.current_time()
        await ann.send(ann.asks(Kick(ben.seat or 0)))
        dealt = await ann.expect_event(RoundDealt)

        assert dealt.numbers[ben.seat or 0] is None
        assert trio.current_time() - asked_at < 1
        assert audit(await entries_of(host, ann)) is None


async def test_people_can_talk_while_a_deal_waits_but_not_move(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, _ = await silent_two(host)

        await ann.accepted(Say("Ben?"))
        assert await ann.refused(Knock()) == Reason.NOT_YOUR_TURN


# Numbers that are refused.


async def test_only_the_number_that_one_is_bound_to_is_accepted_and_only_for_the_deal_to_come(
    autojump_clock: MockClock,
) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await silent_two(host)
        chain = Chain("Ben's secret")
        eve = await host.watching()

        for wrong in (
            Reveal(1, Chain("another secret").link(1)),
            Reveal(1, chain.link(2)),
            Reveal(1, chain.seal),
            Reveal(1, "not a number at all"),
            Reveal(2, chain.link(2)),
            Reveal(0, chain.link(1)),
        ):
            assert await ben.refused(wrong) == Reason.NOT_ALLOWED
        assert await eve.refused(Reveal(1, chain.link(1))) == Reason.NOT_SEATED
        right = Reveal(1, chain.link(1))
        await ben.accepted(right, under="number")
        await ben.accepted(right, under="number")
        await both_see(ann, ben, RoundDealt)
        assert await ben.refused(right) == Reason.NOT_ALLOWED


@pytest.mark.parametrize("seal", ["", "00", "G" * 64, "A" * 64, "0" * 65, "0" * 5000])
async def test_a_seal_that_cannot_be_one_is_refused(seal: str, autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")

        assert await ann.refused(Seal(seal)) == Reason.NOT_ALLOWED
        assert (await parting_of(host.connect("Ben"), seal=seal)).reason == Farewell.MALFORMED
        assert (await log_of(host, ann, SeatTaken)) == [SeatTaken(0, "Ann")]


# Coming back.


async def test_after_a_restart_the_deal_waits_only_for_the_numbers_that_are_missing_and_is_the_same(
    autojump_clock: MockClock,
) -> None:
    journal, chain = MemoryJournal(), Chain("Ben's secret")
    async with hosting(journal, patience=MONTHS) as host:
        ann, ben = await silent_two(host)
        await ann.settle()
    async with hosting(journal, patience=MONTHS) as host:
        # Ben alone is back, and gives his number: Ann's is stored.
        ben = await host.back(ben)
        await ben.accepted(Reveal(1, chain.link(1)))
        dealt = await ben.expect_event(RoundDealt)

        assert None not in dealt.numbers
        assert ann.seat is not None


async def test_a_player_who_comes_back_with_another_program_seals_again_for_the_next_deal(
    autojump_clock: MockClock,
) -> None:
    async with two_who_mix() as (host, ann, ben):
        other = sealing(host, "Ben")
        other.session.token, other.session.wanted_game = ben.session.token, ben.session.game
        await other.enter()
        await play(ann, other, until=lambda: len([e for e in ann.events if isinstance(e, RoundDealt)]) == 2)

        ended, second = (await log_of(host, ann, RoundEnded))[0], (await log_of(host, ann, RoundDealt))[1]
        assert [seal is not None for seal in ended.seals] == [seat == other.seat for seat in range(2)]
        assert None not in second.numbers
        assert audit(await entries_of(host, ann)) is None
