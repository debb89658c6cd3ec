"""The host lets a player go on hosting: at the end of a round, for good, and on one machine only."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import evolve
from trio.testing import MockClock

from daemon.house.home_opening import open_home
from daemon.journal.interface import Journal
from daemon.journal.sqlite_journal import open_journal
from daemon.program.command import main
from daemon.table.next_host import TIME_TO_START
from protocol.log.commands import EndMatch, HandOver, HostReady, Knock, Say
from protocol.log.events import Said, TableOptions
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.wire.messages import Do, Farewell, NotAccepted, OpenTable
from protocol.wire.notices import HandOverNotice
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of
from tests.taken_over import (
    claimed,
    leads_on,
    opened_from,
    play,
    play_to_round,
    record_of,
    says_to_be_there,
    scores_after,
    seated,
)

READY = HostReady(
    "192.168.1.20:5533", "vbnm5-a7z33-34ywp-emt4v", "2026-11-26-oak-1a2b3c", release="a word nobody guesses"
)


@asynccontextmanager
async def three(
    journal: Journal | None = None, deals: str | None = "mixed"
) -> AsyncIterator[tuple[Host, list[WireClient]]]:
    """Ann, who hosts, Ben and Cho in the second round of a match."""
    async with hosting(journal, patience=MONTHS) as host:
        await host.open_home("all-fives", set={"target": 250}, seats=3, options=TableOptions(deals=deals))
        ann = await host.operator("Ann")
        ann.session.sealer.new_secret = iter(f"secret {nth}" for nth in range(9)).__next__
        await ann.enter()
        players = [ann, await seated(host, "Ben"), await seated(host, "Cho")]
        await play_to_round(2, *players)
        yield host, players


async def asked(players: list[WireClient]) -> None:
    """Ben is asked, and the table waits for his machine."""
    ann, ben, _ = players
    await ann.accepted(HandOver(1))
    await play(*players, until=lambda: HandOverNotice(1, here=True) in ben.received)


async def test_the_operator_hands_nothing_over_to_the_own_seat_also_from_the_command_line() -> None:
    async with three() as (host, (ann, _, cho)):
        command_line = await host.operator()
        for client in (ann, command_line):
            await client.send(Do("hand", 0, HandOver(0), table=ann.session.table_name))
            answer = await client.answer_to("hand")
            assert isinstance(answer, NotAccepted)
            assert answer.detail == "only another person can go on hosting"
        await ann.accepted(HandOver(2))
        assert await cho.expect(HandOverNotice) == HandOverNotice(2, here=False)


@pytest.mark.parametrize("deals", ["mixed", "host"])
async def test_at_the_end_of_the_round_everybody_is_sent_to_the_new_host_who_has_the_game(
    tmp_path: Path, deals: str
) -> None:
    async with three(deals=deals) as (host, players):
        _, ben, _ = players
        eve = await host.watching()
        await asked(players)
        scores = scores_after(ben.session.entries)
        async with hosting(patience=MONTHS) as other:
            game = await opened_from(record_of(ben, tmp_path), other, seat=1, word=READY.release)
            ready = evolve(READY, game=game)
            await ben.send(ben.asks(ready))

            for client in (*players, eve):
                goodbye = await client.parting()
                assert (goodbye.reason, goodbye.address, goodbye.key, goodbye.game) == (
                    Farewell.MOVED,
                    READY.address,
                    READY.key,
                    game,
                )
                assert (goodbye.waits, goodbye.release) == (True, None)
            there = [(await claimed(other, client))[0] for client in players]
            await leads_on(host, players[2], ready, there[2])
            await play_to_round(3, *there)
            assert scores_after(there[0].session.entries) == scores


async def test_players_get_what_a_spectator_says_meanwhile_before_they_leave() -> None:
    async with three(deals="host") as (host, players):
        _, ben, cho = players
        eve = await host.watching("Eve")
        await asked(players)
        await eve.accepted(Say("good luck there"))
        await ben.send(ben.asks(READY))

        await cho.parting()
        assert Said(None, "Eve", "good luck there") in cho.events


async def test_while_the_table_waits_nobody_moves_and_no_clock_runs(autojump_clock: MockClock) -> None:
    async with three() as (_, players):
        await asked(players)
        cho = players[2]
        await cho.settle()
        head = cho.session.head

        await trio.sleep(TIME_TO_START - 1)

        assert await cho.refused(Knock()) == Reason.PAUSED
        assert await cho.accepted(Say("well?")) == head + 1


async def test_a_new_host_who_is_late_loses_nothing(autojump_clock: MockClock) -> None:
    async with three() as (_, players):
        await asked(players)
        ann, ben, _ = players

        await ann.expect(HandOverNotice, lambda notice: notice.seat is None)

        assert await ben.refused(READY) == Reason.NOT_ALLOWED
        await play_to_round(3, *players)


async def test_who_is_asked_may_decline_and_the_host_may_think_again() -> None:
    async with three() as (_, players):
        ann, ben, cho = players
        for who in (ben, ann):
            await ann.accepted(HandOver(1))
            assert await cho.refused(HandOver(None)) == Reason.NOT_ALLOWED
            await who.accepted(HandOver(None))
            await cho.expect(HandOverNotice, lambda notice: notice.seat is None)
        await play_to_round(3, *players)


async def test_only_another_person_who_is_connected_can_be_asked_and_only_by_the_host() -> None:
    async with three() as (_, players):
        ann, ben, cho = players
        assert await ben.refused(HandOver(2)) == Reason.NOT_ALLOWED
        assert await ann.refused(HandOver(0)) == Reason.NOT_ALLOWED
        assert await ann.refused(HandOver(7)) == Reason.NO_SUCH_SEAT
        await cho.leave()
        await ann.settle()
        assert await ann.refused(HandOver(2)) == Reason.NOT_ALLOWED


@pytest.mark.parametrize(
    "ready",
    [
        HostReady("", None, "game"),
        HostReady("javascript:alert(1)", None, "game"),
        HostReady("192.168.1.20", "no key", "game"),
        HostReady("192.168.1.20", None, ""),
        HostReady("192.168.1.20", None, "g" * 200),
        evolve(READY, release=None),
        evolve(READY, release="guessed"),
        evolve(READY, release="w" * 200),
    ],
)
async def test_nobody_is_sent_to_something_that_is_no_host(ready: HostReady) -> None:
    async with three() as (_, players):
        await asked(players)

        assert await players[1].refused(ready) == Reason.NOT_ALLOWED
        assert await players[2].refused(READY) == Reason.NOT_ALLOWED


async def test_a_match_that_ends_stays_where_it_is() -> None:
    async with three() as (_, players):
        ann, ben, _ = players
        await ann.accepted(HandOver(1))
        await ann.accepted(EndMatch())

        assert await ben.refused(READY) == Reason.MATCH_OVER


async def test_the_old_host_sends_everybody_on_also_after_a_restart_and_never_plays_that_game_again() -> None:
    journal = MemoryJournal()
    async with three(journal) as (host, players):
        await asked(players)
        await players[1].send(players[1].asks(READY))
        for client in players:
            await client.parting()
        await says_to_be_there(host, players[2], READY)
        for hello in ({}, {"table": "oak"}, {"game": players[2].session.game, "token": players[2].session.token}):
            assert await sent_on(host, **hello)
    async with hosting(journal) as host:
        home = await host.open_home("all-fives", set={"target": 250}, seats=3)
        assert home.stage is Stage.SEATING
        assert await sent_on(host, game=players[2].session.game, token=players[2].session.token)


async def sent_on(host: Host, **hello: object) -> bool:
    """Whether somebody with this hello is sent to the new host."""
    goodbye = await parting_of(host.connect("Dan"), **hello)
    return (goodbye.reason, goodbye.address, goodbye.game) == (Farewell.MOVED, READY.address, READY.game)


async def test_a_host_that_dies_before_it_has_sent_anybody_on_has_the_game(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with three(journal) as (_, players):
        await asked(players)
    async with hosting(journal, patience=MONTHS) as host:
        await open_home(host.house.tables, OpenTable("all-fives", {"target": 250}, 3))
        back = [await host.back(client) for client in players]

        await play_to_round(3, *back)


async def test_the_list_of_stored_games_says_where_one_went_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_journal(tmp_path / "journal.sqlite") as journal, three(journal) as (host, players):
        await asked(players)
        await players[1].send(players[1].asks(READY))
        await players[0].parting()
        await says_to_be_there(host, players[0], READY)

    await trio.to_thread.run_sync(main, ["games", "--data", str(tmp_path)])

    assert " went on at 192.168.1.20:5533  All Fives" in capsys.readouterr().out


async def test_who_has_a_seat_at_another_table_of_the_old_host_is_not_sent_on() -> None:
    async with three() as (host, players):
        await host.open_table("cinq-et-trois", bots=1)
        dan = host.connect("Dan")
        await dan.enter(table=next(name for name in host.house.tables.names if name != players[0].session.table_name))
        await asked(players)
        await players[1].send(players[1].asks(READY))
        await players[1].parting()
        await dan.leave()

        again = host.connect(session=dan.session)
        await again.enter(table=None, game=None)

        assert again.seat == 0


async def test_the_host_leaves_the_match_to_another_host_that_has_gone_on_with_it(tmp_path: Path) -> None:
    async with three() as (host, players):
        ann, ben, cho = players
        assert await ben.refused(READY) == "not_allowed"
        await ann.send(ann.asks(READY))

        assert {(await client.parting()).key for client in players} == {READY.key}
        back = await parting_of(host.connect(), game=cho.session.game, token=cho.session.token)
        assert (back.reason, back.game) == (Farewell.MOVED, READY.game)


@pytest.mark.parametrize("there", [evolve(READY, address="//"), evolve(READY, key="no key"), evolve(READY, game="")])
async def test_the_host_leaves_the_match_to_nothing_that_is_no_host(there: HostReady) -> None:
    async with three() as (_, players):
        assert await players[0].refused(there) == "not_allowed"
