"""The page process as a child: a frozen one is replaced, and a public link is checked in it."""

import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing

from daemon.net.addresses import origin_of
from daemon.net.browsers import Browsers
from daemon.net.connections import Connections
from daemon.program.page_process import NOT_RUNNING, PageProcess
from protocol.shared.household import TUNNEL
from protocol.shared.places import PlaceLimits
from tests.client.net.web_server import Identity, listening
from tests.client.web.page_client import request
from tests.daemon.harness import ELSEWHERE, KeptInvitations, hosting

TIME_LIMIT = 120.0


def page_processes() -> list[int]:
    """The numbers of the page processes that this one has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue  # it has just ended
        if b"page" in words and int(parent) == os.getpid():
            found.append(int(folder.name))
    return found


async def serving(browsers: Browsers) -> int:
    """Wait until a page process serves; its number."""
    while browsers.page_address is None or not page_processes():  # noqa: ASYNC110 - another process begins, or ends
        await trio.sleep(0.05)
    (number,) = page_processes()
    return number


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for processes in /proc")
async def test_a_frozen_page_process_is_killed_and_another_one_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.program.page_process.MOST_SILENT", 4)
    browsers = Browsers(10)
    with trio.fail_after(TIME_LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(PageProcess(browsers, 1, (), "", (10, 10)).run)
            first = await serving(browsers)
            await trio.sleep(5)  # longer than a frozen one has
            assert page_processes() == [first]

            os.kill(first, signal.SIGSTOP)
            while page_processes() == [first]:  # noqa: ASYNC110 - another process ends
                await trio.sleep(0.1)
            second = await serving(browsers)

            assert second != first
            nursery.cancel_scope.cancel()
    assert page_processes() == []


# Public links.


async def status_under(name: str, browsers: Browsers) -> bytes:
    """The status that a browser gets which asks for the page under this name."""
    ours, theirs = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(browsers.serve, theirs, origin_of(ELSEWHERE), request(host=name))
        answer = bytes(await ours.receive_some())
        await ours.aclose()
    return answer.split(b" ")[1]


async def test_a_public_link_is_known_once_it_has_been_checked_until_it_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Identity(tmp_path, "the tests")
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    browsers = Browsers(20)

    async def tunnel(friend: trio.abc.Stream) -> None:
        await browsers.serve(friend, origin_of(TUNNEL, is_outside=True), bytes(await friend.receive_some()))

    with trio.fail_after(TIME_LIMIT):
        async with hosting(invitations=KeptInvitations()) as host, trio.open_nursery() as nursery:
            connections = Connections(host.house, PlaceLimits(), browsers)
            nursery.start_soon(connections.run)
            listeners = await nursery.start(partial(trio.serve_tcp, connections.receive_from_page, 0, host="127.0.0.1"))
            page = PageProcess(browsers, listeners[0].socket.getsockname()[1], ["old.test"], "", (10, 10))
            assert await page.check("https://localhost") == NOT_RUNNING
            nursery.start_soon(page.run)
            await serving(browsers)

            async with listening(tunnel, Identity(tmp_path, "localhost", authority).context()) as address:
                link = f"https://localhost:{address.port}"
                assert [await page.check(link), await page.check(link)] == [None, None]
                assert "certificate" in (await page.check(f"https://127.0.0.2:{address.port}") or "")
            assert "cannot be reached" in (await page.check(link) or "")
            for odd in ("http://old.test", "https://", "https://a b", "https://[::1", "\n", "https://old.test:x"):
                assert await page.check(odd)

            page.forget(link)
            page.forget("https://old.test")
            assert page.know_as("new.test")
            while await status_under("new.test", browsers) != b"200":  # noqa: ASYNC110 - another process is told
                await trio.sleep(0.05)
            assert await status_under("old.test", browsers) == b"200", "it was not found by a check"
            assert await status_under("other.test", browsers) == b"421"
            nursery.cancel_scope.cancel()
