"""Records: every finished game as one file that can be sent to a friend.

Here: their names, writing one completely or not at all, and reading one. Not here: the folder of a running daemon
(`record_folder`), a record's lines (`protocol.wire.record`).
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from protocol.wire.record import Header, Record, encode_header, lines_in, read_record

RECORDS: Final = "records"
"""The name of the folder of records in a data folder."""
SUFFIX: Final = ".jsonl"


def record_path(folder: Path, game: str) -> Path:
    """The path of a game's record in a folder of records."""
    return folder / f"{game}{SUFFIX}"


def write_durably(path: Path, header: Header, lines: Iterable[bytes]) -> None:
    """Write a record to `path`, completely or not at all. Raises `OSError`."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(encode_header(header))
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_file(path: Path) -> Record:
    """The record in a file. Raises `OSError` and `RecordError`."""
    with path.open("rb") as file:
        return read_record(lines_in(file))
