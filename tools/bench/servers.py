"""The measured processes: starting them, pinning them to a core, measuring their memory, ending them.

Figures that the system does not report (no /proc) are left out.
"""

import os
import select
import subprocess
import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import frozen

from tests.daemon.tls import give_identity

ROOT: Final = Path(__file__).parents[2]
_DAEMON: Final = Path("daemon", "__main__.py")
TIME_TO_START: Final = 120.0
DAEMON: Final = "tools.bench.host"
RELAY: Final = "tools.bench.relay"
COMPILED: Final = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment in which Python keeps compiled modules, as it does for an installed program after its first start."""


def checkout(folder: str) -> Path:
    """Another checkout, as an argument of a command. Raises `ArgumentTypeError`."""
    root = Path(folder).resolve()
    if not (root / _DAEMON).is_file():
        raise ArgumentTypeError(f"{folder!r} is no checkout of fives: it has no {_DAEMON}")
    return root


def cores() -> tuple[int, int] | None:
    """One core for the server and one for the load, if there are two and processes can be pinned."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    free = sorted(_ALL_CORES)
    return (free[0], free[-1]) if len(free) > 1 else None


_ALL_CORES: Final = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


@contextmanager
def pinned(which: int) -> Iterator[None]:
    """Pin this process and its children to the server's core (0) or the load's (1)."""
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
    """Raise this process's limit on open files as far as possible."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@frozen
class Server:
    """A running server. `over_tls`: the load connects with TLS."""

    process: "subprocess.Popen[bytes]"
    port: int
    data: Path
    over_tls: bool = False

    @property
    def processor_time(self) -> float | None:
        """Seconds of a core used so far."""
        return processor_time(self.process.pid)

    @property
    def memory(self) -> float | None:
        """Bytes of memory not shared with other processes."""
        return memory(self.process.pid)


def processor_time(process: int) -> float | None:
    """Seconds of a core that the process with this number has used so far."""
    try:
        return time.clock_gettime(~process << 3 | 2)  # as `clock_getcpuclockid` of Linux makes the number of the clock
    except (AttributeError, OSError):
        return None


def memory(process: int) -> float | None:
    """Bytes of memory that the process with this number does not share."""
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return None
    sizes = {name: value for name, _, value in (line.partition(":") for line in rollup.splitlines())}
    return sum(int(sizes[name].split()[0]) for name in ("Private_Clean", "Private_Dirty")) * 1024.0


def child_of(process: int, *words: str) -> int | None:
    """The number of the child with these words on its command line; None if there is none, or no /proc."""
    wanted = "\0".join(words).encode()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(") ")[2].split()[1])
            if parent == process and wanted in (folder / "cmdline").read_bytes():
                return int(folder.name)
        except OSError:
            continue
    return None


@contextmanager
def running(module: str, data: Path | None = None, *words: str) -> Iterator[Server]:
    """This server on the given folder or a new one; killed at the end."""
    with TemporaryDirectory(prefix="fives-bench-") as folder:
        where = Path(folder) if data is None else data
        with _started(["-m", module, str(where), *words], where) as server:
            yield server


@contextmanager
def fivesd(*flags: str, root: Path = ROOT) -> Iterator[Server]:
    """`fivesd` as hosts run it, with the page, on a new folder; killed at the end. `root`: another checkout's."""
    with TemporaryDirectory(prefix="fives-bench-") as folder:
        words = ["-m", "daemon", "--data", folder, "--listen", "127.0.0.1", "--port", "0", *flags]
        with _started(words, Path(folder), subprocess.DEVNULL, root) as server:
            yield server


@contextmanager
def _started(words: Sequence[str], data: Path, log: int | None = None, root: Path = ROOT) -> Iterator[Server]:
    """A server whose first line of output ends with its port. `log`: where its log goes, as for `Popen`.

    It finds a certificate, as at every start but its first, so it has not loaded the library that makes one.
    """
    give_identity(data)
    with pinned(0):
        process = subprocess.Popen(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=log,
            stdin=subprocess.DEVNULL,
            env={**COMPILED, "PYTHONPATH": str(root)},
            cwd=root,
        )
    try:
        yield Server(process, int(_first_line(process).rpartition(b":")[2]), data)
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
