"""The host's rights come from the operator's secret, never from the address of a connection."""

import pytest

from daemon.house.sleeping import SleepingGames
from protocol.log.commands import AddBot, EndMatch, Kick, LeaveSeat, Pause, Rematch, RemoveBot, Start, TakeSeat
from protocol.log.events import MatchAbandoned
from protocol.log.table import Stage
from protocol.wire.messages import Accepted, AskTables, OpenTable, Role, Tables
from protocol.wire.notices import HostNotice, MayBeginNotice, PresenceNotice
from protocol.wire.operator_messages import Operator
from tests.daemon.harness import ELSEWHERE, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient

LOOPBACK = ("127.0.0.1", "::1")


async def opened_by(client: WireClient) -> str:
    await client.send(OpenTable("cinq-et-trois"))
    opened = (await client.expect(Tables)).opened
    assert opened is not None
    return opened


async def households_of(journal: MemoryJournal) -> dict[str, str | None]:
    return {info.table: info.opened_by for info in await journal.games()}


@pytest.mark.parametrize("peer", [ELSEWHERE, *LOOPBACK])
@pytest.mark.parametrize("secret", ["", "a guess", "only the host knows!", "ü"])
async def test_a_wrong_secret_ends_the_connection_without_a_hint(secret: str, peer: str) -> None:
    async with hosting() as host:
        await host.open_home()
        await host.operator()  # so that a right secret exists
        stranger = host.connect(peer=peer)

        await stranger.send(Operator(secret))

        goodbye = await stranger.parting()
        assert (goodbye.reason, goodbye.detail) == ("bad_token", "that is not the operator's secret")


async def test_without_a_key_every_secret_is_wrong() -> None:
    async with hosting() as host:
        await host.open_home()
        stranger = host.connect()

        await stranger.send(Operator(""))

        assert (await stranger.parting()).reason == "bad_token"


async def test_the_right_secret_gets_no_reply() -> None:
    async with hosting() as host:
        await host.open_home()
        operator = await host.operator()

        await operator.send(AskTables())

        assert isinstance(await operator.receive(), Tables)


@pytest.mark.parametrize("peer", [ELSEWHERE, *LOOPBACK])
async def test_nobody_is_the_host_of_the_hosts_own_table_without_the_secret(peer: str) -> None:
    async with hosting(think=60) as host:
        await host.open_home("cinq-et-trois")
        ann = host.connect("Ann", peer=peer)
        await ann.enter()
        ben = await host.seated("Ben")
        await ann.until(lambda: ann.is_at(Stage.PLAYING))

        for client in (ann, ben):
            assert not client.session.is_host
            for command in (Pause(), Kick(1 - (client.seat or 0)), EndMatch(), AddBot(client.seat or 0, "club")):
                assert await client.refused(command) in ("not_allowed", "seat_occupied")
        await ben.leave()
        await ann.expect(PresenceNotice, lambda notice: not notice.here)
        assert await ann.refused(AddBot(1, "club")) == "not_allowed", "a stand-in is for the host"


async def test_the_person_on_the_first_seat_begins_there_while_no_host_is() -> None:
    async with hosting(think=60) as host:
        await host.open_home("fives-and-threes")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")

        assert [(client.session.is_host, client.session.may_begin) for client in (ann, ben)] == [
            (False, True),
            (False, False),
        ]
        for command in (Start(), AddBot(2, "club"), RemoveBot(2), Kick(0)):
            assert await ben.refused(command) == "not_allowed"
        await ann.accepted(AddBot(3, "casual"))
        await ann.accepted(RemoveBot(3))
        assert await ann.refused(Kick(1)) == "not_allowed"
        await ann.accepted(Start())

        assert [seat.bot for seat in ann.table.seats] == [None, None, "club", "club"]
        assert await ann.refused(Start()) == "already_started"
        assert await ann.refused(RemoveBot(2)) == "already_started"


async def test_a_bot_on_the_last_seat_begins_the_match_of_the_first_player() -> None:
    async with hosting(think=60) as host:
        await host.open_home("cinq-et-trois")
        ann = await host.seated("Ann")

        await ann.accepted(AddBot(1, "club"))

        assert ann.table.stage is Stage.PLAYING


async def test_without_a_host_the_next_match_needs_everybody() -> None:
    async with hosting(think=60) as host:
        await host.open_home("cinq-et-trois")
        hana, ben = await host.seated_operator("Hana"), await host.seated("Ben")
        await hana.accepted(EndMatch())
        await hana.leave()
        hana = await host.back(hana)

        assert (hana.session.is_host, hana.session.may_begin) == (False, True)
        assert await hana.refused(Start()) == "not_allowed"
        agreement = hana.asks(Rematch())
        await hana.send(agreement)
        await ben.accepted(Rematch())
        assert isinstance(await hana.answer_to(agreement.id), Accepted)


async def test_the_first_seat_passes_to_the_next_person() -> None:
    async with hosting(think=60) as host:
        await host.open_home("fives-and-threes")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")

        await ann.accepted(LeaveSeat())

        assert await ben.expect(MayBeginNotice) == MayBeginNotice(1)
        await ben.accepted(AddBot(3, "club"))
        assert not ann.session.may_begin
        assert await ann.refused(Start()) == "not_allowed"
        await ann.accepted(TakeSeat(0))
        assert await ben.expect(MayBeginNotice) == MayBeginNotice(0)
        assert await ben.refused(Start()) == "not_allowed"
        await ann.accepted(Start())


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
async def test_who_begins_changes_as_the_host_comes_and_goes(role: Role) -> None:
    async with hosting(think=60) as host:
        await host.open_home("fives-and-threes")
        ann, eve = await host.seated("Ann"), await host.watching("Eve")

        hana = await host.operator("Hana", role=role)
        await hana.enter()

        assert hana.session.is_host
        for client in (ann, eve):
            if role is Role.PLAYER:
                assert await client.expect(HostNotice) == HostNotice(1)
            assert await client.expect(MayBeginNotice) == MayBeginNotice(None)
        assert await ann.refused(Start()) == "not_allowed"
        await hana.leave()
        for client in (ann, eve):
            if role is Role.PLAYER:
                assert await client.expect(HostNotice) == HostNotice(None)
            assert await client.expect(MayBeginNotice) == MayBeginNotice(0)
        hana = await host.back(hana, is_operator=True)
        assert hana.session.is_host
        assert not hana.session.may_begin
        assert await ann.expect(MayBeginNotice) == MayBeginNotice(None)
        await hana.accepted(Start())
        assert not [message for message in hana.received if isinstance(message, HostNotice | MayBeginNotice)]


async def test_the_host_who_reconnects_stays_the_host_for_everybody() -> None:
    async with hosting() as host:
        await host.open_home("fives-and-threes")
        ann = await host.seated("Ann")
        hana = await host.seated_operator("Hana")
        await ann.expect(MayBeginNotice)

        again = await host.back(hana, is_operator=True)

        assert (await hana.parting()).reason == "replaced"
        await again.accepted(AddBot(3, "club"))
        assert not [message for message in await ann.settle() if isinstance(message, HostNotice | MayBeginNotice)]


async def test_a_second_operator_is_the_host_too() -> None:
    async with hosting() as host:
        await host.open_home("fives-and-threes")
        hana, ida = await host.seated_operator("Hana"), await host.seated_operator("Ida")

        await hana.accepted(AddBot(2, "club"))
        await ida.accepted(RemoveBot(2))

        assert (hana.session.is_host, ida.session.is_host) == (True, True)
        assert not [message for message in [*hana.received, *ida.received] if isinstance(message, HostNotice)]


async def test_a_player_with_the_secret_is_the_host_of_the_hosts_own_table() -> None:
    async with hosting() as host:
        await host.open_home("fives-and-threes")
        await host.seated("Ann")

        hana = await host.seated_operator("Hana")

        assert hana.session.is_host
        await hana.accepted(AddBot(2, "casual"))
        await hana.accepted(Start())
        await hana.accepted(Pause())
        await hana.accepted(Kick(0))
        await hana.accepted(EndMatch())


async def test_a_player_who_returns_with_the_secret_becomes_the_host_of_the_hosts_own_table() -> None:
    async with hosting() as host:
        await host.open_home("cinq-et-trois")
        ann = await host.seated("Ann")
        hana = await host.seated("Hana")
        assert not hana.session.is_host
        await hana.leave()

        again = await host.back(hana, is_operator=True)

        assert again.session.is_host
        assert await ann.expect(HostNotice) == HostNotice(hana.seat)
        await again.accepted(EndMatch())


async def test_the_operator_is_the_host_of_that_table_even_without_a_seat() -> None:
    async with hosting() as host:
        await host.open_home("cinq-et-trois")
        ann, _ = await host.seated("Ann"), await host.seated("Ben")
        operator = await host.operator("Hana", role=Role.SPECTATOR)
        await operator.enter()

        await operator.accepted(EndMatch())

        await ann.expect_event(MatchAbandoned)


async def test_the_hosts_seat_alone_makes_no_host() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        await host.open_home("cinq-et-trois")
        await host.seated("Ann")
        hana = await host.seated_operator("Hana")
        await hana.leave()
        hana = await host.back(hana)
        assert not hana.session.is_host

    async with hosting(journal, think=60) as host:
        await host.open_home("cinq-et-trois")
        assert not (await host.back(hana)).session.is_host
        assert (await host.back(hana, is_operator=True)).session.is_host


async def test_the_operator_is_not_the_host_of_a_guests_table() -> None:
    async with hosting() as host:
        await host.open_home()
        ann = host.connect("Ann")
        table = await opened_by(ann)
        await ann.enter(table=table)
        hana = await host.operator("Hana")
        await hana.enter(table=table)

        assert not hana.session.is_host
        assert await hana.refused(EndMatch()) == "not_allowed"


async def test_a_table_is_the_hosts_own_if_the_operator_opens_it_not_because_of_this_machine() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        operators = await opened_by(await host.operator("Hana"))
        guests = [await opened_by(host.connect("Ann", peer=peer)) for peer in (*LOOPBACK, "127.9.9.9")]

        households = await households_of(journal)

    assert households[operators] is None
    assert {households[guest] for guest in guests} == {"loopback"}


async def test_limits_per_address_do_not_apply_to_this_machine() -> None:
    journal = MemoryJournal()
    async with hosting(journal, most_tables_from_one=2) as host:
        for _ in range(4):
            ann = host.connect("Ann", peer="127.0.0.1")
            await ann.enter(table=await opened_by(ann))
            await ann.leave()
    games = SleepingGames(most=100, most_from_one=2)
    for info in await journal.games():
        games.add(info.table, info)

    assert len(games) == 4
    assert games.too_many() == []


async def test_everybody_at_a_private_host_is_the_operator() -> None:
    journal = MemoryJournal()
    async with hosting(journal, is_private=True) as host:
        table = await opened_by(host.connect("Ann", peer="127.0.0.1"))

        assert (await households_of(journal))[table] is None
