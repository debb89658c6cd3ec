"""The lobby: the list of tables, and opening one."""

from collections.abc import Sequence
from typing import Any

import pytest
import trio
import trio.testing

from daemon.journal.interface import Private
from protocol.game.options import RulesError
from protocol.game.table_options import Assist, Away
from protocol.log.commands import AddBot, Command, EndMatch, LeaveSeat, Pause, Say, Start
from protocol.log.events import Entry, TableOpened, TableOptions
from protocol.log.table import Stage
from protocol.wire.messages import AskTables, OpenTable, Ping, Pong, Role, Tables, Welcome
from protocol.wire.notices import PresenceNotice, RefusedNotice
from tests.daemon.harness import ELSEWHERE, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import PATIENCE, WireClient


async def tables_of(client: WireClient, *games: str) -> Tables:
    await client.send(AskTables(games))
    return await client.expect(Tables)


async def opened_by(client: WireClient, rules: str = "all-fives", **asked: Any) -> str:
    await client.send(OpenTable(rules, **asked))
    answer = await client.expect(Tables)
    assert answer.opened
    return answer.opened


async def refusal_of(client: WireClient, asked: OpenTable) -> str:
    await client.send(asked)
    notice = await client.expect(RefusedNotice)
    assert notice.text
    assert "\n" not in notice.text
    return notice.text


async def test_the_list_of_tables_can_be_requested_before_a_hello() -> None:
    async with hosting(think=60) as host:
        await host.open_table("playroom", seats=3, bots=1)
        await host.seated("Ann")
        (table,) = (await tables_of(host.connect())).tables

        assert (table.table, table.rules, table.stage, table.match) == ("oak", "playroom", Stage.SEATING, 0)
        assert [(seat.name is None, seat.bot, seat.here) for seat in table.seats] == [
            (False, None, True),
            (True, None, False),
            (False, "club", False),
        ]
        assert (table.spectators, table.locked) == (0, False)


async def test_the_list_of_tables_can_be_requested_at_a_table_too() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        await host.seated("Ben"), await host.watching()

        (table,) = (await tables_of(ann)).tables

        assert (table.stage, table.match, table.spectators) == (Stage.PLAYING, 1, 1)


async def test_an_unfinished_game_from_an_earlier_run_is_listed_with_its_match() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        await host.open_table("cinq-et-trois")
        ann, _ = await host.seated("Ann"), await host.seated("Ben")

    async with hosting(journal) as host:
        assert (await tables_of(host.connect())).tables == (), "it sleeps, and nobody else is told of it"

        (table,) = (await tables_of(host.connect(), ann.session.game or "")).tables
        assert (table.stage, table.match) == (Stage.PLAYING, 1)


async def test_the_list_shows_which_players_are_away() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ben.leave()
        await ann.expect(PresenceNotice, lambda notice: not notice.here)

        (table,) = (await tables_of(ann)).tables

        assert [seat.here for seat in table.seats] == [True, False]


async def test_the_list_shows_that_a_table_has_a_password_but_not_the_password() -> None:
    async with hosting() as host:
        await host.open_table(password="open sesame")
        client = host.connect()

        (table,) = (await tables_of(client)).tables

        assert table.locked
        assert b"sesame" not in b"".join(client.lines)


async def test_a_table_is_opened_with_its_rules_and_options() -> None:
    async with hosting(think=60) as host:
        await host.open_table()
        ann = host.connect("Ann")
        options = TableOptions(
            assist=Assist.NONE,
            away=Away.WAIT,
            grace=5,
            turn_time=40,
            spectators=False,
            bot_level="casual",
            deals="host",
        )
        name = await opened_by(
            ann, "all-fives", set={"target": 100, "spinner_count": "sniff"}, seats=3, options=options, bots=1
        )
        await ann.enter()

        assert ann.session.table_name == name
        opened = ann.events[0]
        assert isinstance(opened, TableOpened)
        assert (opened.preset, opened.seats, opened.options) == ("all-fives", 3, options)
        assert (opened.rules.target, opened.rules.spinner_count) == (100, "sniff")
        assert [seat.bot for seat in ann.table.seats] == [None, None, "casual"]


async def test_omitted_options_have_their_defaults() -> None:
    async with hosting() as host:
        ann = host.connect("Ann")
        await ann.send_bytes(b'{"type":"open_table","rules":"all-threes","options":{"grace":5}}\n')
        assert (await ann.expect(Tables)).opened
        await ann.enter()

        assert ann.table.options == TableOptions(grace=5, deals="mixed")
        assert len(ann.table.seats) == 2


async def test_rules_may_be_spelled_as_on_the_command_line_or_as_json() -> None:
    async with hosting() as host:
        ann = host.connect("Ann")
        names = [
            await opened_by(ann, "fives-and-threes", set=set_)
            for set_ in ({"divisors": "3,5,7", "knock_bonus": "1"}, {"divisors": (3, 5, 7), "knock_bonus": 1})
        ]
        rules = []
        for name in names:
            client = host.connect()
            await client.enter(table=name)
            rules.append(client.table.rules)

        assert rules[0] == rules[1]
        assert rules[0].divisors == (3, 5, 7)


async def test_the_opener_of_a_table_is_its_host_even_if_others_sit_down_first() -> None:
    async with hosting() as host:
        ann = host.connect("Ann")
        name = await opened_by(ann, "cinq-et-trois")
        ben = await host.seated("Ben", table=name)
        assert ben.session.is_host, "so far nobody else is there"
        await ann.enter()

        assert (ann.seat, ann.session.is_host) == (1, True)
        assert await ben.refused(Pause()) == "not_allowed"
        await ann.accepted(Pause())


async def test_the_opener_of_a_table_is_its_host_again_with_the_token() -> None:
    async with hosting() as host:
        ann = host.connect("Ann")
        name = await opened_by(ann, "cinq-et-trois")
        ben = await host.seated("Ben", table=name)
        await ann.enter()
        await ann.leave()

        again = await host.back(ann)

        assert again.session.is_host
        await again.accepted(EndMatch())
        assert await ben.refused(EndMatch()) == "not_allowed"


async def test_a_table_full_of_bots_starts_at_once() -> None:
    async with hosting() as host:
        ann = await host.operator("Ann")
        name = await opened_by(ann, "cinq-et-trois", bots=2)
        eve = await host.watching(table=name)

        await eve.until(lambda: eve.table.stage is Stage.OVER)


@pytest.mark.parametrize("peer", [ELSEWHERE, "127.0.0.1", "::1"])
async def test_only_the_operator_may_open_a_table_for_bots_alone(peer: str) -> None:
    async with hosting() as host:
        stranger = host.connect("Eve", peer=peer)

        assert "leave a seat free" in await refusal_of(stranger, OpenTable("cinq-et-trois", bots=2))

        assert await opened_by(stranger, "cinq-et-trois", bots=1)


@pytest.mark.parametrize("command", [Start(), AddBot(0, "casual")])
@pytest.mark.parametrize("peer", [ELSEWHERE, "127.0.0.1"])
async def test_a_guest_who_opens_a_table_without_sitting_down_starts_no_match_of_bots(
    command: Command, peer: str
) -> None:
    async with hosting() as host:
        stranger = host.connect("Eve", role=Role.SPECTATOR, peer=peer)
        name = await opened_by(stranger, "cinq-et-trois", bots=1)
        await stranger.enter(table=name)

        assert await stranger.refused(command) == "not_allowed"

        assert stranger.is_at(Stage.SEATING)


async def test_matches_at_guests_tables_do_not_count_towards_the_hosts_matches() -> None:
    async with hosting(matches=1) as host:
        await host.open_table()
        ann = await host.operator("Ann")
        name = await opened_by(ann, "cinq-et-trois", bots=2)
        eve = await host.watching(table=name)
        await eve.until(lambda: eve.table.stage is Stage.OVER)
        await eve.settle()

        assert not host.house.done.is_set()
        assert eve.table.match == 1


async def test_a_private_host_has_no_guests() -> None:
    async with hosting(matches=1, is_private=True) as host:
        await host.open_table()
        ann = host.connect("Ann", peer="127.0.0.1")
        await opened_by(ann, "cinq-et-trois", bots=2)

        await host.house.done.wait()


async def left_unfinished(journal: MemoryJournal, *bots: int) -> None:
    """Leave unfinished matches, or without bots waiting tables, at a private host."""
    async with hosting(journal, is_private=True) as host:
        for number in bots:
            await host.seated("Ann", table=await host.open_table("cinq-et-trois", bots=number))


async def test_unfinished_games_of_a_lone_player_do_not_count_against_the_limit_of_tables() -> None:
    journal = MemoryJournal()
    await left_unfinished(journal, 1, 1)

    async with hosting(journal, is_private=True, most_tables=1) as host:
        client = host.connect()

        assert len((await tables_of(client)).tables) == 2
        assert await opened_by(client)


async def test_a_lone_players_table_without_a_match_is_not_restored() -> None:
    journal = MemoryJournal()
    await left_unfinished(journal, 0, 1)

    async with hosting(journal, is_private=True) as host:
        assert [table.stage for table in (await tables_of(host.connect())).tables] == [Stage.PLAYING]


async def test_ending_a_match_from_an_earlier_run_does_not_count_but_the_next_match_there_does() -> None:
    journal = MemoryJournal()
    async with hosting(journal, is_private=True) as host:
        await host.open_table("cinq-et-trois", bots=1)
        ann = await host.seated("Ann")

    async with hosting(journal, is_private=True, matches=1) as host:
        again = await host.back(ann)
        await again.accepted(EndMatch())
        await again.settle()
        assert not host.house.done.is_set()

        await again.accepted(Start())
        await again.accepted(EndMatch())
        with trio.fail_after(PATIENCE):
            await host.house.done.wait()


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        (OpenTable("whist"), "fives-and-threes"),
        (OpenTable("all-fives", set={"targets": 5}), "targets"),
        (OpenTable("all-fives", set={"target": "many"}), "target"),
        (OpenTable("all-fives", set={"target": True}), "target"),
        (OpenTable("all-fives", set={"hand": 20}), "hand"),
        (OpenTable("all-fives", set={"divisors": (4,)}), "divisors"),
        (OpenTable("all-fives", set={"partners": "yes"}), "partners"),
        (OpenTable("all-fives", set={"combine": "no"}), "combine"),
        (OpenTable("all-fives", set={"target": 17, "target_mode": "exact"}), "target"),
        (OpenTable("all-fives", seats=7), "seats"),
        (OpenTable("all-fives", seats=-1), "seats"),
        (OpenTable("all-fives", bots=3), "bots"),
        (OpenTable("all-fives", bots=-1), "bots"),
        (OpenTable("all-fives", bots=1, options=TableOptions(bot_level="grandmaster")), "grandmaster"),
        (OpenTable("all-fives", options=TableOptions(grace=-1)), "grace"),
        (OpenTable("all-fives", options=TableOptions(turn_time=10**9)), "turn_time"),
        (OpenTable("all-fives", password=""), "password"),
    ],
)
async def test_a_table_with_impossible_rules_is_refused_with_the_reason(asked: OpenTable, word: str) -> None:
    async with hosting() as host:
        client = host.connect()

        assert word in await refusal_of(client, asked)

        assert (await tables_of(client)).tables == ()


async def test_a_host_limits_the_number_of_tables() -> None:
    async with hosting(most_tables=2) as host:
        await host.open_table(), await host.open_table()
        client = host.connect()

        assert "2 tables are open" in await refusal_of(client, OpenTable("all-fives"))
        with pytest.raises(RulesError):
            await host.open_table()


async def test_abandoned_tables_make_room() -> None:
    async with hosting(most_tables=3) as host:
        oak = await host.open_table()
        stranger, ann = host.connect(), host.connect("Ann")
        for client in (stranger, ann):
            await client.send(OpenTable("all-fives"))
            await client.expect(Tables)
        await ann.enter()
        await stranger.leave()
        await trio.testing.wait_all_tasks_blocked()

        client = host.connect()
        await client.send(OpenTable("all-threes"))
        tables = (await client.expect(Tables)).tables

        assert {(table.table == oak, table.rules) for table in tables} == {
            (True, "fives-and-threes"),
            (False, "all-fives"),
            (False, "all-threes"),
        }


class SlowJournal(MemoryJournal):
    """A journal whose disk is slow on request."""

    takes = 0.0

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        await trio.sleep(self.takes)
        await super().append(game, expected_seq, entries, private)


async def test_a_table_does_not_make_room_while_a_player_is_sitting_down(
    autojump_clock: trio.testing.MockClock,
) -> None:
    journal = SlowJournal()
    async with hosting(journal, most_tables=1) as host:
        opener = host.connect()
        name = await opened_by(opener)
        await opener.leave()
        await host.deserted()
        journal.takes = 1
        ann = host.connect("Ann")
        await ann.hello(table=name)
        await trio.sleep(0.5)

        assert "1 tables are open" in await refusal_of(host.connect(), OpenTable("all-threes"))

        await ann.expect(Welcome)
        await ann.catch_up()
        await ann.accepted(Say("hello"))


async def test_the_opener_of_a_table_is_not_the_host_of_a_later_table_with_its_name() -> None:
    async with hosting(most_tables=1) as host:
        eve, dan = host.connect("Eve"), host.connect("Dan")
        first = await opened_by(eve, "cinq-et-trois")
        ann, ben = await host.seated("Ann", table=first), await host.seated("Ben", table=first)
        await ann.accepted(EndMatch())
        for client in (ann, ben):
            await client.leave()
        await trio.testing.wait_all_tasks_blocked()

        assert await opened_by(dan) == first
        await dan.enter()
        await eve.enter(table=first)

        assert dan.session.is_host
        assert not eve.session.is_host
        assert await eve.refused(EndMatch()) == "not_allowed"


async def test_one_address_cannot_open_all_the_tables() -> None:
    async with hosting(most_tables_from_one=2) as host:
        client = host.connect()
        for _ in range(2):
            await client.send(OpenTable("all-fives"))
            await client.expect(Tables)

        assert "from your address" in await refusal_of(client, OpenTable("all-fives"))


@pytest.mark.parametrize(("most_tables", "most_tables_from_one"), [(2, 20), (20, 2)])
async def test_simultaneous_requests_open_no_more_tables_than_a_host_allows(
    most_tables: int, most_tables_from_one: int, autojump_clock: trio.testing.MockClock
) -> None:
    journal = SlowJournal()
    journal.takes = 1
    async with hosting(journal, most_tables=most_tables, most_tables_from_one=most_tables_from_one) as host:
        clients = [host.connect() for _ in range(6)]
        for client in clients:
            await client.send(OpenTable("all-fives"))
        for client in clients:
            assert isinstance(await client.receive(), Tables | RefusedNotice)

        assert len((await tables_of(clients[0])).tables) == 2


async def test_tables_opened_simultaneously_are_two_tables() -> None:
    async with hosting() as host:
        clients = [host.connect(), host.connect()]
        for client in clients:
            await client.send(OpenTable("all-fives"))

        opened = {(await client.expect(Tables)).opened for client in clients}

        assert len(opened) == 2


async def test_every_table_has_a_unique_name() -> None:
    async with hosting() as host:
        names = [await host.open_table() for _ in range(60)]

        assert len(set(names)) == 60


async def test_tables_are_independent() -> None:
    async with hosting(think=60) as host:
        oak, ash = await host.open_table(), await host.open_table()
        ann, ben = await host.seated("Ann", table=oak), await host.seated("Ann", table=ash)

        await ann.accepted(Start())

        assert [seat.name for seat in ben.table.seats] == ["Ann", None, None, None]
        assert not await ben.settle()
        assert ben.session.is_host
        await ben.accepted(LeaveSeat())


async def test_a_ping_is_answered_in_the_lobby_and_at_a_table() -> None:
    async with hosting() as host:
        await host.open_table()
        ann = host.connect("Ann")
        await ann.send(Ping(1))
        assert await ann.expect(Pong) == Pong(1)
        await ann.enter()
        await ann.send(Ping(2**53))

        assert await ann.expect(Pong) == Pong(2**53)


async def test_a_choice_is_followed_by_a_hello_on_the_same_connection() -> None:
    async with hosting() as host:
        await host.open_table(), await host.open_table()
        ann = host.connect("Ann")
        first = (await tables_of(ann)).tables[0].table
        await ann.hello(table=first)

        assert (await ann.expect(Welcome)).table == first
