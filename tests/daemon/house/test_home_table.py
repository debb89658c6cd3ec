"""The host's own table: always available, with the rules from the flags, and only the host's."""

from typing import Any

import pytest
import trio
import trio.testing

from protocol.game.options import RulesError
from protocol.game.table_options import Away
from protocol.log.commands import EndMatch, Start
from protocol.log.events import TableOptions
from protocol.log.operator_commands import MakeHome
from protocol.log.table import Stage
from protocol.wire.messages import Accepted, AskTables, Do, NotAccepted, OpenTable, Tables
from tests.daemon.harness import Host, abandoned, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.journal.test_full_disk import Disk
from tests.daemon.wire_client import WireClient


async def left_by_a_guest(host: Host, name: str = "Eve") -> WireClient:
    """A guest opens a locked table with a bot, starts a match and leaves."""
    eve = host.connect(name)
    await eve.send(OpenTable("cinq-et-trois", bots=1, password="mine"))
    await eve.expect(Tables)
    await eve.enter(password="mine")
    await eve.leave()
    return eve


async def left_by_the_host(host: Host, **asked: Any) -> WireClient:
    """The host sits down at their own table, fills it with bots, and leaves."""
    home = await host.open_home(**asked)
    ann = await host.seated_operator("Ann", table=home.table, password=asked.get("password"))
    await ann.accepted(Start())
    await ann.leave()
    return ann


async def test_the_list_marks_the_hosts_own_table() -> None:
    async with hosting(think=60) as host:
        home = await host.open_home()
        await left_by_a_guest(host)
        client = host.connect()
        await client.send(AskTables())

        listed = {table.table: table.home for table in (await client.expect(Tables)).tables}

        assert listed == {"ash": False, home.table: True}


async def test_a_guests_unfinished_game_does_not_change_the_table_of_the_next_start() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        await host.open_home()
        await left_by_a_guest(host)
    async with hosting(journal) as host:
        home = await host.open_home()

        assert (home.rules, home.locked, home.stage) == ("fives-and-threes", False, Stage.SEATING)
        assert host.house.tables.summaries() == (home,), "a guest's game sleeps until its players come back"
        assert (await host.seated("Ann", table=home.table)).seat == 0


async def test_a_table_keeps_its_name_whose_host_has_opened_it_before_and_nobody_came() -> None:
    journal = MemoryJournal()
    for _ in range(2):
        async with hosting(journal) as host:
            await host.open_home(bots=1)
    async with hosting(journal, think=60) as host:
        ann = await left_by_the_host(host, bots=1)
    async with hosting(journal, think=60) as host:
        home = await host.open_home(bots=1)

        assert home.table == ann.session.table_name == "oak"
        assert (await host.back(ann)).session.game == ann.session.game


async def test_a_guests_table_with_the_same_rules_is_not_the_hosts_own() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        eve = host.connect("Eve")
        await eve.send(OpenTable("fives-and-threes"))
        await eve.expect(Tables)
        await eve.enter()
    async with hosting(journal) as host:
        assert (await host.open_home()).game != eve.session.game


async def test_the_hosts_own_unfinished_game_continues_as_the_hosts_own() -> None:
    journal = MemoryJournal()
    flags: dict[str, Any] = {"set": {"target": 60}, "options": TableOptions(grace=90)}
    async with hosting(journal, think=60) as host:
        ann = await left_by_the_host(host, **flags)
    for _ in range(2):
        async with hosting(journal, think=60) as host:
            home = await host.open_home(**flags)

            assert (home.game, home.stage) == (ann.session.game, Stage.PLAYING)
            assert len(host.house.tables.summaries()) == 1
            await host.back(ann)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({}, {"rules": "all-fives"}),
        ({}, {"set": {"target": 50}}),
        ({"rules": "all-fives"}, {"rules": "all-fives", "seats": 3}),
        ({}, {"options": TableOptions(away=Away.WAIT)}),
        ({}, {"password": "plum"}),
        ({"password": "plum"}, {}),
        ({"password": "plum"}, {"password": "fig"}),
    ],
)
async def test_the_hosts_own_game_with_other_flags_continues_beside_a_new_table(
    before: dict[str, Any], now: dict[str, Any]
) -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        ann = await left_by_the_host(host, **before)
    async with hosting(journal, think=60) as host:
        home = await host.open_home(**now)

        assert home.stage is Stage.SEATING
        assert {table.game: table.home for table in host.house.tables.summaries([ann.session.game or ""])} == {
            home.game: True,
            ann.session.game: False,
        }
        await host.back(ann)
    async with hosting(journal, think=60) as host:
        home = await host.open_home(**before)

        assert home.game == ann.session.game, "with the flags as they were it is the host's own again"


async def test_a_table_with_the_same_password_continues_as_the_hosts_own() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        ann = await left_by_the_host(host, password="plum")
    async with hosting(journal, think=60) as host:
        assert (await host.open_home(password="plum")).game == ann.session.game


async def test_a_match_of_bots_alone_continues_as_the_hosts_own() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        game = (await host.open_home("cinq-et-trois", bots=2)).game
    async with hosting(journal, think=60) as host:
        assert (await host.open_home("cinq-et-trois", bots=2)).game == game


async def test_a_rematch_stays_at_the_hosts_own_table_also_after_a_restart() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        home = await host.open_home("cinq-et-trois")
        ann, ben = await host.seated_operator("Ann"), await host.seated("Ben")
        await ann.accepted(EndMatch())
        await ann.accepted(Start())
        (table,) = host.house.tables.summaries()
        assert (table.table, table.match, table.home) == (home.table, 2, True)
        assert table.game != home.game
        await ben.leave()
    async with hosting(journal) as host:
        assert (await host.open_home("cinq-et-trois")).game == table.game


async def test_invalid_flags_are_refused_even_when_a_game_would_continue() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        await left_by_the_host(host)
    async with hosting(journal) as host:
        with pytest.raises(RulesError):
            await host.open_home("all-fives", seats=40)


async def test_guests_games_never_take_the_place_of_the_hosts_own_table() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        await left_by_a_guest(host, "Eve")
        await left_by_a_guest(host, "Mallory")
    async with hosting(journal, most_tables=2) as host:
        home = await host.open_home()

        assert (await host.seated("Ann", table=home.table)).seat == 0


async def test_the_hosts_own_table_keeps_its_place_after_everybody_has_left() -> None:
    async with hosting(most_tables=1) as host:
        home = await host.open_home("cinq-et-trois")
        ann, ben = await host.seated_operator("Ann"), await host.seated("Ben")
        await ann.accepted(EndMatch())
        await ann.leave()
        await ben.leave()
        await host.deserted()
        with pytest.raises(RulesError):
            await host.open_table()

        (table,) = host.house.tables.summaries()
        assert (table.table, table.home) == (home.table, True)
        cy, dai = await host.seated("Cy"), await host.seated("Dai")
        await cy.until(lambda: cy.is_at(Stage.PLAYING))
        assert (cy.seat, dai.seat, cy.table.match) == (0, 1, 1)


async def test_the_hosts_own_table_is_restored_when_it_fails_after_its_match() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        home = await host.open_home("cinq-et-trois")
        ann, ben = await host.seated_operator("Ann"), await host.seated("Ben")
        await ann.accepted(EndMatch())
        disk.has_a_bug = True
        await ann.send(ann.asks(Start()))
        assert (await ann.parting()).reason == "trouble"
        await ann.leave()
        await ben.leave()
        disk.has_a_bug = False
        await host.deserted()

        (table,) = host.house.tables.summaries()
        assert (table.table, table.game, table.stage, table.home) == (home.table, home.game, Stage.OVER, True)
        assert (await host.seated("Cy")).seat == 0


# Which matches count.


async def test_matches_of_the_hosts_own_games_count_including_those_from_earlier_runs() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        ann = await left_by_the_host(host)
    async with hosting(journal, think=60, matches=1) as host:
        await host.open_home("all-fives")
        again = await host.back(ann, is_operator=True)
        await again.accepted(EndMatch())

        await host.house.done.wait()


async def test_guests_matches_do_not_count_even_if_they_began_in_an_earlier_run() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        eve = await left_by_a_guest(host)
    async with hosting(journal, think=60, matches=1) as host:
        await host.open_home()
        again = await host.back(eve)
        await again.accepted(EndMatch())
        await trio.testing.wait_all_tasks_blocked()

        assert not host.house.done.is_set()
        assert again.table.match == 1


async def test_the_match_after_one_at_the_hosts_own_table_starts_there() -> None:
    async with hosting(think=60, matches=2) as host:
        home = await host.open_home("cinq-et-trois")
        ann, _ = await host.seated_operator("Ann"), await host.seated("Ben")
        await ann.accepted(EndMatch())
        await ann.until(lambda: ann.table.match == 2)

        (table,) = host.house.tables.summaries()
        assert (table.table, table.home) == (home.table, True)


async def test_a_run_that_nobody_joins_leaves_no_game_for_the_next_run() -> None:
    journal = MemoryJournal()
    for _ in range(3):
        async with hosting(journal) as host:
            assert (await host.open_home()).table == "oak"
            assert len(host.house.tables.summaries()) == 1
            await trio.lowlevel.checkpoint()


async def test_the_match_that_followed_one_of_this_evening_continues_as_the_hosts_own() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, ben = await abandoned(host, is_home=True)
        await ann.leave()
        await ben.leave()
    async with hosting(journal) as host:
        later = await host.open_home("cinq-et-trois")
        again, ben = await host.back(ann, is_operator=True), await host.back(ben)
        assert again.session.game == later.game
        await again.accepted(Start())
    async with hosting(journal) as host:
        home = await host.open_home("cinq-et-trois")

        assert home.game == again.session.game


# Another table as the host's own.


async def make_home(host: Host, table: str | None) -> Accepted | NotAccepted:
    operator = await host.operator()
    await operator.send(Do("home", 0, MakeHome(table)))
    answer = await operator.answer_to("home")
    await operator.leave()
    return answer


def homes(host: Host, *games: str | None) -> dict[str, bool]:
    return {table.table: table.home for table in host.house.tables.summaries(list(filter(None, games)))}


async def test_the_operator_makes_an_earlier_unfinished_game_the_hosts_own() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        ann = await left_by_the_host(host)
    async with hosting(journal, think=60) as host:
        fresh = await host.open_home("all-fives")
        before = homes(host, ann.session.game)
        answer = await make_home(host, "oak")

        assert before == {"oak": False, fresh.table: True}
        assert isinstance(answer, Accepted)
        assert homes(host, ann.session.game) == {"oak": True}, "the new one, where nobody waits, is gone"
        assert [info.game for info in await journal.games()] == [ann.session.game]
        assert (await host.back(ann, is_operator=True)).session.table_name == "oak"


async def test_who_waits_at_the_table_before_is_led_to_the_new_one() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        ann = await host.seated_operator("Ann", table=(await host.open_home()).table)
        await ann.leave()
    async with hosting(journal, think=60) as host:
        fresh = await host.open_home("all-fives")
        ben, eve = await host.seated("Ben", table=fresh.table), await host.watching(table=fresh.table)
        await make_home(host, "oak")
        await ben.until(lambda: ben.session.table_name == "oak" and ben.session.is_caught_up)
        await eve.until(lambda: eve.session.table_name == "oak" and eve.session.is_caught_up)

        assert (ben.seat, eve.seat) == (1, None)
        assert [seat.name for seat in ben.table.seats] == ["Ann", "Ben", None, None]


async def test_a_new_table_by_the_flags_becomes_the_hosts_own_beside_a_running_match() -> None:
    async with hosting(think=60) as host:
        ann = await left_by_the_host(host, rules="all-fives")
        answer = await make_home(host, None)
        (fresh,) = [table for table in host.house.tables.summaries() if table.home]

        assert isinstance(answer, Accepted)
        assert homes(host) == {"ash": True, "oak": False}
        assert (fresh.rules, fresh.stage) == ("all-fives", Stage.SEATING)
        assert (await host.back(ann)).table.stage is Stage.PLAYING


async def test_only_the_operator_chooses_the_hosts_own_table_and_only_among_tables_that_exist() -> None:
    async with hosting() as host:
        await host.open_home()
        refusal = await make_home(host, "elm")
        eve = host.connect("Eve")
        await eve.send(Do("home", 0, MakeHome()))

        assert isinstance(refusal, NotAccepted)
        assert "elm" in refusal.detail
        assert (await eve.parting()).reason == "bad_token"
        assert homes(host) == {"oak": True}
