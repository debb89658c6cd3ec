"""A player who has lost the token comes back by name, if the host allows it: to that seat, once, for ten minutes."""

import logging

import pytest
import trio
from trio.testing import MockClock

from daemon.table.readmissions import TIME_TO_COME_BACK
from protocol.log.commands import EndMatch, Readmit, Say, Start
from protocol.log.events import PlayerReturned, StandInSeated, TableOptions
from protocol.log.table import Stage
from protocol.shared.operator_key import OperatorKey
from protocol.wire.messages import Accepted, Do, OpenTable, Tables, Welcome
from protocol.wire.notices import ReadmitNotice
from tests.daemon.harness import MONTHS, SECRET, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.journal.test_full_disk import Disk
from tests.daemon.wire_client import WireClient, parting_of


async def playing(host: Host, *, password: str | None = None) -> tuple[WireClient, WireClient]:
    """Ann, who has opened the table and is its host, and Ben, in a match."""
    ann = host.connect("Ann")
    await ann.send(OpenTable("cinq-et-trois", options=TableOptions(grace=60), password=password))
    await ann.enter(table=(await ann.expect(Tables)).opened, password=password)
    ben = await host.seated("Ben", password=password)
    await ann.until(lambda: ann.is_at(Stage.PLAYING))
    return ann, ben


async def without_ben(host: Host, **how: str) -> tuple[WireClient, WireClient]:
    """The same, after Ben has left; the second is Ben as he was."""
    ann, ben = await playing(host, **how)
    await ben.leave()
    await ann.until(lambda: not host.house.tables.summaries()[0].seats[1].here)
    return ann, ben


async def is_turned_away(host: Host, name: str = "Ben") -> bool:
    stranger = host.connect(name)
    return (await parting_of(stranger)).reason == "table_full"


async def test_a_player_without_a_token_gets_the_seat_back_by_name_in_any_case(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with hosting() as host:
        ann, _ = await without_ben(host)
        await ann.accepted(Readmit(1))

        again = await host.seated("  bEn\u200b ")

        assert (again.seat, again.session.game) == (1, ann.session.game)
        assert again.table == await host.as_seen(again)
        await again.accepted(Say("a new telephone"))
    assert [message for message in caplog.messages if "by name" in message] == [
        "oak: for 10 minutes Ben may come back to seat 2 by name",
        "oak: Ben is back on seat 2, by name: the host allowed it",
    ]


async def test_a_lost_welcome_after_the_way_back_by_name_locks_nobody_out() -> None:
    async with hosting() as host:
        ann, _ = await without_ben(host)
        await ann.accepted(Readmit(1))
        own = "a token that Ben's program has made"

        for _ in range(2):
            assert (await host.connect("Ben").enter(own_token=own)).seat == 1


async def test_everybody_at_the_table_is_told() -> None:
    async with hosting() as host:
        ann, _ = await without_ben(host)
        eve = await host.watching("Eve")

        await ann.accepted(Readmit(1))

        assert await eve.expect(ReadmitNotice) == ReadmitNotice(1, TIME_TO_COME_BACK)


async def test_it_takes_over_from_the_bot_that_stands_in(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS, think=5) as host:
        ann, _ = await without_ben(host)
        await ann.expect_event(StandInSeated, seat=1)
        await ann.accepted(Readmit(1))

        await host.seated("Ben")

        await ann.expect_event(PlayerReturned, seat=1)


async def test_the_old_tokens_of_the_seat_end_and_the_new_one_leads_to_it() -> None:
    async with hosting() as host:
        ann, ben = await without_ben(host)
        await ann.accepted(Readmit(1))
        again = await host.seated("Ben")
        await again.leave()

        old = host.connect(session=ben.session)
        await old.hello()

        assert (await old.parting()).reason == "bad_token"
        assert (await host.back(again)).seat == 1


async def test_without_permission_nobody_gets_in_by_name() -> None:
    async with hosting() as host:
        await without_ben(host)

        assert await is_turned_away(host)


async def test_the_permission_is_for_that_name_and_one_hello() -> None:
    async with hosting() as host:
        ann, _ = await without_ben(host)
        await ann.accepted(Readmit(1))

        assert await is_turned_away(host, "Mallory")
        await (await host.seated("Ben")).leave()
        assert await is_turned_away(host)


async def test_the_permission_ends_after_ten_minutes(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS, think=3600) as host:
        ann, _ = await without_ben(host)
        await ann.accepted(Readmit(1))

        await trio.sleep(TIME_TO_COME_BACK + 1)

        assert await is_turned_away(host)


async def test_the_permission_ends_when_the_player_comes_back_with_the_token() -> None:
    async with hosting() as host:
        ann, ben = await without_ben(host)
        await ann.accepted(Readmit(1))
        again = await host.back(ben)
        await again.leave()

        assert await is_turned_away(host)


async def test_the_permission_is_valid_after_the_match_until_the_next_one_begins() -> None:
    async with hosting() as host:
        ann, _ = await without_ben(host)
        await ann.accepted(EndMatch())
        await ann.accepted(Readmit(1))
        ben = await host.seated("Ben")
        assert (ben.seat, ben.session.game) == (1, ann.session.game)
        await ben.leave()
        await ann.until(lambda: not host.house.tables.summaries()[0].seats[1].here)
        await ann.accepted(Readmit(1))

        await ann.accepted(Start())

        assert await is_turned_away(host)


async def test_before_a_match_the_name_leads_to_the_old_seat_and_not_to_a_free_one() -> None:
    async with hosting() as host:
        await host.open_home("fives-and-threes")
        ann = await host.operator("Ann")
        await ann.enter()
        ben = await host.seated("Ben")
        await ben.leave()
        await ann.until(lambda: not host.house.tables.summaries()[0].seats[1].here)
        await ann.accepted(Readmit(1))

        again = await host.seated("Ben")

        assert (again.seat, again.table.seats[2].name) == (1, None)


async def test_the_table_opener_who_comes_back_by_name_is_its_host_again() -> None:
    async with hosting() as host:
        ann, ben = await playing(host)
        await ann.leave()
        await ben.until(lambda: not host.house.tables.summaries()[0].seats[0].here)

        assert isinstance(await operated(host, Readmit(0)), Accepted)

        again = host.connect("Ann")
        assert (await again.enter()).host


async def test_a_password_is_needed_too() -> None:
    async with hosting() as host:
        ann, _ = await without_ben(host, password="swordfish")
        await ann.accepted(Readmit(1))

        assert (await parting_of(host.connect("Ben"))).reason == "bad_password"
        assert (await host.seated("Ben", password="swordfish")).seat == 1


async def test_only_the_host_may_allow_it_and_only_for_a_person_who_is_away() -> None:
    async with hosting() as host:
        ann, ben = await playing(host)

        assert await ben.refused(Readmit(0)) == "not_allowed"
        assert await ann.refused(Readmit(1)) == "not_allowed"
        assert await ann.refused(Readmit(0)) == "not_allowed"
        assert await ann.refused(Readmit(2)) == "no_such_seat"


async def test_a_failing_disk_keeps_the_old_token_and_the_permission() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        ann, _ = await without_ben(host)
        await ann.accepted(Readmit(1))
        disk.is_full = True
        again = host.connect("Ben")
        await again.hello()
        assert (await again.parting()).reason == "trouble"
        disk.is_full = False

        assert (await host.seated("Ben")).seat == 1


async def test_the_operator_wakes_a_sleeping_game_for_a_player_without_a_token() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        await playing(host)
    async with hosting(journal) as host:
        assert (await parting_of(host.connect("Ben"), table="oak")).reason == "no_such_table"

        assert isinstance(await operated(host, Readmit(1)), Accepted)

        ben = host.connect("Ben")
        await ben.hello(table="oak")
        assert (await ben.expect(Welcome)).seat == 1


async def operated(host: Host, command: Readmit) -> object:
    host.house.controls.key = OperatorKey("127.0.0.1", 5533, SECRET)
    client = await host.operator()
    await client.send(Do("operator-1", 0, command, "oak"))
    return await client.receive()
