"""Browsers at the daemon's port: how they are recognised, where they connect, and the answer without a page."""

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from daemon.guest import Origin
from daemon.net.addresses import origin_of
from daemon.net.browsers import NO_PAGE, TOO_MANY, Browsers, PageAddress, is_browser
from daemon.net.connections import Connections
from daemon.net.request_head import forwarded_origin, is_websocket_cut_off
from protocol.shared.household import TUNNEL
from protocol.shared.introduction import (
    MOST_WAITING,
    TIME_TO_INTRODUCE,
    BrowserOrigin,
    IntroductionError,
    introduce,
    receive_introduction,
)
from protocol.shared.places import PlaceLimits
from protocol.wire.messages import AskTables, Tables
from tests.daemon import tls
from tests.daemon.harness import ELSEWHERE, Host, hosting

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
SECRET = "only the two know"


@pytest.mark.parametrize("first", [REQUEST, b"GET ", b"HEAD / HTTP/1.1", b"POST /", b"OPTIONS * HTTP/1.1"])
def test_a_browser_is_recognised_by_its_first_bytes(first: bytes) -> None:
    assert is_browser(first) is True
    assert is_browser(first[:2]) is None


@pytest.mark.parametrize(
    "first", [b"{", b'{"type":"hello"', b"get / ", b"GETX", b"PUT /", b"\x16\x03\x01", b"\n", b"HEADS"]
)
def test_everything_else_is_no_browser(first: bytes) -> None:
    assert is_browser(first) is False


@pytest.mark.parametrize(
    ("headers", "address"),
    [
        ("X-Forwarded-For: 203.0.113.9", "203.0.113.9"),
        ("x-forwarded-for:203.0.113.9", "203.0.113.9"),
        ("X-Forwarded-For: 198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: 203.0.113.9", "203.0.113.9"),
        ("X-Forwarded-For: 2001:db8::1", "2001:db8::1"),
        ("X-Forwarded-For: [2001:db8::1]", "2001:db8::1"),
        ("X-Forwarded-For: 203.0.113.9:4711", "203.0.113.9"),
        ("X-Forwarded-For: 198.51.100.1:80, 203.0.113.9:4711", "203.0.113.9"),
        ("X-Forwarded-For: [2001:db8::1]:4711", "2001:db8::1"),
        ("X-Forwarded-For: 203.0.113.9:", TUNNEL),
        ("X-Forwarded-For: 203.0.113.9:x", TUNNEL),
        ("X-Forwarded-For: [2001:db8::1", TUNNEL),
        ("X-Forwarded-For: 127.0.0.1:4711", TUNNEL),
        ("X-Forwarded-For: [::1]:4711", TUNNEL),
        ("X-Forwarded-For: 127.0.0.1", TUNNEL),
        ("X-Forwarded-For: ::1", TUNNEL),
        ("X-Forwarded-For: ::ffff:127.0.0.1", TUNNEL),
        ("X-Forwarded-For: loopback", TUNNEL),
        ("X-Forwarded-For: 203.0.113.9, unknown", TUNNEL),
        ("X-Forwarded-For:", TUNNEL),
        ("Forwarded: for=203.0.113.9", TUNNEL),
        ("Host: localhost", TUNNEL),
    ],
)
def test_where_a_browser_is_says_the_last_address_that_the_tunnel_has_added(headers: str, address: str) -> None:
    found = forwarded_origin(f"GET / HTTP/1.1\r\n{headers}\r\n\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n".encode())

    assert found == origin_of(address, is_outside=True)
    assert not found.is_loopback


WEBSOCKET = b"Host: localhost\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


@pytest.mark.parametrize(
    ("head", "is_cut_off"),
    [
        (b"GET /play HTTP/1.0\r\nConnection: close\r\n" + WEBSOCKET, True),
        (b"GET /lines HTTP/1.1\r\nConnection: keep-alive\r\n" + WEBSOCKET, True),
        (b"GET /lines HTTP/1.1\r\nUpgrade: h2c\r\n" + WEBSOCKET, True),
        (b"GET /play HTTP/1.1\r\nconnection: upgrade\r\nupgrade: WebSocket\r\n" + WEBSOCKET, False),
        (b"GET /play HTTP/1.1\r\nHost: localhost\r\n", False),
        (b"GET /oak HTTP/1.1\r\n" + WEBSOCKET, False),
        (b"GET", False),
    ],
)
def test_a_websocket_without_its_upgrade_has_come_through_a_proxy(head: bytes, is_cut_off: bool) -> None:
    assert is_websocket_cut_off(head + b"\r\nUpgrade: websocket\r\n") is is_cut_off


@pytest.mark.parametrize("origin", [origin_of(TUNNEL, is_outside=True), origin_of(ELSEWHERE)])
async def test_a_proxy_that_does_not_pass_websockets_on_is_in_the_log(
    origin: Origin, autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    head = b"GET /play HTTP/1.0\r\n" + WEBSOCKET + b"\r\n"
    ours, theirs = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(Browsers(10).serve, theirs, origin, head)
        await _all_of(ours)

    assert [message for message in caplog.messages if "has to pass WebSockets on; docs/hosting.md" in message]


async def test_without_a_page_process_a_browser_waits_a_moment_and_is_told(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    ours, theirs = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(Browsers(10).serve, theirs, origin_of(ELSEWHERE), REQUEST)

        assert await _all_of(ours) == NO_PAGE
    assert caplog.messages == [f"a browser from {ELSEWHERE} gets no page: no page process runs"]


async def test_a_page_process_that_does_not_answer_is_logged(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    autojump_clock.autojump_threshold = 0.05  # the page process would be at a real socket
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    browsers = Browsers(10)
    browsers.page_address = PageAddress(listener.socket.getsockname()[1], SECRET)
    await listener.aclose()
    ours, theirs = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(browsers.serve, theirs, origin_of(ELSEWHERE), REQUEST)

        assert await _all_of(ours) == NO_PAGE
    assert caplog.messages == [f"a browser from {ELSEWHERE} gets no page: the page process does not answer"]


async def test_a_browser_that_reads_nothing_is_cut_and_the_log_says_so(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    autojump_clock.autojump_threshold = 0.05  # the page process is at a real socket here

    async def page(stream: trio.SocketStream) -> None:
        await receive_introduction(stream, SECRET)
        await stream.send_all(b"a page")

    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    browsers = Browsers(10)
    browsers.page_address = PageAddress(listener.socket.getsockname()[1], SECRET)
    _, theirs = trio.testing.lockstep_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, page, [listener])
        await browsers.serve(theirs, origin_of(ELSEWHERE), REQUEST)
        nursery.cancel_scope.cancel()

    assert caplog.messages == [f"a browser from {ELSEWHERE} was cut: it read nothing for 30 s"]


async def test_there_is_a_limit_for_browsers_in_all(autojump_clock: MockClock) -> None:
    browsers = Browsers(4)
    answers: list[bytes] = []

    async def browser(peer: str) -> None:
        ours, theirs = trio.testing.memory_stream_pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(browsers.serve, theirs, origin_of(peer), REQUEST)
            answers.append(await _all_of(ours))

    async with trio.open_nursery() as nursery:
        for peer in ("192.0.2.1", "192.0.2.1", "127.0.0.1", "127.0.0.1", TUNNEL, TUNNEL):
            nursery.start_soon(browser, peer)
    assert answers.count(TOO_MANY) == 2
    assert len(browsers) == 0


# The two processes.


@pytest.mark.parametrize(
    "line",
    [
        b'{"secret": "wrong", "address": "192.0.2.1", "outside": false}\n',
        b'{"secret": "", "address": "192.0.2.1", "outside": false}\n',
        b'{"secret": null, "address": "192.0.2.1", "outside": false}\n',
        b'{"secret": "only the two know", "address": 7, "outside": false}\n',
        b'{"secret": "only the two know", "address": "192.0.2.1", "outside": 0}\n',
        b'{"secret": "only the two know", "address": "192.0.2.1"}\n',
        b'{"secret": "\\ud800", "address": "", "outside": false}\n',
        b"[]\n",
        b"\n",
        b"{" * 400 + b"\n",
        b"x" * 1000,
        b"",
    ],
)
async def test_a_request_without_the_secret_gets_no_answer(line: bytes) -> None:
    ours, theirs = trio.testing.memory_stream_pair()
    await ours.send_all(line)
    await ours.send_eof()

    with pytest.raises(IntroductionError):
        await receive_introduction(theirs, SECRET)

    await theirs.aclose()
    assert await _all_of(ours) == b""


@pytest.mark.parametrize("introduction", [BrowserOrigin("192.168.1.7", True), BrowserOrigin("203.0.113.9", False)])
async def test_a_connection_that_the_page_has_made_is_the_browser_s(
    introduction: BrowserOrigin, autojump_clock: MockClock
) -> None:
    async with hosting() as host:
        await host.open_home()
        browsers = Browsers(10)
        browsers.page_address = PageAddress(1, SECRET)
        connections = _more_connections(host, browsers)
        ours, theirs = trio.testing.memory_stream_pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connections.run)
            nursery.start_soon(connections.receive_from_page, theirs)
            await introduce(ours, SECRET, introduction)
            client = host.client(ours)
            await client.send(AskTables())
            await client.expect(Tables)

            (connection,) = connections
            assert connection.guest.origin.address == introduction.address
            assert connection.guest.origin.is_outside is introduction.is_outside
            nursery.cancel_scope.cancel()


async def test_a_limit_counts_a_browser_like_a_terminal_at_the_same_address(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_home()
        browsers = Browsers(10)
        browsers.page_address = PageAddress(1, SECRET)
        connections = _more_connections(host, browsers, most_from_one=2)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connections.run)
            for _ in range(2):
                ours, theirs = trio.testing.memory_stream_pair()
                nursery.start_soon(connections.receive_from_page, theirs)
                await introduce(ours, SECRET, BrowserOrigin(ELSEWHERE))
            terminal, theirs = trio.testing.memory_stream_pair()
            nursery.start_soon(connections.serve, theirs, origin_of(ELSEWHERE))

            assert b"too_many" in await _all_of(terminal)
            nursery.cancel_scope.cancel()


async def test_a_secret_of_an_earlier_page_process_opens_nothing(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosting() as host:
        browsers = Browsers(10)
        browsers.page_address = PageAddress(1, "another secret")
        connections = _more_connections(host, browsers)
        ours, theirs = trio.testing.memory_stream_pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connections.receive_from_page, theirs)
            with pytest.raises(IntroductionError):
                await introduce(ours, SECRET, BrowserOrigin(ELSEWHERE))
    assert "a connection that did not begin with the page process's secret was given up" in caplog.messages


async def test_who_goes_without_a_word_is_no_reason_to_warn(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    """A browser leaves while the page process connects for it."""
    async with hosting() as host:
        browsers = Browsers(10)
        browsers.page_address = PageAddress(1, SECRET)
        ours, theirs = trio.testing.memory_stream_pair()
        await ours.aclose()
        await _more_connections(host, browsers).receive_from_page(theirs)
    assert caplog.messages == []


async def test_local_connections_that_say_nothing_make_room_for_the_page_s(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        browsers = Browsers(10)
        browsers.page_address = PageAddress(1, SECRET)
        connections = _more_connections(host, browsers)
        silent = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connections.run)
            for _ in range(MOST_WAITING):
                ours, theirs = trio.testing.memory_stream_pair()
                nursery.start_soon(connections.receive_from_page, theirs)
                silent.append(ours)
                await trio.testing.wait_all_tasks_blocked()
            page, theirs = trio.testing.memory_stream_pair()
            nursery.start_soon(connections.receive_from_page, theirs)

            await introduce(page, SECRET, BrowserOrigin(ELSEWHERE))

            assert trio.current_time() == 0
            assert await _all_of(silent[0]) == b"", "the one that came first"
            assert trio.current_time() == 0
            assert await _all_of(silent[1]) == b""
            assert trio.current_time() == TIME_TO_INTRODUCE, "the others have their time"
            nursery.cancel_scope.cancel()


async def test_a_request_that_comes_in_pieces_is_a_browser_s_too(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        connections = _more_connections(host, Browsers(10))
        ours, theirs = trio.testing.memory_stream_pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connections.run)
            nursery.start_soon(lambda: connections.serve(theirs, origin_of(ELSEWHERE), may_be_browser=True))
            for at in range(len(REQUEST)):
                await ours.send_all(REQUEST[at : at + 1])
                await trio.sleep(0.01)

            assert await _all_of(ours) == NO_PAGE
            assert len(connections) == 0
            nursery.cancel_scope.cancel()


def _more_connections(host: Host, browsers: Browsers, *, most_from_one: int = 10) -> Connections:
    return Connections(host.house, PlaceLimits(most_from_one=most_from_one), browsers, tls.identity())


async def _all_of(stream: trio.abc.ReceiveStream) -> bytes:
    answer = b""
    while received := await stream.receive_some():
        answer += received
    return answer
