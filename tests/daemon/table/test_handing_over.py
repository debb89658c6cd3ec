"""From one host to the next: the old one leaves the game only once somebody has come, and the new one holds it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import evolve
from trio.testing import MockClock

from daemon.house.home_opening import open_home
from daemon.journal.interface import held_in, offer_in
from daemon.table.next_host import TIME_TO_ARRIVE
from protocol.log.commands import EndMatch, GoOn, HandOver, HostReady, Knock, Pause, Say
from protocol.log.events import RoundDealt
from protocol.log.refusals import Reason
from protocol.wire.messages import Accepted, Arrival, Do, Farewell, OpenTable, Role
from protocol.wire.notices import TAKEN_BACK, ArrivedNotice, HandOverNotice
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.table.test_next_host import READY, asked, three
from tests.daemon.wire_client import WireClient, parting_of
from tests.taken_over import (
    HOST_KEY,
    claimed,
    leads_on,
    opened_from,
    play_to_round,
    record_of,
    says_to_be_there,
    seated,
)

WORD = READY.release


@asynccontextmanager
async def between(
    folder: Path, journal: MemoryJournal | None = None, deals: str = "mixed"
) -> AsyncIterator[tuple[Host, Host, list[WireClient], HostReady]]:
    """Everybody is sent from Ann's host to Ben's, which holds the game."""
    async with three(journal, deals) as (old, players), hosting(patience=MONTHS) as new:
        await asked(players)
        game = await opened_from(record_of(players[1], folder), new, seat=1, word=WORD)
        ready = evolve(READY, key=HOST_KEY, game=game)
        await players[1].send(players[1].asks(ready))
        for player in players:
            assert (await player.parting()).waits
        yield old, new, players, ready


def deals_in(client: WireClient) -> int:
    return sum(isinstance(event, RoundDealt) for event in client.events)


async def test_a_game_that_waits_is_listed_only_for_its_players(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Programs that look for the game would come here again and again, and be sent on."""
    async with between(tmp_path) as (old, _, players, _):
        game = players[0].session.game or ""
        assert old.house.tables.summaries() == ()
        assert [table.game for table in old.house.tables.summaries([game])] == [game]

        await trio.sleep(TIME_TO_ARRIVE + 1)
        assert [table.game for table in old.house.tables.summaries()] == [game]


@pytest.mark.parametrize("deals", ["mixed", "host"])
async def test_the_next_host_deals_nothing_and_refuses_everything_until_it_is_told(
    tmp_path: Path, autojump_clock: MockClock, deals: str
) -> None:
    async with between(tmp_path, deals=deals) as (old, new, players, ready):
        there = [(await claimed(new, player))[0] for player in players]
        dealt = deals_in(there[2])
        await trio.sleep(TIME_TO_ARRIVE / 2)
        for command in (Knock(), Say("well?"), Pause(), EndMatch(), HandOver(0)):
            assert await there[2].refused(command) == Reason.PAUSED
        assert await there[2].refused(GoOn("a word that somebody guesses")) == Reason.NOT_ALLOWED
        assert await there[2].refused(GoOn()) == Reason.NOT_ALLOWED, "the operator alone goes on without a word"
        await there[2].settle()
        assert (there[2].session.is_held, deals_in(there[2])) == (True, dealt)

        await leads_on(old, players[2], ready, there[2])

        await play_to_round(3, *there)
        assert await there[0].refused(GoOn(WORD)) == Reason.NOT_ALLOWED


async def test_if_nobody_comes_the_old_host_takes_the_game_back_and_says_so(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with between(tmp_path) as (old, _, players, ready):
        assert (await parting_of(old.connect(), game=players[0].session.game, token=players[0].session.token)).waits
        await trio.sleep(TIME_TO_ARRIVE + 1)

        goodbye = await says_to_be_there(old, players[2], ready)
        assert goodbye.reason == Farewell.NOTED, "so its program comes back"
        back = [await old.back(player, is_operator=player is players[0]) for player in players]
        await back[2].settle()
        assert HandOverNotice(None, here=False, text=TAKEN_BACK) in back[2].received
        await play_to_round(3, *back)


async def test_the_word_of_the_player_who_hosts_is_not_enough_while_others_are_on_their_way(tmp_path: Path) -> None:
    async with between(tmp_path) as (old, _, players, ready):
        for there in (ready, evolve(ready, game="another"), evolve(ready, key=None), evolve(ready, address="10.0.0.1")):
            goodbye = await says_to_be_there(old, players[1], there)
            assert (goodbye.reason, goodbye.waits, goodbye.release) == (Farewell.MOVED, True, None)
        elsewhere = await says_to_be_there(old, players[2], evolve(ready, key=READY.key, game="another"))
        assert (elsewhere.waits, elsewhere.address) == (True, ready.address)


async def test_a_player_who_plays_alone_with_bots_is_enough(tmp_path: Path) -> None:
    async with hosting(patience=MONTHS, think=MONTHS) as old:
        await old.open_home("all-fives", seats=2, bots=1)
        ben, zoe = await seated(old, "Ben"), await old.operator("Zoe", role=Role.SPECTATOR)
        await zoe.enter()
        await zoe.accepted(HandOver(0))
        await ben.send(ben.asks(READY))
        assert (await ben.parting()).waits

        assert (await says_to_be_there(old, ben, READY)).release == WORD


async def test_what_the_program_of_a_browser_has_signed_proves_that_it_has_come_and_nothing_else_does(
    tmp_path: Path,
) -> None:
    async with between(tmp_path) as (old, new, players, ready):
        new.house.controls.key = None
        operator = await new.operator("Ben")
        operator.session.claim((await claim_there(new))[0], players[1].session.sealer.secrets)
        await operator.enter()
        await claimed(new, players[2])
        arrived = await operator.expect(ArrivedNotice, lambda notice: notice.seat == 2)

        for lie in (Arrival(2, "0" * 128), Arrival(0, arrived.text), Arrival(7, arrived.text), Arrival(-1, "x")):
            assert (await says_to_be_there(old, players[1], ready, lie)).waits
        own = players[1].session.sealer.signed((await claim_there(new))[1]) or ""
        assert (await says_to_be_there(old, players[1], ready, Arrival(1, own))).waits

        goodbye = await says_to_be_there(old, players[1], ready, Arrival(2, arrived.text))
        assert (goodbye.waits, goodbye.release) == (False, WORD)


async def claim_there(host: Host) -> tuple[str, str]:
    """What a player states to this host to come to a seat, and to the host before."""
    (table,) = [table for table in host.house.tables.summaries() if table.continues is not None]
    assert table.continues is not None
    return table.continues.claim(HOST_KEY), table.continues.arrival(HOST_KEY)


async def test_an_old_host_that_is_back_still_waits_and_then_takes_the_game_back(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    journal = MemoryJournal()
    async with between(tmp_path, journal) as (_, _, players, _):
        pass
    async with hosting(journal, patience=MONTHS) as again:
        await open_home(again.house.tables, OpenTable("all-fives", {"target": 250}, 3))
        assert (await parting_of(again.connect(), game=players[0].session.game, token=players[0].session.token)).waits
        await trio.sleep(TIME_TO_ARRIVE + 1)

        back = [await again.back(player, is_operator=player is players[0]) for player in players]
        await play_to_round(3, *back)
        assert offer_in(journal.private_now()) is None


async def test_a_host_that_has_left_says_the_word_again_to_everybody_also_after_a_restart(tmp_path: Path) -> None:
    """It may have been lost on its way; then the next program brings it."""
    journal = MemoryJournal()
    async with between(tmp_path, journal) as (old, new, players, ready):
        await says_to_be_there(old, players[2], ready)
        assert (await says_to_be_there(old, players[0], ready)).release == WORD
        there, _ = await claimed(new, players[0])
        await there.accepted(GoOn(WORD))
    async with hosting(journal, patience=MONTHS) as again:
        session = players[0].session
        goodbye = await parting_of(again.connect(), game=session.game, token=session.token)
        assert (goodbye.waits, goodbye.release) == (False, WORD)


async def test_a_next_host_that_is_back_still_holds_the_game_and_goes_on_once_it_is_told(tmp_path: Path) -> None:
    async with between(tmp_path) as (old, new, players, ready):
        await claimed(new, players[2])
        async with hosting(new.journal, patience=MONTHS) as again:
            again.house.reach.key = HOST_KEY
            await open_home(again.house.tables, OpenTable("fives-and-threes"), ready.game)
            there = [(await claimed(again, player))[0] for player in players]
            assert there[0].session.is_held
            await leads_on(old, players[0], ready, there[0])
            await play_to_round(3, *there)


async def test_the_host_may_take_the_game_back_while_everybody_is_on_the_way(tmp_path: Path) -> None:
    async with between(tmp_path) as (old, _, players, ready):
        lobby = await old.operator("Ann")
        await lobby.send(Do("o-1", 0, HandOver(None), "oak"))
        await lobby.expect(Accepted)

        assert (await says_to_be_there(old, players[2], ready)).reason == Farewell.NOTED
        back = [await old.back(player, is_operator=player is players[0]) for player in players]
        await play_to_round(3, *back)


async def test_the_player_whose_machine_holds_the_game_can_go_on_without_a_word(tmp_path: Path) -> None:
    async with between(tmp_path) as (_, new, players, _):
        there = [(await claimed(new, player))[0] for player in players]
        operator = await new.operator("Zoe", role=Role.SPECTATOR)
        await operator.enter()
        await operator.accepted(GoOn())
        await play_to_round(3, *there)
        assert held_in((await new.journal.read(there[0].session.game or "")).private) is None
