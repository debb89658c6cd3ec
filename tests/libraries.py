"""The libraries that fives asks for: whether every system gets them as wheels, and whether the oldest ones are enough.

    python -m tests.libraries wheels              for twelve platforms and four versions of Python, in about a minute
    python -m tests.libraries oldest [WORDS]      pytest with these words, and the oldest libraries that are allowed

Both ask the index of packages with uv, which is installed into `build/uv`; what they install is in `build` as well.
Where the index cannot be reached, nothing is known, and that counts as a failure.
"""

import subprocess
import sys
import tomllib
import venv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = ROOT / "build"
PROJECT: Final = ROOT / "pyproject.toml"
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS: Final = (
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "riscv64-unknown-linux",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "aarch64-pc-windows-msvc",
    "i686-pc-windows-msvc",
    "aarch64-linux-android",
    "arm64-apple-ios",
)
"""Those that uv knows. The Intel processors of 32 bits and others are `ANY_SYSTEM`."""
ANY_SYSTEM: Final = "any system"
"""What is asked for without a marker has wheels in plain Python, for systems that nobody makes wheels for, and PyPy."""
RASPBERRY_PI: Final = "manylinux_2_31_armv7l"
_AT_ONCE: Final = 8
_NOTHING_FITS: Final = 1
"""uv's exit status where it has been told all that it needed; any other one is a failure of its own."""


class Target(NamedTuple):
    """A platform with a version of Python."""

    platform: str
    python: str

    def __str__(self) -> str:
        return f"{self.platform}, Python {self.python}"


class NoIndexError(Exception):
    """The index could not be asked; its text says why."""


Found = dict[str, str] | str
"""The version of each library, or why there is none."""


def check_wheels() -> list[str]:
    """What is wrong, a line for each target; nothing if every one gets the newest libraries from wheels alone."""
    uv = _uv()
    targets = [Target(*names) for names in product(PLATFORMS, PYTHONS)]
    others = [Target(*names) for names in product((ANY_SYSTEM, RASPBERRY_PI), (PYTHONS[0], PYTHONS[-1]))]
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        by_uv = threads.map(lambda target: _found_by_uv(uv, target), targets)
        by_pip = threads.map(lambda target: _found_by_pip(uv.with_name("python"), target), others)
        found = dict(zip([*targets, *others], [*by_uv, *by_pip], strict=True))
    return [*_failures(found), *_older_ones(found)]


def _failures(found: dict[Target, Found]) -> Iterator[str]:
    for target, versions in found.items():
        if isinstance(versions, str):
            yield f"{target}: {versions}"


def _older_ones(found: dict[Target, Found]) -> Iterator[str]:
    """Libraries whose newest wheel is an older one there: pip would not take that, but compile the newest sources."""
    newest: dict[tuple[str, str], str] = defaultdict(str)
    for target, versions in found.items():
        for name, version in versions.items() if isinstance(versions, dict) else ():
            key = (target.python, name)
            newest[key] = max(newest[key], version, key=_parts)
    for target, versions in found.items():
        for name, version in versions.items() if isinstance(versions, dict) else ():
            if version != newest[target.python, name]:
                yield f"{target}: {name} {newest[target.python, name]} has no wheel, only {version}"


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdecimal()]


def _found_by_uv(uv: Path, target: Target) -> Found:
    words = ("--only-binary", ":all:", "--python-platform", target.platform, "--python-version", target.python)
    done = _run(uv, "pip", "compile", "-q", "--no-header", "--no-annotate", "--python", sys.executable, *words, PROJECT)
    if done.returncode == _NOTHING_FITS:
        return _first_cause(done.stderr)
    _check(done)
    pins = (line.partition(" ")[0].partition("==") for line in done.stdout.splitlines())
    return {name: version for name, _, version in pins}


def _found_by_pip(python: Path, target: Target) -> Found:
    lines = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    is_any = target.platform == ANY_SYSTEM
    platform = ("any", "--implementation", "py", "--abi", "none") if is_any else (target.platform,)
    # pip knows no markers of other systems.
    wanted = [line.partition(";")[0] for line in lines if not is_any or ";" not in line]
    words = ("--dry-run", "--only-binary", ":all:", "--target", BUILD / "nothing", "--python-version", target.python)
    done = _run(python, "-m", "pip", "install", *words, "--platform", *platform, *wanted)
    if done.returncode:
        return _first_cause(done.stderr)
    (said,) = (line for line in done.stdout.splitlines() if line.startswith("Would install "))
    pins = (pin.rpartition("-") for pin in said.split()[2:])
    return {name: version for name, _, version in pins}


def _first_cause(errors: str) -> str:
    causes = [line.strip() for line in errors.splitlines() if "cause:" in line or line.startswith("ERROR:")]
    return causes[0] if causes else errors.strip()


def run_with_oldest(words: Sequence[str]) -> int:
    """The exit status of pytest with the oldest libraries that pyproject allows; those that only tests need are new."""
    uv, folder = _uv(), BUILD / "oldest"
    pins = BUILD / "oldest.txt"
    lowest = ("--resolution", "lowest-direct", "--only-binary", ":all:")
    _check(_run(uv, "pip", "compile", "-q", "--python", sys.executable, *lowest, "-o", pins, PROJECT))
    _check(_run(uv, "venv", "-q", "--clear", "--seed", "--python", sys.executable, folder))
    python = _programs(folder) / "python"
    _check(_run(uv, "pip", "install", "-q", "--python", python, "-c", pins, "-e", f"{ROOT}[dev]"))
    return subprocess.run([python, "-m", "pytest", *words], cwd=ROOT, check=False).returncode


def _uv() -> Path:
    """The program uv, in an environment of its own."""
    programs = _programs(BUILD / "uv")
    if not list(programs.glob("uv*")):
        venv.create(BUILD / "uv", with_pip=True, clear=True)
        _check(_run(programs / "python", "-m", "pip", "install", "-q", "uv"))
    return programs / "uv"


def _programs(environment: Path) -> Path:
    return environment / ("Scripts" if sys.platform == "win32" else "bin")


def _run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _check(done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode:
        raise NoIndexError(done.stderr.strip())


def main(words: Sequence[str]) -> int:
    """Do what the words ask for; returns the exit status."""
    try:
        match words:
            case ["wheels"]:
                wrong = check_wheels()
            case ["oldest", *more]:
                return run_with_oldest(more)
            case _:
                print(__doc__)
                return 2
    except NoIndexError as error:
        print(f"Nothing was checked, which counts as a failure: {error}", file=sys.stderr)
        return 2
    print(*wrong or ["Every system gets the newest libraries from wheels alone."], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
