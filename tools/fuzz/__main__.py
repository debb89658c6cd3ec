"""`python -m tools.fuzz`: the targets under atheris, which looks for inputs that reach new code.

    .venv/bin/pip install -e '.[dev,fuzz]'
    .venv/bin/python -m tools.fuzz --seconds 600

Each target runs in a process of its own. An input that breaks one is left as a file in the folder that is named; to see
it again: `python -m tools.fuzz TARGET --input FILE`.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

LONGEST_INPUT: Final = 32 * 1024
SECONDS_FOR_ONE: Final = 10
"""An input that takes longer hangs."""
MEGABYTES: Final = 1024
"""A target that takes more memory grows."""


def fuzz(name: str, folder: Path, seconds: int) -> None:
    """Fuzz one target in this process, and end the process."""
    import atheris

    with atheris.instrument_imports(include=["protocol"]):
        from tools.fuzz.corpus import CORPUS
        from tools.fuzz.targets import check
    corpus = folder / name
    corpus.mkdir(parents=True, exist_ok=True)
    for nth, data in enumerate(CORPUS[name]()):
        (corpus / f"first-{nth}").write_bytes(data)
    flags = {
        "max_len": LONGEST_INPUT,
        "timeout": SECONDS_FOR_ONE,
        "rss_limit_mb": MEGABYTES,
        "max_total_time": seconds,
        "artifact_prefix": f"{folder}/{name}-",
        "print_final_stats": 1,
    }
    atheris.Setup(
        [sys.argv[0], str(corpus), *(f"-{flag}={value}" for flag, value in flags.items())], partial(check, name)
    )
    atheris.Fuzz()


def fuzzed(name: str, folder: Path, seconds: int) -> tuple[int, str]:
    """Fuzz one target in its own process; returns its status and its report."""
    command = [sys.executable, "-m", "tools.fuzz", name, "--folder", str(folder), "--seconds", str(seconds), "--here"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")
    numbers = dict(re.findall(r"stat::(\w+):\s+(\d+)", done.stderr))
    reached = re.findall(r"cov: (\d+) ft: (\d+)", done.stderr)
    if done.returncode or not numbers:
        found = done.stderr.find(" === Uncaught Python exception")
        return 1, f"{name}: {done.stderr[found if found >= 0 else -4000 :]}"
    return 0, (
        f"{name}: {numbers['number_of_executed_units']} executions, {reached[-1][0]} places of the code reached,"
        f" {numbers['new_units_added']} inputs found, at most {numbers['peak_rss_mb']} MB"
    )


def main() -> int:
    """Fuzz one target, or all in turn."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", help="one of them (default: each)")
    parser.add_argument("--seconds", type=int, default=300, metavar="S", help="for each (default: 300)")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="for inputs (default: a new one)")
    parser.add_argument("--input", type=Path, metavar="FILE", help="only this input")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.input is None and find_spec("atheris") is None:
        print("atheris is not installed: pip install -e '.[dev,fuzz]'", file=sys.stderr)
        return 2
    folder = given.folder or Path(tempfile.mkdtemp(prefix="fives-fuzz-"))
    if given.here:
        fuzz(given.target, folder, given.seconds)
    from tools.fuzz.targets import TARGETS, check  # only now: atheris has to instrument its import

    if given.input is not None:
        check(given.target, given.input.read_bytes())
        return 0
    statuses = []
    for name in [given.target] if given.target else TARGETS:
        status, text = fuzzed(name, folder, given.seconds)
        print(text, flush=True)
        statuses.append(status)
    if any(statuses):
        print(f"what broke a target is in {folder}")
    return max(statuses)


if __name__ == "__main__":
    sys.exit(main())
