"""WebKitGTK for tests, whose engine is that of Safari and of all browsers of iPhones, driven by its WebDriver.

It has a display of its own, without a screen. Tests that use it have the mark `needs_webkit`. Not here: what tests do
with a tab (`tab`).
"""

import json
import os
import select
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError

import pytest

from tests.client.tab import PATIENCE, PAUSE, Tab, click_steps
from tests.ended import end_with_children
from tests.ports import free_port

_PLACES: Final = ("lib/*/webkit2gtk-4.*/MiniBrowser", "libexec/webkit2gtk-4.*/MiniBrowser")
_BROWSER: Final = next((browser for place in _PLACES for browser in Path("/usr").glob(place)), None)
_open: Final = urllib.request.build_opener(urllib.request.ProxyHandler({})).open  # the driver is on this machine
needs_webkit = pytest.mark.skipif(
    _BROWSER is None or not all(map(shutil.which, ("WebKitWebDriver", "Xvfb"))),
    reason="there is no WebKitWebDriver with its browser and Xvfb on this machine",
)


class WebKit(Tab):
    """A tab of WebKitGTK's small browser, whose driver listens on this port."""

    def __init__(self, port: int, browser: Path) -> None:
        self._address = f"http://127.0.0.1:{port}/session"
        options = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        session = self._call("POST", "", {"capabilities": {"alwaysMatch": options}})["sessionId"]
        self._address += f"/{session}"

    def visit(self, url: str) -> None:
        """Open the page at this address, and wait until its script has run."""
        self._call("POST", "/url", {"url": url})

    def reload(self) -> None:
        """Have the page loaded once more, and wait until its script has run."""
        self._call("POST", "/refresh", {})

    def resize(self, width: int, height: int) -> None:
        """Give the window this size; the page is somewhat lower, and no narrower than the window's buttons."""
        self._call("POST", "/window/rect", {"width": width, "height": height})

    def evaluate(self, expression: str) -> Any:
        """The value of an expression on the page, as JSON has it."""
        text = self._call("POST", "/execute/sync", {"script": f"return JSON.stringify({expression})", "args": []})
        return json.loads(text or "null")

    def click_at(self, x: float, y: float) -> None:
        """Press and release the left button of the mouse there."""
        mouse = {"type": "pointer", "id": "mouse", "actions": click_steps(x, y)}
        self._call("POST", "/actions", {"actions": [mouse]})

    def close(self) -> None:
        """End the browser."""
        self._call("DELETE", "")

    def _call(self, method: str, path: str, body: object = None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._address}{path}", sent, method=method)
        with _open(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """WebKitGTK with what it keeps in this folder."""
    assert _BROWSER is not None
    folder.mkdir()
    with ExitStack() as programs:
        own = {"HOME": str(folder), "DISPLAY": _display(programs), "GDK_BACKEND": "x11"}
        # With a display it would start a message bus, whose services outlive it and mount folders below this one.
        own["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        others = (name for name in os.environ if not name.startswith("XDG_") and not name.lower().endswith("_proxy"))
        environment = {**{name: os.environ[name] for name in others}, **own}
        port = free_port()
        _start(programs, ["WebKitWebDriver", f"--port={port}"], env=environment)
        _wait_for(port)
        tab = WebKit(port, _BROWSER)
        programs.callback(tab.close)
        if not tab.has_a_font:
            pytest.skip("there is no font for WebKitGTK on this machine: its window leaves a page no height")
        yield tab


def _display(programs: ExitStack) -> str:
    """A display without a screen, by name."""
    read, write = os.pipe()
    with os.fdopen(read) as answers:
        size = ["-screen", "0", "1400x1000x24"]
        _start(programs, ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", *size], pass_fds=(write,))
        os.close(write)
        assert select.select([answers], [], [], PATIENCE)[0], "the display does not begin"
        number = answers.readline().strip()
    assert number, "the display has ended"
    return f":{number}"


def _start(programs: ExitStack, command: list[str], **more: Any) -> None:
    null = subprocess.DEVNULL
    started = subprocess.Popen(command, stdin=null, stdout=null, stderr=null, start_new_session=True, **more)
    programs.callback(end_with_children, started)


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            _open(f"http://127.0.0.1:{port}/status", timeout=PATIENCE).close()
        except URLError:
            assert time.monotonic() < deadline, "the driver does not answer"
            time.sleep(PAUSE)
        else:
            return
