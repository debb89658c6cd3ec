"""Terminals and pipes whose encoding has no box characters: drawn on with_plain_signs, and nothing fails."""

import argparse
import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from client.terminal.look import Look

RECORDS = Path(__file__).parents[2] / "records"
PATIENCE = 120.0
LOCALES = ({"PYTHONIOENCODING": "latin-1"}, {"PYTHONUTF8": "0", "LC_ALL": "C"})


def run(program: str, words: Sequence[str], locale: dict[str, str], home: Path) -> tuple[int, bytes, bytes]:
    """Status, output and errors of a program run in this locale."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_"))}
    ran = subprocess.run(
        [sys.executable, "-m", program, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        env={**kept, "FIVES_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[3]), **locale},
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.fixture
def far_record(tmp_path: Path) -> Path:
    """A record whose player and file have a name outside Western encodings."""
    record = (RECORDS / "all-threes.jsonl").read_text(encoding="utf-8").replace("Ann", "日本")
    path = tmp_path / "日本.jsonl"
    path.write_text(record, encoding="utf-8")
    return path


@pytest.mark.parametrize("locale", LOCALES)
def test_help_has_plain_signs_for_arrows(tmp_path: Path, locale: dict[str, str]) -> None:
    status, told, errors = run("client", ["help", "keys"], locale, tmp_path)

    assert (status, errors) == (0, b"")
    assert b"\n< >  1 2 3  " in told


@pytest.mark.parametrize("locale", LOCALES)
def test_a_replay_replaces_names_that_the_encoding_lacks(
    tmp_path: Path, locale: dict[str, str], far_record: Path
) -> None:
    status, told, errors = run("client", ["replay", str(far_record)], locale, tmp_path)

    assert (status, errors) == (0, b"")
    assert told.startswith(b"All Threes to 60: ?? and Ben (bot).")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_daemons_own_commands_do_not_fail_either(tmp_path: Path, locale: dict[str, str], far_record: Path) -> None:
    status, told, errors = run("daemon", ["verify", str(far_record)], locale, tmp_path)

    assert (status, errors) == (0, b"")
    assert b" entries follow the rules" in told


@pytest.mark.parametrize(("encoding", "is_ascii"), [("latin-1", True), ("utf-8", False)])
def test_a_terminal_without_box_characters_gets_plain_ones_automatically(
    encoding: str, is_ascii: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding))

    look = Look.from_arguments(argparse.Namespace(style="default", ascii=False, mouse=True, language="auto"))

    assert look.is_ascii == is_ascii
