"""A terminal that comes through a web server: its bytes at `/lines`."""

from contextlib import AbstractAsyncContextManager

import pytest
import trio
import trio.testing
from trio.testing import MockClock
from websockets.frames import Frame, Opcode

from client.net.web import websocket_on
from client.net.web_stream import WebStream
from client.web.challenge import Challenge
from client.web.hosts import Hosts
from client.web.lines import CHUNK
from client.web.places import browser_limits
from client.web.server import Server
from client.web.websocket import TIME_BETWEEN_PINGS, TIME_TO_TAKE
from protocol.log.commands import Say
from protocol.log.events import Said
from protocol.shared.address import Address
from protocol.shared.http_head import MOST_HEAD_BYTES
from protocol.shared.places import EVERYBODY
from protocol.shared.table_path import LINES
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Ping
from tests.client.web.at_site import Pair, Site, site
from tests.client.web.page_client import NAME, PATIENCE, answered, handshake, request, status_of
from tests.daemon.harness import Host

PING = encode_from_client(Ping(7))
PONG = b'{"type":"pong","n":7}\n'


class OwnSite(Site):
    """The page of a daemon, which is its own."""

    def __init__(self, nursery: trio.Nursery, host: Host) -> None:
        super().__init__(nursery, host)
        self.server = Server(Address("host", 5533), Hosts([NAME]), challenge=Challenge())


def own_site(seats: int = 2) -> AbstractAsyncContextManager[Site]:
    """The page of a daemon."""
    return site(seats, of=OwnSite)


async def opened(page: Site, pair: Pair = trio.testing.memory_stream_pair) -> trio.abc.Stream:
    """A connection after the handshake at `/lines`."""
    stream = page.stream(pair)
    head = b""
    with trio.fail_after(PATIENCE):
        await stream.send_all(handshake("/lines", origin=None))
        while not head.endswith(b"\r\n\r\n"):
            head += await stream.receive_some(1)
    assert status_of(head) == 101, head
    return stream


async def terminal(page: Site, pair: Pair = trio.testing.memory_stream_pair) -> WebStream:
    """The bytes in a WebSocket at `/lines`, as a terminal has them."""
    return await websocket_on(page.stream(pair), Address(NAME, 443), LINES)


async def pong(stream: trio.abc.Stream) -> bytes:
    """What the daemon answers to a ping."""
    with trio.fail_after(PATIENCE):
        await stream.send_all(PING)
        line = b""
        while not line.endswith(b"\n"):
            line += await stream.receive_some()
        return line


# Who may come in.


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (handshake("/lines", origin=None), 101),
        (handshake("/lines", origin=None, host="localhost:5533"), 101),
        (handshake("/lines", origin=None, host="192.0.2.1"), 101),
        (handshake("/lines", origin=None, host=f"{NAME}:443"), 101),
        (handshake("/lines?from=chat", origin=None), 101),
        (handshake("/lines", origin=None, host="evil.example"), 421),
        (handshake("/lines", origin="http://evil.example", host="evil.example"), 421),
        (handshake("/lines", origin=None, host=None), 400),
        *[
            (handshake("/lines", origin=origin, host=host), 403)
            for host in (NAME, "localhost", "192.0.2.1")
            for origin in (
                "", "null", f"http://{NAME}", f"https://{NAME}", "http://localhost", "http://192.0.2.1",
                "http://evil.example", "file://", "chrome-extension://abc",
            )
        ],
        (handshake("/lines", origin=None).replace(b"Upgrade: w", b"origin:\r\nUpgrade: w"), 403),
        (handshake("/lines", origin=None).replace(b"GET", b"HEAD", 1), 405),
        (handshake("/lines", origin=None).replace(b"GET", b"POST", 1), 405),
        (handshake("/lines/", origin=None), 404),
        (request("/lines"), 426),
        (request("/lines", f"X: {MOST_HEAD_BYTES * 'x'}"), 431),
    ],
)  # fmt: skip
async def test_a_request_for_lines_needs_a_known_host_and_no_origin(
    autojump_clock: MockClock, sent: bytes, status: int
) -> None:
    async with own_site() as page:
        stream = page.stream()
        with trio.fail_after(PATIENCE):
            await stream.send_all(sent)
            assert status_of(bytes(await stream.receive_some())) == status


async def test_a_page_of_another_host_s_daemon_has_no_lines(autojump_clock: MockClock) -> None:
    async with site() as page:
        assert status_of(await answered(page.stream(), handshake("/lines", origin=None))) == 404


# What goes through.


async def test_a_terminal_plays_through_it_beside_a_browser(autojump_clock: MockClock) -> None:
    async with own_site() as page:
        ann = await page.seated()
        ben = page.host.client(await terminal(page), "Ben")
        await ben.enter()

        await ben.accepted(Say("hello"))

        await ann.says("hello")
        await ann.press("chat", {"text": "good evening"})
        await ben.expect_event(Said, text="good evening")


async def test_bytes_go_through_as_they_are_in_messages_and_fragments_of_any_size(autojump_clock: MockClock) -> None:
    async with own_site() as page:
        stream = await opened(page)
        sent = PING * 1000
        frames = [
            Frame(Opcode.BINARY, sent[:1], fin=False),
            Frame(Opcode.CONT, sent[1:9], fin=False),
            Frame(Opcode.CONT, sent[9:100]),
            Frame(Opcode.BINARY, b""),
            Frame(Opcode.BINARY, sent[100:]),
        ]
        await stream.send_all(b"".join(frame.serialize(mask=True) for frame in frames))

        received = b""
        with trio.fail_after(PATIENCE):
            while received.count(PONG) < 1000:
                received += await stream.receive_some()


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Frame(Opcode.TEXT, PING), 1003),
        (Frame(Opcode.BINARY, bytes(CHUNK + 1)), 1009),
        (Frame(Opcode.CONT, PING), 1002),
    ],
)
async def test_a_text_and_a_frame_that_is_too_long_end_it(autojump_clock: MockClock, frame: Frame, code: int) -> None:
    async with own_site() as page:
        stream = await opened(page)
        await stream.send_all(frame.serialize(mask=True))

        received = await answered(stream, b"")

        assert received == Frame(Opcode.CLOSE, received[2:]).serialize(mask=False)
        assert int.from_bytes(received[2:4]) == code


# Its end.


async def test_when_the_daemon_says_goodbye_the_terminal_gets_it_and_the_end(autojump_clock: MockClock) -> None:
    async with own_site() as page:
        stream = await terminal(page)
        await stream.send_all(b"nonsense\n")

        received = b""
        with trio.fail_after(PATIENCE):
            while more := await stream.receive_some():
                received += more

        assert b'"reason":"malformed"' in received
        await trio.sleep(5)
        assert page.server.terminals.taken(EVERYBODY) == 0


async def test_what_a_terminal_sends_last_arrives_before_its_end(autojump_clock: MockClock) -> None:
    async with own_site() as page:
        ann = await page.seated()
        ben = page.host.client(await terminal(page), "Ben")
        await ben.enter()
        await ben.send(ben.asks(Say("so long")))

        await ben.stream.aclose()

        await ann.says("so long")
        await trio.sleep(1)
        assert page.server.terminals.taken(EVERYBODY) == 0


async def test_without_the_daemon_a_terminal_is_told_to_come_back_later(autojump_clock: MockClock) -> None:
    async with own_site() as page:
        page.is_reachable = False
        stream = await opened(page)

        assert (await answered(stream, b""))[2:4] == (1013).to_bytes(2)


async def test_a_silent_terminal_is_pinged_and_one_that_does_not_answer_is_cut(autojump_clock: MockClock) -> None:
    async with own_site() as page:
        ben = page.host.client(await terminal(page), "Ben")
        await ben.enter()
        dead = await opened(page)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ben.until, lambda: False)
            await trio.sleep(3 * TIME_BETWEEN_PINGS)

            assert page.server.terminals.taken(EVERYBODY) == 1
            nursery.cancel_scope.cancel()
        await dead.aclose()


async def test_a_terminal_that_does_not_read_is_cut_and_slows_nobody_else(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with own_site(seats=3) as page:
        ben = page.host.client(await terminal(page, trio.testing.lockstep_stream_pair), "Ben")
        await ben.enter()
        cho = page.host.client(await terminal(page), "Cho")
        await cho.enter()

        began = trio.current_time()
        await cho.accepted(Say("hello"))
        assert trio.current_time() - began < 1

        async with trio.open_nursery() as nursery:
            nursery.start_soon(cho.until, lambda: False)
            await trio.sleep(2 * TIME_TO_TAKE)
            assert page.server.terminals.taken(EVERYBODY) == 1
            nursery.cancel_scope.cancel()
        assert not [record for record in caplog.records if record.name == "fives.page"]


class StuckSite(OwnSite):
    """A page whose daemon takes connections and reads nothing."""

    async def dial(self, _: Address) -> trio.abc.Stream:
        """A connection that nobody reads."""
        return trio.testing.lockstep_stream_pair()[0]


async def test_a_terminal_is_cut_if_the_daemon_does_not_read(autojump_clock: MockClock) -> None:
    async with site(of=StuckSite) as page:
        stream = await terminal(page)
        began = trio.current_time()
        await stream.send_all(PING)

        with trio.fail_after(3 * TIME_TO_TAKE):
            assert await stream.receive_some() == b""
        assert TIME_TO_TAKE <= trio.current_time() - began < 2 * TIME_TO_TAKE


# Places.


async def test_terminals_and_browsers_take_no_places_from_each_other(autojump_clock: MockClock) -> None:
    async with own_site(seats=4) as page:
        page.server.limits = browser_limits(most=2)
        terminals = [await terminal(page) for _ in range(2)]
        assert status_of(await answered(page.stream(), handshake("/lines", origin=None))) == 503

        ann, bea = [await page.seated(name) for name in ("Ann", "Bea")]

        assert [await pong(stream) for stream in terminals] == [PONG] * 2
        await ann.press("chat", {"text": "still here"})
        await bea.says("still here")
        await terminals[0].aclose()
        await trio.sleep(5)
        assert await pong(await terminal(page))


# The challenge.


async def test_only_this_page_can_answer_its_challenge(autojump_clock: MockClock) -> None:
    async with own_site() as page, own_site() as other:
        answers = [await answered(at.stream(), request("/.well-known/fives?nonce=abc")) for at in (page, page, other)]

        assert [status_of(answer) for answer in answers] == [200] * 3
        first, again, elsewhere = [answer.partition(b"\r\n\r\n")[2] for answer in answers]
        assert first == again != elsewhere
        assert len(first) == 64


@pytest.mark.parametrize(
    ("query", "host", "status"),
    [
        ("", NAME, 400), ("?nonce=", NAME, 400), (f"?nonce={'a' * 101}", NAME, 400), ("?nonce=%00", NAME, 400),
        ("?other=abc", NAME, 400), (f"?nonce={'a' * 100}", NAME, 200), ("?nonce=abc", "evil.example", 421),
    ],
)  # fmt: skip
async def test_a_challenge_needs_a_short_nonce_and_a_known_host(
    autojump_clock: MockClock, query: str, host: str, status: int
) -> None:
    async with own_site() as page:
        assert status_of(await answered(page.stream(), request(f"/.well-known/fives{query}", host=host))) == status


async def test_a_page_of_another_host_s_daemon_answers_no_challenge(autojump_clock: MockClock) -> None:
    async with site() as page:
        assert status_of(await answered(page.stream(), request("/.well-known/fives?nonce=abc"))) == 404
