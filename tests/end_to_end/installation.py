"""A new environment and the distributions to install in it, without a network.

The distributions that fives needs are copied from the environment of the tests, without their modules in C: those only
make them faster, except on Windows. Their bytecode is copied, or each program would compile them all.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[2]
TIME_TO_END: Final = 120.0
_LEFT_OUT: Final = () if sys.platform == "win32" else tuple(EXTENSION_SUFFIXES)


def build_wheel(folder: Path) -> Path:
    """The wheel built from the sdist of this repository."""
    # Nothing is downloaded: the build uses the environment of the tests.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def write_wheel(folder: Path, name: str, modules: Mapping[str, str]) -> Path:
    """A wheel with these modules: path in the wheel to source."""
    about = f"{name}-1.0.dist-info"
    files = {
        **modules,
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},sha256={_digest(text)},{len(text.encode())}\n" for path, text in files.items())
    wheel = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        for path, text in {**files, f"{about}/RECORD": f"{record}{about}/RECORD,,\n"}.items():
            file.writestr(path, text)
    return wheel


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


class Installation:
    """A new environment with the requirements of a wheel of fives."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv = pytest.importorskip("venv", reason="this Python cannot make environments")
        venv.create(folder, symlinks=sys.platform != "win32")
        self._programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
        self.python = self.program("python")
        self.packages = Path(run(self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        for installed in required_by(wheel):
            _copy(installed, self.packages)

    def program(self, name: str) -> Path:
        """The path of one of its programs."""
        return self._programs / f"{name}{'.exe' if sys.platform == 'win32' else ''}"

    def install(self, wheel: Path) -> None:
        """Install a wheel whose requirements are already installed."""
        self._pip("install", "--no-index", wheel)

    def put_bytecode_beside_sources(self) -> None:
        """Move the bytecode to where Python finds it in a zip file."""
        for compiled in self.packages.rglob("__pycache__/*.pyc"):
            compiled.replace(compiled.parents[1] / f"{compiled.name.partition('.')[0]}.pyc")

    def uninstall(self, name: str) -> None:
        """Uninstall a distribution."""
        self._pip("uninstall", "--yes", name)

    def _pip(self, *words: str | Path) -> None:
        run(sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", self.python, "-q", *words)


def required_by(wheel: Path) -> list[Distribution]:
    """The distributions that installing this wheel adds on this machine, from the tests' environment."""
    with zipfile.ZipFile(wheel) as file:
        (about,) = {path.partition("/")[0] for path in file.namelist() if ".dist-info/" in path}
        found: dict[str, Distribution] = {}
        todo = list(_requirements(PathDistribution(zipfile.Path(file, f"{about}/"))))
    while todo:
        name = canonicalize_name(todo.pop().name)
        if name not in found:
            found[name] = distribution(name)
            todo += _requirements(found[name])
    return list(found.values())


def _requirements(of: Distribution) -> Iterator[Requirement]:
    for line in of.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement


def _copy(distribution: Distribution, packages: Path) -> None:
    for path in distribution.files or ():
        source = Path(str(distribution.locate_file(path)))
        target = packages / path
        if ".." not in path.parts and not path.name.endswith(_LEFT_OUT) and source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)  # with its time, by which Python knows whose bytecode it is


def clean_environment(home: Path) -> dict[str, str]:
    """A player's environment variables, without paths to this repository."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "FIVES_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}


def run(*command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    """The output of a command that succeeds."""
    done = subprocess.run(
        command, cwd=cwd, env=env, check=False, capture_output=True, text=True, timeout=TIME_TO_END, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
