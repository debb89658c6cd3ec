"""A daemon seen from outside: its memory and its open files, as the system reports them."""

from pathlib import Path


def kilobytes_of(pid: int) -> int:
    """The memory that a process has in use."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError(f"process {pid} has gone")


def files_of(pid: int) -> int:
    """How many files and sockets a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))
