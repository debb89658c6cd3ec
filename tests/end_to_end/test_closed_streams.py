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
def test_output_to_a_closed_stream_is_discarded(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run_with(">&-", tmp_path, "client", *words, typed="w\n")

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [("replay", RECORD), PLAY], ids="-".join)
def test_a_closed_input_counts_as_end_of_file(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run_with("<&-", tmp_path, "client", *words)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize(
    ("package", "words"), [("client", ("rules", "nope")), ("daemon", ("--bogus",)), ("daemon", ("verify", "nope"))]
)
def test_errors_never_go_to_another_stream(package: str, words: tuple[str, ...], tmp_path: Path) -> None:
    done = run_with("2>&-", tmp_path, package, *words)

    assert (done.returncode, done.stdout) == (2, "")


@FULL
@pytest.mark.parametrize("words", [("rules",), ("help",), ("settings",), ("replay", RECORD), PLAY], ids="-".join)
def test_output_that_cannot_be_written_is_reported_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run_with(">/dev/full", tmp_path, "client", *words, typed="w\n")

    assert (done.returncode, done.stderr) == (1, "fives: standard output: No space left on device\n")


@FULL
def test_with_debug_the_error_has_a_traceback(tmp_path: Path) -> None:
    done = run_with(">/dev/full", tmp_path, "client", "rules", "--debug")

    assert "Traceback" in done.stderr
