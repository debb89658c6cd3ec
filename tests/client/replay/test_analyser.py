"""A replay that analyses its game: the child process, the saved analysis, and what a player sees of both."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
from attrs import evolve

from client.lines.replay_lines import LineReplay
from client.picture.pinwheel import Size
from client.replay import analyser
from client.replay.analyser import AnalysisError, analyse
from client.replay.record_file import OpenedRecord, open_file, saved_analysis
from client.replay.replay_words import costliest
from client.screen import replay_screen
from client.screen.replay_screen import ReplayScreen
from client.store.disk_limits import DiskLimits
from client.store.saved_records import analysis_path, delete_surplus, save_record
from client.terminal.typed_lines import TypedLines
from client.words.say import say
from protocol.log.events import TilePlayed
from protocol.shared.analysis_progress import Progress
from protocol.version import __version__
from protocol.wire.analysis import Analysis, encode_analysis
from protocol.wire.record import Header, Record, write_record
from tests.client.frames import as_text, painted
from tests.client.program.programs import children_of, posix_only
from tests.client.replay.test_replay_analysis import ANALYSIS, PLAY_NUMBER, RECORD, SCORING
from tests.client.screen.test_replay_screen import on_the_bridge, watching
from tests.played import entered, played_match

RECORDS = Path(__file__).parents[2] / "records"
WIDE = Size(120, 40)
TIME_LIMIT = 120.0
OF_THIS_RELEASE = evolve(ANALYSIS, release=__version__)


@pytest.fixture
def hints(tmp_path: Path) -> Path:
    """The record of a short match."""
    return Path(shutil.copy(RECORDS / "hints.jsonl", tmp_path / "hints.jsonl"))


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The record of a match with so few tiles that it is analysed in a second."""
    path = tmp_path / "short.jsonl"
    entries = entered(played_match("all-fives", {"hand": 3, "target": 10}, 2))
    path.write_bytes(b"".join(write_record(Header("20260102-short", "oak", entries[0].at), entries)))
    return path


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A record with its analysis saved beside it."""
    path = save_record(tmp_path, "host:5533", "g1", "oak", RECORD.entries)
    save(path, OF_THIS_RELEASE)
    return path


def save(path: Path, analysis: Analysis) -> None:
    analysis_path(path).write_bytes(encode_analysis(analysis))


def rewrite(path: Path, old: bytes, new: bytes) -> None:
    path.write_bytes(path.read_bytes().replace(old, new))


def spoil(path: Path) -> None:
    """Have the match in this file break its rules."""
    rewrite(path, b'"awarded":10', b'"awarded":5')


def names_in(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


# The child.


async def test_a_record_is_analysed_in_a_child_and_the_analysis_is_saved_beside_it(short: Path) -> None:
    record, progress = open_file(short).record, list[Progress]()

    with trio.fail_after(TIME_LIMIT):
        found = await analyse(record, progress.append, short)

    plays = len(found.plays)
    assert plays > 0
    assert progress == [Progress(done, plays) for done in range(plays + 1)]
    assert saved_analysis(short, record) == found


async def test_names_are_read_as_they_were_written_whatever_the_encoding_of_the_system(
    short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    rewrite(short, b'"Ben"', '"José"'.encode())

    with trio.fail_after(TIME_LIMIT):
        found = await analyse(open_file(short).record, lambda _: None)

    assert [player.name for player in found.players] == ["Ann", "José"]


async def test_an_analysis_that_cannot_be_saved_is_returned_all_the_same(short: Path) -> None:
    with trio.fail_after(TIME_LIMIT):
        found = await analyse(open_file(short).record, lambda _: None, short.parent / "missing" / short.name)

    assert found.plays


@posix_only
@pytest.mark.parametrize("in_background", [False, True])
async def test_cancelling_an_analysis_ends_its_child_and_leaves_nothing_behind(
    tmp_path: Path, *, in_background: bool
) -> None:
    path = Path(shutil.copy(RECORDS / "playroom.jsonl", tmp_path))
    before, during = set(children_of(os.getpid())), set[int]()

    def cancel(_: Progress) -> None:
        during.update(children_of(os.getpid()))
        scope.cancel()

    with trio.fail_after(TIME_LIMIT), trio.CancelScope() as scope:
        await analyse(open_file(path).record, cancel, path, in_background=in_background)

    assert scope.cancelled_caught
    assert len(during - before) == 1
    assert set(children_of(os.getpid())) <= before
    assert names_in(tmp_path) == ["playroom.jsonl"]


async def test_a_record_that_cannot_be_analysed_is_one_line_without_a_path(hints: Path) -> None:
    spoil(hints)

    with trio.fail_after(TIME_LIMIT), pytest.raises(AnalysisError) as error:
        await analyse(open_file(hints).record, lambda _: None, hints)

    assert str(error.value).startswith("The game could not be analysed: this game does not follow its own rules: ")
    assert "\n" not in str(error.value)


async def test_a_child_that_cannot_be_started_is_one_line(hints: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(hints.parent / "missing"))

    with pytest.raises(AnalysisError, match=r"^The analysis could not be started: [^/\\]+\.$"):
        await analyse(open_file(hints).record, lambda _: None)


async def test_a_child_that_fails_without_a_word_is_one_line(hints: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyser, "child_command", lambda *_: [sys.executable, "-c", "raise SystemExit(9)"])

    with pytest.raises(AnalysisError, match=r"has stopped with status 9$"):
        await analyse(open_file(hints).record, lambda _: None)


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
    assert say("replay.costliest") in seen(analysed)
    assert "instead of 0-0" in seen(analysed)
    assert ": a mistake" in seen(analysed)
    assert "Luck changed the chances to win: Ann +12 in 100, Ben -12 in 100." in seen(analysed)


@pytest.mark.parametrize("people", [0, 1, 2])
def test_the_list_says_that_the_plays_of_bots_are_left_out(people: int) -> None:
    players = tuple(evolve(player, bot=None if nth < people else "club") for nth, player in enumerate(ANALYSIS.players))

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

    (line,) = (play.text for play in analysed.scene().plays if "mistake" in play.text)
    assert line.endswith(", mistake")


@on_the_bridge
async def test_the_progress_is_shown_and_escape_stops_the_analysis(tmp_path: Path) -> None:
    replay = ReplayScreen(open_file(Path(shutil.copy(RECORDS / "playroom.jsonl", tmp_path))))
    async with watching(replay) as screen:
        screen.press("A")
        await screen.shows("Analysing: play ", "Esc stops.", "Esc stop the analysis")
        screen.press("\x1b")
        await screen.shows(say("replay.stopped"))
    assert replay.replay.analysis is None


@on_the_bridge
async def test_leaving_ends_a_running_analysis(tmp_path: Path) -> None:
    replay = ReplayScreen(open_file(Path(shutil.copy(RECORDS / "playroom.jsonl", tmp_path))))
    async with watching(replay) as screen:
        screen.press("A")
        await screen.shows("Analysing: play ")
    assert names_in(tmp_path) == ["playroom.jsonl"]


@on_the_bridge
async def test_a_finished_analysis_opens_its_list(short: Path) -> None:
    replay = ReplayScreen(open_file(short))
    async with watching(replay) as screen:
        screen.press("A")
        await screen.shows(say("replay.costliest"))
        screen.press("\x1b")
    assert replay.replay.analysis is not None


@on_the_bridge
async def test_it_plays_on_by_itself_while_the_game_is_analysed(hints: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never_ready(record: Record, report: Callable[[Progress], None], path: Path | None) -> Analysis:
        while True:
            report(Progress(0, len(record.entries)))
            await trio.sleep(0.02)

    monkeypatch.setattr(replay_screen, "analyse", never_ready)
    async with watching(ReplayScreen(open_file(hints))) as screen:
        screen.press("A ")
        await screen.shows("Play 1 of", "Analysing: play 1 of")


@on_the_bridge
async def test_a_record_without_a_file_is_analysed_too(short: Path) -> None:
    replay = ReplayScreen(OpenedRecord(open_file(short).record))
    async with watching(replay) as screen:
        screen.press("A")
        await screen.shows(say("replay.costliest"))
        screen.press("\x1b")


@on_the_bridge
async def test_an_analysis_that_fails_says_why(hints: Path) -> None:
    spoil(hints)
    replay = ReplayScreen(OpenedRecord(open_file(hints).record))
    async with watching(replay) as screen:
        screen.press("A")
        await screen.shows("The game could not be analysed: this game does not follow its own rules")


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


def test_in_lines_an_analysis_ends_with_the_list(short: Path) -> None:
    printed: list[str] = []
    reading, writing = os.pipe()

    def out(line: str) -> None:
        printed.append(line)
        if line.startswith("Luck "):
            os.write(writing, b"q\n")

    LineReplay(open_file(short), out, analyses=True).run(TypedLines(reading))
    os.close(writing)

    progress = [line for line in printed if line.startswith("Analysing")]
    assert progress[0] == "Analysing ... Enter stops."
    assert progress[1].startswith("Analysing: play 1 of ")
    assert len(progress) == 5, "one at the start, and one for each quarter"
    assert saved_analysis(short, open_file(short).record) is not None


def test_in_lines_a_typed_line_stops_the_analysis(hints: Path) -> None:
    printed: list[str] = []

    LineReplay(open_file(hints), printed.append).run(typed("A", "", "t", "q"))

    assert printed[-3] == say("replay.stopped")
    assert printed[-2].startswith("Play 0 of"), "the line that stopped it did nothing else"


def test_in_lines_the_end_of_input_stops_the_analysis_and_leaves(hints: Path) -> None:
    printed: list[str] = []

    LineReplay(open_file(hints), printed.append).run(typed("A"))

    assert printed[-1] == "Analysing ... Enter stops."


def test_in_lines_a_line_typed_after_the_analysis_is_not_lost(short: Path) -> None:
    printed: list[str] = []
    reading, writing = os.pipe()

    def out(line: str) -> None:
        printed.append(line)
        if line.startswith("Luck "):
            os.write(writing, b"t\nq\n")

    LineReplay(open_file(short), out, analyses=True).run(TypedLines(reading))
    os.close(writing)

    assert printed[-2].startswith("Play 0 of")


def test_in_lines_an_analysis_that_fails_says_why(hints: Path) -> None:
    spoil(hints)
    printed: list[str] = []
    reading, writing = os.pipe()

    def out(line: str) -> None:
        printed.append(line)
        if line.startswith("The game could not be analysed: "):
            os.write(writing, b"q\n")

    LineReplay(open_file(hints), out, analyses=True).run(TypedLines(reading))
    os.close(writing)

    assert "its own rules" in printed[-1]
