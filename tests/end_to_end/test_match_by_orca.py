"""A whole match on the page by keys alone, as Orca says it: each sentence once, whole and in order, in focus mode.

The keys go to the window through the X server, so Orca gets them first, and keeps those that it takes for its own. In
the long form alone; skipped where Debian's `at-spi2-core xvfb dbus orca openbox xdotool chromium` are missing. Not
here: what every assistive technology is told (`test_page_is_heard`).
"""

import os
import re
import time
from pathlib import Path
from typing import Final

import pytest
import trio

from tests.client.browser import Browser, browser
from tests.client.tab import PATIENCE
from tests.end_to_end.desktop import are_there, desktop
from tests.end_to_end.orca import NEEDS, Orca, orca
from tests.end_to_end.program import running
from tests.end_to_end.test_page_script import FLAGS, IS_MY_TURN
from tests.end_to_end.test_page_speech import SPY, sentence

pytestmark = [
    pytest.mark.skipif("FIVES_LONG" not in os.environ, reason="long: a match by Orca on a desktop"),
    pytest.mark.skipif(not are_there("chromium", *NEEDS), reason="there is no Orca, or no desktop for it and Chromium"),
]

_HAS_HAND: Final = "!!document.querySelector('#hand:focus, #hand :focus')"
_IS_OVER: Final = "!!document.querySelector('#window[open] .window-end')"
_NEXT: Final = "!!document.querySelector('#actions [data-next]:focus')"
_NAME_OF_WINDOW: Final = re.compile(r"\b[A-Z][\w ]*\. Escape closes it\. ?")


def test_a_match_by_keys_alone_is_said_once_whole_and_in_order(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(tmp_path / "data", *FLAGS, "--set", "target=40", has_page=True) as daemon:
            await trio.to_thread.run_sync(play, f"localhost:{daemon.port}")

    def play(address: str) -> None:
        home = tmp_path / "home"
        home.mkdir()
        with desktop(home) as env, orca(home, env) as reader, browser(tmp_path / "browser", desktop=env) as tab:
            Match(tab, reader).play(address)

    trio.run(run)


class Match:
    """A match that a player plays by ear."""

    def __init__(self, tab: Browser, reader: Orca) -> None:
        self._tab, self._reader = tab, reader

    def play(self, address: str) -> None:
        """Sit down, and play to the end; listen to everything before each key."""
        tab, reader = self._tab, self._reader
        self._sit_down(address)
        turns = 0
        while True:
            tab.until(f"{_IS_OVER} || {_NEXT} || {IS_MY_TURN} && !actions.hasAttribute('data-behind')", True)
            if tab.evaluate(_IS_OVER):
                break
            self._listen()
            if tab.evaluate(_NEXT):
                tab.until("Date.now() - document.activeElement.shownAt > 1000", True)
                reader.press("Return")
                tab.until(_NEXT, False)
                continue
            turns += 1
            if turns == 2:
                self._ask()
            self._take_turn()
        self._listen()
        reader.until_said("How it ended. Escape closes it.")

    def _sit_down(self, address: str) -> None:
        tab, reader = self._tab, self._reader
        reader.press("ctrl+l")
        reader.type(address)
        reader.press("Return")
        reader.until_said("Focus mode")  # in the field for the name
        tab.evaluate(f"(() => {{{SPY}}})()")
        reader.type("Ann")
        reader.press("Return")
        tab.until("!!document.querySelector('#hand .tile')", True)

    def _ask(self) -> None:
        """Letters and arrows reach the page; windows say themselves, and lead back to the tiles."""
        tab, reader = self._tab, self._reader
        for letter in "wces":
            count = tab.evaluate("listed.length")
            reader.press(letter)
            tab.until(f"listed.length > {count}", True)
            self._listen()
        reader.until_said("Score sheet. Escape closes it.")
        reader.press("Escape")
        tab.until(_HAS_HAND, True)
        reader.press("question")
        reader.until_said("Keys. Escape closes it.")
        reader.press("Escape")
        tab.until(_HAS_HAND, True)

    def _take_turn(self) -> None:
        """The next tile that fits, and Enter: that plays, draws or knocks."""
        tab, reader = self._tab, self._reader
        reader.press("z")
        tab.until("!document.querySelector('.tile:not(.unfit)') || !!document.querySelector('.tile.chosen')", True)
        self._listen()
        count = tab.evaluate("listed.length")
        reader.press("Return")
        tab.until(f"listed.length > {count}", True)

    def _listen(self) -> None:
        """Wait until the sentences of the list have been said: each once, whole and in order."""
        deadline = time.monotonic() + PATIENCE
        while left := self._unsaid():
            assert time.monotonic() < deadline, f"not said: {left!r}; heard: {self._reader.heard()}"
            time.sleep(0.05)

    def _unsaid(self) -> str:
        """The sentences of the list from the first one on that has not been said in its order."""
        sentences = [*map(sentence, self._tab.evaluate("listed"))]
        left = " ".join(sentences)
        for how, text in self._reader.heard():
            said = _NAME_OF_WINDOW.sub("", text).rstrip("\xa0 ")
            if how == "said" and f"{left} ".startswith(f"{said} "):
                left = left.removeprefix(said).lstrip()
            else:
                assert said not in sentences, f"{how} besides: {said!r}"
        return left
