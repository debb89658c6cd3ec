"""Places at a full host: which can be taken over by others, and which are reserved for players."""

from functools import partial

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from daemon.net.addresses import origin_of
from daemon.net.browsers import TOO_MANY
from daemon.net.connection import TIME_IN_THE_LOBBY, TIME_TO_SAY_GOODBYE, TIME_TO_SAY_HELLO
from protocol.log.commands import Say
from protocol.shared.places import TIME_TO_WATCH, PlaceLimits
from protocol.wire.codec import decode_from_daemon
from protocol.wire.messages import AskTables, ForBrowser, OpenTable, Ping, Pong, Role, Tables, Welcome
from protocol.wire.session import Session
from tests.daemon import tls
from tests.daemon.harness import ELSEWHERE, Host, abandoned, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.ways import UNASKED
from tests.daemon.wire_client import WireClient, parting_of


async def in_the_lobby(host: Host, peer: str = ELSEWHERE) -> WireClient:
    """A client that has requested the list of tables."""
    client = host.connect(peer=peer)
    await client.send(AskTables())
    await client.expect(Tables)
    return client


async def is_there(client: WireClient) -> bool:
    """Whether a connection is still open."""
    await client.send(Ping(7))
    return await client.expect(Pong) == Pong(7)


async def full_of_players(host: Host, most: int) -> list[WireClient]:
    """This many players, none of whom makes room."""
    table = await host.open_table("playroom", seats=5)
    return [await host.seated(name, table=table) for name in ("Ann", "Ben", "Cho", "Dee", "Eve")[:most]]


async def test_at_a_full_host_the_connection_longest_in_the_lobby_makes_room(autojump_clock: MockClock) -> None:
    async with hosting(limits=PlaceLimits(most=4)) as host:
        await host.open_table()
        ann = await host.seated("Ann")
        eve = await host.watching()
        first = await in_the_lobby(host)
        await trio.sleep(1)
        second = await in_the_lobby(host)
        await trio.sleep(1)
        await first.send(AskTables())
        await first.expect(Tables)

        ben = await host.seated("Ben")

        assert (await second.parting()).reason == "too_many"
        for client in (ann, ben, eve, first):
            assert await is_there(client)


async def test_readers_make_room_before_spectators_and_spectators_only_after_a_long_silence(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosting(limits=PlaceLimits(most=5), patience=1e6) as host:
        ann, _ = await abandoned(host)
        quiet = await host.watching("Eve")
        await trio.sleep(TIME_TO_WATCH / 2)
        talks = await host.watching("Dee")
        reader = host.connect(role=Role.READER)
        await reader.enter(game=ann.session.game)
        await trio.sleep(TIME_TO_WATCH / 2)
        await talks.accepted(Say("hello"))
        await quiet.send(Ping(1))

        for leaves in (reader, quiet):
            newcomer = await host.watching("Cho")
            assert (await leaves.parting()).reason == "too_many"
            assert await is_there(newcomer)

        await parting_of(host.connect("Fay", role=Role.SPECTATOR))
        assert await is_there(talks)
    assert "all places are taken: an idle connection from 192.0.2.7 made room" in caplog.messages


@pytest.mark.plain("it counts on a stream that takes a byte at a time, and TLS reads whole records")
async def test_a_reader_who_is_still_reading_is_not_disconnected(autojump_clock: MockClock) -> None:
    async with hosting(limits=PlaceLimits(most=3), patience=1e6) as host:
        ann, _ = await abandoned(host)
        ours, theirs = trio.testing.lockstep_stream_pair()
        host.receive(theirs)
        reader = host.client(ours, session=Session("tests", "Eve", Role.READER))
        await reader.hello(game=ann.session.game)
        line = b""
        while not line.endswith(b"\n"):
            line += await ours.receive_some(1)
        welcome = decode_from_daemon(line)
        assert isinstance(welcome, Welcome)
        reader.session.take_welcome(welcome)
        await trio.testing.wait_all_tasks_blocked()  # the rest is sent, but not read

        assert (await parting_of(host.connect("Cho", role=Role.SPECTATOR))).reason == "too_many"

        await reader.catch_up()
        assert reader.session.head == ann.session.head


async def test_when_no_place_can_be_freed_strangers_are_turned_away_and_players_are_not(
    autojump_clock: MockClock,
) -> None:
    journal = MemoryJournal()
    async with hosting(journal, limits=PlaceLimits(most=4)) as host:
        players = await full_of_players(host, 4)
        key, game = players[0].session.token, players[0].session.game
        before = len(host.connections)

        for role in Role:
            assert (await parting_of(host.connect("Eve", role=role), game=game)).reason == "too_many"
        for wrong, reason in ((None, "too_many"), ("no such token", "too_many")):
            assert (await parting_of(host.connect("Eve"), game=game, token=wrong)).reason == reason
        eve = host.connect("Eve")
        await eve.send(OpenTable("all-fives"))
        assert (await eve.parting()).reason == "too_many"
        assert len(host.house.tables.names) == 1

        again = await host.back(players[0])
        assert again.seat == 0
        assert key != again.session.token
        reader = host.connect(role=Role.READER)
        await reader.enter(game=game, token=again.session.token)
        assert len(host.connections) >= before


async def test_a_player_may_list_the_tables_before_showing_the_token(autojump_clock: MockClock) -> None:
    async with hosting(limits=PlaceLimits(most=4)) as host:
        ann, *_ = await full_of_players(host, 4)
        again = host.connect(session=ann.session)

        await again.send(AskTables())
        await again.expect(Tables)
        await again.enter()

        assert again.seat == 0
        await trio.sleep(TIME_IN_THE_LOBBY)
        assert await is_there(again)


@pytest.mark.parametrize("asks", [False, True])
async def test_a_connection_on_a_reserved_place_without_a_token_is_closed_after_a_while(
    autojump_clock: MockClock, asks: bool
) -> None:
    async with hosting(limits=PlaceLimits(most=4)) as host:
        await full_of_players(host, 4)
        eve = await in_the_lobby(host) if asks else host.connect()

        assert (await eve.parting()).reason == "too_many"

        assert trio.current_time() <= TIME_TO_SAY_HELLO + TIME_TO_SAY_GOODBYE


async def test_an_operator_keeps_a_reserved_place_without_a_token() -> None:
    async with hosting(limits=PlaceLimits(most=4)) as host:
        await full_of_players(host, 4)
        operator = await host.operator()

        await operator.send(OpenTable("all-fives"))

        assert (await operator.expect(Tables)).opened is not None
        for _ in range(3):
            assert (await parting_of(host.connect("Eve"))).reason == "too_many"
        assert await is_there(operator)


@pytest.mark.plain(UNASKED)
async def test_strangers_cannot_hold_the_reserved_places() -> None:
    async with hosting(limits=PlaceLimits(most=4)) as host:
        ann, *_ = await full_of_players(host, 4)
        strangers = []
        for _ in range(20):
            strangers.append(host.connect())
            await trio.testing.wait_all_tasks_blocked()

        again = await host.back(ann)

        assert again.seat == 0
        for stranger in strangers[:19]:
            assert (await stranger.parting()).reason == "too_many"
        assert await is_there(strangers[19])


async def test_strangers_cannot_hold_the_reserved_places_by_not_reading_the_goodbye() -> None:
    async with hosting(limits=PlaceLimits(most=4)) as host:
        ann, *_ = await full_of_players(host, 4)
        for _ in range(2):
            ours, theirs = trio.testing.lockstep_stream_pair()
            host.receive(theirs)
            await host.client(ours).hello()
            await trio.testing.wait_all_tasks_blocked()

        again = await host.back(ann)

        assert again.seat == 0


@pytest.mark.plain(UNASKED)
async def test_the_limit_for_one_network_holds_even_when_others_would_make_room() -> None:
    async with hosting(limits=PlaceLimits(most_from_one=2)) as host:
        await host.open_table()
        lobby = await in_the_lobby(host), await in_the_lobby(host)

        assert (await host.connect("Ann").parting()).reason == "too_many"

        assert [await is_there(client) for client in lobby] == [True, True]


async def test_a_browser_that_is_turned_away_gets_an_answer_by_http(autojump_clock: MockClock) -> None:
    async with hosting(limits=PlaceLimits(most_from_one=1)) as host, trio.open_nursery() as nursery:
        await in_the_lobby(host)

        async def answer_to(first: bytes) -> bytes:
            ours, theirs = trio.testing.memory_stream_pair()
            serve = partial(host.connections.serve, theirs, origin_of(ELSEWHERE), may_be_browser=True)
            nursery.start_soon(serve)
            if first:
                await ours.send_all(first)
            return bytes(await ours.receive_some())

        assert await answer_to(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") == TOO_MANY
        for first in (b"", b'{"type":"hello"}\n'):
            assert b'"too_many"' in await answer_to(first)


async def test_connections_from_this_machine_are_limited_only_by_the_system() -> None:
    async with hosting(limits=PlaceLimits(most=3, most_of_all=10)) as host:
        await full_of_players(host, 3)

        own = [await in_the_lobby(host, peer="127.0.0.1") for _ in range(5)]

        assert [await is_there(client) for client in own] == [True] * 5
        await in_the_lobby(host, peer="127.0.0.1")
        assert (await own[0].parting()).reason == "too_many"


async def test_browsers_that_another_daemon_of_the_club_sends_count_where_they_are() -> None:
    secret = tls.identity().secret
    async with hosting(limits=PlaceLimits(most_from_one=2)) as host:
        for nth in range(4):
            browser = host.connect()
            await browser.send(ForBrowser(secret, f"198.51.100.{nth // 2}", outside=True), AskTables())
            await browser.expect(Tables)
        third = host.connect()

        await third.send(ForBrowser(secret, "198.51.100.0", outside=True))
        stranger = host.connect()
        await stranger.send(ForBrowser("a guess", "198.51.100.7", outside=True))

        assert [(await client.parting()).reason for client in (third, stranger)] == ["too_many", "bad_token"]
