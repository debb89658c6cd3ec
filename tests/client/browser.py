"""Chromium for tests, driven through its debugging pipe: no library, no network, no display.

Tests that use it are skipped without Chromium, and where it has no font: it ends when it is to draw a field of a form
then (Chromium 156). Every wait has a deadline. Not here: what tests do with a tab of any browser (`tab`).
"""

import base64
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.client.tab import PATIENCE, LeftError, Tab
from tests.ended import end_with_children

_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one takes a third of the others' processor time: it has no windows that nobody sees."""
_KEYS: Final = {" ": "Space"}
_NUMBERS: Final = {"Escape": 27, "Tab": 9, "Enter": 13}
"""The key codes that a browser needs for the default actions of these keys."""
STARTS: Final = 3
"""How often it is started if it ends at once, as it sometimes does where there is no font, before that can be seen."""


class EndedError(Exception):
    """The browser has ended by itself."""


class Browser(Tab):
    """A tab of Chromium. `press` and `click` send real input events."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._read = b""
        self._last = 0
        self._session: str | None = None
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._call("Page.enable")

    def visit(self, url: str) -> None:
        """Open the page at this address, and wait until its script has run."""
        self._call("Page.navigate", url=url)
        self._wait_for_page()

    def reload(self) -> None:
        """Have the page loaded once more, and wait until its script has run."""
        self._call("Page.reload")
        self._wait_for_page()

    def _wait_for_page(self) -> None:
        while self._message().get("method") != "Page.loadEventFired":
            pass

    def resize(self, width: int, height: int) -> None:
        """Give the page a screen of this size, in pixels of CSS."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def be_a_phone(self, width: int, height: int, scale: float) -> None:
        """Be a phone with a screen of this size, in pixels of CSS; each is `scale` of the device's across."""
        self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=True
        )
        self._call("Emulation.setTouchEmulationEnabled", enabled=True)

    def picture(self) -> bytes:
        """What the tab shows, as a PNG file."""
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])

    def prefer(self, feature: str, value: str) -> None:
        """Answer a media query for this feature with this value; "" restores the browser's own."""
        self._call("Emulation.setEmulatedMedia", features=[{"name": feature, "value": value}])

    def touch(self, *, is_on: bool) -> None:
        """Make it a device that is touched, without a mouse; or one with a mouse again."""
        self._call("Emulation.setTouchEmulationEnabled", enabled=is_on)

    def begin_with(self, script: str) -> None:
        """Run this script on each page before its own."""
        self._call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def accessible(self) -> list[tuple[str, str]]:
        """The role and the name of each element that assistive technology gets."""
        nodes = self._call("Accessibility.getFullAXTree")["nodes"]
        seen = [node for node in nodes if not node["ignored"]]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in seen]

    def accessible_elements(self) -> list[tuple[dict[str, str], str]]:
        """The attributes of each element that assistive technology gets, and the name that it gets."""
        attributes = dict(_attributes(self._call("DOM.getDocument", depth=-1)["root"]))
        nodes = self._call("Accessibility.getFullAXTree")["nodes"]
        seen = [node for node in nodes if not node["ignored"] and node.get("backendDOMNodeId") in attributes]
        return [(attributes[node["backendDOMNodeId"]], node.get("name", {}).get("value", "")) for node in seen]

    def another_tab(self) -> "Browser":
        """A new tab of the same browser. Use one tab at a time."""
        return Browser(self._commands, self._answers)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression on the page. Raises `LeftError`."""
        answer = self._call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key, by its DOM name."""
        text = {"text": "\r" if key == "Enter" else key} if len(key) == 1 or key == "Enter" else {}
        event: dict[str, Any] = {"key": key, "code": _KEYS.get(key, key), **text}
        if key in _NUMBERS:
            event["windowsVirtualKeyCode"] = _NUMBERS[key]
        self._call("Input.dispatchKeyEvent", type="keyDown", **event)
        self._call("Input.dispatchKeyEvent", type="keyUp", **event)

    def click_at(self, x: float, y: float) -> None:
        """Press and release the left button of the mouse there."""
        where = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self._call("Input.dispatchMouseEvent", type="mousePressed", **where)
        self._call("Input.dispatchMouseEvent", type="mouseReleased", **where)

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of an element on the screen."""
        x, y = self.evaluate(
            f"box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            "[box.x + box.width / 2, box.y + box.height / 2]"
        )
        return x, y

    def mouse(self, kind: str, x: float, y: float) -> None:
        """A real event of the mouse with its left button: `mousePressed`, `mouseMoved` or `mouseReleased`."""
        held = {"button": "left", "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1}
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **held)

    def use_fingers(self) -> None:
        """Make it a screen that can be touched."""
        self._call("Emulation.setTouchEmulationEnabled", enabled=True)

    def finger(self, kind: str, x: float = 0, y: float = 0) -> None:
        """A real event of a finger: `touchStart`, `touchMove` or `touchEnd`."""
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        self._call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def _call(self, method: str, **parameters: Any) -> Any:
        self._last += 1
        call: dict[str, Any] = {"id": self._last, "method": method, "params": parameters}
        if self._session is not None:
            call["sessionId"] = self._session
        try:
            os.write(self._commands, json.dumps(call).encode() + b"\0")
        except BrokenPipeError:
            raise EndedError("the browser has ended") from None
        while (message := self._message()).get("id") != self._last:
            pass
        error = message.get("error", {})
        if "navigated" in error.get("message", ""):
            raise LeftError
        assert not error, message
        return message["result"]

    def _message(self) -> Any:
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self._read:
            left = deadline - time.monotonic()
            assert left > 0, "the browser does not answer"
            if select.select([self._answers], [], [], left)[0]:
                read = os.read(self._answers, 65536)
                if not read:
                    raise EndedError("the browser has ended")
                self._read += read
        message, _, self._read = self._read.partition(b"\0")
        return json.loads(message)


def _attributes(node: dict[str, Any]) -> Iterator[tuple[int, dict[str, str]]]:
    """The number of each element below this node, itself included, and its attributes."""
    flat = node.get("attributes", [])
    yield node["backendNodeId"], dict(zip(flat[::2], flat[1::2], strict=True))
    for child in node.get("children", ()):
        yield from _attributes(child)


def chromium() -> str:
    """The path of a browser; without one the test is skipped."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.skip("there is no Chromium on this machine")
    return found


@contextmanager
def _running(program: str, options: Sequence[str], desktop: Mapping[str, str] | None) -> Iterator[tuple[int, int]]:
    """A browser with these options: the descriptors for commands to it, and for its answers."""
    from_test, commands = os.pipe()
    answers, to_test = os.pipe()
    # It reads commands from descriptor 3 and answers on 4.
    started = subprocess.Popen(
        ["bash", "-c", f'exec "$@" 3<&{from_test} 4>&{to_test}', "bash", program, *options],
        pass_fds=(from_test, to_test),
        env=desktop,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(from_test)
    os.close(to_test)
    try:
        yield commands, answers
    finally:
        end_with_children(started)
        os.close(commands)
        os.close(answers)


@contextmanager
def browser(
    folder: Path, text: int = 16, *, trusts_everybody: bool = False, desktop: Mapping[str, str] | None = None
) -> Iterator[Browser]:
    """A browser with its profile in this folder. `text`: the size of its text in pixels, a setting of its user.

    `trusts_everybody`: it takes every certificate for valid. `desktop`: the environment of one, where it has a window
    and is known to assistive technology.
    """
    program = chromium() if desktop is None else "chromium"
    place = "--headless" if desktop is None else "--force-renderer-accessibility"
    options = [place, "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
               f"--user-data-dir={folder}", f"--blink-settings=defaultFontSize={text}", "--remote-debugging-pipe",
               *(["--ignore-certificate-errors"] if trusts_everybody else [])]  # fmt: skip
    with ExitStack() as running:
        for left in reversed(range(STARTS)):
            try:
                opened = Browser(*running.enter_context(_running(program, options, desktop)))
                has_a_font = opened.has_a_font
                break
            except EndedError:
                running.close()
                if not left:
                    raise
        if not has_a_font:
            pytest.skip("there is no font for Chromium on this machine")
        yield opened
