"""A host behind a web server: a whole match with the settings of docs/operating.md, and what is said without them."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from daemon.net.request_head import forwarded_origin
from protocol.log.audit import audit
from protocol.shared.household import TUNNEL
from protocol.wire.record import read_record
from tests.client.browser import browser
from tests.end_to_end.program import Running, records_of, running
from tests.end_to_end.pseudo_terminal import fives
from tests.end_to_end.test_page_in_browser import IS_OVER, open_page, type_name
from tests.end_to_end.test_shared_match import GAME, PATIENCE, WIDE, play
from tests.ports import free_port
from tests.proxies import NAME, SERVERS, Proxies

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the tests' web servers are Debian's")

OFFLINE = "document.getElementById('offline').textContent"
TRIED = list(SERVERS) if "FIVES_LONG" in os.environ else ["nginx"]
"""Servers that pass a whole match on: in the long form all of them."""


@asynccontextmanager
async def host_behind(proxies: Proxies, port: int, folder: Path) -> AsyncIterator[Running]:
    """A host without a seat, whose way in is this port."""
    flags = ("--outside-port", str(port), "--known-as", NAME, "--trust-forwarded", "--no-invitations")
    async with running(folder / "host", *GAME, *flags, has_page=True, more=proxies.environment) as daemon:
        yield daemon


@pytest.fixture
def proxies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Proxies:
    """Web servers, which this test's programs trust."""
    proxies = Proxies(tmp_path / "proxies")
    for name, value in proxies.environment.items():
        monkeypatch.setenv(name, value)
    return proxies


@pytest.mark.parametrize("server", TRIED)
async def test_a_whole_match_is_played_in_a_browser_and_a_terminal_with_the_documented_settings(
    server: str, proxies: Proxies, tmp_path: Path
) -> None:
    port = free_port()
    async with host_behind(proxies, port, tmp_path) as daemon:
        with proxies.running(server, port) as link, browser(tmp_path / "cho", trusts_everybody=True) as tab:
            await trio.to_thread.run_sync(open_page, tab, link)
            await trio.to_thread.run_sync(type_name, tab, "Cho")
            await trio.to_thread.run_sync(tab.until, "!!document.querySelector('#waiting h2')", True)
            with fives("join", f"{link}/", "--name", "Ben", "--lines", home=tmp_path / "ben", columns=WIDE) as ben:
                await trio.to_thread.run_sync(ben.shows, "Cho")
                await trio.to_thread.run_sync(play, tab, ben, PATIENCE)
                assert tab.evaluate(IS_OVER)
    (path,) = records_of(daemon.data)
    with path.open("rb") as file:
        assert audit(read_record(file).entries) is None
    assert "WebSocket" not in daemon.errors.read_text()


@pytest.mark.parametrize("server", SERVERS)
async def test_what_a_browser_writes_about_its_address_does_not_count_behind_the_documented_settings(
    server: str, proxies: Proxies
) -> None:
    heads: list[bytes] = []

    async def host(stream: trio.SocketStream) -> None:
        async with stream:
            heads.append(bytes(await stream.receive_some(4096)))
            await stream.send_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")

    async with trio.open_nursery() as nursery:
        [listener] = await nursery.start(partial(trio.serve_tcp, host, 0, host="127.0.0.1"))
        with proxies.running(server, listener.socket.getsockname()[1]) as link:
            with trio.fail_after(PATIENCE):
                assert b" 204 " in await proxies.get(link, "X-Forwarded-For: 203.0.113.66")
        nursery.cancel_scope.cancel()
    assert [forwarded_origin(head).household for head in heads] == [TUNNEL], "it comes from this machine"


@pytest.mark.parametrize("server", [server for server in TRIED if server in {"nginx", "apache"}])
async def test_without_the_settings_page_terminal_and_log_say_that_the_proxy_passes_no_websockets(
    server: str, proxies: Proxies, tmp_path: Path
) -> None:
    port = free_port()
    async with host_behind(proxies, port, tmp_path) as daemon:
        with proxies.running(server, port, _without_settings) as link:
            with browser(tmp_path / "cho", trusts_everybody=True) as tab:
                await trio.to_thread.run_sync(open_page, tab, link)
                told = f"{OFFLINE}.startsWith('The page came, but the connection for the game did not')"
                await trio.to_thread.run_sync(tab.until, told, True)
                await trio.to_thread.run_sync(open_page, tab, f"{link}/tv")
                await trio.to_thread.run_sync(tab.until, told, True)
            with fives("join", link, "--name", "Ben", "--lines", home=tmp_path / "ben", columns=WIDE) as ben:
                await trio.to_thread.run_sync(ben.shows, "does not pass WebSockets on")
    assert "a WebSocket came without its Upgrade" in daemon.errors.read_text()


async def test_a_page_in_a_folder_says_that_it_needs_a_name_of_its_own(proxies: Proxies, tmp_path: Path) -> None:
    port = free_port()
    async with host_behind(proxies, port, tmp_path):
        with (
            proxies.running("nginx", port, partial(_in_folder, "/fives/")) as link,
            browser(tmp_path / "cho", trusts_everybody=True) as tab,
        ):
            await trio.to_thread.run_sync(open_page, tab, f"{link}/fives/")
            told = f"{OFFLINE}.startsWith('This page works at the root of a name alone')"
            await trio.to_thread.run_sync(tab.until, told, True)


def _without_settings(settings: str) -> str:
    settings = settings.replace(" upgrade=websocket", "")
    lines = settings.splitlines(keepends=True)
    return "".join(line for line in lines if not line.strip().startswith(("proxy_http_version", "proxy_set_header")))


def _in_folder(folder: str, settings: str) -> str:
    return settings.replace("location / {", f"location {folder} {{").replace(":5534;", ":5534/;")
