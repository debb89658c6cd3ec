"""Warnings over the wire: a play that is certainly a blunder is refused once in a turn, to its player alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeVar

import pytest
import trio

from daemon.table.workers import RunInWorker, run_in_this_process
from protocol.game.layout import Arm
from protocol.game.tiles import tile
from protocol.log.commands import PlayTile, Say, TakeHint
from protocol.log.events import TableOptions, TilePlayed
from protocol.wire.messages import Accepted, Hint, NotAccepted
from tests.daemon.harness import Host, hosting
from tests.daemon.wire_client import WireClient

T = TypeVar("T")
WINS: Final = PlayTile(tile(6, 4), warn=True)
BLUNDER: Final = PlayTile(tile(6, 2), warn=True)
OTHER_BLUNDER: Final = PlayTile(tile(2, 2), warn=True)


@asynccontextmanager
async def a_lead(
    *, warnings: bool = True, run_in_worker: RunInWorker = run_in_this_process
) -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """A player who holds 6-4, 6-2 and 2-2 and leads, where 5 points win the match; and the other player."""
    async with hosting(chance=1, run_in_worker=run_in_worker) as host:
        await host.open_table("all-fives", options=TableOptions(warnings=warnings), seats=2, set={"target": 5})
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.until(lambda: ann.session.head == ben.session.head)
        yield host, ben, ann


async def test_a_blunder_is_refused_and_played_without_the_request_for_a_warning() -> None:
    async with a_lead() as (_, ben, _):
        refusal = await ben.do(BLUNDER)

        assert isinstance(refusal, NotAccepted)
        assert refusal.reason == "costly"
        assert refusal.detail.startswith("6-2 may cost about ")
        assert refusal.detail.endswith(" in 100 chances to win")
        await ben.accepted(PlayTile(BLUNDER.tile))


async def test_nobody_else_gets_anything_of_a_warning_and_nothing_is_stored() -> None:
    async with a_lead() as (host, ben, ann):
        eve, head = await host.watching(), ben.session.head
        await ann.settle(), await eve.settle()
        assert await ben.refused(BLUNDER) == "costly"

        assert [*await ann.settle(), *await eve.settle()] == []
        stored = await host.journal.read(ben.session.game or "")
        assert len(stored.entries) == head


async def test_a_good_play_is_played_at_once() -> None:
    async with a_lead() as (_, ben, _):
        await ben.accepted(WINS)

        assert ben.table.scores == (0, 10)


async def test_a_player_is_warned_of_one_play_in_a_turn() -> None:
    """So the warnings of a turn do not tell the worth of one play after another."""
    async with a_lead() as (_, ben, _):
        assert await ben.refused(BLUNDER) == "costly"

        await ben.accepted(OTHER_BLUNDER)


async def test_the_same_play_is_refused_again_as_the_first_refusal_may_have_been_lost() -> None:
    async with a_lead() as (host, ben, _):
        assert await ben.refused(BLUNDER, under="same") == "costly"
        again = await host.back(ben)

        assert await again.refused(BLUNDER, under="same") == "costly"


async def test_a_play_that_asks_for_no_warning_is_played() -> None:
    async with a_lead() as (_, ben, _):
        await ben.accepted(PlayTile(BLUNDER.tile))


async def test_a_table_without_warnings_gives_none() -> None:
    async with a_lead(warnings=False) as (_, ben, _):
        await ben.accepted(BLUNDER)


async def test_a_player_who_has_taken_a_hint_in_the_turn_is_not_warned() -> None:
    async with a_lead() as (_, ben, _):
        await ben.accepted(TakeHint())
        await ben.expect(Hint)

        await ben.accepted(BLUNDER)


async def test_a_play_that_is_not_allowed_is_refused_for_that() -> None:
    async with a_lead() as (_, ben, _):
        assert await ben.refused(PlayTile(tile(5, 5), warn=True)) == "tile_not_held"
        assert await ben.refused(PlayTile(BLUNDER.tile, Arm.LEFT, warn=True)) == "does_not_fit"


async def test_the_table_goes_on_while_a_play_is_weighed() -> None:
    thinking, may_end = trio.Event(), trio.Event()

    async def slow(function: "partial[T]") -> T:
        thinking.set()
        await may_end.wait()
        return await run_in_this_process(function)

    async with a_lead(run_in_worker=slow) as (_, ben, ann):
        await ben.send(ben.asks(BLUNDER, under="slow"))
        await thinking.wait()
        await ann.accepted(Say("take your time"))
        may_end.set()

        answer = await ben.answer_to("slow")
        assert isinstance(answer, NotAccepted)
        assert answer.reason == "costly"


async def test_a_turn_that_ends_while_a_play_is_weighed_ends_for_that_play_too(autojump_clock: object) -> None:
    async def endless(function: "partial[T]") -> T:
        await trio.sleep_forever()
        raise AssertionError

    async with a_lead(run_in_worker=endless) as (_, ben, ann):
        await ben.send(ben.asks(WINS, under="slow"))
        await ben.accepted(PlayTile(BLUNDER.tile))
        await ann.expect_event(TilePlayed, tile=BLUNDER.tile)

        assert ben.table.scores == (0, 0)


async def test_a_play_is_played_if_it_cannot_be_weighed(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(function: "partial[T]") -> T:
        raise ZeroDivisionError

    async with a_lead(run_in_worker=broken) as (_, ben, _):
        assert isinstance(await ben.do(BLUNDER), Accepted)

    assert "could not be computed" in caplog.text
