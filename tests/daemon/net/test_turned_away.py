"""Connections that are turned away or given up, and new ones of a kind that the system does not fully support."""

import socket
import struct

import pytest
import trio

from daemon.net.connections import RejectedConnections
from daemon.rare_line import TIME_BETWEEN_LINES
from protocol.wire.messages import AskTables, Farewell, Tables
from tests.daemon.harness import hosting
from tests.daemon.ways import UNASKED


def test_repeated_attempts_from_one_address_make_one_log_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    turned_away = RejectedConnections()
    for nth in range(1000):
        turned_away.note("203.0.113.9", 1000.0 + nth * TIME_BETWEEN_LINES / 500)

    assert caplog.messages == [
        "a connection from 203.0.113.9 was turned away: there are too many",
        "a connection from 203.0.113.9 was turned away: there are too many; 499 more before",
    ]


async def test_a_peer_that_disconnects_before_it_is_turned_away_does_no_harm() -> None:
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        knocking = await trio.open_tcp_stream(*listener.socket.getsockname())
        stream = await listener.accept()
        async with stream:
            knocking.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closed with a reset
            await knocking.aclose()
            await trio.lowlevel.wait_readable(stream.socket)

            await RejectedConnections().answer(stream)


@pytest.mark.plain(UNASKED)
async def test_a_connection_that_was_on_its_way_when_the_daemon_began_to_stop_gets_the_same_goodbye() -> None:
    async with hosting() as host:
        await host.open_table()
        ann = await host.seated("Ann")
        host.connections.dismiss_all(Farewell.SHUTDOWN, "the host has stopped the daemon; the game is kept")

        again = host.connect(session=ann.session)
        await again.hello()

        assert await again.parting() == await ann.parting()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there every socket pair is of TCP")
async def test_a_connection_whose_keepalive_options_cannot_be_set_is_served_without_them(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ours, theirs = (trio.SocketStream(end) for end in trio.socket.socketpair())
    async with hosting() as host, trio.open_nursery() as nursery, ours:
        nursery.start_soon(host.connections.receive_from_tunnel, theirs)
        client = host.client(ours)
        await client.send(AskTables())

        assert not (await client.expect(Tables)).tables
        nursery.cancel_scope.cancel()

    assert [message.partition(": ")[0] for message in caplog.messages] == [
        "a connection from a tunnel is served without a keepalive option"
    ]


async def test_a_connection_that_has_gone_before_it_is_received_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with hosting() as host, trio.SocketStream(trio.socket.socket()) as stream:
        await host.connections.receive(stream)

    assert [message.partition(": ")[0] for message in caplog.messages] == [
        "a connection without an address was given up"
    ]
