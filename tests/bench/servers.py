"""The measured processes: starting them, pinning them to a core, measuring their memory, ending them.

Where a machine cannot tell what a process has taken (no /proc), those figures are left out.
"""

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import frozen

ROOT: Final = Path(__file__).parents[2]
TIME_TO_START: Final = 120.0
DAEMON: Final = "tests.bench.host"
RELAY: Final = "tests.bench.relay"


def cores() -> tuple[int, int] | None:
    """A core for the server and one for the load, where there are two and a process can be pinned."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    free = sorted(_ALL_CORES)
    return (free[0], free[-1]) if len(free) > 1 else None


_ALL_CORES: Final = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


@contextmanager
def pinned(which: int) -> Iterator[None]:
    """Keep this process, and those that it starts, to the server's core (0) or the load's (1)."""
    both = cores()
    if both is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {both[which]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def allow_many_sockets() -> None:
    """Raise this process's limit on open files as far as it may."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@frozen
class Server:
    """A running server."""

    process: "subprocess.Popen[bytes]"
    port: int
    data: Path

    @property
    def processor_time(self) -> float | None:
        """Seconds of a core that it has used so far."""
        try:
            stat = Path(f"/proc/{self.process.pid}/stat").read_text()
        except OSError:
            return None
        fields = stat.rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float | None:
        """Bytes that it holds in memory and shares with nobody."""
        try:
            told = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        except OSError:
            return None
        sizes = {name: value for name, _, value in (line.partition(":") for line in told.splitlines())}
        return sum(int(sizes[name].split()[0]) for name in ("Private_Clean", "Private_Dirty")) * 1024.0


@contextmanager
def running(module: str, data: Path | None = None, *words: str) -> Iterator[Server]:
    """This server on a folder, or on a new one; killed at the end."""
    with TemporaryDirectory(prefix="fives-bench-") as folder:
        where = Path(folder) if data is None else data
        with pinned(0):
            process = subprocess.Popen(
                [sys.executable, "-m", module, str(where), *words],
                stdout=subprocess.PIPE,
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        try:
            yield Server(process, int(_first_line(process)), where)
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _first_line(process: "subprocess.Popen[bytes]") -> bytes:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], TIME_TO_START)
    line = process.stdout.readline() if ready else b""
    if not line:
        raise RuntimeError("the server did not start")
    return line
