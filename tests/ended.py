"""Programs that tests start with `subprocess.Popen`, and that do not outlive them."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import AnyStr


@contextmanager
def ended(program: "subprocess.Popen[AnyStr]") -> Iterator["subprocess.Popen[AnyStr]"]:
    """This program during a block. `Popen`'s own block waits for its end, for ever if a test fails in the middle."""
    with program:
        try:
            yield program
        finally:
            program.kill()
