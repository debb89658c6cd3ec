"""`fivesd copy`: what a copy is, where it may go, and which older copies make room for it."""

import shutil
import stat
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from daemon.journal.journal_copy import CopyContent
from daemon.journal.sqlite_journal import open_journal
from daemon.program.command import main
from daemon.program.copy_folder import CopyFolder
from daemon.program.copying import keep_copying
from protocol.shared.exit_status import FailedError
from tests.daemon import tls
from tests.daemon.journal.journals import begin, change, sayings
from tests.end_to_end.program import check_one_plain_line

START = datetime(2026, 11, 26, 4, 30, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FILES = ["copied", "host.pem", "invitations.json", "journal.heads", "journal.sqlite", "league.toml"]


async def _play(data: Path) -> None:
    async with open_journal(data / "journal.sqlite") as journal:
        await begin(journal, "g1")
        await begin(journal, "g2", *(entry.event for entry in sayings(3)))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two games, a record, and what belongs to a running daemon alone."""
    data = tmp_path_factory.mktemp("played")
    tls.give_identity(data)
    trio.run(_play, data)
    (data / "records").mkdir()
    for name in ("invitations.json", "league.toml", "operator.key", "fivesd.lock", "fivesd.log", "records/g1.jsonl"):
        (data / name).write_text(f"the content of {name}", encoding="utf-8")
    return data


@pytest.fixture
def copies(played: Path, tmp_path: Path) -> CopyFolder:
    """Where the copies of a data folder go; there are none yet."""
    (tmp_path / "copies").mkdir()
    return CopyFolder(shutil.copytree(played, tmp_path / "data"), tmp_path / "copies")


def make(copies: CopyFolder, at: datetime) -> tuple[Path, CopyContent]:
    return copies.make(at, lambda _copied, _pages: None)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def names_of_hours(first: int, last: int) -> list[str]:
    """The names of the copies of these hours after the start."""
    return [f"{START + hour * HOUR:%Y-%m-%dT%H%M%SZ}" for hour in range(first, last + 1)]


async def keep_copying_for(
    time: timedelta,
    copies: CopyFolder,
    every: timedelta = HOUR,
    meanwhile: Callable[[timedelta], object] = lambda _passed: None,
) -> None:
    """Run `fivesd copy DIR --every TIME` for so long, by the test's clock.

    `meanwhile` is called with the time since the start, at least once a minute.
    """
    end = trio.current_time() + time.total_seconds()
    with trio.CancelScope() as scope:

        def now() -> datetime:
            passed = timedelta(seconds=trio.current_time())
            meanwhile(passed)
            if trio.current_time() >= end:  # no deadline: the clock would jump there while a copy is made
                scope.cancel()
            return START + passed

        await keep_copying(copies, every, now)


# One copy.


def test_a_copy_has_all_that_a_host_needs_elsewhere_and_only_the_host_can_read_it(
    copies: CopyFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["copy", str(copies.folder), "--data", str(copies.data)]) == 0

    (path,) = copies.folder.iterdir()
    size = (path / "journal.sqlite").stat().st_size
    assert capsys.readouterr().out == f"copied 2 games ({size / 1e3:.0f} KB) to {path}\n"
    assert names_in(path) == FILES
    for name in ("host.pem", "invitations.json", "league.toml"):
        assert (path / name).read_bytes() == (copies.data / name).read_bytes()
    if sys.platform != "win32":
        modes = [stat.S_IMODE(file.stat().st_mode) for file in (path, *path.iterdir())]
        assert modes == [0o700, *[0o600] * len(FILES)]
    assert main(["verify", "--data", str(path)]) == 0


def test_no_copy_takes_the_place_of_another(copies: CopyFolder) -> None:
    path, _ = make(copies, START)
    (path / "notes").touch()

    with pytest.raises(FailedError, match="no copy was made"):
        make(copies, START)

    assert names_in(copies.folder) == [path.name]
    assert names_in(path) == [*FILES, "notes"]


def test_a_copy_that_is_ended_leaves_nothing(copies: CopyFolder) -> None:
    def end(copied: int, pages: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copies.make(START, end)

    assert not names_in(copies.folder)


def test_a_copy_that_fails_leaves_nothing(copies: CopyFolder, capsys: pytest.CaptureFixture[str]) -> None:
    (copies.data / "invitations.json").unlink()
    (copies.data / "invitations.json").mkdir()  # which nobody can read as a file

    assert main(["copy", str(copies.folder), "--data", str(copies.data)]) == 1

    check_one_plain_line(capsys.readouterr().err, [f"no copy was made in {copies.folder}", "invitations.json"])
    assert not names_in(copies.folder)


def test_what_a_killed_copy_has_left_is_removed_a_day_later(copies: CopyFolder) -> None:
    left = copies.folder / ".2026-11-26T043000Z.unfinished"
    left.mkdir()
    (left / "journal.sqlite").touch()

    make(copies, START + DAY)  # perhaps it is still being made
    assert left.exists()
    make(copies, START + 2 * DAY)
    assert names_in(copies.folder) == ["2026-11-27T043000Z", "2026-11-28T043000Z"]


def test_a_host_without_a_key_invitations_and_a_league_is_copied_too(copies: CopyFolder) -> None:
    for name in ("host.pem", "invitations.json", "league.toml"):
        (copies.data / name).unlink()

    path, _ = make(copies, START)

    assert names_in(path) == ["copied", "journal.heads", "journal.sqlite"]
    assert copies.copies() == [path]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["data/copies"], "is in the data folder"),
        (["data"], "is in the data folder"),
        (["data/journal.sqlite"], "is a file, not a folder"),
        (["missing/copies"], "No such file or directory"),
        (["copies", "--data", "empty"], "there are no games in empty"),
        (["copies", "--every", "1"], "like 30m, 12h or 1d, not '1'"),
        (["copies", "--every", "0d"], "like 30m, 12h or 1d, not '0d'"),
        (["copies", "--every", "١d"], "like 30m, 12h or 1d, not '١d'"),
    ],
)
def test_where_there_can_be_no_copy_the_command_is_not_valid(
    copies: CopyFolder,
    words: list[str],
    error: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(copies.data.parent)
    before = names_in(copies.data)

    assert main(["copy", "--data", "data", *words]) == 2

    check_one_plain_line(capsys.readouterr().err, [error])
    assert (names_in(copies.data), names_in(copies.folder)) == (before, [])


def test_a_copy_of_a_damaged_game_is_made_and_the_host_is_told(
    copies: CopyFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(copies)

    assert main(["copy", str(copies.folder), "--data", str(copies.data)]) == 1

    captured = capsys.readouterr()
    assert captured.out.startswith("copied 2 games ")
    check_one_plain_line(captured.err, ["1 game in it is damaged", "`fivesd verify` says what to do"])


# One copy after another.


async def test_the_eighth_copy_removes_the_oldest(
    copies: CopyFolder, autojump_clock: MockClock, capsys: pytest.CaptureFixture[str]
) -> None:
    await keep_copying_for(8.5 * HOUR, copies)

    assert names_in(copies.folder) == names_of_hours(2, 8)
    assert len(capsys.readouterr().out.splitlines()) == 9


async def test_nothing_else_is_removed(
    copies: CopyFolder, tmp_path: Path, autojump_clock: MockClock, capsys: pytest.CaptureFixture[str]
) -> None:
    before = [make(copies, START - day * DAY)[0] for day in range(30, 36)]
    read, renamed, noted, served, killed, of_another = before
    assert main(["games", "--data", str(read)]) == 0  # for which SQLite makes files there
    renamed = renamed.rename(f"{renamed}-keep")
    (noted / "notes.txt").touch()
    async with open_journal(served / "journal.sqlite") as journal:
        await journal.append("g1", 1, sayings(1, after=1))
    (killed / "journal.sqlite-wal").write_bytes(b"moves")
    (of_another / "host.pem").write_text("the key of another host", encoding="utf-8")
    (copies.folder / "2025-01-01T000000Z").touch()
    (copies.folder / "photos").mkdir()

    await keep_copying_for(8.5 * HOUR, copies)

    left = [path.name for path in (renamed, noted, served, killed, of_another)]
    assert names_in(copies.folder) == sorted([*names_of_hours(2, 8), *left, "2025-01-01T000000Z", "photos"])


async def test_a_copy_that_is_young_enough_comes_first_after_a_restart(
    copies: CopyFolder, autojump_clock: MockClock, capsys: pytest.CaptureFixture[str]
) -> None:
    make(copies, START - HOUR / 4)

    await keep_copying_for(0.7 * HOUR, copies)
    assert len(names_in(copies.folder)) == 1
    assert "the next copy" in capsys.readouterr().out
    await keep_copying_for(0.1 * HOUR, copies)
    assert len(names_in(copies.folder)) == 2


async def test_a_copy_that_fails_is_tried_again_after_an_hour(
    copies: CopyFolder, autojump_clock: MockClock, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = copies.folder.with_name("gone")

    def come_and_go(passed: timedelta) -> None:
        is_here = not DAY / 2 < passed < DAY + timedelta(minutes=90)
        if is_here != copies.folder.exists():
            (gone if is_here else copies.folder).rename(copies.folder if is_here else gone)

    await keep_copying_for(1.5 * DAY, copies, DAY, come_and_go)

    error = f"fivesd: no copy was made in {copies.folder}: "
    assert [line.startswith(error) for line in capsys.readouterr().err.splitlines()] == [True, True]
    assert names_in(copies.folder) == ["2026-11-26T043000Z", "2026-11-27T063000Z"]


def damage(copies: CopyFolder) -> None:
    change(copies.data / "journal.sqlite", "UPDATE entries SET at = '2000' WHERE game = 'g2'")


async def test_copies_of_a_damaged_game_replace_no_older_copy(
    copies: CopyFolder, autojump_clock: MockClock, capsys: pytest.CaptureFixture[str]
) -> None:
    await keep_copying_for(6.5 * HOUR, copies)
    damage(copies)
    await keep_copying_for(2 * HOUR, copies)

    assert names_in(copies.folder) == names_of_hours(0, 8)
    first, second = capsys.readouterr().err.splitlines()
    assert first == second
    check_one_plain_line(first, ["1 game in it is damaged", "no older copy is removed until then"])
