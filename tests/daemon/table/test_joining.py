"""Joining a table: its seats, the names on them, and choosing the table."""

import pytest
from attrs import evolve

from daemon.bot_names import NAMES
from protocol.game.tiles import HIDDEN
from protocol.log.commands import (
    AddBot,
    EndMatch,
    LeaveSeat,
    Say,
    Start,
    TakeSeat,
)
from protocol.log.events import (
    MatchStarted,
    RoundDealt,
    Said,
    SeatLeft,
    SeatTaken,
    TableOptions,
)
from protocol.log.table import Stage
from protocol.names import LONGEST_NAME
from protocol.wire.messages import Accepted, Hello, Role, Tables, Welcome
from tests.daemon import ways
from tests.daemon.harness import hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import parting_of

# Seats.


async def test_a_player_gets_the_lowest_free_seat() -> None:
    async with hosting() as host:
        await host.open_table()
        ann, ben, cho = [await host.seated(name) for name in ("Ann", "Ben", "Cho")]
        assert [ann.seat, ben.seat, cho.seat] == [0, 1, 2]

        await ben.accepted(LeaveSeat())

        assert (await host.seated("Dai")).seat == 1


async def test_bots_have_the_highest_seats() -> None:
    async with hosting(think=60) as host:
        await host.open_table(bots=2)
        ann = await host.seated("Ann")

        assert ann.seat == 0
        assert [seat.bot for seat in ann.table.seats] == [None, None, "club", "club"]


async def test_the_match_starts_when_the_last_seat_is_taken() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        assert ann.is_at(Stage.SEATING)

        ben = await host.seated("Ben")

        assert [type(event) for event in ben.events[-3:]] == [SeatTaken, MatchStarted, RoundDealt]
        await ann.until(lambda: ann.session.head == ben.session.head)
        assert ann.is_at(Stage.PLAYING)


async def test_a_full_table_has_no_seat_for_another_player() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann, _ = await host.seated("Ann"), await host.seated("Ben")
        head = (await host.journal.read(ann.session.game or "")).entries[-1].seq

        goodbye = await parting_of(host.connect("Cho"))

        assert goodbye.reason == "table_full"
        assert "watch" in goodbye.detail
        assert (await host.journal.read(ann.session.game or "")).entries[-1].seq == head


async def test_a_full_table_without_spectators_does_not_suggest_watching() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", options=TableOptions(spectators=False))
        await host.seated("Ann"), await host.seated("Ben")

        goodbye = await parting_of(host.connect("Cho"))

        assert (goodbye.reason, "watch" in goodbye.detail) == ("table_full", False)


async def test_a_player_may_leave_a_seat_and_take_another() -> None:
    async with hosting() as host:
        await host.open_table()
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        token = ben.session.token

        await ben.accepted(LeaveSeat())
        assert ben.sits_on(None)
        assert await ben.refused(LeaveSeat()) == "not_seated"
        assert await ben.refused(TakeSeat(0)) == "seat_occupied"
        await ben.accepted(TakeSeat(3))

        assert ben.sits_on(3)
        assert ben.session.token not in (None, token)
        assert [type(event) for event in ben.events[-2:]] == [SeatLeft, SeatTaken]
        await ann.expect_event(SeatTaken, seat=3, name="Ben")
        assert await ben.refused(TakeSeat()) == "not_allowed"


async def test_the_token_of_a_seat_that_was_left_is_invalid() -> None:
    async with hosting() as host:
        await host.open_table()
        await host.seated("Ann")
        ben = await host.seated("Ben")
        token = ben.session.token
        await ben.accepted(LeaveSeat())

        assert (await parting_of(host.connect("Ben"), token=token)).reason == "bad_token"


async def test_a_spectator_who_takes_the_last_seat_starts_the_match() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        await host.seated("Ann")
        eve = await host.watching("Eve")

        seq = await eve.accepted(TakeSeat())

        assert (eve.seat, eve.session.head, eve.table.stage) == (1, seq, Stage.PLAYING)
        assert eve.table.round is not None
        assert HIDDEN not in eve.table.round.hands[1]
        assert set(eve.table.round.hands[0]) == {HIDDEN}


async def test_a_command_from_a_new_seat_is_answered_after_its_entries() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        await host.seated("Ann")
        eve = await host.watching("Eve")

        seq = await eve.accepted(TakeSeat())

        assert seq == len((await host.journal.read(eve.session.game or "")).entries) == eve.session.head


# Names.


async def test_a_name_is_cleaned_before_it_is_stored() -> None:
    async with hosting() as host:
        await host.open_table()
        ann = await host.seated(" \x1b[31mAnn\x07\u202e  of\nYork\u200b ")

        assert ann.table.seats[0].name == "Ann of York"


@pytest.mark.parametrize("name", ["", "   ", "\x1b[2J\x00", "a" * (LONGEST_NAME + 1)])
async def test_an_unreadable_name_is_refused(name: str) -> None:
    async with hosting() as host:
        await host.open_table()

        for role in (Role.PLAYER, Role.SPECTATOR):
            assert (await parting_of(host.connect(role=role), name=name)).reason == "bad_name"
        assert host.house.tables.summaries()[0].seats[0].name is None


async def test_the_longest_name_is_kept_whole() -> None:
    async with hosting() as host:
        await host.open_table()
        ann = await host.seated("a" * LONGEST_NAME)

        assert ann.table.seats[0].name == "a" * LONGEST_NAME


async def test_names_at_a_table_are_unique() -> None:
    async with hosting() as host:
        await host.open_table("playroom", seats=5)
        for name in ("Ann", "Ann", "x" * LONGEST_NAME, "x" * LONGEST_NAME):
            last = await host.seated(name)
        names = [seat.name or "" for seat in last.table.seats]

        assert names[:2] == ["Ann", "Ann 2"]
        assert len(set(names)) == 5
        assert max(map(len, names)) <= LONGEST_NAME


async def test_a_spectator_who_sits_down_gets_a_unique_name_too() -> None:
    async with hosting() as host:
        await host.open_table()
        await host.seated("Ann")
        other = await host.watching("Ann")

        await other.accepted(TakeSeat())
        await other.accepted(Say("it is me"))

        assert [seat.name for seat in other.table.seats[:2]] == ["Ann", "Ann 2"]
        assert other.events[-1] == Said(1, "Ann 2", "it is me")


@pytest.mark.parametrize("name", ["You", "you", "Ｙｏｕ", "Seat 2", "nobody", "Everyone", "a bot", "the host"])
async def test_words_that_the_game_uses_for_players_are_refused_as_names(name: str) -> None:
    async with hosting() as host:
        await host.open_table()

        for role in (Role.PLAYER, Role.SPECTATOR):
            goodbye = await parting_of(host.connect(role=role), name=name)
            assert (goodbye.reason, "choose another name" in goodbye.detail) == ("bad_name", True)


@pytest.mark.parametrize("name", ["Аnn", "Anν", "Ωmega", "Ann Анна"])
async def test_a_name_has_letters_of_only_one_alphabet(name: str) -> None:
    async with hosting() as host:
        await host.open_table()

        for role in (Role.PLAYER, Role.SPECTATOR):
            goodbye = await parting_of(host.connect(role=role), name=name)
            assert (goodbye.reason, "cannot mix letters" in goodbye.detail) == ("bad_name", True)


@pytest.mark.parametrize("name", ["Zoë", "Анна", "Ελένη", "王 Ann", "Ann ♥", "Youri", "Seat", "Bot", "R2-D2"])
async def test_a_name_in_any_single_alphabet_is_accepted(name: str) -> None:
    async with hosting() as host:
        await host.open_table()

        assert (await host.seated(name)).table.seats[0].name == name


@pytest.mark.parametrize(("first", "second"), [("Ann", "ANN"), ("Ann", "Ａｎｎ"), ("Strauß", "STRAUSS"), ("Ⅳ", "iv")])
async def test_a_taken_name_is_recognised_in_any_spelling(first: str, second: str) -> None:
    async with hosting() as host:
        await host.open_table()
        await host.seated(first)
        other = await host.seated(second)

        assert [seat.name for seat in other.table.seats[:2]] == [first, f"{second} 2"]


async def test_the_name_of_a_spectator_is_unique_at_the_table() -> None:
    async with hosting() as host:
        await host.open_table()
        ann = await host.seated("Ann")
        spectators = [await host.watching(name) for name in ("ann", "Eve", "eve")]
        eve_too = await host.seated("EVE")

        for spectator in spectators:
            await spectator.accepted(Say("hello"))
        await ann.until(lambda: ann.session.head == spectators[-1].session.head)

        assert [event.name for event in ann.events if isinstance(event, Said)] == ["ann 2", "Eve", "eve 2"]
        assert eve_too.table.seats[1].name == "EVE 3"


async def test_a_hundred_spectators_with_one_name_get_different_names() -> None:
    async with hosting() as host:
        await host.open_table()
        for _ in range(101):
            last = await host.watching("x" * LONGEST_NAME)

        await last.accepted(Say("hello"))

        assert last.events[-1] == Said(None, f"{'x' * (LONGEST_NAME - 4)} 101", "hello")


async def test_a_bot_is_not_given_the_name_of_a_spectator() -> None:
    async with hosting(think=60) as host:
        await host.open_table("playroom", seats=11, set={"max_pip": 9})
        ann = await host.seated("Ann")
        for name in NAMES[10:]:
            await host.watching(name.upper())

        await ann.accepted(AddBot(1, "club"))
        await ann.accepted(Start())

        assert sorted(seat.name or "" for seat in ann.table.seats[1:]) == sorted(NAMES[:10])


# Seats from one address.


async def test_the_host_may_limit_the_seats_for_one_address() -> None:
    async with hosting(most_seats_from_one=1) as host:
        await host.open_table()
        ann = await host.seated("Ann")
        goodbye = await parting_of(host.connect("Ben"))
        spectator = await host.watching("Cho")

        assert (goodbye.reason, "one address" in goodbye.detail) == ("too_many_seats", True)
        assert await spectator.refused(TakeSeat()) == "not_allowed"
        assert (await host.connect("Dai", peer="192.0.2.8").enter()).seat == 1
        await ann.accepted(LeaveSeat())
        await spectator.accepted(TakeSeat())


async def test_a_seat_counts_for_its_address_while_its_player_is_away() -> None:
    async with hosting(most_seats_from_one=1) as host:
        await host.open_table()
        ann = await host.seated("Ann")
        await ann.leave()
        await host.deserted()

        assert (await parting_of(host.connect("Ben"))).reason == "too_many_seats"
        assert (await host.back(ann)).seat == 0


async def test_seats_for_one_address_are_unlimited_by_default_and_always_on_this_machine() -> None:
    async with hosting() as host:
        await host.open_table()
        assert [(await host.seated(name)).seat for name in ("Ann", "Ben")] == [0, 1]
    async with hosting(most_seats_from_one=1) as host:
        await host.open_table()
        assert [(await host.connect(name, peer="127.0.0.1").enter()).seat for name in ("Ann", "Ben")] == [0, 1]


# Which table.


async def test_the_only_table_needs_no_name() -> None:
    async with hosting() as host:
        name = await host.open_table()

        assert (await host.connect("Ann").enter()).table == name


async def test_with_several_tables_a_hello_without_a_table_gets_the_choice() -> None:
    async with hosting() as host:
        oak, ash = await host.open_table(), await host.open_table("cinq-et-trois")
        ann = host.connect("Ann")
        await ann.hello()
        choice = await ann.expect(Tables)
        assert {table.table for table in choice.tables} == {oak, ash}

        await ann.hello(table=ash)

        assert (await ann.expect(Welcome)).table == ash


async def test_an_unknown_table_is_refused_with_the_names_of_those_that_exist() -> None:
    async with hosting() as host:
        name = await host.open_table()
        goodbye = await parting_of(host.connect(), table="nowhere")

        assert goodbye.reason == "no_such_table"
        assert name in goodbye.detail


@pytest.mark.parametrize(("protocol", "older"), [(1, "your client"), (3, "this daemon's host")])
async def test_another_protocol_version_is_refused_and_the_older_side_has_to_update(protocol: int, older: str) -> None:
    async with hosting() as host:
        await host.open_table()
        goodbye = await parting_of(host.connect(), protocol=protocol)

        assert goodbye.reason == "wrong_protocol"
        assert goodbye.detail.endswith(f"{older} has to update")


async def test_another_protocol_version_is_refused_whatever_else_the_hello_contains() -> None:
    async with hosting() as host:
        await host.open_table()
        client = host.connect()
        await client.send_bytes(b'{"type":"hello","protocol":1,"client":"c","name":"Ann","heir":"of old"}\n')

        assert (await client.parting()).reason == "wrong_protocol"


async def test_a_second_hello_on_one_connection_is_out_of_place() -> None:
    async with hosting() as host:
        await host.open_table()
        ann = await host.seated("Ann")

        assert (await parting_of(ann)).reason == "malformed"


async def test_a_hello_needs_nothing_but_protocol_client_and_name() -> None:
    async with hosting() as host:
        await host.open_table()
        ann = host.connect()
        await ann.send_bytes(b'{"type":"hello","protocol":2,"client":"nc","name":"Ann"}\n')

        assert (await ann.expect(Welcome)).seat == 0


async def test_the_repr_of_a_hello_does_not_show_its_secrets() -> None:
    hello = evolve(Hello(2, "c", "Ann"), token="tk-123", password="pw-123")

    assert "123" not in repr(hello)


# Passwords.


async def test_a_table_with_a_password_admits_players_who_know_it() -> None:
    async with hosting() as host:
        await host.open_table(password="open sesame")
        ann = await host.seated("Ann", password="open sesame")
        eve = await host.watching(password="open sesame")

        assert (ann.seat, eve.seat) == (0, None)
        for role in (Role.PLAYER, Role.SPECTATOR):
            for guess in (None, "", "open barley"):
                assert (await parting_of(host.connect(role=role), password=guess)).reason == "bad_password"


async def test_a_seated_player_returns_without_the_password() -> None:
    async with hosting() as host:
        await host.open_table(password="open sesame")
        ann = await host.seated("Ann", password="open sesame")
        token = ann.session.token

        assert (await parting_of(host.connect(), token="x" + (token or ""))).reason == "bad_password"
        assert (await host.connect("Ann").enter(token=token)).seat == 0


async def test_a_password_survives_a_rematch_and_a_restart() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        await host.open_home("cinq-et-trois", password="open sesame")
        ann = await host.seated_operator("Ann", password="open sesame")
        await ann.accepted(Start())
        await ann.accepted(EndMatch())
        await ann.accepted(Start())
        assert (await parting_of(host.connect(role=Role.SPECTATOR))).reason == "bad_password"
    async with hosting(journal) as host:
        await host.open_home("cinq-et-trois", password="open sesame")
        assert (await parting_of(host.connect(role=Role.SPECTATOR))).reason == "bad_password"
        assert (await host.watching(password="open sesame")).table.match == 2
        assert [table.locked for table in host.house.tables.summaries()] == [True]


@pytest.mark.no_lines(ways.NO_HALF)
async def test_a_client_that_closes_its_sending_side_still_gets_its_replies() -> None:
    async with hosting() as host:
        await host.open_table()
        eve = host.connect("Eve")

        await eve.send(eve.session.hello(), eve.asks(Say("bye"), under="the-last"))
        await ways.end_sending(eve.stream)

        assert isinstance(await eve.answer_to("the-last"), Accepted)
