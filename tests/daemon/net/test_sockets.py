"""Reading and writing on every kind of stream: a socket with a selector, one without, and one in memory."""

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import pairwise
from socket import AF_INET, SOCK_STREAM, fromfd

import pytest
import trio
import trio.testing

from daemon.net import sockets
from daemon.net.encryption import Encryption
from daemon.net.sockets import (
    CHUNK,
    LAST_WRITTEN_AT_ONCE,
    READ_AT_ONCE,
    READS_OF_A_HANDSHAKE,
    TIME_TO_TAKE_A_CHUNK,
    Socket,
    Sockets,
)
from protocol.wire.codec import ViewerLine
from tests.daemon import tls, ways

Pair = Callable[[], Awaitable[tuple[trio.abc.Stream, trio.abc.Stream]]]


async def on_the_loopback() -> tuple[trio.SocketStream, trio.SocketStream]:
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        return await trio.open_tcp_stream(*listener.socket.getsockname()), await listener.accept()


async def in_memory() -> tuple[trio.abc.Stream, trio.abc.Stream]:
    return trio.testing.memory_stream_pair()


@pytest.fixture(params=["selector", "plain socket", "memory"])
def a_pair(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, plain_or_over_tls: None) -> Pair:
    """The peer's stream and ours: as on Linux and macOS, as on Windows, and as in the other tests."""
    if request.param == "plain socket":
        monkeypatch.setattr(sockets, "_descriptor_of", lambda _: None)
    return in_memory if request.param == "memory" else on_the_loopback


class Chunks:
    """Pending output of one socket."""

    def __init__(self, *chunks: bytes) -> None:
        self.chunks = list(chunks)
        self.is_closing = False

    @property
    def is_finished(self) -> bool:
        return self.is_closing and not self.chunks

    def take_chunk(self) -> ViewerLine:
        return ViewerLine(self.chunks.pop(0) if self.chunks else b"")


@asynccontextmanager
async def opened(pair: Pair, output: Chunks) -> AsyncIterator[tuple[trio.abc.Stream, Socket]]:
    peer, ours = await pair()
    async with trio.open_nursery() as nursery:
        all_sockets = Sockets()
        nursery.start_soon(all_sockets.run)
        socket = all_sockets.open(ours, "192.0.2.7", output, lambda: None)
        try:
            with trio.fail_after(20):
                yield await shaken_hands(peer, socket) if ways.is_encrypted() else peer, socket
        finally:
            with trio.CancelScope(shield=True):
                await socket.aclose()
                await trio.aclose_forcefully(peer)
        nursery.cancel_scope.cancel()


async def shaken_hands(peer: trio.abc.Stream, socket: Socket) -> trio.abc.Stream:
    """The peer's stream, encrypted, after the handshake."""
    encrypted = tls.encrypted(peer)
    async with trio.open_nursery() as nursery:
        receive = partial(socket.encrypt, Encryption(tls.identity().context))
        nursery.start_soon(socket.listen, receive)
        await encrypted.do_handshake()
        while socket.is_shaking_hands:
            await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()
    return encrypted


async def received(peer: trio.abc.Stream, count: int) -> bytes:
    got = b""
    while len(got) < count:
        got += await peer.receive_some()
    return got


async def test_received_bytes_are_passed_on_until_the_reader_stops(a_pair: Pair) -> None:
    async with opened(a_pair, Chunks()) as (peer, socket):
        chunks: list[bytes] = []

        def receive(data: bytes) -> bool:
            chunks.append(data)
            return b"".join(chunks).endswith(b"!")

        await peer.send_all(b"hel")
        await peer.send_all(b"lo!")
        await socket.listen(receive)
        assert b"".join(chunks) == b"hello!"

        await peer.send_all(b"again!")
        await socket.listen(receive)
        assert b"".join(chunks) == b"hello!again!"


@pytest.mark.parametrize("ends_before_it_listens", [False, True])
async def test_a_reader_can_be_cancelled_after_the_sockets_have_ended(
    a_pair: Pair, ends_before_it_listens: bool
) -> None:
    """As when a daemon stops, which cancels all its tasks at once: trio ends them in any order."""
    peer, ours = await a_pair()
    async with peer, ours, trio.open_nursery() as nursery:
        all_sockets = Sockets()
        running = trio.CancelScope()
        socket = all_sockets.open(ours, "192.0.2.7", Chunks(), lambda: None)

        async def run() -> None:
            with running:
                await all_sockets.run()

        async def end() -> None:
            running.cancel()
            await trio.testing.wait_all_tasks_blocked()

        nursery.start_soon(run)
        await trio.testing.wait_all_tasks_blocked()
        if ends_before_it_listens:
            await end()
        nursery.start_soon(socket.listen, lambda _: False)
        await trio.testing.wait_all_tasks_blocked()
        await end()
        nursery.cancel_scope.cancel()


@pytest.mark.plain("its own socket writes under the encryption")
async def test_bytes_that_arrive_just_after_a_reader_has_stopped_are_for_the_next_one() -> None:
    async with opened(on_the_loopback, Chunks()) as (peer, socket):
        assert isinstance(peer, trio.SocketStream)
        plain = fromfd(peer.socket.fileno(), AF_INET, SOCK_STREAM)
        for _ in range(30):  # trio runs its tasks in random order: one round alone shows nothing
            received: list[bytes] = []

            def receive(data: bytes, received: list[bytes] = received) -> bool:
                received.append(data)
                if data == b"1":
                    plain.send(b"2")
                return True

            await peer.send_all(b"1")
            await socket.listen(receive)
            await socket.listen(receive)
            assert received == [b"1", b"2"]
        plain.close()


async def test_the_end_of_a_stream_is_received_as_empty_bytes(a_pair: Pair) -> None:
    async with opened(a_pair, Chunks()) as (peer, socket):
        await peer.aclose()
        chunks: list[bytes] = []

        def receive(data: bytes) -> bool:
            chunks.append(data)
            return not data

        await socket.listen(receive)
        assert chunks[-1] == b""


async def test_output_is_written_completely_even_if_the_socket_takes_only_part_of_it(a_pair: Pair) -> None:
    output = Chunks()
    async with opened(a_pair, output) as (peer, socket):
        large = os.urandom(40 * CHUNK)
        output.chunks = [b"one", large, b"two"]
        everything = b"one" + large + b"two"
        for _ in output.chunks:
            socket.output_pending()
            await trio.testing.wait_all_tasks_blocked()

        assert await received(peer, len(everything)) == everything


async def test_the_peer_sees_the_end_after_the_last_bytes(a_pair: Pair) -> None:
    output = Chunks()
    async with opened(a_pair, output) as (peer, socket):
        output.chunks, output.is_closing = [b"goodbye"], True
        socket.output_pending()
        assert await received(peer, 7) == b"goodbye"

        assert await peer.receive_some() == b""
        await socket.until_all_is_written()


async def test_a_disconnected_peer_ends_the_writing_and_harms_nobody(a_pair: Pair) -> None:
    output = Chunks()
    async with opened(a_pair, output) as (peer, socket):
        await peer.aclose()
        for _ in range(3):
            output.chunks = [os.urandom(CHUNK) for _ in range(40)]
            socket.output_pending()

        await socket.until_all_is_written()


async def test_an_error_while_producing_output_ends_only_this_socket(
    a_pair: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    class Faulty(Chunks):
        is_faulty = False

        def take_chunk(self) -> ViewerLine:
            if self.is_faulty:
                raise ZeroDivisionError
            return super().take_chunk()

    output = Faulty()
    async with opened(a_pair, output) as (_, socket):
        output.is_faulty = True
        socket.output_pending()

        await socket.until_all_is_written()
        assert "cannot be made" in caplog.text


async def test_a_peer_that_accepts_nothing_for_a_long_time_is_dropped(autojump_clock: trio.testing.MockClock) -> None:
    send, _ = trio.testing.memory_stream_one_way_pair()
    send.send_all_hook = partial(trio.sleep, TIME_TO_TAKE_A_CHUNK + 1)
    ours = trio.StapledStream(send, trio.testing.memory_stream_pair()[1])
    async with trio.open_nursery() as nursery:
        all_sockets, output = Sockets(), Chunks()
        nursery.start_soon(all_sockets.run)
        output.chunks = [b"hello"]
        socket = all_sockets.open(ours, "192.0.2.7", output, lambda: None)
        socket.output_pending()

        await socket.until_all_is_written()
        nursery.cancel_scope.cancel()


@pytest.mark.skipif(sys.platform == "win32", reason="there each connection reads for itself")
async def test_a_crowd_shakes_hands_over_several_turns_between_which_others_have_theirs() -> None:
    """A turn is a third of a millisecond for each."""
    at_once = READ_AT_ONCE // READS_OF_A_HANDSHAKE
    async with trio.open_nursery() as nursery, AsyncExitStack() as closing:
        all_sockets = Sockets()
        nursery.start_soon(all_sockets.run)
        begun: list[int] = []
        descriptors: list[int] = []
        for nth in range(4 * at_once):
            peer, ours = await on_the_loopback()
            await closing.enter_async_context(peer)
            await closing.enter_async_context(ours)
            socket = all_sockets.open(ours, "192.0.2.7", Chunks(), lambda: None)

            def receive(received: bytes, socket: Socket = socket, nth: int = nth) -> bool:
                begun.append(nth)
                return socket.encrypt(Encryption(tls.identity().context), received)

            nursery.start_soon(socket.listen, receive)
            descriptors.append(peer.socket.fileno())
        await trio.testing.wait_all_tasks_blocked()
        for descriptor in descriptors:
            os.write(descriptor, b"\x16")
        turns = [0]
        while len(begun) < 4 * at_once:
            await trio.lowlevel.checkpoint()
            turns.append(len(begun))

        most = max(after - before for before, after in pairwise(turns))
        assert most <= 2 * at_once, "trio's order is random: there may be two turns between two looks"
        nursery.cancel_scope.cancel()


async def test_low_priority_output_is_written_last_and_in_short_turns() -> None:
    order: list[str] = []
    async with trio.open_nursery() as nursery:
        all_sockets = Sockets()

        class Named(Chunks):
            def __init__(self, name: str) -> None:
                super().__init__()
                self.name = name

            def take_chunk(self) -> ViewerLine:
                order.append(self.name)
                if self.name == "spectator 0":
                    player.output_pending()
                return ViewerLine(b"")

        def named(name: str) -> Socket:
            return all_sockets.open(trio.testing.memory_stream_pair()[0], "192.0.2.7", Named(name), lambda: None)

        player = named("player")
        for nth in range(3 * LAST_WRITTEN_AT_ONCE):
            named(f"spectator {nth}").output_pending(last=True)
        player.output_pending()
        nursery.start_soon(all_sockets.run)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()

    assert order[0] == "player"
    assert order[1 + LAST_WRITTEN_AT_ONCE] == "player"
    assert len(order) == 2 + 3 * LAST_WRITTEN_AT_ONCE
