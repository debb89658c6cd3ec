"""Opening multicast DNS: a library that is missing or of another version is a reason, and never the end of a host."""

import logging
import sys
from types import ModuleType
from typing import Any

import pytest
import trio

from daemon.net.announcement import announce_host
from protocol.shared.multicast import NoMulticastError, open_multicast
from tests.daemon.machine.networks import Moving


class Zeroconf:
    """As in zeroconf 0.148: it does not know `use_asyncio`."""

    def __init__(self, ip_version: object) -> None:
        raise AssertionError("not reached")


@pytest.fixture
def old_library(monkeypatch: pytest.MonkeyPatch) -> None:
    library: Any = ModuleType("zeroconf")
    library.Zeroconf, library.IPVersion = Zeroconf, type("IPVersion", (), {"All": 3, "V4Only": 1})
    monkeypatch.setitem(sys.modules, "zeroconf", library)


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)


@pytest.mark.usefixtures("no_library")
def test_without_the_library_nothing_can_be_found() -> None:
    with pytest.raises(NoMulticastError, match=r"^the library zeroconf is not installed$"):
        open_multicast()


@pytest.mark.usefixtures("old_library")
def test_a_library_that_raises_something_unknown_is_a_reason_too() -> None:
    with pytest.raises(NoMulticastError, match=r"^the library zeroconf fails \(TypeError: .*use_asyncio"):
        open_multicast()


@pytest.mark.usefixtures("old_library")
async def test_a_host_goes_on_unlisted_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    listed = list[tuple[str | None, str]]()
    with caplog.at_level(logging.WARNING, "fivesd"), trio.fail_after(5):
        machine = Moving("192.168.1.20")
        await announce_host("Ben", ["192.168.1.20"], 5533, None, machine.watch, lambda *said: listed.append(said))

    assert [name for name, _ in listed] == [None]
    assert listed[0][1].startswith("the library zeroconf fails (TypeError: ")
    assert "friends in this network need the address" in caplog.text
    assert "the library zeroconf fails" in caplog.text
