"""Web servers as a terminal's client reaches them: certificates, answers, WebSockets."""

import datetime
from pathlib import Path

import pytest
import trio
from websockets.frames import Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from client.net.web import WebError, WebRefusalError, get, open_tls, open_websocket
from client.net.web_stream import LONGEST_SENT
from protocol.shared.address import Address
from tests.client.net.web_server import Identity, Socket, WebServer, listening, page_of

pytestmark = pytest.mark.usefixtures("authority")


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Identity:
    """The only authority that this system trusts."""
    authority = Identity(tmp_path, "the tests")
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    return authority


@pytest.fixture
def site(tmp_path: Path, authority: Identity) -> Identity:
    return Identity(tmp_path, by=authority)


async def echo(stream: trio.abc.Stream) -> None:
    async for received in stream:
        await stream.send_all(received)


async def test_bytes_go_through_a_websocket_in_both_directions(site: Identity) -> None:
    server = WebServer(echo)
    sent = bytes(range(256)) * 300
    with trio.fail_after(60):
        async with listening(server, site.context()) as address, await open_websocket(address, "/lines") as stream:
            await stream.send_all(sent)
            received = b""
            while len(received) < len(sent):
                received += await stream.receive_some(1000)

    assert received == sent
    assert len(sent) > LONGEST_SENT
    assert "Origin" not in server.requests[0].headers


async def test_fragments_of_any_length_are_joined_and_pings_answered(site: Identity) -> None:
    answered: list[Opcode] = []

    async def serve(stream: trio.abc.Stream) -> None:
        assert isinstance(stream, Socket)
        stream.protocol.send_binary(b"he", fin=False)
        stream.protocol.send_ping(b"?")
        stream.protocol.send_continuation(b"ll", fin=False)
        stream.protocol.send_continuation(b"o", fin=True)
        await stream.flush()
        await stream.receive_some()
        answered.extend(stream.controls)
        stream.protocol.send_close()
        await stream.flush()

    with trio.fail_after(60):
        async with (
            listening(WebServer(serve), site.context()) as address,
            await open_websocket(address, "/lines") as stream,
        ):
            received = b""
            while len(received) < 5:
                received += await stream.receive_some()
            await stream.send_all(b"!")
            end = await stream.receive_some()

    assert (received, end, answered) == (b"hello", b"", [Opcode.PONG])


async def test_bytes_that_come_with_the_handshake_are_not_lost(site: Identity) -> None:
    async def serve(stream: trio.abc.Stream) -> None:
        protocol = ServerProtocol()
        while not (events := protocol.events_received()):
            protocol.receive_data(bytes(await stream.receive_some()))
        assert isinstance(events[0], Request)
        protocol.send_response(protocol.accept(events[0]))
        protocol.send_binary(b"early")
        await stream.send_all(b"".join(protocol.data_to_send()))
        await stream.receive_some()

    with trio.fail_after(60):
        async with listening(serve, site.context()) as address, await open_websocket(address, "/lines") as stream:
            assert await stream.receive_some() == b"early"


async def test_a_page_is_read_with_its_status(site: Identity) -> None:
    server = WebServer(echo, {"/.well-known/fives?nonce=5": page_of(200, "yes")})
    with trio.fail_after(60):
        async with listening(server, site.context()) as address:
            assert await get(address, "/.well-known/fives?nonce=5") == (200, b"yes")
            assert await get(address, "/nothing") == (404, b"no such thing")


async def test_a_page_without_end_is_not_read_to_it(site: Identity) -> None:
    async def pour(stream: trio.abc.Stream) -> None:
        await stream.receive_some()
        await stream.send_all(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            await stream.send_all(b"x" * 65536)

    with trio.fail_after(60):
        async with listening(pour, site.context()) as address:
            with pytest.raises(WebError, match="is not a web server that leads to a game"):
                await get(address, "/")


@pytest.mark.parametrize(
    ("answer", "meaning"),
    [
        (page_of(200, "<html>welcome</html>"), "a page to read, and no way to a game"),
        (page_of(302, "", "Location: https://elsewhere.example/"), "sends people to another place"),
        (page_of(400, ""), "does not pass WebSockets on; the host finds the settings for it in docs/hosting.md"),
        (page_of(426, ""), "does not pass WebSockets on"),
        (page_of(505, ""), "does not pass WebSockets on"),
        (page_of(403, ""), "lets only some people in"),
        (page_of(404, ""), "the tunnel may have ended"),
        (page_of(421, ""), "does not know this name as its own"),
        (page_of(502, ""), "the host may have stopped"),
        (page_of(503, ""), "no room for another connection"),
        (page_of(530, ""), "the tunnel has ended"),
    ],
)
async def test_what_a_web_server_answers_is_explained(site: Identity, answer: bytes, meaning: str) -> None:
    with trio.fail_after(60):
        async with listening(WebServer(echo, {"/lines": answer}), site.context()) as address:
            with pytest.raises(WebRefusalError, match=meaning):
                await open_websocket(address, "/lines")


@pytest.mark.parametrize("said", [b"SSH-2.0-OpenSSH_9.6\r\n", b"HTTP/1.1 101 OK\r\nUpgrade: websocket\r\n\r\n"])
async def test_what_does_not_answer_as_a_web_server_is_none(site: Identity, said: bytes) -> None:
    async def serve(stream: trio.abc.Stream) -> None:
        await stream.receive_some()
        await stream.send_all(said)

    with trio.fail_after(60):
        async with listening(serve, site.context()) as address:
            with pytest.raises(WebError, match="is not a web server"):
                await open_websocket(address, "/lines")


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 101 Swi", b"HTTP/1.1 101 OK\r\nUpgrade: websocket\r\n"])
async def test_a_web_server_that_ends_before_its_answer_does_may_be_the_right_one(site: Identity, said: bytes) -> None:
    async def serve(stream: trio.abc.Stream) -> None:
        await stream.receive_some()
        await stream.send_all(said)

    with trio.fail_after(60):
        async with listening(serve, site.context()) as address:
            with pytest.raises(WebError, match="closed the connection"):
                await open_websocket(address, "/lines")


async def test_what_does_not_speak_tls_is_no_web_server() -> None:
    async def serve(stream: trio.abc.Stream) -> None:
        await stream.receive_some()
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with trio.fail_after(60):
        async with listening(serve) as address:
            with pytest.raises(WebError, match="is not a web server"):
                await open_tls(address)


async def test_a_certificate_of_nobody_known_is_refused(tmp_path: Path) -> None:
    with trio.fail_after(60):
        async with listening(echo, Identity(tmp_path).context()) as address:
            with pytest.raises(WebError, match=r"sits in between, or your clock is .* authority in SSL_CERT_FILE"):
                await open_tls(address)


async def test_a_certificate_that_has_expired_is_blamed_on_the_clock_first(tmp_path: Path, authority: Identity) -> None:
    expired = Identity(tmp_path, by=authority, until=-datetime.timedelta(days=1))
    with trio.fail_after(60):
        async with listening(echo, expired.context()) as address:
            with pytest.raises(WebError, match="your clock may be wrong, or something sits in between"):
                await open_tls(address)


async def test_a_certificate_for_another_name_is_refused(tmp_path: Path, authority: Identity) -> None:
    other = Identity(tmp_path, "other.example", by=authority)
    with trio.fail_after(60):
        async with listening(echo, other.context()) as address:
            with pytest.raises(WebError, match="is for another name"):
                await open_tls(Address("localhost", address.port))


async def test_a_link_to_a_name_that_is_gone_says_that_tunnels_end() -> None:
    with pytest.raises(WebError, match=r"no machine called .*: ask the host for a new link"):
        await open_tls(Address("quick-fox.invalid", 443))


async def test_a_web_server_that_sends_one_byte_after_another_is_given_up(
    site: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def serve(stream: trio.abc.Stream) -> None:
        await stream.receive_some()
        for byte in page_of(200, "slow"):
            await stream.send_all(bytes([byte]))
            await trio.sleep(0.05)

    monkeypatch.setattr("client.net.web.TIME_TO_ANSWER", 0.3)
    with trio.fail_after(60):
        async with listening(serve, site.context()) as address:
            with pytest.raises(WebError, match="does not answer"):
                await get(address, "/")
