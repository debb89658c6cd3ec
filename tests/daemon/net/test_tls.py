"""Connections over TLS: the game goes on as on any other, and a peer that does not keep to TLS disturbs nobody.

Not here: the records themselves (`test_encryption`); hostile lines over TLS (`test_hostile`, which runs both ways).
"""

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
import trio
import trio.testing
from attrs import define, field
from trio.testing import MockClock

from daemon.guest import REMARKS_AT_ONCE
from daemon.net import sockets
from daemon.net.addresses import origin_of
from daemon.net.browsers import Browsers, PageAddress
from daemon.net.connection import NOT_ENCRYPTED, TIME_TO_SAY_GOODBYE, TIME_TO_SAY_HELLO
from daemon.net.connections import Connections
from daemon.net.sockets import TIME_TO_TAKE_A_CHUNK
from protocol.log.commands import Say
from protocol.log.events import Said
from protocol.log.table import Stage
from protocol.shared.introduction import BrowserOrigin, introduce
from protocol.shared.places import PlaceLimits
from protocol.wire.messages import AskTables, Farewell, Ping, Pong, Role, Tables
from protocol.wire.session import Session
from tests.daemon import tls
from tests.daemon.harness import ELSEWHERE, MONTHS, Host, hosting
from tests.daemon.wire_client import FarewellError, WireClient

Connected = Callable[[Host], Awaitable[trio.abc.Stream]]


async def in_memory(host: Host) -> trio.abc.Stream:
    ours, theirs = trio.testing.memory_stream_pair()
    host.receive(theirs)
    return ours


async def on_a_socket(host: Host) -> trio.abc.Stream:
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        ours = await trio.open_tcp_stream(*listener.socket.getsockname())
        host.receive(await listener.accept())
    return ours


@pytest.fixture(params=["selector", "plain socket", "memory"])
async def connected(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Connected]:
    """A client's stream to this host: as on Linux and macOS, as on Windows, and as in the other tests."""
    if request.param == "plain socket":
        monkeypatch.setattr(sockets, "_descriptor_of", lambda _: None)
    async with AsyncExitStack() as closing:

        async def connect(host: Host) -> trio.abc.Stream:
            stream = await (in_memory(host) if request.param == "memory" else on_a_socket(host))
            return await closing.enter_async_context(stream)

        yield connect


@define(eq=False)
class Wiretap(trio.abc.Stream):
    """A stream in whose cable somebody listens."""

    stream: trio.abc.Stream
    heard: bytearray = field(factory=bytearray)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.heard += data
        await self.stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        received = await self.stream.receive_some(max_bytes)
        self.heard += received
        return received

    async def aclose(self) -> None:
        await self.stream.aclose()


def client_on(stream: trio.abc.Stream, name: str, role: Role = Role.PLAYER, patience: float = 20.0) -> WireClient:
    return WireClient(tls.encrypted(stream), Session("tests", name, role), patience)


async def seated_on(stream: trio.abc.Stream, name: str) -> WireClient:
    client = client_on(stream, name)
    await client.enter()
    return client


async def client_hello() -> bytes:
    """What a client begins with."""
    ours, theirs = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tls.encrypted(ours).do_handshake)
        hello = await theirs.receive_some()
        nursery.cancel_scope.cancel()
    return bytes(hello)


@asynccontextmanager
async def others_playing(patience: float = MONTHS) -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """A match of two that must not be disturbed, one player over TLS."""
    async with hosting(patience=patience) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await seated_on(await in_memory(host), "Ann"), await host.seated("Ben")
        yield host, ann, ben
        await ann.accepted(Say("still here"))
        await ben.expect_event(Said, text="still here")


async def test_a_match_is_played_over_tls_and_a_listener_learns_nothing(connected: Connected) -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", set={"target": 5})
        cables = [Wiretap(await connected(host)) for _ in range(2)]
        players = [await seated_on(cable, f"Player {nth}") for nth, cable in enumerate(cables)]
        await players[0].accepted(Say("a secret"))
        async with trio.open_nursery() as nursery:
            for player in players:
                nursery.start_soon(player.play_some, 1_000)

        assert [player.is_at(Stage.OVER) for player in players] == [True, True]
        assert players[0].table == await host.as_seen(players[0])
        for cable, player in zip(cables, players, strict=True):
            said = b"".join(player.lines)
            assert len(cable.heard) > len(said)
            for word in (b'"type"', b"Player", b"secret", b"tile"):
                assert word in said
                assert word not in cable.heard


async def test_the_page_process_may_bring_a_client_that_speaks_tls(autojump_clock: MockClock) -> None:
    async with hosting() as host, trio.open_nursery() as nursery:
        browsers = Browsers(10)
        browsers.page_address = PageAddress(1, "a secret")
        connections = Connections(host.house, PlaceLimits(), browsers, tls.identity())
        ours, theirs = trio.testing.memory_stream_pair()
        nursery.start_soon(connections.run)
        nursery.start_soon(connections.receive_from_page, theirs)
        await introduce(ours, "a secret", BrowserOrigin(ELSEWHERE, is_outside=True))

        client = client_on(ours, "Ann")
        await client.send(AskTables())
        await client.expect(Tables)

        assert [connection.guest.origin for connection in connections] == [origin_of(ELSEWHERE)]
        nursery.cancel_scope.cancel()


async def test_a_browser_inside_tls_is_no_browser(autojump_clock: MockClock) -> None:
    async with hosting() as host, trio.open_nursery() as nursery:
        ours, theirs = trio.testing.memory_stream_pair()
        nursery.start_soon(lambda: host.connections.serve(theirs, origin_of(ELSEWHERE), may_be_browser=True))
        client = client_on(ours, "Ann")
        await client.send_bytes(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")

        assert (await client.parting()).reason == "malformed"


async def test_a_host_without_a_certificate_says_at_once_that_it_does_not_encrypt() -> None:
    async with hosting() as host, trio.open_nursery() as nursery:
        connections = Connections(host.house)
        ours, theirs = trio.testing.memory_stream_pair()
        nursery.start_soon(connections.run)
        nursery.start_soon(connections.serve, theirs, origin_of(ELSEWHERE))
        plain = WireClient(ours, Session("tests", "Ann"))
        await plain.send_bytes((await client_hello())[:1])

        assert (await plain.parting()).detail == NOT_ENCRYPTED
        nursery.cancel_scope.cancel()


# The end.


async def test_the_host_ends_with_a_goodbye_and_the_end_of_tls(connected: Connected) -> None:
    async with hosting() as host:
        await host.open_table()
        ann = await seated_on(await connected(host), "Ann")

        host.connections.dismiss_all(Farewell.SHUTDOWN, "good night")

        assert (await ann.parting()).detail == "good night"
        assert isinstance(ann.stream, trio.SSLStream)
        assert await ann.stream.receive_some() == b"", "not a connection that broke"


async def test_a_client_that_ends_gets_the_end_too(connected: Connected) -> None:
    async with hosting() as host:
        await host.open_table()
        client = client_on(await connected(host), "Ann")
        await client.send(Ping(1))
        await client.expect(Pong)
        assert isinstance(client.stream, trio.SSLStream)

        transport, _ = await client.stream.unwrap()  # waits for the host's end

        await transport.aclose()
        await host.deserted()


@pytest.mark.parametrize("how", ["with a word", "without one"])
async def test_a_player_who_goes_is_only_away(connected: Connected, how: str) -> None:
    async with hosting() as host:
        await host.open_table()
        ann = await seated_on(await connected(host), "Ann")

        await (ann.stream.aclose() if how == "with a word" else ann.leave())

        await host.deserted()
        again = WireClient(tls.encrypted(await connected(host)), ann.session)
        await again.enter()
        assert again.seat == 0


async def test_a_slow_reader_slows_nobody_and_is_cut_off(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, ann, ben):
        ours, theirs = trio.testing.lockstep_stream_pair()
        host.receive(theirs)
        eve = client_on(ours, "Eve", Role.SPECTATOR, MONTHS)
        await eve.enter()
        began_at = trio.current_time()
        for nth in range(REMARKS_AT_ONCE):
            await ann.accepted(Say(f"word {nth}"))
            await ben.expect_event(Said, text=f"word {nth}")
        assert trio.current_time() == began_at, "nobody waited for her"

        await trio.sleep(TIME_TO_TAKE_A_CHUNK + TIME_TO_SAY_GOODBYE + 1)

        assert len(host.connections) == 2


# Peers that do not keep to TLS.


async def ends_without_a_word(stream: trio.abc.Stream) -> bool:
    """Whether the host ends this connection with an alert at most."""
    received = b""
    while some := await stream.receive_some():
        received += some
    return len(received) in {0, 7} and b"goodbye" not in received


async def test_a_client_of_an_older_tls_is_refused(connected: Connected) -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    async with hosting() as host:
        stream = trio.SSLStream(await connected(host), old)

        with pytest.raises(trio.BrokenResourceError) as error:
            await stream.do_handshake()

        assert "TLSV1_ALERT_PROTOCOL_VERSION" in str(error.value.__cause__)


@pytest.mark.parametrize("garbage", [b"\x16" * 600, b"\x16\x03\x01\x00\x05hello" * 9, b'\x16{"type":"ping"}\n'])
async def test_garbage_after_the_first_byte_ends_the_connection(connected: Connected, garbage: bytes) -> None:
    async with hosting() as host:
        stream = await connected(host)
        await stream.send_all(garbage)

        with trio.fail_after(8):
            assert await ends_without_a_word(stream)
            await stream.aclose()
        await host.deserted()


@pytest.mark.parametrize("sent", [1, 5, 100, 517])
async def test_half_a_handshake_has_as_long_as_a_hello(autojump_clock: MockClock, sent: int) -> None:
    async with others_playing() as (host, _, _):
        stream = await in_memory(host)
        await stream.send_all((await client_hello())[:sent])
        received = b""
        while some := await stream.receive_some():
            received += some

        assert b"goodbye" not in received
        assert TIME_TO_SAY_HELLO <= trio.current_time() <= TIME_TO_SAY_HELLO + TIME_TO_SAY_GOODBYE


@define(eq=False)
class Trickle(Wiretap):
    """A stream that sends a byte at a time."""

    pause: float = 0.0

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        for byte in bytes(data):
            await super().send_all(bytes([byte]))
            await trio.sleep(self.pause)


async def test_a_byte_at_a_time_is_enough_if_it_does_not_take_too_long(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, _, _):
        # OpenSSL 3.5 greets with 1,600 bytes: its key exchange is one that quantum computers do not break.
        slow = client_on(Trickle(await in_memory(host), pause=0.002), "Cho", Role.SPECTATOR)
        await slow.enter()

        slower = client_on(Trickle(await in_memory(host), pause=0.1), "Dee", Role.SPECTATOR, MONTHS)
        with pytest.raises((FarewellError, trio.BrokenResourceError)):
            await slower.enter()


async def test_many_half_open_connections_do_not_slow_a_game(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, ann, ben):
        hello = await client_hello()
        for nth in range(500):
            await (await in_memory(host)).send_all(hello if nth % 2 else hello[:100])
        await trio.testing.wait_all_tasks_blocked()
        assert len(host.connections) == 502

        for nth in range(REMARKS_AT_ONCE - 1):
            await ann.accepted(Say(f"word {nth}"))
            await ben.expect_event(Said, text=f"word {nth}")

        assert trio.current_time() == 0
        await trio.sleep(TIME_TO_SAY_HELLO + TIME_TO_SAY_GOODBYE + 1)
        assert len(host.connections) == 2


async def test_half_a_handshake_makes_room_for_a_newcomer(autojump_clock: MockClock) -> None:
    async with hosting(limits=PlaceLimits(most=1), patience=MONTHS) as host:
        await host.open_table()
        half = await in_memory(host)
        await half.send_all(await client_hello())
        await trio.testing.wait_all_tasks_blocked()

        await seated_on(await in_memory(host), "Ann")

        assert trio.current_time() < 1
