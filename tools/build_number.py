"""The number of a build: the release in `protocol/version.py`, and how many commits the build has in it.

Two files that friends send each other need two numbers: otherwise `pip install FILE` and `pipx install FILE` keep the
old one, and nobody can tell which of the two a player has. Here: the number, for hatchling (`pyproject.toml`), and the
copy of `protocol/version.py` with that number, which goes into each wheel and sdist. A checkout keeps the number as it
is written, with `.dev0`, since it changes without being built.
"""

import re
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_ROOT: Final = Path(__file__).resolve().parents[1]
_SOURCE: Final = Path("protocol", "version.py")
_NUMBER: Final = re.compile(r'(?<=__version__ = ")[^"]+')
_UNBUILT: Final = ".dev0"


def number(root: Path = _ROOT, now: datetime | None = None) -> str:
    """The number of a build of the sources in this folder.

    With the tag of its release it is the release's own. In an sdist it is written down already. Without git, or in a
    clone that lacks history, it stays `.dev0`. A tree with changes adds the minute, for each such build is another one.
    """
    found = _NUMBER.search((root / _SOURCE).read_text(encoding="utf-8"))
    assert found is not None, f"{_SOURCE} has no number"
    written = found[0]
    release = written.removesuffix(_UNBUILT)
    commits = _git(root, "rev-list", "--count", "HEAD")
    if release == written or commits is None or _git(root, "rev-parse", "--is-shallow-repository") == "true":
        return written
    if _git(root, "status", "--porcelain"):
        minute = (datetime.now(UTC) if now is None else now).strftime("%Y%m%d%H%M")
        return f"{release}.dev{commits}+{minute}"
    is_release = f"v{release}" in (_git(root, "tag", "--points-at", "HEAD") or "").split()
    return release if is_release else f"{release}.dev{commits}"


def _git(root: Path, *words: str) -> str | None:
    """What git answers, without the end of its line; None if this folder is no clone, or there is no git."""
    if not (root / ".git").exists():
        return None
    try:
        done = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


class NumberHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's parameter has no public name
    """Puts the number into the copy of `protocol/version.py` that a wheel or an sdist contains."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Replace the file in this build; an editable install has none of its own."""
        if version == "editable":
            return
        text = (Path(self.root) / _SOURCE).read_text(encoding="utf-8")
        self._folder = tempfile.TemporaryDirectory()
        numbered = Path(self._folder.name, _SOURCE.name)
        numbered.write_text(_NUMBER.sub(self.metadata.version, text), encoding="utf-8")
        inside = "fives/inside/" if self.target_name == "wheel" else ""
        build_data["force_include"][str(numbered)] = inside + _SOURCE.as_posix()

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove the copy."""
        folder = getattr(self, "_folder", None)
        if folder is not None:
            folder.cleanup()
