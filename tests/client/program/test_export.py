"""`fives replay FILE --html OUT` and `--svg OUT`: the files written, and the errors."""

import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from client.program import command
from client.replay.record_file import LARGEST_ANALYSIS
from client.store.saved_records import read_file
from protocol.log.events import Said, TilePlayed
from tests.client.recorded import RECORDS

RECORD = str(RECORDS / "all-fives.jsonl")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., object]:
    """`fives replay` with these words, down a pipe; its exit status."""
    monkeypatch.setenv("FIVES_HOME", str(tmp_path / "home"))

    def replay(*words: str | Path) -> object:
        try:
            return command.main(["replay", *map(str, words)])
        except SystemExit as left:
            return left.code

    return replay


def test_a_page_and_a_picture_are_written_and_reported(
    run: Callable[..., object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, picture = tmp_path / "game.html", tmp_path / "game.svg"

    assert run(RECORD, "--html", page, "--svg", picture, "--at", "20") == 0

    assert capsys.readouterr() == (f"{page} is written.\n{picture} is written.\n", "")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>\n")
    title = ET.fromstring(picture.read_text(encoding="utf-8")).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == "All Fives to 100, round 2, play 20 of 33"


def test_a_picture_shows_the_end_by_default(run: Callable[..., object], tmp_path: Path) -> None:
    assert run(RECORD, "--svg", tmp_path / "end.svg") == 0

    assert "play 33 of 33" in (tmp_path / "end.svg").read_text(encoding="utf-8")


def test_a_picture_of_a_match_that_stopped_after_a_deal_shows_the_round_before(
    run: Callable[..., object], tmp_path: Path
) -> None:
    lines = Path(RECORD).read_bytes().splitlines(keepends=True)
    deal = max(at for at, line in enumerate(lines) if b'"round_dealt"' in line)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[: deal + 1]))

    assert run(cut, "--svg", tmp_path / "last.svg") == 0

    assert "round 2, play 31 of 31" in (tmp_path / "last.svg").read_text(encoding="utf-8")


def test_a_picture_has_no_chat(run: Callable[..., object], tmp_path: Path) -> None:
    record, out = RECORDS / "fives-and-threes.jsonl", tmp_path / "talk.svg"
    entries = read_file(record).entries
    said = next(entry for entry in entries if isinstance(entry.event, Said))
    assert isinstance(said.event, Said)
    plays = sum(isinstance(entry.event, TilePlayed) for entry in entries[: said.seq])

    assert run(record, "--svg", out, "--at", str(plays)) == 0
    assert said.event.text not in out.read_text(encoding="utf-8")


def test_an_existing_file_is_replaced_only_with_force(
    run: Callable[..., object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine.html"
    out.write_text("mine", encoding="utf-8")

    assert run(RECORD, "--html", out, "--svg", tmp_path / "new.svg") == 2
    assert capsys.readouterr() == ("", f"fives: {out} is there already; --force writes over it\n")
    assert out.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "new.svg").exists()

    assert run(RECORD, "--html", out, "--force") == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_record_is_never_overwritten(
    run: Callable[..., object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "game.jsonl"
    copy.write_bytes(Path(RECORD).read_bytes())

    assert run(copy, "--html", copy, "--force") == 2
    assert capsys.readouterr().err == f"fives: {copy} is the record itself; give another name\n"
    assert copy.read_bytes() == Path(RECORD).read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([RECORD, "--html", "."], ". is a folder"),
        ([RECORD, "--html", "nowhere/game.html"], f"{Path('nowhere', 'game.html')} cannot be written: No such file"),
        ([RECORD, "--html", "a", "--svg", "a"], "need a file each"),
        ([RECORD, "--svg", "a", "--at", "-1"], "--at takes the number of a play, 0 to 33"),
        ([RECORD, "--svg", "a", "--at", "73"], "--at takes the number of a play, 0 to 33"),
        ([RECORD, "--svg", "a", "--at", "last"], "--at"),
        ([RECORD, "--at", "5"], "--at goes with"),
        ([RECORD, "--force"], "--force goes with"),
        ([RECORD, "--chat"], "--chat goes with --html"),
        ([RECORD, "--svg", "a", "--chat"], "--chat goes with --html"),
        (["--html", "a"], "of which record?"),
        (["nowhere.jsonl", "--html", "a"], "there is no file"),
    ],
)
def test_wrong_usage_is_one_line_and_writes_nothing(
    run: Callable[..., object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run(*words) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("fives")
    assert says in printed.err
    assert len(printed.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_record_is_not_exported(
    run: Callable[..., object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(Path(RECORD).read_bytes()[:-9])

    assert run(damaged, "--html", tmp_path / "game.html") == 1
    assert "is damaged" in capsys.readouterr().err
    assert not (tmp_path / "game.html").exists()


@pytest.mark.skipif(sys.platform == "win32" or not Path("/dev/full").exists(), reason="no such device")
def test_a_full_device_is_not_deleted(
    run: Callable[..., object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    device = tmp_path / "device"
    device.symlink_to("/dev/full")

    assert run(RECORD, "--html", device, "--force") == 2

    assert "No space left" in capsys.readouterr().err
    assert device.is_symlink()


def test_a_file_that_is_too_large_is_not_an_analysis(
    run: Callable[..., object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(LARGEST_ANALYSIS + 1)

    assert run(RECORD, "--analysis", large) == 2

    assert "too large" in capsys.readouterr().err
