"""The client's folder of records: the finished games that this client played or watched.

Lives here: writing a record so that it is there whole or not at all, reading one, and the list of what is kept, newest
first. Not here: what its lines are (`protocol.wire.record`), where the data folder is (`folders`).

Names of tables and games come from a stranger's daemon: nothing but plain letters, digits and dashes of them gets into
a file name.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from client.keeping import write_whole
from protocol.log.events import Entry
from protocol.log.table import Table, fold
from protocol.wire.record import Header, Record, RecordError, lines_in, read_record, with_rounds_opened, write_record

SUFFIX: Final = ".jsonl"
_MOMENT: Final = 15
"""Characters of `20260102-030405`, with which every name begins, so that names sort by age."""
_LONGEST_PART: Final = 40


@frozen
class KeptRecord:
    """A file of the folder: the game it holds, or why it cannot be read."""

    path: Path
    record: Record | None = None
    table: Table | None = None
    fault: str | None = None


def keep_record(folder: Path, game: str, table_name: str, entries: Sequence[Entry]) -> Path:
    """Write what this client saw of a game, finished rounds laid open, and return where. Raises `OSError`.

    The same game again takes the place of what was written before.
    """
    header = Header(game, table_name, entries[0].at if entries else "")
    path = folder / file_name(header)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, b"".join(write_record(header, with_rounds_opened(entries))))
    return path


def file_name(header: Header) -> str:
    """`20260102-030405-oak-7f3a.jsonl`: when, at which table, which game."""
    digits = re.sub(r"[^0-9]", "", header.at)[: _MOMENT - 1].ljust(_MOMENT - 1, "0")
    return f"{digits[:8]}-{digits[8:]}-{_safe(header.table)}-{_safe(header.game)}{SUFFIX}"


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", name)[:_LONGEST_PART].strip("-") or "game"


def read_file(path: Path) -> Record:
    """The record in a file. Raises `OSError`, and `RecordError` with the number of the first damaged line."""
    with path.open("rb") as file:
        return read_record(lines_in(file))


def kept_records(folder: Path) -> Iterator[KeptRecord]:
    """The records of a folder, newest first, each read when it is asked for; a damaged one with its fault."""
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=lambda each: each.name, reverse=True):
        if not path.name.startswith("."):
            yield _kept(path)


def _kept(path: Path) -> KeptRecord:
    try:
        record = read_file(path)
    except RecordError as error:
        return KeptRecord(path, fault=str(error))
    except OSError as error:
        return KeptRecord(path, fault=error.strerror or str(error))
    return KeptRecord(path, record, fold(entry.event for entry in record.entries))
