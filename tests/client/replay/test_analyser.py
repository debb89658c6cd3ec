"""A replay that analyses its game: the child process, the saved analysis, and what a player sees of both."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from client.lines.replay_lines import LineReplay
from client.picture.pinwheel import Size
from client.replay.analyser import Analyser, AnalysisError, saved_analysis
from client.replay.record_file import Shown, open_file
from client.replay.replay_words import COSTLIEST, STOPPED, costliest
from client.screen.replay_screen import ReplayScreen
from client.store.disk_limits import DiskLimits
from client.store.saved_records import analysis_path, delete_surplus, save_record
from client.terminal.typed_lines import TypedLines
from protocol.log.events import TilePlayed
from protocol.version import __version__
from protocol.wire.analysis import Analysis, encode_analysis
from tests.client.frames import as_text, painted
from tests.client.replay.test_replay_analysis import ANALYSIS, PLAY_NUMBER, RECORD, SCORING

RECORDS = Path(__file__).parents[2] / "records"
WIDE = Size(120, 40)
TIME_LIMIT = 60.0
OF_THIS_RELEASE = evolve(ANALYSIS, release=__version__)


@pytest.fixture
def hints(tmp_path: Path) -> Path:
    """The record of a short match."""
    return Path(shutil.copy(RECORDS / "hints.jsonl", tmp_path / "hints.jsonl"))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A record with its analysis saved beside it."""
    path = save_record(tmp_path, "host:5533", "g1", "oak", RECORD.entries)
    save(path, OF_THIS_RELEASE)
    return path


def save(path: Path, analysis: Analysis) -> None:
    analysis_path(path).write_bytes(encode_analysis(analysis))


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + TIME_LIMIT
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


# The child.


def test_a_record_is_analysed_in_a_child_and_the_analysis_is_saved_beside_it(hints: Path) -> None:
    shown = open_file(hints)
    analyser = Analyser(hints, shown.record)

    found = analyser.result()

    assert found.plays
    assert analyser.progress == (len(found.plays), len(found.plays))
    assert saved_analysis(hints, shown.record) == found


def test_a_stopped_analysis_leaves_nothing_behind(hints: Path) -> None:
    analyser = Analyser(hints, open_file(hints).record)

    analyser.stop()

    assert analyser.has_ended
    assert [path.name for path in hints.parent.iterdir()] == ["hints.jsonl"]


def test_a_record_that_cannot_be_analysed_is_one_line(hints: Path) -> None:
    record = open_file(hints).record
    hints.write_bytes(hints.read_bytes().replace(b'"awarded":10', b'"awarded":5', 1))

    with pytest.raises(AnalysisError, match=r"could not be analysed: .*its own rules") as error:
        Analyser(hints, record).result()

    assert "\n" not in str(error.value)


# The saved analysis.


def test_a_saved_analysis_is_used_again(saved: Path) -> None:
    assert saved_analysis(saved, RECORD) == OF_THIS_RELEASE


@pytest.mark.parametrize("content", [b"", b"\xff", b'{"type":"analysis"}\n'])
def test_a_damaged_saved_analysis_is_ignored(saved: Path, content: bytes) -> None:
    analysis_path(saved).write_bytes(content)

    assert saved_analysis(saved, RECORD) is None


@pytest.mark.parametrize(
    "other",
    [
        evolve(OF_THIS_RELEASE, release="0.0.1"),
        evolve(OF_THIS_RELEASE, game="g2"),
        evolve(OF_THIS_RELEASE, plays=(evolve(ANALYSIS.plays[0], seq=1),)),
    ],
)
def test_an_analysis_of_another_release_or_game_is_ignored(saved: Path, other: Analysis) -> None:
    save(saved, other)

    assert saved_analysis(saved, RECORD) is None


def test_an_analysis_older_than_its_record_is_ignored(saved: Path) -> None:
    os.utime(analysis_path(saved), (1, 1))

    assert saved_analysis(saved, RECORD) is None


def test_the_analysis_is_deleted_with_its_record(saved: Path) -> None:
    delete_surplus(saved.parent, DiskLimits(0, 200))

    assert not list(saved.parent.iterdir())


# On the full screen.


def seen(screen: ReplayScreen) -> str:
    return as_text(painted(screen, WIDE))


@pytest.fixture
def analysed(saved: Path) -> ReplayScreen:
    screen = ReplayScreen(open_file(saved))
    screen.press("A")
    return screen


def test_the_costliest_plays_are_listed_with_the_better_ones(analysed: ReplayScreen) -> None:
    assert COSTLIEST in seen(analysed)
    assert "instead of 0-0" in seen(analysed)
    assert ": a mistake" in seen(analysed)
    assert "Luck, in 100 chances to win: Ann +12, Ben -12." in seen(analysed)


@pytest.mark.parametrize("people", [0, 1, 2])
def test_the_list_says_that_the_plays_of_bots_are_left_out(people: int) -> None:
    players = tuple(evolve(each, bot=None if nth < people else "club") for nth, each in enumerate(ANALYSIS.players))

    assert costliest(evolve(ANALYSIS, players=players)) == (
        "The costliest plays, without those of bots" if people == 1 else "The costliest plays"
    )


def test_choosing_one_goes_there_with_the_better_play_on_the_board(analysed: ReplayScreen) -> None:
    analysed.press("enter")

    replay = analysed.replay
    event = RECORD.entries[SCORING.seq - 1].event
    assert isinstance(event, TilePlayed)
    tiles = replay.table.round.layout.tiles if replay.table.round is not None else ()
    assert replay.position == SCORING.seq + 1
    assert {str(tile) for tile in replay.recent.tiles} == {"0-0"}
    assert event.tile not in tiles
    assert "Better: 0-0" in seen(analysed)


def test_b_shows_what_was_played_again_and_a_step_ends_the_comparison(analysed: ReplayScreen) -> None:
    analysed.press("enter")
    analysed.press("b")
    assert "A mistake, which cost 7 in 100" in seen(analysed)
    analysed.press("b")
    assert "Better: 0-0" in seen(analysed)
    analysed.press("right")

    assert not analysed.replay.shows_better


def test_bad_plays_are_marked_with_a_word(analysed: ReplayScreen) -> None:
    analysed.press("enter")
    analysed.press("b")

    (line,) = (each.text for each in analysed.scene().plays if "mistake" in each.text)
    assert line.endswith(", mistake")


def test_the_progress_is_shown_and_escape_stops_the_analysis(hints: Path) -> None:
    screen = ReplayScreen(open_file(hints))
    screen.press("A")
    assert "Analysing" in seen(screen)
    assert "Esc stops." in seen(screen)

    screen.press("escape")

    assert STOPPED in seen(screen)
    assert screen.replay.analysis is None


def test_a_finished_analysis_opens_its_list(hints: Path) -> None:
    screen = ReplayScreen(open_file(hints))
    screen.press("A")

    def is_listed() -> bool:
        screen.look_at_analysis()
        return COSTLIEST in seen(screen)

    until(is_listed)
    assert screen.replay.analysis is not None


def test_without_a_file_there_is_no_analysis() -> None:
    screen = ReplayScreen(Shown(RECORD))
    screen.press("A")

    assert "no record on this machine" in seen(screen)


# In lines.


def typed(*lines: str) -> TypedLines:
    """These lines, and then the end of input."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as pipe:
        pipe.write("".join(f"{line}\n" for line in lines))
    return TypedLines(reading)


def test_in_lines_the_costliest_plays_have_numbers_to_go_to(saved: Path) -> None:
    printed: list[str] = []

    LineReplay(open_file(saved), printed.append).run(typed("A", "A 1", "b", "A 9", "q"))

    assert any(line.startswith("1: Round 1: ") and line.endswith(": a mistake.") for line in printed)
    at = next(number for number, line in enumerate(printed) if line.startswith(f"Play {PLAY_NUMBER} of"))
    assert printed[at + 1].startswith("Better: 0-0")
    assert "0-0" in " ".join(printed[at + 2 : at + 4]), "the tiles on the board"
    assert "is on the board again." in printed[-2]
    assert printed[-1] == "The costliest plays go from 1 to 1: A lists them."


def test_in_lines_an_analysis_ends_with_the_list(hints: Path) -> None:
    printed: list[str] = []
    reading, _ = os.pipe()

    class UntilListed(TypedLines):
        def next(self, seconds: float | None = None) -> str | None:
            if any(line.startswith("Luck, ") for line in printed):
                return "q"
            return super().next(seconds or 0.1)

    LineReplay(open_file(hints), printed.append, analyses=True).run(UntilListed(reading))

    assert any(line.startswith("Analysing") for line in printed)
    assert saved_analysis(hints, open_file(hints).record) is not None


def test_in_lines_a_typed_line_stops_the_analysis(hints: Path) -> None:
    printed: list[str] = []

    LineReplay(open_file(hints), printed.append).run(typed("A", "", "q"))

    assert printed[-1] == STOPPED
