"""The saved records on the full screen: a list to choose from."""

from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from client.picture.pinwheel import Size
from client.replay.record_file import open_file
from client.screen import bridge
from client.screen.paper import KeyHit, RowHit
from client.screen.record_chooser import RecordChooser
from client.store.saved_records import save_record
from tests.client.drawn_terminal import terminal
from tests.client.frames import as_text

RECORDS = Path(__file__).parents[2] / "records"
NAMES = ("all-fives", "all-threes", "cinq-et-trois")
on_the_bridge = pytest.mark.trio(run=bridge.run)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three records, of which All Fives sorts last."""
    for name in NAMES:
        save_record(tmp_path, "host:5533", name, "oak", open_file(RECORDS / f"{name}.jsonl").record.entries)
    return tmp_path


def seen(chooser: RecordChooser) -> str:
    return as_text(chooser.paint(Size(80, 24)))


def test_the_newest_record_is_selected_first_and_enter_chooses_it(folder: Path) -> None:
    chooser = RecordChooser(folder)

    assert "> 2026-01-02 03:00, Cinq et Trois, Ann and Ben (bot): Ben won 31 to 26" in seen(chooser)
    assert chooser.press("enter")
    assert chooser.chosen is not None
    assert "cinq-et-trois" in chooser.chosen.name


def test_arrows_digits_and_the_wheel_move_the_selection(folder: Path) -> None:
    chooser = RecordChooser(folder)

    chooser.press("down")
    assert "> 2026-01-02 03:00, All Threes" in seen(chooser)
    chooser.press("3")
    assert "> 2026-01-02 03:00, All Fives" in seen(chooser)
    chooser.scroll(-2)
    assert "> 2026-01-02 03:00, Cinq et Trois" in seen(chooser)


def test_a_click_selects_and_a_second_one_chooses(folder: Path) -> None:
    chooser = RecordChooser(folder)

    leaves = [chooser.hit(RowHit(1)) for _ in range(2)]

    assert leaves == [False, True]
    assert chooser.chosen is not None
    assert "all-threes" in chooser.chosen.name


@pytest.mark.parametrize("leave", [lambda it: it.press("q"), lambda it: it.hit(KeyHit("q")), lambda it: it.interrupt()])
def test_a_player_may_leave_without_choosing(folder: Path, leave: Callable[[RecordChooser], bool]) -> None:
    chooser = RecordChooser(folder)

    assert leave(chooser)
    assert chooser.chosen is None


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 20), Size(20, 6)])
def test_the_list_fills_the_screen_exactly(folder: Path, size: Size) -> None:
    chooser = RecordChooser(folder)
    chooser.resize(size)

    lines = chooser.paint(size)

    assert len(lines) == size.height
    assert {sum(len(each.text) for each in line) for line in lines} == {size.width}


def test_a_taller_terminal_shows_more_records(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"20260102-0304{number:02}-oak-g.jsonl").write_bytes(b"damaged\n")
    chooser = RecordChooser(tmp_path)

    chooser.resize(Size(80, 60))

    assert as_text(chooser.paint(Size(80, 60))).count("damaged") == 57, "all but the frame and the footer"


def test_every_record_of_a_long_list_can_be_reached(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"20260102-0304{number:02}-oak-g.jsonl").write_bytes(b"damaged\n")
    chooser = RecordChooser(tmp_path)

    for _ in range(59):
        chooser.press("down")
    chooser.press("enter")

    assert chooser.chosen == tmp_path / "20260102-030400-oak-g.jsonl"


@on_the_bridge
async def test_on_a_terminal_keys_choose_a_record(folder: Path) -> None:
    chooser = RecordChooser(folder)
    with terminal() as screen:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(chooser.run)
            await screen.shows("Saved games, newest first", "Enter replay")
            screen.press("\x1b[B\r")
        assert screen.is_restored

    assert chooser.chosen is not None
    assert "all-threes" in chooser.chosen.name
