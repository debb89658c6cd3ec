"""The saved records on the full screen: a list to choose from."""

from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from client.picture.pinwheel import Size
from client.replay.games_words import finished_game
from client.replay.record_file import open_file
from client.screen import bridge
from client.screen.display import Display
from client.screen.list_screen import ListScreen
from client.screen.paper import KeyHit, RowHit
from client.screen.records_window import RecordsWindow
from client.store.file_games import FileGames, results_by_record
from client.store.saved_games import result_of
from client.store.saved_records import save_record, saved_records
from protocol.log.table import fold
from tests.client.drawn_terminal import terminal
from tests.client.frames import as_text, painted

RECORDS = Path(__file__).parents[2] / "records"
NAMES = ("all-fives", "all-threes", "cinq-et-trois")
on_the_bridge = pytest.mark.trio(run=bridge.run)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three records, of which All Fives sorts last."""
    for name in NAMES:
        save_record(tmp_path, "host:5533", name, "oak", open_file(RECORDS / f"{name}.jsonl").record.entries)
    return tmp_path


def listed(folder: Path) -> tuple[ListScreen, RecordsWindow]:
    """The screen with the records of this folder, and the list of them."""
    screen = ListScreen()
    window = RecordsWindow(screen, saved_records(folder), {})
    screen.open(window)
    return screen, window


def seen(screen: ListScreen) -> str:
    return as_text(painted(screen, Size(80, 24)))


def test_the_newest_record_is_selected_first_and_enter_chooses_it(folder: Path) -> None:
    screen, window = listed(folder)

    assert "> 2026-01-02 03:00, Cinq et Trois, Ann and Ben (bot): Ben won 31 to 26" in seen(screen)
    screen.press("enter")
    assert screen.is_left
    assert window.chosen is not None
    assert "cinq-et-trois" in window.chosen.name


def test_a_game_of_ones_own_has_the_same_line_as_in_the_list_of_games(tmp_path: Path) -> None:
    played = open_file(RECORDS / f"{NAMES[0]}.jsonl").record
    result = result_of("host:5533", "oak", NAMES[0], 0, fold(entry.event for entry in played.entries))
    FileGames(tmp_path).save(result, played.entries)
    (game,) = FileGames(tmp_path).all()

    results = results_by_record(tmp_path)
    window = RecordsWindow(ListScreen(), saved_records(tmp_path / "records"), results)

    assert window.lines() == [finished_game(game)]


def test_arrows_digits_and_the_wheel_move_the_selection(folder: Path) -> None:
    screen, _ = listed(folder)

    screen.press("down")
    assert "> 2026-01-02 03:00, All Threes" in seen(screen)
    screen.press("3")
    assert "> 2026-01-02 03:00, All Fives" in seen(screen)
    screen.scroll(-2)
    assert "> 2026-01-02 03:00, Cinq et Trois" in seen(screen)


def test_a_click_selects_and_a_second_one_chooses(folder: Path) -> None:
    screen, window = listed(folder)
    is_left = []

    for _ in range(2):
        screen.hit(RowHit(1))
        is_left.append(screen.is_left)

    assert is_left == [False, True]
    assert window.chosen is not None
    assert "all-threes" in window.chosen.name


@pytest.mark.parametrize("leave", [lambda it: it.press("q"), lambda it: it.hit(KeyHit("q")), lambda it: it.interrupt()])
def test_a_player_may_leave_without_choosing(folder: Path, leave: Callable[[ListScreen], None]) -> None:
    screen, window = listed(folder)

    leave(screen)
    assert screen.is_left
    assert window.chosen is None


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 20), Size(20, 6)])
def test_the_list_fills_the_screen_exactly(folder: Path, size: Size) -> None:
    screen, _ = listed(folder)

    lines = painted(screen, size)

    assert len(lines) == size.height
    assert {sum(len(fragment.text) for fragment in line) for line in lines} == {size.width}


def test_a_taller_terminal_shows_more_records(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"20260102-0304{number:02}-oak-g.jsonl").write_bytes(b"damaged\n")
    screen, _ = listed(tmp_path)

    assert as_text(painted(screen, Size(80, 60))).count("damaged") == 57, "all but the frame and the footer"


def test_every_record_of_a_long_list_can_be_reached(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"20260102-0304{number:02}-oak-g.jsonl").write_bytes(b"damaged\n")
    screen, window = listed(tmp_path)

    for _ in range(59):
        screen.press("down")
    screen.press("enter")

    assert window.chosen == tmp_path / "20260102-030400-oak-g.jsonl"


@on_the_bridge
async def test_on_a_terminal_keys_choose_a_record(folder: Path) -> None:
    screen, window = listed(folder)
    with terminal() as at:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Display(screen).run)
            await at.shows("Saved games, newest first", "Enter replay")
            at.press("\x1b[B\r")
        assert at.is_restored

    assert window.chosen is not None
    assert "all-threes" in window.chosen.name
