"""An exported game in a real browser: keys, buttons, the slider, the address, and blocked scripts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.replay.cursor import Replay
from client.replay.record_file import OpenedRecord
from client.replay.record_view import spectator_view
from client.replay.replay_words import step_sentences
from client.store.saved_records import read_file
from client.web.export.document import document_of
from client.web.export.steps import steps_of
from protocol.wire.record import Record
from tests.client.browser import Browser, browser
from tests.client.recorded import HOSTILE, RECORDS, hostile_record, talkative_record
from tests.client.web.test_spoken_names import check_names

TILES = "[...document.querySelectorAll('figure use')].filter(each => each.getBoundingClientRect().width).length"
SENTENCES = "[...document.querySelectorAll('#step p')].map(each => each.textContent)"
NUMBER = "document.querySelector('[aria-current=step]').dataset.step"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture
def record() -> Record:
    return read_file(RECORDS / "all-fives.jsonl")


@pytest.fixture
def page(tmp_path: Path, record: Record) -> Path:
    path = tmp_path / "game.html"
    path.write_text(document_of(OpenedRecord(record)), encoding="utf-8")
    return path


def test_keys_step_through_the_whole_game(tab: Browser, page: Path, record: Record) -> None:
    replay, steps = Replay(record), steps_of(Replay(record))
    tab.open(page)

    for step, shown in enumerate(steps):
        replay.go_to_entry(shown.entry)
        assert tab.evaluate(NUMBER) == str(step)
        assert tab.evaluate(SENTENCES)[: len(step_sentences(replay))] == step_sentences(replay)
        assert tab.evaluate(TILES) == len(spectator_view(replay.table).layout.tiles)
        tab.press("ArrowRight")

    assert tab.evaluate(NUMBER) == str(len(steps) - 1)
    tab.press("[")
    tab.press("ArrowLeft")
    assert tab.evaluate(NUMBER) == str([step.entry for step in steps].index(66))
    tab.press("Home")
    assert tab.evaluate(NUMBER) == "0"
    tab.press("]")
    assert tab.evaluate("document.getElementById('place').textContent") == "Round 2, play 13 of 33"


def test_everything_in_the_file_is_called_what_it_says(tab: Browser, page: Path) -> None:
    tab.open(page)

    check_names(tab)


def test_buttons_and_the_log_navigate(tab: Browser, page: Path, record: Record) -> None:
    tab.open(page)

    tab.click("[data-value=on]")
    assert tab.evaluate(NUMBER) == "1"
    tab.click("[data-value=last]")
    assert tab.evaluate(NUMBER) == str(len(steps_of(Replay(record))) - 1)
    tab.click("#log li:first-child a")
    tab.until(NUMBER, "0")


def test_space_plays_and_pauses_and_the_button_shows_it(tab: Browser, page: Path) -> None:
    name = "document.querySelector('[data-value=play]').textContent"
    tab.open(page)

    tab.press(" ")
    assert tab.evaluate(name) == "Pause"
    tab.press(" ")
    assert tab.evaluate(name) == "Play"


def test_the_address_has_the_step_and_follows_it(tab: Browser, page: Path) -> None:
    tab.open(page, "#step=12")
    assert tab.evaluate(NUMBER) == "12"

    tab.press("ArrowRight")
    assert tab.evaluate("location.hash") == "#step=13"


def test_each_step_is_announced_to_screen_readers(tab: Browser, page: Path) -> None:
    tab.open(page, "#step=30")

    assert tab.evaluate("document.getElementById('step').getAttribute('aria-live')") == "polite"
    assert tab.evaluate("document.getElementById('slider').getAttribute('aria-valuetext')") == "Round 2, play 24 of 33"
    assert tab.evaluate(
        "[...document.querySelectorAll('button, input, select')]"
        ".every(each => each.getAttribute('aria-label') || each.textContent || each.closest('label'))"
    )
    assert tab.evaluate("document.querySelectorAll('figure:not([hidden]) svg[role=img][aria-label]').length") == 1
    words = "[...document.querySelectorAll('#words p:not([hidden])')].map(each => each.textContent)"
    assert tab.evaluate(words)[0].startswith("From left to right: 5-5 ")


def test_a_printed_page_shows_every_round(tab: Browser, page: Path) -> None:
    figures = "[...document.querySelectorAll('figure')].filter(each => each.checkVisibility()).length"
    tab.open(page, "#step=30")

    assert tab.evaluate(figures) == 1
    assert tab.evaluate(f"dispatchEvent(new Event('beforeprint')); {figures}") == 3
    assert tab.evaluate(f"dispatchEvent(new Event('afterprint')); {figures}") == 1
    assert tab.evaluate(NUMBER) == "30"


def test_home_goes_to_the_first_deal_even_after_chat(tab: Browser, tmp_path: Path) -> None:
    path = tmp_path / "talkative.html"
    path.write_text(document_of(OpenedRecord(talkative_record()), has_chat=True), encoding="utf-8")
    tab.open(path)
    assert tab.evaluate(NUMBER) == "1"
    tab.press("ArrowLeft")
    assert tab.evaluate(NUMBER) == "0"
    tab.press("End")
    tab.press("Home")

    assert tab.evaluate(NUMBER) == "1"


def test_a_hostile_name_runs_no_script(tab: Browser, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(document_of(OpenedRecord(hostile_record()), has_chat=True), encoding="utf-8")
    tab.open(path)
    tab.press("End")

    assert tab.evaluate(SENTENCES)[0] == f"{HOSTILE}: {HOSTILE}"
    assert tab.evaluate("document.querySelectorAll('img, script:not(body > script)').length") == 0


def test_injected_markup_would_not_run(tab: Browser, tmp_path: Path, record: Record) -> None:
    path = tmp_path / "broken-into.html"
    text = document_of(OpenedRecord(record)).replace(
        "<h1>", "<script>document.title = 'stolen'</script><h1 onclick='x()'>", 1
    )
    path.write_text(text, encoding="utf-8")
    tab.open(path)

    assert tab.evaluate("document.title").startswith("All Fives: ")


@pytest.mark.parametrize("name", ["partners", "playroom"])
def test_nothing_is_wider_than_a_small_phone(tab: Browser, tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.html"
    path.write_text(document_of(OpenedRecord(read_file(RECORDS / f"{name}.jsonl"))), encoding="utf-8")
    tab.resize(360, 640)
    tab.open(path)

    assert tab.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    tab.resize(1280, 800)
