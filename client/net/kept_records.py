"""The client's folder of records: the finished games that this client played or watched.

Lives here: writing a record so that it is there whole or not at all, reading one, the list of what is kept, newest
first, and deleting what is too much. Not here: what its lines are (`protocol.wire.record`), where the data folder is
(`folders`), which records are too many (`room`).

Names of tables and games come from a stranger's daemon: nothing but plain letters, digits and dashes of them gets into
a file name. The name ends with a mark of the host, so that no host can write over the record of another's game.
"""

import hashlib
import re
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from attrs import frozen

from client.net.keeping import write_whole
from client.net.room import MEGABYTE, Kept, Room, too_many
from protocol.log.events import Entry
from protocol.log.table import Table, fold
from protocol.wire.record import Header, Record, RecordError, lines_in, read_record, with_rounds_opened, write_record

T = TypeVar("T")
SUFFIX: Final = ".jsonl"
_MOMENT: Final = 15
"""Characters of `20260102-030405`, with which every name begins, so that names sort by age."""
_LONGEST_PART: Final = 40
LARGEST: Final = 32 * MEGABYTE
"""Bytes of a record that is kept: far more than any match has."""
_NAME: Final = re.compile(rf"\d{{8}}-\d{{6}}-.*?(?:-([0-9a-f]{{16}}))?{re.escape(SUFFIX)}")
"""The names that this client gives, and gave when they had no mark. Another file of the folder is not its to delete."""


class TooLargeError(Exception):
    """The game has become too large to be kept."""


@frozen
class KeptRecord:
    """A file of the folder: the game it holds, or why it cannot be read."""

    path: Path
    record: Record | None = None
    table: Table | None = None
    fault: str | None = None


def keep_record(folder: Path, host: str, game: str, table_name: str, entries: Sequence[Entry]) -> Path:
    """Write what this client saw of a game, finished rounds laid open, and return where.

    `host` is the address that was dialed. The same game of the same host again takes the place of what was written
    before. Raises `OSError`, and `TooLargeError`.
    """
    header = Header(game, table_name, entries[0].at if entries else "")
    path = folder / file_name(header, host)
    content = bytearray()
    for line in write_record(header, with_rounds_opened(entries)):
        content += line
        if len(content) > LARGEST:
            raise TooLargeError
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, bytes(content))
    return path


def file_name(header: Header, host: str) -> str:
    """`20260102-030405-oak-7f3a-0123456789abcdef.jsonl`: when, at which table, which game, at which host."""
    digits = re.sub(r"[^0-9]", "", header.at)[: _MOMENT - 1].ljust(_MOMENT - 1, "0")
    return f"{digits[:8]}-{digits[8:]}-{_safe(header.table)}-{_safe(header.game)}-{_mark_of(host)}{SUFFIX}"


def _mark_of(host: str) -> str:
    """Sixteen signs that stand for an address: what is behind another one cannot choose to have the same."""
    return hashlib.sha256(host.encode()).hexdigest()[:16]


def make_room(folder: Path, room: Room) -> int:
    """Delete the records that are too many or too much, and return how many those were. Raises `OSError`.

    How old a record is, is told by its file: the time in its name is the host's to choose.
    """
    found = [(each, named) for each in folder.iterdir() if (named := _NAME.fullmatch(each.name)) and each.is_file()]
    files = sorted(((each.stat(), each, named[1] or "") for each, named in found), key=lambda each: each[0].st_mtime_ns)
    many = set(too_many([Kept(host) for _, _, host in files], room.records))
    files, gone = _parted(files, many)
    much = set(too_many([Kept(host, stat.st_size) for stat, _, host in files], room.megabytes * MEGABYTE))
    gone += _parted(files, much)[1]
    for _, path, _ in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def _parted(files: Sequence[T], places: Container[int]) -> tuple[list[T], list[T]]:
    """Those that stay, and those at these places."""
    stay = [each for at, each in enumerate(files) if at not in places]
    return stay, [each for at, each in enumerate(files) if at in places]


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
