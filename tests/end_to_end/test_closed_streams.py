"""Both programs with a closed or failing standard stream: no traceback, and each line where it belongs."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.program import redirected, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its shell is another")
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
RECORD = str(Path(__file__).parents[1] / "records" / "all-fives.jsonl")
PLAY = ("play", "--think", "0", "--name", "Ann")


def run_with(
    redirection: str, home: Path, package: str, *words: str, typed: str = ""
) -> "subprocess.CompletedProcess[str]":
    return run(redirected(redirection, [sys.executable, "-m", package, *words]), typed, FIVES_HOME=str(home))


@pytest.mark.parametrize("words", [("rules",), ("help",), ("settings",), ("replay", RECORD), PLAY], ids="-".join)
def test_where_output_is_closed_it_goes_nowhere(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run_with(">&-", tmp_path, "client", *words, typed="w\n")

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [("replay", RECORD), PLAY], ids="-".join)
def test_where_input_is_closed_it_is_at_its_end(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run_with("<&-", tmp_path, "client", *words)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize(
    ("package", "words"), [("client", ("rules", "nope")), ("daemon", ("--bogus",)), ("daemon", ("verify", "nope"))]
)
def test_what_is_for_standard_error_goes_nowhere_else(package: str, words: tuple[str, ...], tmp_path: Path) -> None:
    done = run_with("2>&-", tmp_path, package, *words)

    assert (done.returncode, done.stdout) == (2, "")


@FULL
@pytest.mark.parametrize("words", [("rules",), ("help",), ("settings",), ("replay", RECORD), PLAY], ids="-".join)
def test_output_that_is_not_taken_is_reported_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run_with(">/dev/full", tmp_path, "client", *words, typed="w\n")

    assert (done.returncode, done.stderr) == (1, "fives: standard output: No space left on device\n")


@FULL
def test_with_debug_it_shows_where_that_was(tmp_path: Path) -> None:
    done = run_with(">/dev/full", tmp_path, "client", "rules", "--debug")

    assert "Traceback" in done.stderr
