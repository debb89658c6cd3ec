"""The first page of a visitor without a name, in a real browser: nothing to tap moves when the rest comes."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from client.web.page_files import page_files
from client.words.languages.by_name import language_named
from client.words.say import speaking
from protocol.log.table import Stage
from protocol.shared.offered_languages import ENGLISH, OFFERED
from protocol.wire.messages import SeatSummary, TableSummary
from tests.client.browser import Browser, browser
from tests.client.web.at_page import PagePlayer
from tests.client.web.test_rooms import visitor

SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (568, 320), (768, 1024), (1280, 800)]
CONTROLS = """(() => [...document.querySelectorAll("button, input, select, a[href]")]
    .filter((each) => each.getClientRects().length).map((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return [each.dataset.press || each.type, left, top, right, bottom];
    }))"""
"""Each control that the page has room for, and where it is."""
AFTER = f"""((visitors) => Object.entries(visitors).map(([leadsTo, parts]) => {{
    for (const [id, html] of Object.entries(parts)) document.getElementById(id).innerHTML = html;
    return [leadsTo, {CONTROLS}()];
}}))"""
"""The same once the parts of each visitor are shown."""
FREE, ANN, BEN = SeatSummary(), SeatSummary("Ann", here=True), SeatSummary("Wolfeschlegelsteinhausen", here=True)
OAK = TableSummary("oak", "g1", "all-fives", (ANN, FREE, FREE, FREE), Stage.SEATING, home=True)


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A tab."""
    with browser(tmp_path_factory.mktemp("first page") / "browser") as opened:
        yield opened


def visitors() -> dict[str, PagePlayer]:
    """Visitors, by what their links lead to."""
    full = evolve(OAK, seats=(ANN, BEN, ANN, BEN), stage=Stage.PLAYING)
    several = [evolve(OAK, table=f"oak-{number}", home=False) for number in range(9)]
    unanswered = visitor()
    unanswered.page.newcomer.no_tables = "The host does not answer now. " * 5
    return {
        "free seats": visitor(OAK),
        "free seats among twelve": visitor(evolve(OAK, seats=((ANN, BEN) * 5 + (FREE, FREE)))),
        "a full table": visitor(full),
        "a table with a password": visitor(evolve(full, locked=True)),
        "several tables": visitor(*several),
        "no such table": visitor(*several, linked="elm"),
        "no table": visitor(),
        "no answer": unanswered,
    }


@pytest.mark.parametrize("language", [ENGLISH, *OFFERED])
def test_no_control_of_the_first_page_moves_when_the_hosts_tables_come(
    tab: Browser, tmp_path: Path, language: str
) -> None:
    with speaking(language_named(language)):
        files = page_files()
        sent = json.dumps({leads_to: player.parts() for leads_to, player in visitors().items()})
    (tmp_path / "page.css").write_bytes(files["/page.css"].content)
    document = tmp_path / "page.html"  # without its script
    document.write_bytes(files["/"].content)

    for size in SIZES:
        tab.resize(*size)
        tab.open(document)
        before = tab.evaluate(f"{CONTROLS}()")
        after = tab.evaluate(f"{AFTER}({sent})")

        assert [press for press, *_ in before] == ["text", "submit", "learn"]
        assert [leads_to for leads_to, controls in after if controls != before] == [], size


def test_the_lessons_are_not_offered_before_the_script_can_open_them(tab: Browser, tmp_path: Path) -> None:
    document = tmp_path / "page.html"
    document.write_bytes(page_files()["/"].content)
    tab.open(document)
    visibility = "getComputedStyle(document.querySelector('.learn button')).visibility"

    assert tab.evaluate(visibility) == "hidden"
    tab.evaluate(f"{AFTER}({json.dumps({'free seats': visitor(OAK).parts()})})")
    assert tab.evaluate(visibility) == "visible"
