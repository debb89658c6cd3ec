"""The house's own order: daemon -> protocol <- client, and a protocol without I/O, clock or chance."""

import sys
from importlib.metadata import packages_distributions
from pathlib import Path

from importlinter.cli import lint_imports

PROJECT = Path(__file__).parent.parent


def test_imports_run_one_way() -> None:
    assert lint_imports(config_filename=str(PROJECT / "pyproject.toml"), no_cache=True) == 0


def test_no_other_distribution_owns_the_three_names() -> None:
    owners = packages_distributions()

    for name in ("daemon", "client", "protocol"):
        assert set(owners.get(name, ["fives"])) == {"fives"}
        module = sys.modules.get(name) or __import__(name)
        assert module.__file__ is not None
        assert Path(module.__file__).parent == PROJECT / name
