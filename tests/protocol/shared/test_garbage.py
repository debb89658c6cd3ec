"""When the programs let Python's garbage collector look."""

import subprocess
import sys

import pytest

_SEEN_AT_THE_END = """
import atexit, gc
atexit.register(lambda: print("left alone at the end:", gc.get_freeze_count() > 0))
from {program}.program.command import main
main(["--version"])
"""


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="only its collector can be told to leave things alone")
@pytest.mark.parametrize("program", ["client", "daemon"])
def test_a_program_ends_without_a_last_search(program: str) -> None:
    words = [sys.executable, "-c", _SEEN_AT_THE_END.format(program=program)]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)

    assert ran.stdout.splitlines()[1:] == ["left alone at the end: True"]
