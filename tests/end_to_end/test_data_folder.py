"""The data folder of `fivesd`: only the host can read its files."""

import stat
import sys
from pathlib import Path

import pytest

from tests.end_to_end.program import fivesd

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")

GAME = ("--rules", "cinq-et-trois", "--set", "target=15", "--bots", "2", "--matches", "1", "--think", "0")
WARNING = "other users of this machine can read"


def modes_in(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}


def test_a_folder_that_is_made_and_all_in_it_is_the_hosts_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"

    assert fivesd(*GAME, "--port", "0", "--data", data).returncode == 0

    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert {mode & 0o077 for mode in modes_in(data).values()} == {0}


def test_what_is_written_to_a_folder_that_was_there_is_the_hosts_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)

    done = fivesd(*GAME, "--port", "0", "--data", tmp_path)

    assert (done.returncode, stat.S_IMODE(tmp_path.stat().st_mode)) == (0, 0o755)
    assert {mode & 0o077 for mode in modes_in(tmp_path).values()} == {0}
    assert WARNING not in done.stderr


@pytest.mark.parametrize(
    ("folder", "journal", "is_open"), [(0o755, 0o644, True), (0o700, 0o644, False), (0o755, 0o600, False)]
)
def test_a_journal_that_others_can_read_is_warned_of(tmp_path: Path, folder: int, journal: int, is_open: bool) -> None:
    (tmp_path / "journal.sqlite").touch()
    (tmp_path / "journal.sqlite").chmod(journal)
    tmp_path.chmod(folder)

    done = fivesd("--listen", "192.0.2.200", "--data", tmp_path)

    assert (WARNING in done.stderr) == is_open
    assert modes_in(tmp_path)["journal.sqlite"] == journal
