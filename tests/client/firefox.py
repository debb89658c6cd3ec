"""Firefox for tests, driven by WebDriver BiDi over the WebSocket that it opens: it needs no driver and no display.

Tests that use it have the mark `needs_firefox`. Not here: what tests do with a tab (`tab`).
"""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.client.tab import PATIENCE, PAUSE, Tab, click_steps
from tests.ended import end_with_children

_PROGRAM: Final = shutil.which("firefox-esr") or shutil.which("firefox")
needs_firefox = pytest.mark.skipif(_PROGRAM is None, reason="there is no Firefox on this machine")
_KEYS: Final = {"Escape": "\ue00c", "Enter": "\ue007", "Tab": "\ue004"}
"""Keys in WebDriver's words, by their DOM names."""
_FIRST_PAGE: Final = "data:,"
"""A blank page that has the focus: with `about:blank` the address bar has it, and gets the keys of later pages."""
_FOR_ASSISTIVE_TECHNOLOGY: Final = {"accessibility.force_disabled": -1}
_LISTENS: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox(Tab):
    """A tab of Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._last = 0
        self._call("session.new", capabilities={})
        self._tab: str = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def visit(self, url: str) -> None:
        """Open the page at this address, and wait until its script has run."""
        self._call("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def reload(self) -> None:
        """Have the page loaded once more, and wait until its script has run."""
        self._call("browsingContext.reload", context=self._tab, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Give the page a screen of this size, in pixels of CSS."""
        self._call("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def evaluate(self, expression: str) -> Any:
        """The value of an expression on the page, as JSON has it."""
        target, text = {"context": self._tab}, f"JSON.stringify((() => ({expression}))())"
        answer = self._call("script.evaluate", expression=text, target=target, awaitPromise=False)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def begin_with(self, script: str) -> None:
        """Run this script on each page before its own."""
        self._call("script.addPreloadScript", functionDeclaration=f"() => {{{script}}}")

    def press(self, key: str) -> None:
        """Press a key, by its DOM name."""
        steps = [{"type": how, "value": _KEYS.get(key, key)} for how in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": steps}
        self._call("input.performActions", context=self._tab, actions=[keyboard])

    def click_at(self, x: float, y: float) -> None:
        """Press and release the left button of the mouse there."""
        mouse = {"type": "pointer", "id": "mouse", "actions": click_steps(x, y)}
        self._call("input.performActions", context=self._tab, actions=[mouse])

    def _call(self, method: str, **parameters: Any) -> Any:
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while (message := json.loads(self._socket.recv(PATIENCE))).get("id") != self._last:
            pass
        assert message["type"] == "success", message
        return message["result"]


@contextmanager
def firefox(
    folder: Path, settings: Mapping[str, object] | None = None, *, desktop: Mapping[str, str] | None = None
) -> Iterator[Firefox]:
    """Firefox with its profile in this folder and these settings of `about:config`.

    `desktop`: the environment of one, where it has a window and is known to assistive technology.
    """
    assert _PROGRAM is not None
    folder.mkdir()
    chosen = {**(settings or {}), **({} if desktop is None else _FOR_ASSISTIVE_TECHNOLOGY)}
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items())
    folder.joinpath("user.js").write_text("".join(lines))
    place = ["--headless"] if desktop is None else []
    errors = folder / "errors"
    with errors.open("wb") as written:  # a pipe that nobody reads would be full some day
        started = subprocess.Popen(
            [_PROGRAM, *place, "--no-remote", "--profile", folder, "--remote-debugging-port=0", _FIRST_PAGE],
            env=desktop,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=written,
            start_new_session=True,
        )
    try:
        with connect(f"{_address(started, errors)}/session", max_size=None, proxy=None) as socket:
            yield Firefox(socket)
    finally:
        end_with_children(started)


def _address(started: "subprocess.Popen[bytes]", errors: Path) -> str:
    deadline = time.monotonic() + PATIENCE
    while (listens := _LISTENS.search(errors.read_text(errors="replace"))) is None:
        assert started.poll() is None, f"Firefox has ended: {errors.read_text(errors='replace')}"
        assert time.monotonic() < deadline, f"Firefox does not listen: {errors.read_text(errors='replace')}"
        time.sleep(PAUSE)
    return listens[1]
