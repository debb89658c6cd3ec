"""Bots that think in worker processes: the table continues meanwhile, and late choices are dropped."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import islice
from random import Random

import pytest
import trio
from trio.testing import MockClock

from daemon.bots.bot_player import BotPlayer
from daemon.game_log import GameLog
from daemon.table.bot_seats import BotSeats
from daemon.table.workers import T, run_in_this_process
from protocol.log.choices import choices
from protocol.log.commands import AddBot, EndMatch, Move, Pause, Resume, Say
from protocol.log.events import Entry, PlayerReturned, StandInSeated, TilePlayed
from protocol.log.sight import Viewer, see
from protocol.log.table import Table
from protocol.wire.notices import GraceNotice, ThinkingNotice, TroubleNotice
from protocol.wire.record import Header
from tests.daemon.bots.tables import match_events, opening_of
from tests.daemon.harness import MONTHS, hosting
from tests.daemon.wire_client import WireClient


class Slow:
    """A worker that thinks for this many seconds, for ever, or fails."""

    def __init__(self, seconds: float = 0) -> None:
        self.seconds = seconds
        self.asked = self.answered = 0
        self.fails = False

    async def __call__(self, function: "partial[T]") -> T:
        self.asked += 1
        await trio.sleep(self.seconds)
        if self.fails:
            raise RuntimeError("no thought comes")
        self.answered += 1
        return await run_in_this_process(function)


@asynccontextmanager
async def with_a_bot_in_turn(run_in_worker: Slow) -> AsyncIterator[WireClient]:
    """Ann, at a table where a bot on the other seat is in turn."""
    async with hosting(run_in_worker=run_in_worker, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", bots=1)
        ann = await host.seated("Ann")
        if move := ann.a_move():
            await ann.accepted(move)
        yield ann


async def test_a_table_stays_responsive_while_a_bot_thinks(autojump_clock: MockClock) -> None:
    slow = Slow(600)
    async with with_a_bot_in_turn(slow) as ann:
        began = trio.current_time()
        await trio.testing.wait_all_tasks_blocked()
        assert slow.asked == 1

        await ann.accepted(Say("your turn"))
        assert trio.current_time() == began
        await ann.expect_event(TilePlayed, seat=1)
        assert trio.current_time() == pytest.approx(began + 600)


async def test_a_choice_is_dropped_when_the_table_has_changed(autojump_clock: MockClock) -> None:
    slow = Slow(100)
    async with hosting(run_in_worker=slow, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.until(lambda: ann.session.head == ben.session.head)
        mover, other = (ann, ben) if ann.a_move() else (ben, ann)
        await mover.leave()
        await other.expect(GraceNotice)
        await other.accepted(AddBot(mover.seat or 0, "club"))
        assert isinstance(other.events[-1], StandInSeated)
        await trio.testing.wait_all_tasks_blocked()
        assert slow.asked == 1
        again = await host.back(mover)
        await other.expect_event(PlayerReturned)
        move = again.a_move()
        assert move is not None
        await again.accepted(move)
        played = again.session.head

        await trio.sleep(1000)

        assert (slow.asked, slow.answered) == (1, 0)
        assert again.session.head == played

        await other.until(lambda: other.session.head == played)
        move = other.a_move()
        assert move is not None
        await other.accepted(move)
        await again.leave()
        await other.expect(GraceNotice)
        await other.accepted(AddBot(mover.seat or 0, "club"))
        await other.expect(Entry, lambda entry: getattr(entry.event, "seat", None) == mover.seat)
        assert slow.asked == 2


async def test_ending_a_match_stops_its_bots_thinking(autojump_clock: MockClock) -> None:
    slow = Slow(100)
    async with with_a_bot_in_turn(slow) as ann:
        await trio.testing.wait_all_tasks_blocked()
        assert slow.asked == 1

        await ann.accepted(EndMatch())
        await trio.sleep(1000)

        assert slow.answered == 0


@pytest.mark.parametrize(("seconds", "times"), [(1.9, 0), (2.1, 1), (600, 1)])
async def test_a_bot_that_thinks_for_long_is_announced_once(
    autojump_clock: MockClock, seconds: float, times: int
) -> None:
    slow = Slow(seconds)
    async with with_a_bot_in_turn(slow) as ann:
        await ann.expect_event(TilePlayed, seat=1)

        assert ann.received.count(ThinkingNotice(1)) == times


async def test_a_choice_made_during_a_pause_is_played_after_it(autojump_clock: MockClock) -> None:
    slow = Slow(100)
    async with with_a_bot_in_turn(slow) as ann:
        await ann.accepted(Pause())
        paused = ann.session.head
        await trio.sleep(1000)
        assert ann.session.head == paused

        began = trio.current_time()
        await ann.accepted(Resume())
        await ann.expect_event(TilePlayed, seat=1)
        assert trio.current_time() == began
        assert slow.asked == 1


async def test_a_bot_without_a_working_worker_chooses_in_the_daemon(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    slow = Slow()
    slow.fails = True
    async with with_a_bot_in_turn(slow) as ann:
        await ann.expect_event(TilePlayed, seat=1)

    assert "could not decide in a worker process" in caplog.text
    assert not [message for message in ann.received if isinstance(message, TroubleNotice)]


def turns_to_choose(seats: int) -> Iterator[tuple[Table, GameLog]]:
    """Each turn of a match of two rounds: the table before it, and the log."""
    game = GameLog(Header("game", "oak", ""))
    for table, event in match_events(opening_of("cinq-et-trois", {"max_rounds": 2}, seats), Random(1)):
        if table.turn is not None:
            yield table, game
        game.add([Entry(game.head + 1, "", event)])


async def chosen(level: str, run_in_worker: Slow) -> list[Move]:
    """The choices of a level in each turn of the same match, with the same seed."""
    moves = []
    async with trio.open_nursery() as nursery:
        for table, game in islice(turns_to_choose(2), 12):
            seats = BotSeats(nursery, run_in_worker, Random(7), lambda: None)
            assert table.turn is not None
            while not seats.has_decided(table.turn, level, game):
                await trio.testing.wait_all_tasks_blocked()
            moves.append(seats.choose(table.turn, level, game))
    return moves


async def test_a_bot_that_comes_late_chooses_like_one_that_saw_the_whole_game() -> None:
    async with trio.open_nursery() as nursery:
        for table, game in turns_to_choose(2):
            assert table.turn is not None
            late = BotSeats(nursery, Slow(), Random(7), lambda: None)
            early = BotPlayer("expert", table.turn)
            for entry in game.entries:
                early.observe(see(entry.event, Viewer(table.turn)).event)

            assert late.choose(table.turn, "expert", game) == early.choose(Random(7))


async def test_a_level_that_never_looks_ahead_chooses_in_the_daemon() -> None:
    slow = Slow()

    assert await chosen("learner", slow)
    assert slow.asked == 0


@pytest.mark.parametrize("level", ["casual", "club", "expert", "master"])
async def test_the_same_seed_gives_the_same_choice_in_every_process(level: str) -> None:
    slow = Slow()

    assert await chosen(level, slow) == await chosen(level, Slow())
    assert slow.asked > 3


async def test_a_single_legal_move_needs_no_thinking() -> None:
    slow = Slow()
    async with trio.open_nursery() as nursery:
        for table, game in turns_to_choose(2):
            seat = table.turn
            assert seat is not None
            if len(choices(table, seat).plays) <= 1:
                seats = BotSeats(nursery, slow, Random(7), lambda: None)
                assert seats.has_decided(seat, "master", game)
                assert seats.choose(seat, "master", game)

    assert slow.asked == 0
