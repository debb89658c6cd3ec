"""A Python that is too old is named in one line, and not in a traceback."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OLD_ENOUGH = (3, 6)
WITH_PYTHON_3_10 = """
import sys
sys.argv = ["fives.pyz", "play"]
sys.version_info = (3, 10, 13, "final", 0)
from fives.entry_points import {program}
{program}()
"""


@pytest.mark.parametrize("module", sorted((ROOT / "fives").glob("*.py")), ids=lambda path: path.name)
def test_an_old_python_can_read_the_entry_points(module: Path) -> None:
    ast.parse(module.read_text(encoding="utf-8"), feature_version=OLD_ENOUGH)


@pytest.mark.parametrize("program", ["fives", "fivesd"])
def test_a_python_that_is_too_old_is_told_which_one_is_needed(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITH_PYTHON_3_10.format(program=program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "fives needs Python 3.11 or later; this is 3.10. Start it with a newer one. Where there is none, uv"
        " (https://docs.astral.sh/uv) brings one: uv run --python 3.11 fives.pyz play\n"
    )


def test_pip_asks_for_the_same_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert project["requires-python"] == ">=3.11"
