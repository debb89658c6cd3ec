"""Fixtures for matches that go from one machine to another."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.program import ROOT


@pytest.fixture
def network() -> Iterator[None]:
    """The machines of Dan, Ann, Ben and Sue, connected by a switch."""
    from tests.end_to_end.machines import connected  # on POSIX only

    with connected():
        yield


@pytest.fixture
def usual_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes a match over hosts it from the usual folder, where another game may be hosted now."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "usual"))


@pytest.fixture
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs on terminals, and what they start, wait seconds where they wait a minute elsewhere (`in_programs`)."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'tests' / 'in_programs'}")
    monkeypatch.setenv("FIVES_SHORT_TIMES", "1")
