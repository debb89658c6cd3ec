"""The project's own rules: which package may import which, as in pyproject.toml, and names that nobody else owns."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

from tests.conftest import HERE, SLOW
from tests.windows.wine import needs_real_windows

PROJECT = Path(__file__).parent.parent
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@needs_real_windows("a system library that the linter's compiled module loads")
def test_imports_run_one_way() -> None:
    # In a separate process: the linter sets up logging, which silences all existing loggers.
    linted = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache"], cwd=PROJECT, check=False, capture_output=True, text=True
    )

    assert linted.returncode == 0, linted.stdout


def test_no_other_distribution_owns_the_three_names() -> None:
    owners = packages_distributions()

    for name in ("daemon", "client", "protocol"):
        assert set(owners.get(name, ["fives"])) == {"fives"}
        module = sys.modules.get(name) or __import__(name)
        assert module.__file__ is not None
        assert Path(module.__file__).parent == PROJECT / name


def test_every_place_with_slow_tests_exists() -> None:
    assert [place for place in SLOW if not (HERE / place).exists()] == []
