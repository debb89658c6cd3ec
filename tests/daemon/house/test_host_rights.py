"""The host's rights come from the operator's secret, and never from where somebody connects from."""

import pytest

from daemon.house.sleeping import SleepingGames
from daemon.journal.memory_journal import MemoryJournal
from protocol.log.commands import AddBot, EndMatch, Kick, Pause, Start
from protocol.log.events import MatchAbandoned
from protocol.log.table import Stage
from protocol.wire.messages import AskTables, OpenTable, Operator, Role, Tables
from protocol.wire.notices import HostNotice
from tests.daemon.harness import ELSEWHERE, Host, hosting
from tests.daemon.wire_client import WireClient

LOOPBACK = ("127.0.0.1", "::1")


async def opened_by(client: WireClient) -> str:
    await client.send(OpenTable("cinq-et-trois"))
    opened = (await client.expect(Tables)).opened
    assert opened is not None
    return opened


async def households_of(journal: MemoryJournal) -> dict[str, str | None]:
    return {info.table: info.opened_by for info in await journal.games()}


async def seated_operator(host: Host, name: str = "Hana") -> WireClient:
    client = await host.operator(name)
    await client.enter()
    return client


@pytest.mark.parametrize("peer", [ELSEWHERE, *LOOPBACK])
@pytest.mark.parametrize("secret", ["", "a guess", "only the host knows!", "ü"])
async def test_a_wrong_secret_ends_the_connection_without_a_hint(secret: str, peer: str) -> None:
    async with hosting() as host:
        await host.open_home()
        await host.operator()  # so that there is a right one
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

        assert isinstance(await operator.hear(), Tables)


@pytest.mark.parametrize("peer", LOOPBACK)
async def test_a_player_from_this_machine_is_not_the_host_without_the_secret(peer: str) -> None:
    async with hosting() as host:
        await host.open_home("cinq-et-trois")
        await host.seated("Ann")
        ben = host.connect("Ben", peer=peer)
        await ben.enter()

        assert not ben.session.is_host
        assert await ben.refused(EndMatch()) == "not_allowed"


async def test_a_player_with_the_secret_is_the_host_of_the_hosts_own_table() -> None:
    async with hosting() as host:
        await host.open_home("fives-and-threes")
        ann = await host.seated("Ann")
        assert ann.session.is_host

        hana = await seated_operator(host)

        assert hana.session.is_host
        await hana.accepted(AddBot(2, "casual"))
        await hana.accepted(Start())
        await hana.accepted(Pause())
        await hana.accepted(Kick(0))
        await hana.accepted(EndMatch())


async def test_the_previous_host_of_that_table_is_notified() -> None:
    async with hosting() as host:
        await host.open_home("fives-and-threes")
        ann = await host.seated("Ann")

        hana = await seated_operator(host)

        assert await ann.expect(HostNotice) == HostNotice(hana.seat)
        assert await ann.refused(Kick(hana.seat or 0)) == "not_allowed"


async def test_a_player_who_returns_with_the_secret_becomes_the_host_of_the_hosts_own_table() -> None:
    async with hosting() as host:
        await host.open_home("cinq-et-trois")
        ann = await host.seated("Ann")
        hana = await host.seated("Hana")
        assert not hana.session.is_host
        await hana.leave()

        again = await host.operator("Hana")
        again.session = hana.session
        await again.enter()

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


async def test_the_hosts_rights_survive_a_restart() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        await host.open_home("cinq-et-trois")
        ann = await host.seated("Ann")
        hana = await seated_operator(host)
        await ann.until(lambda: ann.is_at(Stage.PLAYING))

    async with hosting(journal, think=60) as host:
        await host.open_home("cinq-et-trois")
        again = await host.back(hana)
        assert again.session.is_host


async def test_a_table_is_the_hosts_own_if_the_operator_opens_it_not_because_of_this_machine() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        operators = await opened_by(await host.operator("Hana"))
        guests = [await opened_by(host.connect("Ann", peer=peer)) for peer in (*LOOPBACK, "127.9.9.9")]

        households = await households_of(journal)

    assert households[operators] is None
    assert {households[each] for each in guests} == {"loopback"}


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
