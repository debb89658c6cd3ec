"""Finished games on the player's disk: one line for the result of each, and a record until that is deleted.

Here: the file of results, and saving result and record together. A result remains when the record of the game is
deleted. A line contains what the host sent, except the time and the address, which are this client's own; damaged lines
are skipped, and stay as they are: a later release may read them. Not here: what a result is (`saved_games`), the folder
of records (`saved_records`).
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import asdict, field

from client.store import saved_records
from client.store.disk_limits import DiskLimits, FileUsage, surplus
from client.store.files import RECORDS, RESULTS, write_whole
from client.store.saved_games import FinishedGame, Result, without_former
from client.words.say import say
from protocol.frozen import define
from protocol.log.events import Entry
from protocol.wire.codec import MalformedError, dump, load
from protocol.wire.converter import FROM_FILE, read

MOST_RESULTS: Final = 5000
ROOM_AT_ONCE: Final = 100
"""Lines deleted together, so that a full file is not rewritten for every game."""
LONGEST_LINE: Final = 8192
"""Bytes, with the line ending: more than any result has."""


@define
class FileGames:
    """The `FinishedGames` in one data folder. `saves_records` is False if the daemon already writes them there."""

    folder: Path
    limits: DiskLimits = field(factory=DiskLimits)
    saves_records: bool = True

    def save(self, result: Result, entries: Sequence[Entry]) -> list[str]:
        """As `FinishedGames.save`."""
        troubles = []
        try:
            save_result(self.folder / RESULTS, result)
        except OSError as error:
            troubles.append(say("saving.result_failed", why=str(error.strerror or error)))
        return [*troubles, *self.save_record(result, entries)]

    def save_record(self, result: Result, entries: Sequence[Entry]) -> list[str]:
        """As `FinishedGames.save_record`."""
        return [*self._save_record(result, entries)] if self.saves_records and self.limits.records else []

    def all(self) -> list[FinishedGame]:
        """As `FinishedGames.all`."""
        find = saved_records.record_index(self.folder / RECORDS)
        newest_first = reversed(without_former(read_results(self.folder / RESULTS)))
        return [FinishedGame(result, find(result.host, result.game)) for result in newest_first]

    def _save_record(self, result: Result, entries: Sequence[Entry]) -> Iterator[str]:
        folder = self.folder / RECORDS
        try:
            saved_records.save_record(folder, result.host, result.game, result.table, entries)
            deleted = saved_records.delete_surplus(folder, self.limits)
        except OSError as error:
            yield say("saving.record_failed", why=str(error.strerror or error))
        except saved_records.TooLargeError:
            yield say("saving.record_too_large")
        else:
            if deleted:
                records, megabytes = self.limits.records, self.limits.megabytes
                yield say("saving.records_deleted", n=deleted, records=records, megabytes=megabytes)


def results_by_record(folder: Path) -> Mapping[Path, Result]:
    """The results in this data folder whose record is there, by its path; none if they cannot be read."""
    try:
        return {game.record: game.result for game in FileGames(folder).all() if game.record is not None}
    except OSError:
        return {}


# The file of results.


def save_result(path: Path, result: Result) -> None:
    """Add a result to the file, unless it has one of this game at this host. Raises `OSError`."""
    lines = list(_lines(path))
    saved = [(other, at) for at, (other, _) in enumerate(lines) if other is not None]
    if any((other.host, other.game) == (result.host, result.game) for other, _ in saved):
        return
    line = dump(asdict(result))
    path.parent.mkdir(parents=True, exist_ok=True)
    if len(saved) < MOST_RESULTS:
        _append(path, line)
        return
    surplus_ones = surplus([FileUsage(other.host) for other, _ in saved], MOST_RESULTS - ROOM_AT_ONCE)
    deleted = {saved[nth][1] for nth in surplus_ones}
    kept = b"".join(old_line for at, (_, old_line) in enumerate(lines) if at not in deleted)
    write_whole(path, (kept if kept.endswith(b"\n") else kept + b"\n") + line)


def _append(path: Path, line: bytes) -> None:
    path.touch(mode=0o600)  # only its owner may read it, as with all files of the client
    with path.open("ab+") as file:
        file.seek(max(0, file.tell() - 1))
        is_cut_off = file.read() not in (b"", b"\n")  # a crash in the middle of a line
        file.write(b"\n" + line if is_cut_off else line)


def read_results(path: Path) -> list[Result]:
    """The saved results, oldest first; empty if there is no file. Raises `OSError`."""
    return [result for result, _ in _lines(path) if result is not None]


def _lines(path: Path) -> Iterator[tuple[Result | None, bytes]]:
    """The lines in the file, each with its result; without one, it is a damaged line, or a piece of one."""
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE):
                yield _decoded(line), line
    except FileNotFoundError:
        return


def _decoded(line: bytes) -> Result | None:
    """The result in a line, or None if it is damaged."""
    try:
        result: Result = read(FROM_FILE, Result, load(line))
    except MalformedError:
        return None
    return result
