"""Players who are away or exceed their time: grace, stand-ins, freed seats, and nobody connected."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
import trio
from trio.testing import MockClock

from protocol.game.table_options import Away
from protocol.log.commands import AddBot, EndMatch, LeaveSeat, Pause, Resume, Say, Start
from protocol.log.events import (
    Event,
    Knocked,
    MatchStarted,
    PlayerReturned,
    RoundEnded,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Stage
from protocol.wire.notices import GraceNotice, PresenceNotice, TurnNotice
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of

Moves = (TilePlayed, TileDrawn, Knocked)


@asynccontextmanager
async def two_at_a_table(
    think: float = 1, journal: MemoryJournal | None = None, **options: object
) -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """The player in turn and the other player, at a table with these options."""
    async with hosting(journal, think=think, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", options=TableOptions(**options))  # type: ignore[arg-type]  # of any kind
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.until(lambda: ann.session.head == ben.session.head)
        yield (host, ann, ben) if ann.a_move() else (host, ben, ann)


async def log_of(host: Host, client: WireClient) -> list[object]:
    return [entry.event for entry in (await host.journal.read(client.session.game or "")).entries]


# Away during a match.


async def test_after_the_grace_a_bot_stands_in_and_an_event_records_it(autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60) as (_, mover, other):
        left_at = trio.current_time()
        await mover.leave()

        notice = await other.expect(GraceNotice)
        assert (notice.seat, notice.seconds) == (mover.seat, 60)
        await other.expect_event(StandInSeated, seat=mover.seat)
        assert trio.current_time() - left_at == pytest.approx(60)
        await other.expect_event(TilePlayed, seat=mover.seat)
        assert 60.4 <= trio.current_time() - left_at <= 62.4


async def test_a_player_who_returns_within_the_grace_continues_without_a_stand_in(autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60) as (host, mover, other):
        await mover.leave()
        await trio.sleep(59)
        again = await host.back(mover)
        await trio.sleep(600)

        assert not any(isinstance(event, StandInSeated) for event in await log_of(host, other))
        move = again.a_move()
        assert move is not None
        await again.accepted(move)


async def test_a_returning_player_has_the_seat_again_at_once(autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60) as (host, mover, other):
        await mover.leave()
        await other.expect_event(StandInSeated, seat=mover.seat)

        again = await host.back(mover)

        await again.expect_event(PlayerReturned, seat=mover.seat)
        assert again.table.seats[mover.seat or 0].stand_in is None
        await trio.sleep(600)
        moves = [event for event in await log_of(host, again) if isinstance(event, Moves)]
        assert moves == []


async def test_a_stand_in_plays_on_turn_after_turn(autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60) as (_, mover, other):
        await mover.leave()
        for _turn in range(2):
            await other.expect_event(TilePlayed, seat=mover.seat)
            await other.until(lambda: other.a_move() is not None)
            move = other.a_move()
            assert move is not None
            await other.accepted(move)

        seated = [event for event in other.events if isinstance(event, StandInSeated)]
        assert len(seated) == 1


async def test_nobody_plays_for_a_connected_player(autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60) as (host, mover, _):
        before = await log_of(host, mover)
        await trio.sleep(86_400)

        assert await log_of(host, mover) == before


async def test_a_table_may_wait_for_players_who_are_away(autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60, away=Away.WAIT) as (host, mover, other):
        await mover.leave()
        await trio.sleep(86_400)

        assert not any(isinstance(event, StandInSeated) for event in await log_of(host, other))
        again = await host.back(mover)
        move = again.a_move()
        assert move is not None
        await again.accepted(move)


async def test_the_host_can_seat_a_stand_in_before_the_grace_ends(autojump_clock: MockClock) -> None:
    async with hosting(think=1, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", options=TableOptions(grace=600))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        assert await ann.refused(AddBot(1, "casual")) == "seat_occupied"
        await ben.leave()
        await ann.expect(GraceNotice)

        await ann.accepted(AddBot(1, "casual"))

        assert ann.events[-1] == StandInSeated(1, "casual")
        again = await host.back(ben)
        await again.expect_event(PlayerReturned, seat=1)


async def test_no_grace_runs_out_in_a_pause(autojump_clock: MockClock) -> None:
    async with hosting(think=1, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", options=TableOptions(grace=60))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.accepted(Pause())
        await ben.leave()
        await trio.sleep(600)
        assert not any(isinstance(event, StandInSeated) for event in await log_of(host, ann))

        await ann.accepted(Resume())

        await ann.expect_event(StandInSeated, seat=1)


# Away before a match.


async def test_before_the_match_the_seat_of_an_absent_player_is_freed_after_the_grace(
    autojump_clock: MockClock,
) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table(options=TableOptions(grace=60))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        left_at = trio.current_time()
        await ben.leave()

        assert await ann.expect_event(SeatLeft) == SeatLeft(1)

        assert trio.current_time() - left_at == pytest.approx(60)
        assert (await parting_of(host.connect(), token=ben.session.token)).reason == "bad_token"
        assert (await host.seated("Cho")).seat == 1


async def test_a_player_who_returns_in_time_keeps_the_seat(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table(options=TableOptions(grace=60))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ben.leave()
        await trio.sleep(59)
        again = await host.back(ben)
        await trio.sleep(600)

        assert again.seat == 1
        await ann.settle()
        assert not ann.table.seats[1].is_free


async def test_a_wrong_token_does_not_stop_the_grace(autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60) as (host, mover, other):
        left_at = trio.current_time()
        await mover.leave()
        await trio.sleep(30)
        assert (await parting_of(host.connect(), token="wrong")).reason == "bad_token"

        await other.expect_event(StandInSeated)
        assert trio.current_time() - left_at == pytest.approx(60)


@asynccontextmanager
async def one_has_gone_again() -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """Ann took one of two seats and has left again; Ben has arrived and has the other."""
    async with hosting(patience=MONTHS) as host:
        await host.open_table("all-fives", seats=2, options=TableOptions(grace=60))
        ann = await host.seated("Ann")
        await ann.leave()
        await host.deserted()
        yield host, ann, await host.seated("Ben")


async def test_a_match_does_not_start_automatically_while_a_seated_player_is_away(autojump_clock: MockClock) -> None:
    async with one_has_gone_again() as (host, ann, ben):
        assert ben.is_at(Stage.SEATING)

        await host.back(ann)

        await ben.expect_event(MatchStarted)


async def test_the_seat_of_a_player_who_does_not_return_before_the_match_goes_to_others(
    autojump_clock: MockClock,
) -> None:
    async with one_has_gone_again() as (_, _, ben):
        await ben.expect_event(SeatLeft, seat=0)
        await ben.accepted(AddBot(0, "casual"))

        await ben.until(lambda: ben.is_at(Stage.PLAYING))


async def test_a_bot_on_the_last_seat_does_not_start_the_match_while_a_player_is_away(
    autojump_clock: MockClock,
) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("all-fives", seats=3, options=TableOptions(grace=60))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ben.leave()
        await ann.expect(PresenceNotice, lambda notice: not notice.here)

        await ann.accepted(AddBot(2, "casual"))

        assert ann.is_at(Stage.SEATING)
        await host.back(ben)
        await ann.expect_event(MatchStarted)


async def test_a_player_who_is_away_when_the_match_starts_has_the_rest_of_the_grace(autojump_clock: MockClock) -> None:
    async with hosting(think=1, patience=MONTHS) as host:
        await host.open_table("all-fives", seats=3, options=TableOptions(grace=60))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ben.leave()
        left_at = trio.current_time()
        await trio.sleep(40)
        await ann.accepted(Start())

        await ann.expect_event(StandInSeated, seat=1)
        assert trio.current_time() - left_at == pytest.approx(60)


# Nobody connected.


async def test_a_game_that_everybody_has_left_is_unchanged_a_week_later(autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60, turn_time=30) as (host, mover, other):
        await mover.leave()
        await other.leave()
        before = await log_of(host, mover)
        await trio.sleep(7 * 86_400)
        assert await log_of(host, mover) == before

        again = await host.back(other)
        back_at = trio.current_time()
        await again.expect_event(StandInSeated, seat=mover.seat)
        assert trio.current_time() - back_at == pytest.approx(60)


async def test_no_clock_runs_for_a_spectator_alone(autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60) as (host, mover, other):
        eve = await host.watching()
        await mover.leave()
        await other.leave()
        await trio.sleep(86_400)

        assert not any(isinstance(message, StandInSeated) for message in eve.received)
        assert not any(isinstance(event, StandInSeated) for event in await log_of(host, mover))


async def test_no_seat_is_freed_in_an_empty_house(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table(options=TableOptions(grace=60))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.leave()
        await ben.leave()
        await trio.sleep(86_400)

        assert (await host.back(ben)).seat == 1
        assert (await host.back(ann)).seat == 0


async def test_no_bot_and_no_stand_in_plays_in_an_empty_house(autojump_clock: MockClock) -> None:
    async with hosting(think=1, patience=MONTHS) as host:
        await host.open_table(bots=3, options=TableOptions(grace=60))
        ann = await host.seated("Ann")
        await ann.leave()
        await host.deserted()
        before = await log_of(host, ann)
        await trio.sleep(86_400)

        assert await log_of(host, ann) == before


async def test_after_a_restart_a_stand_in_waits_until_a_person_connects(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with two_at_a_table(grace=60, journal=journal) as (host, mover, other):
        await mover.leave()
        await other.expect_event(StandInSeated, seat=mover.seat)
    async with hosting(journal, think=1, patience=MONTHS) as host:
        before = await log_of(host, mover)
        await trio.sleep(86_400)
        assert await log_of(host, mover) == before

        again = await host.back(other)

        await again.expect_event(TilePlayed, seat=mover.seat)
        await host.back(mover)
        await again.expect_event(PlayerReturned, seat=mover.seat)


async def test_after_a_restart_a_match_of_bots_alone_continues_at_once(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", bots=2)
        game = host.house.tables.summaries()[0].game
    before = len((await journal.read(game)).entries)
    async with hosting(journal, think=1, patience=MONTHS):
        await trio.sleep(60)

        assert len((await journal.read(game)).entries) > before


# Turns that take too long.


async def test_a_bot_plays_one_turn_that_takes_too_long_and_gives_the_seat_back(
    autojump_clock: MockClock,
) -> None:
    async with two_at_a_table(turn_time=30) as (_, mover, other):
        started_at = trio.current_time()

        await other.expect_event(StandInSeated, seat=mover.seat)
        assert trio.current_time() - started_at == pytest.approx(30)
        await other.expect_event(TilePlayed, seat=mover.seat)
        await other.expect_event(PlayerReturned, seat=mover.seat)

        assert other.table.seats[mover.seat or 0].stand_in is None


async def test_everybody_receives_the_time_limit_of_a_turn(autojump_clock: MockClock) -> None:
    async with two_at_a_table(turn_time=30) as (_, mover, other):
        move = mover.a_move()
        assert move is not None
        await mover.accepted(move)

        notice = await mover.expect(TurnNotice, lambda notice: notice.seat == other.seat)
        assert notice.seconds == 30


async def clocks(client: WireClient) -> list[tuple[type, int | None, float]]:
    await client.settle()
    notices = [message for message in client.received if isinstance(message, GraceNotice | TurnNotice)]
    return [(type(notice), notice.seat, notice.seconds) for notice in notices]


async def test_a_clock_is_announced_when_it_starts_and_not_again_after_chat(autojump_clock: MockClock) -> None:
    async with two_at_a_table(turn_time=30) as (_, mover, other):
        await trio.sleep(8)
        await other.accepted(Say("hm"))

        assert await clocks(other) == [(TurnNotice, mover.seat, 30)]


async def test_a_new_spectator_receives_the_running_clocks(autojump_clock: MockClock) -> None:
    async with two_at_a_table(turn_time=30, grace=60) as (host, mover, other):
        await other.leave()
        await trio.sleep(8)
        eve = await host.watching()

        assert await clocks(eve) == [(GraceNotice, other.seat, 52), (TurnNotice, mover.seat, 22)]


async def test_a_player_who_returns_in_their_turn_receives_the_time_left(autojump_clock: MockClock) -> None:
    async with two_at_a_table(turn_time=30) as (host, mover, other):
        await trio.sleep(8)
        await mover.leave()
        await trio.sleep(20)
        again = await host.back(mover)

        assert await clocks(again) == [(TurnNotice, mover.seat, 22)]
        assert (await clocks(other))[-1] == (TurnNotice, mover.seat, 22)


async def test_a_turn_clock_continues_when_another_player_is_replaced_and_returns(
    autojump_clock: MockClock,
) -> None:
    async with two_at_a_table(turn_time=30, grace=5) as (host, mover, other):
        began_at = trio.current_time()
        await other.leave()
        await trio.sleep(10)
        again = await host.back(other)
        await again.expect_event(PlayerReturned, seat=other.seat)

        await again.expect_event(StandInSeated, seat=mover.seat)

        assert trio.current_time() - began_at == pytest.approx(30)
        assert await clocks(mover) == [(TurnNotice, mover.seat, 30), (GraceNotice, other.seat, 5)]


@pytest.mark.parametrize("away", Away)
async def test_who_is_away_when_a_rematch_begins_is_not_waited_for_in_it(away: Away, autojump_clock: MockClock) -> None:
    async with two_at_a_table(grace=60, away=away) as (_, *both):
        stays, goes = sorted(both, key=lambda client: client.seat or 0)
        await stays.accepted(EndMatch())
        await goes.leave()
        before = len(await clocks(stays))

        await stays.accepted(Start())

        assert (await clocks(stays))[before:] == []
        assert isinstance(stays.events[0], TableOpened)
        assert stays.table.seats[goes.seat or 0].bot is not None
        await trio.sleep(100)
        await stays.settle()
        assert stays.table.turn == stays.seat


async def test_no_clock_is_announced_in_a_pause(autojump_clock: MockClock) -> None:
    async with two_at_a_table(turn_time=30, grace=60) as (_, *both):
        stays, goes = sorted(both, key=lambda client: client.seat or 0)
        before = len(await clocks(stays))
        await stays.accepted(Pause())
        await goes.leave()
        assert len(await clocks(stays)) == before

        await stays.accepted(Resume())
        assert (GraceNotice, goes.seat, 60) in (await clocks(stays))[before:]


async def test_a_player_may_move_while_the_stand_in_is_still_thinking(autojump_clock: MockClock) -> None:
    async with two_at_a_table(turn_time=30, think=10) as (host, mover, other):
        await mover.expect_event(StandInSeated, seat=mover.seat)
        move = mover.a_move()
        assert move is not None

        await mover.accepted(move)

        assert mover.events[-1] == PlayerReturned(mover.seat or 0)
        answer = None
        while answer is None:
            await other.until(lambda: other.a_move() is not None)
            answer = other.a_move()
        await other.accepted(answer)
        given = len(await log_of(host, mover))
        await trio.sleep(29)
        assert len(await log_of(host, mover)) == given, "its next turn is its own, for as long as a turn may take"


async def slept_through(chance: int) -> list[Event]:
    """A match of two connected players who never act; a draw may block a round here."""
    async with hosting(chance=chance, patience=MONTHS) as host:
        await host.open_table("all-fives", set={"target": 150, "hand": 13}, options=TableOptions(turn_time=5))
        ann = await host.seated("Ann")
        await host.seated("Ben")
        await ann.until(lambda: ann.is_at(Stage.OVER))
        return ann.events


def check_that_every_turn_was_stood_in_for_alone(events: list[Event]) -> None:
    stood_in: int | None = None
    for event in events:
        match event:
            case StandInSeated():
                assert stood_in is None
                stood_in = event.seat
            case TilePlayed() | TileDrawn() | Knocked():
                assert event.seat == stood_in, "nobody plays for a player whose turn has just begun"
            case PlayerReturned():
                stood_in = None
            case _:
                pass


@pytest.mark.slow("plays a match of late turns")
async def test_a_stand_in_for_a_late_turn_always_gives_the_seat_back_after_that_turn(autojump_clock: MockClock) -> None:
    for chance in range(40):
        events = await slept_through(chance)
        check_that_every_turn_was_stood_in_for_alone(events)
        if any(isinstance(end, RoundEnded) and isinstance(before, TileDrawn) for before, end in pairwise(events)):
            return
    raise AssertionError("in none of these matches did a draw end a round")


async def test_leaving_a_seat_stops_its_grace(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table(options=TableOptions(grace=60))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ben.accepted(LeaveSeat())
        await ben.leave()
        await trio.sleep(30)
        cho = await host.seated("Cho")
        await trio.sleep(600)
        await cho.accepted(Say("still here"))
        await ann.settle()

        assert [event for event in ann.events if isinstance(event, SeatLeft | SeatTaken)][-1] == SeatTaken(1, "Cho")
