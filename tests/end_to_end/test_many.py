"""Many at once: silent connections beside a game, and bots for absent players."""

import socket
import sys
from pathlib import Path

import pytest
import trio
import trio.lowlevel

from daemon.machine.network import network_now
from daemon.net.addresses import addresses_for_friends
from daemon.net.identity import open_identity
from protocol.log.commands import EndMatch, Say, Start
from protocol.log.events import RoundDealt
from protocol.log.table import Stage
from protocol.shared.address import as_typed
from tests.daemon.ways import UNASKED
from tests.daemon.wire_client import parting_of
from tests.end_to_end.program import Running, fivesd, records_of, running

PATIENCE = 60
PAGE_REQUEST = b"GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"
WEBSOCKET_REQUEST = (
    b"GET /play HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def sockets_allowed(wanted: int) -> int:
    """The number of sockets this process may open, after raising the limit."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted + 200:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, wanted + 200), hard))
    return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200)


async def silent_connections(daemon: Running, count: int) -> list[socket.socket]:
    opened = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", daemon.port), timeout=5)
        opened.append(connection)
        if len(opened) % 50 == 0:
            await trio.lowlevel.checkpoint()
    return opened


@pytest.mark.usefixtures("plain_or_over_tls")
async def test_a_thousand_silent_connections_do_not_stop_a_game(tmp_path: Path) -> None:
    count = sockets_allowed(1000)
    assert count >= 500
    async with running(tmp_path / "data", "--bots", "3", "--think", "0") as daemon:
        ann = await daemon.client()
        await ann.enter()
        silent = await silent_connections(daemon, count)
        try:
            with trio.fail_after(60):
                await ann.until(lambda: ann.is_at(Stage.PLAYING))
                await ann.play_some(turns=3)
                assert ann.is_at(Stage.PLAYING)
                late = await daemon.client("Late")
                await late.hello()
                assert (await late.parting()).reason == "table_full"
        finally:
            for connection in silent:
                connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
async def test_a_daemon_short_of_file_handles_closes_idle_connections_and_continues(tmp_path: Path) -> None:
    async with running(tmp_path / "data", "--bots", "3", "--think", "0", files=90) as daemon:
        ann = await daemon.operator()
        await ann.enter()
        silent = await silent_connections(daemon, 70)
        try:
            late = await daemon.client("Late")
            await late.hello()
            assert (await late.parting()).reason == "table_full", "a silent connection has made room"
            await ann.until(lambda: ann.a_move() is not None)
            await ann.accepted(EndMatch())
        finally:
            for connection in silent:
                connection.close()
        with trio.fail_after(60):
            while not records_of(daemon.data):
                await ann.accepted(Say("and the record is written"))
    errors = daemon.errors.read_text()
    assert "Too many open files" not in errors, errors


async def test_one_command_fills_the_free_seats_with_bots_and_starts(tmp_path: Path) -> None:
    async with running(tmp_path / "data", "--rules", "playroom", "--seats", "5", "--think", "0") as daemon:
        ann = await daemon.client()
        await ann.enter()
        await ann.accepted(Start())

        await ann.until(lambda: any(isinstance(event, RoundDealt) for event in ann.events))
        assert [seat.bot for seat in ann.table.seats] == [None, *["club"] * 4]


FRIENDS = addresses_for_friends(["0.0.0.0", "::"], network_now())


@pytest.mark.plain(UNASKED)
@pytest.mark.skipif(not FRIENDS, reason="this machine has no address but its own")
async def test_connections_are_limited_except_from_this_machine(tmp_path: Path) -> None:
    async with running(tmp_path / "data", "--most-connections", "9", "--most-from-one", "2") as daemon:
        for _ in range(2):
            await (await daemon.client(address=FRIENDS[0])).enter()

        goodbye = await (await daemon.client(address=FRIENDS[0])).parting()

        assert (goodbye.reason, "later" in goodbye.detail) == ("too_many", True)
        for _ in range(12):
            await daemon.client()
        assert (await (await daemon.client()).enter()).seat == 2


@pytest.mark.skipif(not FRIENDS, reason="this machine has no address but its own")
async def test_a_host_may_allow_one_seat_at_a_table_from_one_address(tmp_path: Path) -> None:
    async with running(tmp_path / "data", "--most-seats-from-one", "1") as daemon:
        await (await daemon.client(address=FRIENDS[0])).enter()

        assert (await parting_of(await daemon.client(address=FRIENDS[0]))).reason == "too_many_seats"


def announced(data: Path, *arguments: str) -> list[str]:
    """The lines a daemon prints for its operator."""
    match = ("--rules", "cinq-et-trois", "--bots", "2", "--think", "0", "--matches", "1")
    return fivesd(*match, "--port", "0", "--data", data, *arguments).stdout.splitlines()


def test_friends_see_the_address_to_join_and_likely_obstacles(tmp_path: Path) -> None:
    first, *rest = announced(tmp_path)

    assert first.startswith("listening on 127.0.0.1:")
    assert not any("0.0.0.0" in line for line in rest)
    for address in FRIENDS:
        assert address in " ".join(rest)
    assert "Friends in other houses: `fives help hosting`." in rest
    identity = open_identity(tmp_path)
    assert f"Terminals are encrypted; this host's key is {identity.key}." in rest


@pytest.mark.skipif(not FRIENDS, reason="this machine has no address but its own")
def test_friends_see_only_the_chosen_address(tmp_path: Path) -> None:
    first, *rest = announced(tmp_path, "--listen", FRIENDS[0])

    assert f"friends:          fives join {as_typed(FRIENDS[0], int(first.rpartition(':')[2]))}" in rest
    assert "Friends in other houses: `fives help hosting`." in rest


def test_friends_do_not_see_an_address_of_this_machine_only(tmp_path: Path) -> None:
    lines = announced(tmp_path, "--listen", "127.0.0.1")

    assert [line.partition(":")[0] for line in lines[:3]] == [
        "listening on 127.0.0.1",
        "on this machine",
        "in a browser",
    ]
    assert [line.split()[0] for line in lines[3:]] == ["Terminals", "Browsers"], "what is encrypted"


async def test_two_hundred_browsers_in_one_moment_all_get_their_page_and_their_connection(tmp_path: Path) -> None:
    statuses: list[bytes] = []

    async def opens(address: str, request: bytes) -> None:
        async with await trio.open_tcp_stream("127.0.0.1", daemon.port) as browser:
            await browser.send_all(request.replace(b"HOST", address.encode()))
            statuses.append(bytes(await browser.receive_some(4096)).partition(b"\r\n")[0])

    async with running(tmp_path / "data", has_page=True) as daemon:
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                for request in [PAGE_REQUEST, WEBSOCKET_REQUEST] * 100:
                    nursery.start_soon(opens, f"127.0.0.1:{daemon.port}", request)

    assert sorted(set(statuses)) == [b"HTTP/1.1 101 Switching Protocols", b"HTTP/1.1 200 OK"]
    assert len(statuses) == 200
