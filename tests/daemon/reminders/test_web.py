"""A message to a server of a player's choice, over real sockets. The server hangs, redirects, lies and moves."""

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
import trio

from daemon.machine.network import network_now
from daemon.reminders.web import MOST_READ, NOT_SENT, Endpoint, NotSentError, Request, Web, may_connect_to
from tests.client.net.web_server import Identity, listening
from tests.daemon.reminders.hook_server import HOST, Answer, HookServer, serving

REQUEST: Final = Request(HOST, "/hooks/1", {"Content-Type": "text/plain"}, b"Your turn.")
OK: Final = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def saying(*pieces: bytes) -> Answer:
    async def answer(stream: trio.abc.Stream) -> None:
        for piece in pieces:
            await stream.send_all(piece)

    return answer


@contextmanager
def not_sent(caplog: pytest.LogCaptureFixture, why: str) -> Iterator[None]:
    """A message is not sent inside: the player always reads the same, and the host's log says why."""
    caplog.set_level("INFO", "fivesd.reminders")
    with pytest.raises(NotSentError, match=f"^{re.escape(NOT_SENT)}$"):
        yield
    assert f"no reminder was sent: {HOST} " in caplog.text
    assert why in caplog.text


async def hanging(_: trio.abc.Stream) -> None:
    await trio.sleep_forever()


async def test_a_message_that_is_taken(tmp_path: Path) -> None:
    async with serving(tmp_path, saying(OK)) as server:
        await server.web.send(REQUEST)

    assert server.received == [REQUEST.to_bytes()]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\n\r\n", "to another place"),
        (b"HTTP/1.1 307 Temporary Redirect\r\nLocation: https://hooks.example.org/2\r\n\r\n", "to another place"),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", "wrong, or deleted"),
        (b"HTTP/1.1 429 Too Many Requests\r\n\r\n", "too many messages"),
        (b"HTTP/1.1 500 Oops\r\n\r\n", "answers 500"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "as a web server does"),
        (b"HTTP/1.1 200", "as a web server does"),
        (b"", "as a web server does"),
        (b"x" * 1_000_000, "as a web server does"),
    ],
)
async def test_every_other_answer_is_a_failure_and_nothing_follows_it(
    tmp_path: Path, answer: bytes, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path, saying(answer)) as server:
        with not_sent(caplog, why):
            await server.web.send(REQUEST)

    assert (len(server.received), server.looked_up) == (1, 1)


async def test_an_endless_answer_is_not_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    sent = 0

    async def endless(stream: trio.abc.Stream) -> None:
        nonlocal sent
        await stream.send_all(b"HTTP/1.1 ")
        while True:
            await stream.send_all(b"1" * MOST_READ)
            sent += MOST_READ

    async with serving(tmp_path, endless) as server:
        with not_sent(caplog, "as a web server does"):
            await server.web.send(REQUEST)


@pytest.mark.parametrize("pause", [0.05, 3600.0])
async def test_a_server_that_answers_slowly_or_never_has_some_seconds_in_all(
    tmp_path: Path, pause: float, caplog: pytest.LogCaptureFixture
) -> None:
    async def drips(stream: trio.abc.Stream) -> None:
        for byte in b"HTTP/1.1 200" + MOST_READ * b" ":
            await stream.send_all(bytes([byte]))
            await trio.sleep(pause)

    async with serving(tmp_path, drips, seconds=0.4) as server:
        with not_sent(caplog, "did not answer within"):
            await server.web.send(REQUEST)


async def test_a_server_that_never_begins_with_tls(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    authority = Identity(tmp_path, "the authority")
    async with listening(hanging) as address:
        with not_sent(caplog, "did not answer within"):
            await HookServer(address.port, authority, 0.3).web.send(REQUEST)


async def test_a_name_that_takes_for_ever_to_find(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    is_over = threading.Event()

    def look_up(_: str) -> Sequence[Endpoint]:
        assert is_over.wait(60), "the message waits for its name"
        raise OSError

    with not_sent(caplog, "did not answer within"):
        await Web(look_up, seconds=-0.7).send(REQUEST)
    is_over.set()


async def test_a_server_that_closes_early(tmp_path: Path) -> None:
    async def closes(stream: trio.abc.Stream) -> None:
        await trio.aclose_forcefully(stream)

    async with serving(tmp_path, closes) as server:
        with pytest.raises(NotSentError):
            await server.web.send(REQUEST)


@pytest.mark.parametrize(
    ("name", "until"), [("other.example.org", timedelta(days=1)), (HOST, timedelta(days=-1))], ids=["name", "date"]
)
async def test_a_certificate_for_another_name_or_day_gets_nothing(
    tmp_path: Path, name: str, until: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path, saying(OK), name=name, until=until) as server:
        with not_sent(caplog, "certificate"):
            await server.web.send(REQUEST)

    assert server.received == []


async def test_a_certificate_of_nobody_known_gets_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(tmp_path / "a", saying(OK)) as server:
        stranger = HookServer(server.endpoints[0][1], Identity(tmp_path / "b", "another authority"), 5)
        with not_sent(caplog, "certificate"):
            await stranger.web.send(REQUEST)

    assert server.received == []


@pytest.mark.parametrize("elsewhere", ["192.168.1.1", "169.254.169.254", "::1", "::ffff:10.0.0.1"])
async def test_a_name_of_the_hosts_own_network_is_not_connected_to(
    tmp_path: Path, elsewhere: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path, saying(OK)) as server:
        server.endpoints += [(elsewhere, 443)]  # one such address is enough
        with not_sent(caplog, "own networks"):
            await server.web.send(REQUEST)

    assert server.received == []


async def test_the_connection_is_to_the_address_that_was_checked(tmp_path: Path) -> None:
    """A name whose answer changes is looked up once for each message, so there is no second answer to go to."""
    async with serving(tmp_path, saying(OK)) as server:
        await server.web.send(REQUEST)
        server.endpoints = [("10.0.0.1", 443)]
        with pytest.raises(NotSentError):
            await server.web.send(REQUEST)

    assert server.looked_up == 2
    assert server.asked == ["127.0.0.1", "10.0.0.1"]
    assert len(server.received) == 1


async def test_another_address_of_the_server_is_tried(tmp_path: Path) -> None:
    async with serving(tmp_path, saying(OK)) as server:
        server.endpoints = [("127.0.0.1", 1), *server.endpoints]
        await server.web.send(REQUEST)

    assert len(server.received) == 1


async def test_no_proxy_of_the_environment_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with serving(tmp_path, saying(OK)) as server:
        await server.web.send(REQUEST)

    assert len(server.received) == 1


async def test_a_name_that_is_not_found(caplog: pytest.LogCaptureFixture) -> None:
    def look_up(_: str) -> Sequence[Endpoint]:
        raise OSError

    with not_sent(caplog, "not a name that can be found"):
        await Web(look_up).send(REQUEST)


def test_a_message_goes_to_the_internet_and_to_no_machine_in_the_hosts_networks() -> None:
    assert may_connect_to("1.1.1.1")
    assert not may_connect_to("192.168.1.1")
    assert not any(may_connect_to(str(own)) for own in network_now().addresses)
