"""The folder of records: the finished games that this client played or watched.

Here: writing a record as a whole, reading one, listing the folder, newest first, and deleting the surplus. Not here:
the format of a record (`protocol.wire.record`), the data folder (`files`), which records are too many (`disk_limits`).

The names of tables and games come from other people's daemons, so a file name takes only letters, digits and dashes
from them. It ends with a hash of the host, so that no host can overwrite the record of another host's game.
"""

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from client.store.disk_limits import MEGABYTE, DiskLimits, FileUsage, surplus
from client.store.files import files_in, write_whole
from protocol.frozen import frozen
from protocol.log.events import Entry
from protocol.log.table import Table, fold
from protocol.wire.record import Header, Record, RecordError, lines_in, read_record, with_rounds_opened, write_record

T = TypeVar("T")
SUFFIX: Final = ".jsonl"
ANALYSIS_SUFFIX: Final = ".analysis.json"
_MOMENT: Final = 15
"""Characters of `20260102-030405`; every file name begins with one, so that names sort by age."""
_LONGEST_PART: Final = 40
LARGEST: Final = 32 * MEGABYTE
"""Bytes of a saved record: far more than any match needs."""
_NAME: Final = re.compile(rf"\d{{8}}-\d{{6}}-.*?(?:-([0-9a-f]{{16}}))?{re.escape(SUFFIX)}")
"""The file names this client uses, or used before they had a hash. It deletes no other file in the folder."""


class TooLargeError(Exception):
    """The game is too large to be saved."""


@frozen
class SavedRecord:
    """A file in the folder: the game in it, or the `fault` that keeps it from being read."""

    path: Path
    record: Record | None = None
    table: Table | None = None
    fault: str | None = None


def save_record(folder: Path, host: str, game: str, table_name: str, entries: Sequence[Entry]) -> Path:
    """Write the game as this client saw it, with the hands of finished rounds shown, and return the path.

    `host` is the address the client dialed. A second record of the same game at the same host replaces the first.
    Raises `OSError` and `TooLargeError`.
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
    """`20260102-030405-oak-7f3a-0123456789abcdef.jsonl`: time, table, game, hash of the host."""
    digits = re.sub(r"[^0-9]", "", header.at)[: _MOMENT - 1].ljust(_MOMENT - 1, "0")
    return f"{digits[:8]}-{digits[8:]}-{_safe(header.table)}-{_safe(header.game)}-{_hash_of(host)}{SUFFIX}"


def _hash_of(host: str) -> str:
    """Sixteen hexadecimal digits for an address; a host at another address cannot choose the same ones."""
    return hashlib.sha256(host.encode()).hexdigest()[:16]


def delete_surplus(folder: Path, limits: DiskLimits) -> int:
    """Delete the records beyond the limits, and return their number. Raises `OSError`.

    Age is the file's modification time, because the host could choose the time in its name.
    """
    named = ((stat, path, _NAME.fullmatch(path.name)) for path, stat in files_in(folder))
    files = sorted(((stat, path, name[1] or "") for stat, path, name in named if name), key=_moment)
    too_many = set(surplus([FileUsage(host) for _, _, host in files], limits.records))
    files, deleted = _split(files, too_many)
    too_large = set(surplus([FileUsage(host, stat.st_size) for stat, _, host in files], limits.megabytes * MEGABYTE))
    deleted += _split(files, too_large)[1]
    for _, path, _ in deleted:
        path.unlink(missing_ok=True)
        analysis_path(path).unlink(missing_ok=True)
    return len(deleted)


def _moment(file: tuple[os.stat_result, Path, str]) -> int:
    return file[0].st_mtime_ns


def record_index(folder: Path) -> Callable[[str, str], Path | None]:
    """A function that finds the record of a host's game in this folder: `find(host, game)`, None without one."""
    names = defaultdict[str, list[str]](list)
    for path in folder.glob(f"*{SUFFIX}"):
        names[_last_parts(path.name.removesuffix(SUFFIX))].append(path.name)

    def find(host: str, game: str) -> Path | None:
        ending = f"-{_safe(game)}-{_hash_of(host)}"
        found = next((name for name in names[_last_parts(ending)] if name.endswith(ending + SUFFIX)), None)
        if found is None and f"{game}{SUFFIX}" in names[_last_parts(game)]:
            found = f"{game}{SUFFIX}"  # a daemon in the player's own folder names records by their game
        return None if found is None else folder / found

    return find


def records_of(folder: Path, games: Collection[str]) -> Iterator[SavedRecord]:
    """The records that may be of one of these games, at any host."""
    endings = {_safe(game).rsplit("-", 1)[-1] for game in games}
    for path in folder.glob(f"*{SUFFIX}"):
        if path.name.rsplit("-", 2)[-2:][0] in endings:
            yield _read(path)


def _last_parts(name: str) -> str:
    return "-".join(name.rsplit("-", 2)[1:])


def analysis_path(record: Path) -> Path:
    """Where the analysis of this record is saved."""
    return record.with_name(f"{record.name.removesuffix(SUFFIX)}{ANALYSIS_SUFFIX}")


def _split(files: Sequence[T], places: Container[int]) -> tuple[list[T], list[T]]:
    """The files that stay, and the files at these indices."""
    stay = [file for at, file in enumerate(files) if at not in places]
    return stay, [file for at, file in enumerate(files) if at in places]


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", name)[:_LONGEST_PART].strip("-") or "game"


def read_file(path: Path) -> Record:
    """The record in a file. Raises `OSError`, and `RecordError` with the number of the first damaged line."""
    with path.open("rb") as file:
        return read_record(lines_in(file))


def saved_records(folder: Path) -> Iterator[SavedRecord]:
    """The records in a folder, newest first, each read when the iterator reaches it; a damaged one has its fault."""
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.name, reverse=True):
        if not path.name.startswith("."):
            yield _read(path)


def _read(path: Path) -> SavedRecord:
    try:
        record = read_file(path)
    except RecordError as error:
        return SavedRecord(path, fault=str(error))
    except OSError as error:
        return SavedRecord(path, fault=error.strerror or str(error))
    return SavedRecord(path, record, fold(entry.event for entry in record.entries))
