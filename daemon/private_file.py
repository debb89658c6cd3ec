"""Files that only the user who runs the daemon may read."""

import os
from pathlib import Path


def write_private(path: Path, content: bytes) -> None:
    """Store a file whole or not at all, in place of any other. Raises `OSError`, and then the other remains.

    No other process writes it at the same time.
    """
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)  # from a run that was interrupted
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
