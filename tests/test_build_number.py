"""The number of a build (`tools/build_number.py`): every file that friends send each other has another one."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from protocol.version import __version__
from tools.build_number import number

NOW = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "tag.gpgSign=false")
    subprocess.run(["git", "-C", folder, *who, *words], check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "A change", "--no-gpg-sign")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with one commit, of a release 1.2.0 that is not out yet."""
    folder = tmp_path / "clone"
    (folder / "protocol").mkdir(parents=True)
    (folder / "protocol" / "version.py").write_text('__version__ = "1.2.0.dev0"\n')
    git(tmp_path, "init", "--quiet", str(folder))
    commit(folder)
    return folder


def test_each_commit_is_a_build_of_its_own(clone: Path) -> None:
    first = number(clone)
    commit(clone)

    assert (first, number(clone)) == ("1.2.0.dev1", "1.2.0.dev2")


def test_the_tag_of_a_release_is_the_release(clone: Path) -> None:
    git(clone, "tag", "v1.2.0")
    assert number(clone) == "1.2.0"

    commit(clone)
    assert number(clone) == "1.2.0.dev2"


def test_a_build_with_changes_that_are_not_committed_is_later_than_its_commit(clone: Path) -> None:
    (clone / "note.txt").write_text("a change")

    assert number(clone, NOW) == "1.2.0.dev1+202611280930"


def test_without_history_there_is_no_number(clone: Path, tmp_path: Path) -> None:
    copy, shallow = tmp_path / "copy", tmp_path / "shallow"
    (copy / "protocol").mkdir(parents=True)
    (copy / "protocol" / "version.py").write_bytes((clone / "protocol" / "version.py").read_bytes())
    commit(clone)
    git(tmp_path, "clone", "--quiet", "--depth", "1", clone.as_uri(), str(shallow))

    assert number(copy) == number(shallow) == "1.2.0.dev0"


def test_an_sdist_keeps_the_number_with_which_it_was_made(clone: Path) -> None:
    (clone / "protocol" / "version.py").write_text('__version__ = "1.2.0.dev7"\n')

    assert number(clone) == "1.2.0.dev7"


def test_a_checkout_has_the_number_of_no_build() -> None:
    assert __version__.endswith(".dev0")
