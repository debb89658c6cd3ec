"""A tab of a real browser, whichever it is: what tests do with it, and how long they wait.

Here: waiting, clicking, and what else follows from reading the page. Not here: the browsers (`browser` for Chromium,
`firefox`, `webkit`).
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

PATIENCE: Final = 120.0
"""Seconds that a test waits for a change."""
PAUSE: Final = 0.02
"""Seconds between two looks at the page, which would otherwise have little processor time to change."""
_CLICKABLE: Final = """(selector) => {
    const found = document.querySelector(selector);
    if (!found || ("waits" in found.dataset && !(Date.now() - found.shownAt > 1000))) return null;
    found.scrollIntoView();
    const box = found.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    return found.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
"""The middle of an element that can be clicked now. A button that `waits` does nothing in its first second."""

_WHAT_IT_SHOWS: Final = "`${location}: ${document.title}\\n${document.body?.innerText}`"


class LeftError(Exception):
    """The page was left for another one while it was asked."""


class Tab(ABC):
    """A tab. `evaluate` reads from the page; `click` sends real input events."""

    @abstractmethod
    def visit(self, url: str) -> None:
        """Open the page at this address, and wait until its script has run."""

    @abstractmethod
    def reload(self) -> None:
        """Have the page loaded once more, and wait until its script has run."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page a screen of this size, in pixels of CSS."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of an expression on the page."""

    @abstractmethod
    def click_at(self, x: float, y: float) -> None:
        """Press and release the left button of the mouse there."""

    @property
    def has_a_font(self) -> bool:
        """Whether a text is as wide as anything."""
        width = "document.createElement('canvas').getContext('2d').measureText('M').width"
        return bool(self.evaluate(width))

    def open(self, page: Path, fragment: str = "") -> None:
        """Open a page from its file, and wait until its script has run."""
        self.visit(f"{page.as_uri()}{fragment}")

    def until(self, expression: str, value: object) -> None:
        """Wait until an expression has this value, for changes that the page makes later."""
        deadline = time.monotonic() + PATIENCE
        while (found := self._seen(expression)) != value:
            never = f"{expression} is {found!r} and never {value!r}"
            assert time.monotonic() < deadline, f"{never}, on this page:\n{self._seen(_WHAT_IT_SHOWS)}"
            time.sleep(PAUSE)

    def click(self, selector: str) -> None:
        """Click the middle of an element, once a person could: it is there, still, uncovered, and takes presses."""
        looks: list[Sequence[float] | None] = [None, None]
        deadline = time.monotonic() + PATIENCE
        while looks[-1] is None or looks[-1] != looks[-2]:
            never = f"{selector} cannot be clicked"
            assert time.monotonic() < deadline, f"{never}, on this page:\n{self._seen(_WHAT_IT_SHOWS)}"
            time.sleep(PAUSE)
            looks.append(self._seen(f"({_CLICKABLE})({json.dumps(selector)})"))
        self.click_at(*looks[-1])

    def _seen(self, expression: str) -> Any:
        """The value of an expression on the page, or on the one to which it goes just now."""
        while True:
            with suppress(LeftError):
                return self.evaluate(expression)


def click_steps(x: float, y: float) -> list[dict[str, object]]:
    """A click of the left button there, in WebDriver's words."""
    there: dict[str, object] = {"type": "pointerMove", "x": round(x), "y": round(y)}
    return [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
