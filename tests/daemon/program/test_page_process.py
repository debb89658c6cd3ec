"""The page process as a child: a frozen one is replaced."""

import os
import signal
import sys
from pathlib import Path

import pytest
import trio

from daemon.net.browsers import Browsers
from daemon.program.page_process import PageProcess

TIME_LIMIT = 60.0


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
    while browsers.page_address is None:  # noqa: ASYNC110 - another process begins
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
