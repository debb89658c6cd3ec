"""Requests to the page: its files, its WebSocket, and bad requests."""

import gzip
import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from client.model.sounds import TUNES
from client.web.hosts import Hosts
from client.web.http import Served
from client.web.page_files import SCRIPTS, TV_SCRIPTS, page_files
from client.web.places import browser_limits
from client.web.policy import POLICY
from client.web.server import Server
from protocol.shared.address import Address
from protocol.shared.http_head import MOST_HEAD_BYTES, TIME_TO_ASK
from protocol.shared.offered_languages import ENGLISH
from tests.client.web.page_client import NAME, answered, handshake, request, status_of

Connect = Callable[[], trio.abc.Stream]


async def never(_: Address) -> trio.abc.Stream:
    """The daemon, for tests that have none."""
    raise ConnectionRefusedError(111, "Connection refused")


@pytest.fixture
async def connect(nursery: trio.Nursery) -> Connect:
    """Connects to a page that is known as `NAME`."""
    server = Server(Address("host", 5533), Hosts([NAME]), browser_limits(most=3))

    def connected() -> trio.abc.Stream:
        ours, theirs = trio.testing.memory_stream_pair()
        nursery.start_soon(server.serve, theirs, "192.0.2.7", never)
        return ours

    return connected


@pytest.mark.parametrize(
    ("path", "type_"),
    [
        ("/", "text/html"), ("/?from=chat", "text/html"), ("/ash", "text/html"), ("/oak-2?from=chat", "text/html"),
        ("/tv", "text/html"), ("/tv/ash", "text/html"),
        ("/page.js", "text/javascript"), ("/page.css", "text/css"),
        ("/icon.svg", "image/svg+xml"), ("/manifest.webmanifest", "application/manifest+json"),
    ],
)  # fmt: skip
async def test_the_page_is_some_files_and_a_table_s_path_leads_to_it(connect: Connect, path: str, type_: str) -> None:
    answer = await answered(connect(), request(path))

    assert status_of(answer) == 200
    assert f"Content-Type: {type_}; charset=utf-8\r\n".encode() in answer


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (request("/lines"), 404),
        (request("/tv/a/b"), 404),
        (request("/ash/secret"), 404),
        (request("/favicon.ico"), 404),
        (request("/../page.py"), 404),
        (request("/page.py"), 404),
        (request("http://page.test/"), 404),
        (request(method="POST"), 405),
        (request(method="HEAD"), 200),
        (request("/ash", method="HEAD"), 200),
        (request("/lines", method="HEAD"), 404),
        (handshake().replace(b"GET", b"HEAD", 1), 405),
        (request(method="OPTIONS"), 405),
        (request("/", "Content-Length: 5", method="POST"), 405),
        (request("/play"), 403),
        (request("/play", f"Origin: http://{NAME}"), 426),
        (request(host=None), 400),
        (request("/", "Host: localhost"), 400),
        (request("/", "Content-Length: 5"), 400),
        (request("/", "Transfer-Encoding: chunked"), 400),
        (request("/", "no colon"), 400),
        (request() + 2 * MOST_HEAD_BYTES * b"x", 200),
        (b"GET /\r\n\r\n", 400),
        (b"GET / HTTP/2\r\nHost: localhost\r\n\r\n", 400),
        (b"\xff\xfe\x00\r\n\r\n", 400),
        (request("/", *[f"X-{number}: 1" for number in range(200)]), 400),
        (request(host="evil.example"), 421),
        (request(host="evil.example:5533"), 421),
        (request(host="localhost"), 200),
        (request(host="[fd00::2]:5533"), 200),
        (handshake(), 101),
        (handshake(origin=f"https://{NAME}:443"), 101),
        (handshake(host="localhost:5533", origin="http://localhost:5533"), 101),
        (handshake(host="localhost:5533", origin=f"https://{NAME}"), 101),
        (handshake(host="localhost:5533", origin="http://localhost:9"), 403),
        (handshake(host="localhost:5533", origin="http://6.6.6.6"), 403),
        (handshake(host="192.0.2.1:5533", origin="https://[2001:db8::1]"), 403),
        (handshake(origin=None), 403),
        (handshake(origin="null"), 403),
        (handshake(origin="http://evil.example"), 403),
        (handshake(host="evil.example", origin="http://evil.example"), 421),
    ],
)
async def test_the_status_depends_on_method_path_and_host(
    connect: Connect, autojump_clock: MockClock, sent: bytes, status: int
) -> None:
    answer = await answered(connect(), sent)

    assert status_of(answer) == status
    document = page_files()["/"]
    policy = document.policy if f"Content-Length: {len(document.content)}\r\n".encode() in answer else POLICY
    for header in (
        f"Content-Security-Policy: {policy}",
        "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff",
        "Cache-Control: no-store",
    ):
        assert f"\r\n{header}\r\n".encode() in answer
    assert b"Set-Cookie" not in answer
    assert b"permessage-deflate" not in answer


async def test_the_page_names_its_files_with_their_version_and_browsers_keep_them(connect: Connect) -> None:
    page = (await answered(connect(), request())).decode()
    named = re.findall(r'(?:href|src)="([^"]+\?v=[0-9a-f]{16})"', page)

    assert b"\r\nCache-Control: no-store\r\n" in await answered(connect(), request("/?v=1"))
    assert {name.partition("?")[0] for name in named} == {"page.css", "page.js"}
    for name in named:
        answer = await answered(connect(), request(f"/{name}"))
        assert b"\r\nCache-Control: public, max-age=31536000, immutable\r\n" in answer

        other = await answered(connect(), request(f"/{name}0"))
        assert b"\r\nCache-Control: no-store\r\n" in other


@pytest.mark.parametrize(("path", "number"), [("/ash", 2), ("/tv", 0), ("/league", 0)])
async def test_a_document_allows_the_style_and_the_script_that_it_has_in_it_and_no_other(
    connect: Connect, path: str, number: int
) -> None:
    head, _, body = (await answered(connect(), request(path))).decode().partition("\r\n\r\n")
    allowed = set(re.findall(r"'(sha256-[^']+)'", head))

    within = re.findall(r"<(?:style|script)>(.*?)</", body, re.DOTALL)
    assert len(within) == number
    assert allowed == {f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}" for text in within}
    assert "'unsafe" not in head
    assert not re.search(r" on\w+=| style=", body), "a policy with hashes allows no attributes"


@pytest.mark.parametrize(("path", "names"), [("/page.js", SCRIPTS), ("/tv.js", TV_SCRIPTS), ("/motion.js", ["motion"])])
async def test_a_page_s_scripts_come_one_after_another_as_they_are_written(
    connect: Connect, path: str, names: Sequence[str]
) -> None:
    _, _, body = (await answered(connect(), request(path))).partition(b"\r\n\r\n")

    assert body == b'"use strict";\n' + b"".join(_script(name) for name in names)


def test_the_script_has_a_tune_for_each_sound() -> None:
    sent = page_files()["/page.js"].content.decode()
    (quoted,) = re.findall(r"const TUNES = JSON.parse\((.*)\);", sent)

    assert json.loads(json.loads(quoted)) == {name: list(tones) for name, tones in TUNES.items()}


@pytest.mark.parametrize("names", [SCRIPTS, (*TV_SCRIPTS, "motion")])
def test_a_name_at_the_top_of_a_script_is_there_once_in_the_scope_of_its_page(names: Sequence[str]) -> None:
    """Of two functions of one name the browser takes the second, without a word."""
    at_the_top = [name for script in names for name in _names_at_the_top(_script(script).decode())]

    assert {"find", "say", "whatBlocks", "brought", "code"} <= set(at_the_top)
    assert [name for name, times in Counter(at_the_top).items() if times > 1] == []


def _script(name: str) -> bytes:
    """The script as it is sent: as it is written, with the tunes in their place."""
    written = (files("client.web") / "assets" / f"{name}.js").read_bytes()
    return written.replace(b'"{{tunes}}"', json.dumps(json.dumps(TUNES, separators=(",", ":"))).encode())


def _names_at_the_top(script: str) -> list[str]:
    functions = re.findall(r"(?m)^(?:async )?function (\w+)", script)
    variables = [re.sub(r"//.*", "", line) for line in re.findall(r"(?m)^(?:const|let) (.*)$", script)]
    return functions + [name for line in variables for name in re.findall(r"(?:^|, )(\w+) = ", _outermost(line))]


def _outermost(line: str) -> str:
    """The line without what is in brackets."""
    shorter = re.sub(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}", "", line)
    return line if shorter == line else _outermost(shorter)


@pytest.mark.parametrize("path", ["/", "/page.css", "/page.js"])
async def test_files_are_compressed_for_a_browser_that_says_so(connect: Connect, path: str) -> None:
    plain = await answered(connect(), request(path))
    head, _, body = (await answered(connect(), request(path, "Accept-Encoding: br, gzip"))).partition(b"\r\n\r\n")

    assert b"\r\nContent-Encoding: gzip\r\n" in head
    assert gzip.decompress(body) == plain.partition(b"\r\n\r\n")[2]
    assert b"\r\nVary: Accept-Encoding, Accept-Language, Cookie\r\n" in head
    assert b"Content-Encoding" not in await answered(connect(), request(path, "Accept-Encoding: identity"))


async def test_a_request_for_the_head_gets_the_headers_of_the_page_and_no_body(connect: Connect) -> None:
    whole, head = await answered(connect(), request()), await answered(connect(), request(method="HEAD"))

    assert head.endswith(b"\r\n\r\n")
    assert whole.startswith(head)


async def test_the_page_describes_itself_to_programs_that_show_links(connect: Connect) -> None:
    answer = await answered(connect(), request("/ash"))

    assert b'<meta name="description" content="' in answer
    assert b'<meta property="og:title" content="' in answer


@pytest.mark.parametrize("path", ["/fives/", "/fives/oak", "/fives/play", "/tv/oak/x"])
async def test_a_page_in_a_folder_of_another_site_is_told_to_get_a_name(connect: Connect, path: str) -> None:
    answer = await answered(connect(), request(path))

    assert status_of(answer) == 404
    assert b"a proxy gives it a name of its own" in answer


async def test_a_page_opened_under_an_unknown_name_says_how_to_register_it(connect: Connect) -> None:
    answer = await answered(connect(), request(host="<b>evil.example"))

    assert b"--known-as NAME" in answer
    assert b"text/plain" in answer


@pytest.mark.parametrize("lines", [1, 64])
async def test_headers_of_more_than_8_kb_in_all_are_refused(connect: Connect, lines: int) -> None:
    header = f"X-Long: {MOST_HEAD_BYTES // lines * 'x'}"

    answer = await answered(connect(), request("/", *[header] * lines))

    assert status_of(answer) == 431


async def test_a_request_that_arrives_too_slowly_is_dropped(connect: Connect, autojump_clock: MockClock) -> None:
    stream = connect()

    async def drip() -> None:
        for letter in request():
            await stream.send_all(bytes([letter]))
            await trio.sleep(TIME_TO_ASK / 10)

    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_forgiven(drip))
        assert await stream.receive_some() == b""
        nursery.cancel_scope.cancel()
    assert trio.current_time() - began < 2 * TIME_TO_ASK


async def test_a_tls_handshake_is_dropped_at_once(connect: Connect, autojump_clock: MockClock) -> None:
    began = trio.current_time()

    assert await answered(connect(), b"\x16\x03\x01\x02\x00\x01") == b""
    assert trio.current_time() - began < TIME_TO_ASK


async def test_a_connection_over_the_limit_has_the_oldest_one_end(connect: Connect, autojump_clock: MockClock) -> None:
    streams = []
    for _ in range(3):
        streams.append(connect())
        await trio.testing.wait_all_tasks_blocked()

    assert status_of(await answered(connect(), request())) == 200

    assert await streams[0].receive_some() == b""
    assert status_of(await answered(streams[1], request())) == 200


def _forgiven(send: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    async def sent() -> None:
        with suppress(trio.BrokenResourceError):
            await send()

    return sent


def test_a_version_is_added_to_names_of_files_and_not_to_empty_texts() -> None:
    files = page_files()

    assert b'content: ""' in files["/page.css"].content
    assert b"?v=" not in files["/page.css"].content
    assert b"?v=" not in files["/icon-512.png"].content
    assert b'"page.js?v=' in files["/"].content
    assert b'"/motion.js?v=' in files["/tv"].content


def test_all_servers_of_a_process_send_the_same_files_which_are_made_once() -> None:
    assert Served(Hosts()).files_in(ENGLISH) is Served(Hosts()).files_in(ENGLISH)
