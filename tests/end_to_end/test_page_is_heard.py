"""What assistive technology is told on a desktop while a round is played on the page by keys alone.

A program of its own is that technology: it listens on the accessibility bus as Orca does, and writes what is added to
live regions, and what gets the focus. It runs with the system's Python, which has `gi`. In the long form alone; skipped
where Debian's `at-spi2-core python3-gi gir1.2-atspi-2.0 xvfb dbus`, or the browser, are missing. Not here: what the
page adds (`test_page_speech`).
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

import pytest
import trio

from tests.client.browser import Browser, browser
from tests.client.firefox import Firefox, firefox, needs_firefox
from tests.client.tab import PATIENCE
from tests.end_to_end.desktop import PYTHON, Environment, are_there, desktop, program
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import give_a_name
from tests.end_to_end.test_page_script import FLAGS, IS_MY_TURN
from tests.end_to_end.test_page_speech import SPY, sentence

RECORDER: Final = """
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib


def tell(what):
    print(json.dumps(what), flush=True)


def text_of(shown):
    try:
        own = Atspi.Text.get_text(shown, 0, -1)
    except GLib.Error:
        own = ""
    if own.strip("\\ufffc"):
        return own
    return " ".join(text_of(shown.get_child_at_index(at)) for at in range(shown.get_child_count()))


def note(event):
    try:
        if event.type.startswith("object:children-changed:add"):
            if event.source.get_attributes().get("container-live") == "polite":
                tell(["said", text_of(event.any_data)])
        elif event.detail1:
            tell(["focus", event.source.get_role_name(), event.source.get_name() or ""])
    except GLib.Error as gone:  # the browser has taken it away meanwhile
        print(gone, file=sys.stderr)


status = "org.a11y.Status", "IsEnabled", GLib.Variant("b", True)
Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
    "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", GLib.Variant("(ssv)", status), None,
    Gio.DBusCallFlags.NONE, -1, None,
)
listener = Atspi.EventListener.new(note)
for kind in ("object:children-changed:add", "object:state-changed:focused"):
    listener.register(kind)
tell(["ready"])
Atspi.event_main()
"""


def _is_there() -> bool:
    if not are_there(PYTHON):
        return False
    check = [PYTHON, "-c", "import gi; gi.require_version('Atspi', '2.0')"]
    return subprocess.run(check, capture_output=True, check=False).returncode == 0


pytestmark = [
    pytest.mark.skipif("FIVES_LONG" not in os.environ, reason="long: it needs a desktop with an accessibility bus"),
    pytest.mark.skipif(not _is_there(), reason="there is no accessibility bus"),
]
needs_chromium = pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no Chromium with windows")


@contextmanager
def _recorder(folder: Path, env: Environment) -> Iterator[Path]:
    """The file with what assistive technology is told on this desktop, once it is written."""
    told = folder / "told"
    with told.open("wb") as output, program(env, PYTHON, "-c", RECORDER, stdout=output):
        deadline = time.monotonic() + PATIENCE
        while not _read(told):
            assert time.monotonic() < deadline, "the recorder does not start"
            time.sleep(0.1)
        yield told


def _read(told: Path) -> list[list[str]]:
    """What has been told: `["said", text]`, `["focus", role, name]`, and first `["ready"]`."""
    return [json.loads(line) for line in told.read_text(encoding="utf-8").splitlines(keepends=True) if line[-1] == "\n"]


@pytest.mark.parametrize(
    "opens", [pytest.param(browser, marks=needs_chromium), pytest.param(firefox, marks=needs_firefox)]
)
def test_a_round_is_heard_once_and_in_order_and_the_focus_is_in_lists(
    tmp_path: Path, opens: Callable[..., AbstractContextManager[Browser | Firefox]]
) -> None:
    async def run() -> None:
        async with running(tmp_path / "data", *FLAGS, "--set", "target=5000", has_page=True) as daemon:
            await trio.to_thread.run_sync(play, f"http://localhost:{daemon.port}/")

    def play(address: str) -> None:
        with (
            desktop(tmp_path) as env,
            _recorder(tmp_path, env) as told,
            opens(tmp_path / "browser", desktop=env) as tab,
        ):
            tab.begin_with(SPY)
            give_a_name(tab, address)
            _play_a_round_by_keys(tab)
            _check_what_was_heard(tab, told)

    trio.run(run)


def _play_a_round_by_keys(tab: Browser | Firefox) -> None:
    """The next tile that fits, and Enter: that plays, draws or knocks."""
    deadline = time.monotonic() + PATIENCE
    while not tab.evaluate("!!document.querySelector('#actions [data-next]')"):
        assert time.monotonic() < deadline
        if tab.evaluate(f"{IS_MY_TURN} && !actions.hasAttribute('data-behind')"):
            tab.press("z")
            tab.until("!document.querySelector('.tile:not(.unfit)') || !!document.querySelector('.tile.chosen')", True)
            tab.press("Enter")
        time.sleep(0.1)


def _check_what_was_heard(tab: Browser | Firefox, told: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    lines, heard = "", "nothing"
    while lines != heard:  # bots may have begun the next round
        assert time.monotonic() < deadline, (lines, heard)
        time.sleep(0.1)
        lines = " ".join(map(sentence, tab.evaluate("listed")))
        heard = " ".join(texts[0].removesuffix("\xa0") for kind, *texts in _read(told) if kind == "said")
    focused = [tuple(texts) for kind, *texts in _read(told) if kind == "focus"]
    assert ("list box", "Your hand") in focused
    assert any(role == "list item" for role, _ in focused)
    assert focused[-1] == ("push button", "Next round")
