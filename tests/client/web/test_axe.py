"""What axe-core, the checker of accessibility that most use, finds on the page in each of its states: nothing.

It comes from npm's registry, so this runs in the long form alone, and is skipped where npm or the registry is not
there.
"""

import os
import subprocess
import tarfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import which
from typing import Final

import pytest

from client.model.status import Ended
from tests.client import own_host
from tests.client.browser import Browser
from tests.client.states import before, is_my_turn, match_of
from tests.client.web.at_page import PagePlayer, at_page, newcomer
from tests.client.web.test_course_windows import visitor
from tests.client.web.test_league_page import league_in
from tests.client.web.test_look import LOOKS, first_page, page, show, tab, use_look, waiting_room
from tests.client.web.test_spoken_names import STATES, in_window, playing
from tests.client.web.test_tv_look import SCENES, tv
from tests.client.web.test_tv_look import show as show_on_tv

__all__ = ["page", "tab", "tv"]  # fixtures

VERSION: Final = "4.11.1"
PHONE, DESKTOP = (390, 844), (1280, 800)
FOUND = """window.found.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id} (${rule.impact}): ${node.target} ${node.any.map((each) => each.message)}`))"""

if "FIVES_LONG" not in os.environ:
    pytest.skip("long: it fetches axe-core, once", allow_module_level=True)


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core; without npm or its registry the test is skipped."""
    npm, folder = which("npm"), tmp_path_factory.mktemp("axe")
    if npm is None:
        pytest.skip("there is no npm on this machine")
    pack = [npm, "pack", "--silent", f"axe-core@{VERSION}"]
    fetched = subprocess.run(pack, cwd=folder, capture_output=True, check=False)
    if fetched.returncode:
        pytest.skip("npm's registry does not give axe-core")
    with tarfile.open(folder / f"axe-core-{VERSION}.tgz") as packed:
        script = packed.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


def unreached() -> PagePlayer:
    """A player whose connection has ended."""
    player = at_page(*before("all-fives", is_my_turn))
    player.page.model.status = Ended("The host has been shut down.")
    return player


def disconnected() -> PagePlayer:
    """A player whose connection is lost for now."""
    player = at_page(*before("all-fives", is_my_turn))
    player.page.receive(player.page.model.connection_lost("the host closed the connection", 4.0))
    return player


def hosting() -> PagePlayer:
    """A player whose own daemon can be reached from outside."""
    player = at_page(*match_of("all-fives")[:2], host=True, may_begin=True)
    player.page.model.own_host = own_host.hosting(own_host.OPEN)
    return player


OF_HOST = ("host", "invitations", "phone", "log", "names", "invite")
OTHERS = ("tables", "words", "comparison", "reminders")
ALL: dict[str, Callable[[], PagePlayer]] = {
    **STATES,
    "first page": first_page,
    "first page without tables": visitor,
    "tables": newcomer,
    "waiting room of five": waiting_room,
    "connection ended": unreached,
    "connection lost": disconnected,
    **{window: partial(in_window, window, hosting) for window in OF_HOST},
    **{window: partial(in_window, window, playing) for window in OTHERS},
}


def faults(shown: Browser, axe: str) -> list[str]:
    """What axe-core finds."""
    if not shown.evaluate("!!window.axe"):
        shown.evaluate(f"{axe}; true")
    shown.evaluate("window.found = null; axe.run().then((found) => { window.found = found; }); true")
    shown.until("!!window.found", True)
    found: list[str] = shown.evaluate(FOUND)
    return found


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("state", ALL)
def test_axe_finds_nothing_on_the_page(tab: Browser, axe: str, state: str, look: str, size: tuple[int, int]) -> None:
    tab.resize(*size)
    use_look(tab, look)
    player = ALL[state]()
    if size == DESKTOP:
        player.press("side", "")
    show(tab, player)
    found = faults(tab, axe)
    use_look(tab, "dark")

    assert found == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_axe_finds_nothing_on_the_page_of_a_league(axe: str, size: tuple[int, int], tmp_path: Path) -> None:
    with league_in(tmp_path) as tab:
        tab.resize(*size)

        assert faults(tab, axe) == []


@pytest.mark.parametrize("size", [(1280, 720), (768, 1024)])
@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_nothing_on_a_tv(
    tv: Browser, axe: str, scene: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    tv.resize(*size)
    show_on_tv(tv, scene())

    assert faults(tv, axe) == []
