"""Hints over the wire: sent to one seat, announced to all, computed once per turn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

import pytest
import trio

from daemon.table.workers import run_in_this_process
from protocol.game.table_options import Assist
from protocol.log.choices import plays_of, worth
from protocol.log.commands import Knock, Say, TakeHint
from protocol.log.events import HintTaken, TableOptions
from protocol.wire.codec import encode_from_client
from protocol.wire.hints import Why
from protocol.wire.messages import Accepted, Hint
from protocol.wire.notices import NoHintNotice
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient

T = TypeVar("T")


@asynccontextmanager
async def a_turn(
    rules: str = "cinq-et-trois", journal: MemoryJournal | None = None
) -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """A player with a legal play, and the other player."""
    async with hosting(journal) as host:
        await host.open_table(rules, seats=2)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.until(lambda: ann.session.head == ben.session.head)
        yield (host, ann, ben) if ann.a_move() else (host, ben, ann)


async def test_a_hint_gives_the_points_and_prospects_of_every_legal_play() -> None:
    async with a_turn() as (_, mover, _):
        asked_at = mover.session.head
        await mover.accepted(TakeHint())

        hint = await mover.expect(Hint)

        assert mover.seat is not None
        legal = plays_of(mover.table, mover.seat)
        assert sorted((play.tile, play.arm) for play in hint.plays) == sorted(legal)
        assert {(play.tile, play.arm): play.points for play in hint.plays} == {
            play: worth(mover.table, mover.seat, play).awarded for play in legal
        }
        assert [play.win for play in hint.plays] == sorted((play.win for play in hint.plays), reverse=True)
        assert all(0 <= play.win <= 1 and 0 <= play.knock <= 1 for play in hint.plays)
        assert hint.seq == asked_at, "it is about the table after the deal"
        assert hint.why in list(Why)
        assert str(hint.plays[0].tile) in hint.detail


async def test_everybody_sees_that_a_hint_was_taken_but_only_its_player_sees_the_hint() -> None:
    async with a_turn() as (host, mover, other):
        eve = await host.watching()
        await mover.accepted(TakeHint())
        await mover.expect(Hint)

        await eve.expect_event(HintTaken, seat=mover.seat)
        await other.expect_event(HintTaken, seat=mover.seat)
        received = [*await eve.settle(), *await other.settle()]
        assert not any(isinstance(message, Hint) for message in received)
        stored = await host.journal.read(mover.session.game or "")
        assert stored.entries[-1].event == HintTaken(mover.seat or 0), "what it said is not in the log"


async def test_a_hint_requested_twice_in_a_turn_is_the_same_hint_and_one_entry() -> None:
    async with a_turn() as (_, mover, _):
        await mover.accepted(TakeHint(), under="first")
        first = await mover.expect(Hint)
        head = mover.session.head

        await mover.accepted(TakeHint(), under="second")
        second = await mover.expect(Hint)

        assert (second.id, second.plays) == ("second", first.plays)
        assert mover.session.head == head


async def test_a_lost_hint_is_sent_again_for_the_same_id() -> None:
    async with a_turn() as (host, mover, _):
        await mover.accepted(TakeHint(), under="first")
        first = await mover.expect(Hint)

        again = await host.back(mover)
        assert isinstance(await again.do(TakeHint(), under="first"), Accepted)

        assert await again.expect(Hint) == first


async def test_after_a_restart_the_same_hint_is_sent_again() -> None:
    journal = MemoryJournal()
    async with a_turn(journal=journal) as (_, mover, _):
        await mover.accepted(TakeHint(), under="first")
        first = await mover.expect(Hint)
    async with hosting(journal) as host:
        again = await host.back(mover)

        assert isinstance(await again.do(TakeHint(), under="first"), Accepted)

        assert await again.expect(Hint) == first


async def test_an_old_id_gets_no_hint_after_the_turn() -> None:
    async with a_turn() as (_, mover, _):
        await mover.accepted(TakeHint(), under="first")
        await mover.expect(Hint)
        move = mover.a_move()
        assert move is not None
        await mover.accepted(move)

        assert isinstance(await mover.do(TakeHint(), under="first"), Accepted)

        assert not any(isinstance(message, Hint) for message in await mover.settle())


async def test_an_id_from_an_earlier_turn_gets_no_hint_in_this_turn() -> None:
    """Otherwise a player could get hints that are not announced."""
    async with a_turn() as (_, mover, other):
        await mover.accepted(TakeHint(), under="first")
        await mover.expect(Hint)
        await mover.accepted(mover.a_move() or Knock())
        while mover.a_move() is None:
            await other.until(lambda: other.a_move() is not None)
            await other.accepted(other.a_move() or Knock())
            await mover.until(lambda: mover.session.head >= other.session.head)

        assert isinstance(await mover.do(TakeHint(), under="first"), Accepted)

        assert not any(isinstance(message, Hint) for message in await mover.settle())


@pytest.mark.parametrize("assist", [Assist.LEGAL, Assist.NONE])
async def test_no_hint_is_given_at_a_table_with_less_help(assist: Assist) -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", options=TableOptions(assist=assist), bots=1)
        ann = await host.seated("Ann")
        await ann.until(lambda: ann.a_move() is not None)

        assert await ann.refused(TakeHint()) == "not_allowed"


async def test_play_continues_while_a_hint_is_computed() -> None:
    thinking, may_end = trio.Event(), trio.Event()

    async def slow(function: "partial[T]") -> T:
        thinking.set()
        await may_end.wait()
        raise AssertionError("this one is thought out to its end in another test")

    async with hosting(run_in_worker=slow) as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.until(lambda: ann.session.head == ben.session.head)
        mover, other = (ann, ben) if ann.a_move() else (ben, ann)
        await mover.accepted(TakeHint())
        await thinking.wait()

        await other.accepted(Say("take your time"))
        move = mover.a_move()
        assert move is not None
        await mover.accepted(move)


async def test_an_error_while_computing_a_hint_affects_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(function: "partial[T]") -> T:
        raise ZeroDivisionError

    async with hosting(run_in_worker=broken) as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.until(lambda: ann.session.head == ben.session.head)
        mover = ann if ann.a_move() else ben
        await mover.accepted(TakeHint())
        await mover.expect(NoHintNotice)

        move = mover.a_move()
        assert move is not None
        await mover.accepted(move)
        assert "could not be computed" in caplog.text


async def test_simultaneous_hint_requests_are_computed_once() -> None:
    thoughts = 0

    async def counting(function: "partial[T]") -> T:
        nonlocal thoughts
        thoughts += 1
        return await run_in_this_process(function)

    async with hosting(run_in_worker=counting) as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.until(lambda: ann.session.head == ben.session.head)
        mover = ann if ann.a_move() else ben
        await mover.send_bytes(b"".join(encode_from_client(mover.asks(TakeHint())) for _ in range(50)))

        for _ in range(50):
            await mover.expect(Hint)

    assert thoughts == 1
