"""The log lines about connections that are turned away, and the goodbyes they receive."""

import socket
import struct

import pytest
import trio

from daemon.net.connections import TurnedAway
from daemon.rare_line import TIME_BETWEEN_LINES
from protocol.wire.messages import Farewell
from tests.daemon.harness import hosting


def test_repeated_attempts_from_one_address_make_one_log_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    turned_away = TurnedAway()
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

            await TurnedAway().answer(stream)


async def test_a_connection_that_was_on_its_way_when_the_daemon_began_to_stop_gets_the_same_goodbye() -> None:
    async with hosting() as host:
        await host.open_table()
        ann = await host.seated("Ann")
        host.connections.dismiss_all(Farewell.SHUTDOWN, "the host has stopped the daemon; the game is kept")

        again = host.connect(session=ann.session)
        await again.hello()

        assert await again.parting() == await ann.parting()
