"""A club: two daemons in one process over the same games."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any

import pytest
import trio
import trio.lowlevel
import trio.testing
from attrs import define

from daemon.club.interface import TIME_OF_LEASE
from daemon.house.other_host import PlayedThere
from daemon.house.sleeping import MOST_ASLEEP_FROM_ONE
from daemon.house.taking_over import take_back
from daemon.journal.interface import GameMoved
from protocol.log.commands import EndMatch, HostReady, Readmit, Rematch, Say
from protocol.log.events import MatchAbandoned, Said
from protocol.log.operator_commands import TakeMatchBack
from protocol.wire.messages import (
    Accepted,
    AskTables,
    Do,
    Farewell,
    Goodbye,
    NotAccepted,
    OpenTable,
    Role,
    Tables,
    TableSummary,
)
from tests.daemon.club.memory_club import MemoryClub, MemoryMember
from tests.daemon.harness import KEY, MONTHS, Host, hosting
from tests.daemon.wire_client import WireClient, parting_of
from tests.taken_over import HOST_KEY, SHORT, play_to_round

THERE = f"http://192.168.1.20:5533/#k={HOST_KEY}"
WEST, EAST = "west.example.org:5533", "east.example.org:5533"


@define
class Daemon:
    """One daemon of a club: its house, and its journal."""

    host: Host
    member: MemoryMember

    async def lists(self, *games: str | None, search: str = "") -> dict[str, TableSummary]:
        """The tables that it lists, by name."""
        client = self.host.connect("Zoe")
        await client.send(AskTables(tuple(game or "" for game in games), search))
        return {table.table: table for table in (await client.expect(Tables)).tables}

    async def opened(self, name: str = "Ann", password: str | None = None, **asked: Any) -> WireClient:
        """A guest who has opened a table and sits there."""
        client = self.host.connect(name)
        await client.send(OpenTable("cinq-et-trois", password=password, **asked))
        table = (await client.expect(Tables)).opened
        await client.enter(table=table, password=password)
        return client


@asynccontextmanager
async def daemon_of(club: MemoryClub, address: str, **rules: Any) -> AsyncIterator[Daemon]:
    """One more daemon of the club. Leaving the block ends it at once, as a kill would."""
    member = club.member(address)
    async with hosting(member, club=member, think=60, patience=MONTHS, **rules) as host:
        yield Daemon(host, member)
    club.cut_off(member)


@asynccontextmanager
async def two_daemons() -> AsyncIterator[tuple[MemoryClub, Daemon, Daemon]]:
    club = MemoryClub()
    async with daemon_of(club, WEST) as west, daemon_of(club, EAST) as east:
        yield club, west, east


async def at(daemon: Daemon, client: WireClient) -> WireClient:
    """The same client, come back to its seat at this daemon."""
    again = daemon.host.connect()
    again.session = deepcopy(client.session)  # the older connection may still be there
    await again.enter()
    return again


async def sent_away(daemon: Daemon, client: WireClient) -> Goodbye:
    """The goodbye to the same client at this daemon."""
    again = daemon.host.connect()
    again.session = deepcopy(client.session)  # the older connection may still be there
    await again.hello()
    return await again.parting()


def leads_to(address: str, game: str | None) -> tuple[object, ...]:
    return Farewell.MOVED, address, KEY, game


def lead_of(goodbye: Goodbye) -> tuple[object, ...]:
    return Farewell(goodbye.reason), goodbye.address, goodbye.key, goodbye.game


# Finding tables.


async def test_a_table_is_listed_at_every_daemon_and_its_guests_are_led_to_the_one_that_has_it() -> None:
    async with two_daemons() as (_, west, east):
        ann = await west.opened()

        name, game = ann.session.table_name or "", ann.session.game
        assert [(seat.name, seat.here) for seat in (await east.lists())[name].seats] == [("Ann", True), (None, False)]
        for role in Role.PLAYER, Role.SPECTATOR:
            goodbye = await parting_of(east.host.connect("Ben", role=role), table=name)
            assert lead_of(goodbye) == leads_to(WEST, game)
        assert lead_of(await sent_away(east, ann)) == leads_to(WEST, game)


async def test_the_list_is_searched_for_tables_games_and_players() -> None:
    async with two_daemons() as (_, west, east):
        ann, ben = await west.opened("Ann"), await east.opened("Ben")
        names = ann.session.table_name or "", ben.session.table_name or ""

        assert {*await west.lists(search="CINQ")} == {*names}
        for daemon in west, east:
            assert [*await daemon.lists(search="ann")] == [names[0]]
            assert [*await daemon.lists(search=names[1].upper())] == [names[1]]


async def test_no_two_tables_of_a_club_have_one_name() -> None:
    async with two_daemons() as (_, west, east):
        names = [await daemon.host.open_table() for _ in range(60) for daemon in (west, east)]

        assert len({*names}) == len(names)


async def test_a_player_with_no_table_in_mind_gets_the_list_and_not_the_only_table_of_that_daemon() -> None:
    async with two_daemons() as (_, west, _):
        await west.opened()

        ben = west.host.connect("Ben")
        await ben.hello()

        assert len((await ben.expect(Tables)).tables) == 1


# A match that was left to a host that is not of the club.


async def left_by(daemon: Daemon) -> tuple[WireClient, WireClient]:
    """Ann and Ben, whose match this daemon has left to another host in its second round."""
    host = daemon.host
    ann = await daemon.opened(set=SHORT)
    ben = host.connect("Ben")
    await ben.enter(table=ann.session.table_name)
    await play_to_round(2, ann, ben)
    here = await host.back(ann, is_operator=True)
    await here.send(here.asks(HostReady(THERE, HOST_KEY, "2026-11-26-oak-1a2b3c")))
    assert (await here.parting()).reason == (await ben.parting()).reason == Farewell.MOVED
    await host.deserted()

    async def played(_: GameMoved) -> PlayedThere:
        await trio.lowlevel.checkpoint()
        return PlayedThere.NO

    host.house.left.played = played
    return here, ben


async def taken_back(daemon: Daemon, table: str | None) -> Accepted | NotAccepted:
    """What the operator of this daemon is answered who takes the match of this table back."""
    operator = await daemon.host.operator()
    await operator.send(Do("back", 0, TakeMatchBack(table)))
    return await operator.answer_to("back")


async def test_a_match_that_has_left_the_club_is_taken_back_and_goes_on_at_any_of_its_daemons() -> None:
    async with two_daemons() as (_, west, east):
        ann, ben = await left_by(west)
        left = ann.session.game
        assert (await sent_away(east, ann)).address == THERE

        assert isinstance(await taken_back(west, ann.session.table_name), Accepted)

        there = await at(east, ann)
        assert (there.session.table_name, there.seat) == (ann.session.table_name, 0)
        assert there.session.game != left
        assert lead_of(await sent_away(west, ben)) == leads_to(EAST, there.session.game)
        also = await at(east, ben)
        await play_to_round(3, there, also)


async def test_a_match_that_was_taken_back_by_a_command_is_not_sent_elsewhere_by_the_daemon_that_left_it() -> None:
    async with two_daemons() as (club, west, _):
        ann, ben = await left_by(west)
        command = club.member("")
        for key in (ann.session.game, ann.session.table_name):
            assert await command.own(key or "") is None
        game = await take_back(command, ann.session.game or "")
        club.cut_off(command, 0)

        again, also = await at(west, ann), await at(west, ben)

        assert again.session.game == also.session.game == game
        refused = await taken_back(west, ann.session.table_name)
        assert isinstance(refused, NotAccepted)
        assert "has been taken back already" in refused.detail


async def test_who_takes_a_match_back_where_it_has_not_left_reads_the_command_that_does_so() -> None:
    async with two_daemons() as (_, west, east):
        ann, _ = await left_by(west)

        refused = await taken_back(east, ann.session.table_name)

        assert isinstance(refused, NotAccepted)
        assert refused.detail.endswith("; `fivesd resume GAME --journal URL` takes back any match of the club")


# One game, one owner.


async def test_after_a_kill_another_daemon_takes_the_game_over_once_the_lease_has_run_out(
    mock_clock: trio.testing.MockClock,
) -> None:
    club = MemoryClub()
    async with daemon_of(club, EAST) as east:
        async with daemon_of(club, WEST) as west:
            ann = await west.opened(password="sesame")
            ben = west.host.connect("Ben")
            await ben.enter(table=ann.session.table_name, password="sesame")
            said = ann.asks(Say("before the end"))
            await ann.send(said)
            await ann.answer_to(said.id)
            token = ann.session.token
        assert lead_of(await sent_away(east, ann)) == leads_to(WEST, ann.session.game)
        mock_clock.jump(TIME_OF_LEASE)

        again = await at(east, ann)

        assert (again.session.table_name, again.seat) == (ann.session.table_name, ann.seat)
        assert again.session.token != token
        await again.send(said)
        await again.answer_to(said.id)
        assert [event.text for event in again.events if isinstance(event, Said)] == ["before the end"]
        stranger = east.host.connect("Eve")
        goodbye = await parting_of(stranger, table=ann.session.table_name, password="open")
        assert goodbye.reason == Farewell.BAD_PASSWORD
        ben = await at(east, ben)
        await ben.accepted(Say("I am here, too"))
        await again.expect_event(Said, text="I am here, too")


async def test_a_daemon_whose_game_was_taken_stores_and_sends_nothing_of_it_and_leads_its_players_there(
    autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with two_daemons() as (club, west, east):
        ann = await west.opened()
        ben, eve = await west.host.seated("Ben", table=ann.session.table_name), west.host.connect("Eve")
        eve.session.role = Role.SPECTATOR
        await eve.enter(table=ann.session.table_name)
        club.cut_off(west.member, 0)
        there = await at(east, ann)
        await there.accepted(Say("from the east"))
        for client in ann, ben, eve:
            await client.settle()
        heads = [client.session.head for client in (ann, ben, eve)]
        stored = await east.member.read(ann.session.game or "")

        await ben.send(ben.asks(Say("from the west")))

        for client in ann, ben, eve:
            assert lead_of(await client.parting()) == leads_to(EAST, ann.session.game)
        assert [client.session.head for client in (ann, ben, eve)] == heads
        assert await east.member.read(ann.session.game or "") == stored
        assert not [record for record in caplog.records if record.levelno > logging.INFO]
        assert lead_of(await sent_away(west, ben)) == leads_to(EAST, ann.session.game)
        assert (await at(east, ben)).seat == 1


async def test_a_daemon_does_not_refuse_a_token_that_the_next_owner_of_the_game_has_issued(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with two_daemons() as (club, west, east):
        ann = await west.opened()
        club.cut_off(west.member, 0)
        there = await at(east, ann)
        there = await at(east, there)  # with the token issued there, all older ones have ended

        assert lead_of(await sent_away(west, there)) == leads_to(EAST, ann.session.game)


async def test_spectators_of_a_game_that_was_taken_are_led_there_although_nothing_happens_at_the_old_table(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with two_daemons() as (club, west, east):
        ann = await west.opened()
        eve = await west.host.watching(table=ann.session.table_name)
        await ann.leave()
        club.cut_off(west.member, 0)
        await at(east, ann)

        assert lead_of(await eve.parting()) == leads_to(EAST, ann.session.game)


async def test_a_daemon_whose_table_was_taken_begins_no_other_match_there(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with two_daemons() as (club, west, east):
        ann = await west.opened()
        ben = await west.host.seated("Ben", table=ann.session.table_name)
        await ann.accepted(EndMatch())
        await ben.expect_event(MatchAbandoned)
        club.cut_off(west.member, 0)
        await at(east, ann)

        await ben.send(ben.asks(Rematch()))
        await ann.send(ann.asks(Rematch()))

        assert lead_of(await ben.parting()) == leads_to(EAST, ann.session.game)
        assert len(await east.member.games()) == 1


async def test_an_operator_finds_the_games_that_sleep_in_the_club_and_lets_their_players_back_in() -> None:
    async with two_daemons() as (_, west, east):
        ann = await west.opened(bots=1)
        await ann.leave()
        await trio.testing.wait_all_tasks_blocked()
        await west.host.house.tables.leave()
        assert not await east.lists(search="ann")

        operator = await east.host.operator()
        await operator.send(AskTables(search="ann"))
        ((table,),) = [(await operator.expect(Tables)).tables]
        assert (table.table, table.seats[0].name) == (ann.session.table_name, "Ann")
        await operator.send(Do("o-1", 0, Readmit(0), table.table))
        await operator.expect(Accepted)

        again = east.host.connect("Ann")
        await again.enter(table=table.table)
        assert (again.session.game, again.seat) == (ann.session.game, 0)


# Falling asleep, and the end.


async def test_a_player_comes_back_to_a_sleeping_game_at_any_daemon() -> None:
    async with two_daemons() as (_, west, east):
        ann = await west.opened(bots=1)
        await ann.leave()
        await trio.testing.wait_all_tasks_blocked()
        await west.host.house.tables.leave()

        assert not await east.lists()
        assert [*await east.lists(ann.session.game)] == [ann.session.table_name]
        again = await at(east, ann)

        assert (again.session.game, again.seat) == (ann.session.game, 0)


async def test_a_daemon_that_stops_sends_each_table_to_another_one_where_everybody_goes_on() -> None:
    async with two_daemons() as (_, west, east):
        ann = await west.opened()
        ben = await west.host.seated("Ben", table=ann.session.table_name)

        await west.host.house.tables.leave()

        for client in ann, ben:
            assert lead_of(await client.parting()) == leads_to(EAST, ann.session.game)
        ann, ben = await at(east, ann), await at(east, ben)
        await ann.accepted(Say("here we are"))
        await ben.expect_event(Said, text="here we are")


async def test_a_finished_game_is_read_at_every_daemon_and_its_players_meet_at_one_table() -> None:
    async with two_daemons() as (_, west, east):
        ann = await west.opened()
        ben = await west.host.seated("Ben", table=ann.session.table_name)
        await ann.accepted(EndMatch())
        await ben.expect_event(MatchAbandoned)

        reader = east.host.connect("Zoe", role=Role.READER)
        await reader.enter(game=ann.session.game)
        assert reader.session.head == ann.session.head
        await trio.lowlevel.checkpoint()
        assert lead_of(await sent_away(east, ben)) == leads_to(WEST, ann.session.game)
        await west.host.house.tables.leave()
        ann, ben = await at(east, ann), await at(east, ben)
        assert ann.session.table_name == ben.session.table_name


# Limits.


async def test_the_sleeping_games_of_one_household_are_limited_in_the_whole_club(
    autojump_clock: trio.testing.MockClock,
) -> None:
    club = MemoryClub()
    games = list[str | None]()
    async with daemon_of(club, WEST) as west:
        for _ in range(MOST_ASLEEP_FROM_ONE):
            ann = await west.opened(bots=1)
            games.append(ann.session.game)
            await ann.leave()
        await trio.testing.wait_all_tasks_blocked()
        await west.host.house.tables.leave()
    async with daemon_of(club, EAST, most_tables=1) as east:
        for name in "Eve", "Dan":
            client = await east.opened(name, bots=1)
            games.append(client.session.game)
            await client.leave()
            await trio.testing.wait_all_tasks_blocked()

        assert [info.game for info in await east.member.games()] == [*games[:-2], games[-1]], "Eve's slept, and was new"
