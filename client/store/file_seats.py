"""The saved seats of a player in files: one for each, so that two clients of one player never overwrite each other.

Here: reading and writing these files; a damaged one never stops a game. Not here: what a saved seat is (`saved_seats`),
which seat to use at a host (`host_seats`), the data folder (`files`).
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import asdict, define, evolve, field

from client.store.disk_limits import Usage, surplus
from client.store.files import SEATS, write_whole
from client.store.saved_seats import SavedSeat
from protocol.wire.codec import MalformedError, load
from protocol.wire.converter import FROM_FILE, read

MOST_SEATS: Final = 200
MOST_OF_A_TABLE: Final = 3
"""Saved seats for one name at one table: a host with several data folders has a table of the same name in each."""


@define
class FileSeats:
    """The `SavedSeats` in one data folder."""

    folder: Path
    troubles: list[str] = field(factory=list)

    def all(self) -> list[SavedSeat]:
        """As `SavedSeats.all`."""
        return [*self._read()]

    def save(self, seat: SavedSeat) -> None:
        """As `SavedSeats.save`."""
        try:
            (self.folder / SEATS).mkdir(parents=True, exist_ok=True)
            write_whole(self._path(seat), json.dumps(asdict(seat), ensure_ascii=False).encode())
        except OSError as error:
            self._report(f"Your seat could not be saved in {self.folder}: {error.strerror or error}.")
        newest_first = self.all()
        oldest_first = newest_first[::-1]
        for at in surplus([Usage(saved.address) for saved in oldest_first], MOST_SEATS):
            self.delete(oldest_first[at])
        of_table = [saved for saved in newest_first if saved.place[:3] == seat.place[:3]]
        of_table.sort(key=lambda saved: saved.is_over)  # a seat in a finished match is worth less
        for saved in of_table[MOST_OF_A_TABLE:]:
            self.delete(saved)

    def delete(self, seat: SavedSeat) -> None:
        """As `SavedSeats.delete`."""
        with suppress(OSError):
            self._path(seat).unlink(missing_ok=True)

    def _path(self, seat: SavedSeat) -> Path:
        named = json.dumps(seat.place if seat.game else seat.place[:3]).encode()
        return self.folder / SEATS / f"{hashlib.sha256(named).hexdigest()[:32]}.json"

    def _newest_first(self) -> list[Path]:
        paths = (self.folder / SEATS).glob("*.json")
        return sorted(paths, key=lambda path: path.stat().st_mtime_ns, reverse=True)

    def _read(self) -> Iterator[SavedSeat]:
        try:
            paths = self._newest_first()
        except OSError as error:
            self._report(f"{self.folder / SEATS} cannot be read: {error.strerror or error}.")
            return
        for path in paths:
            try:
                content = path.read_bytes()
            except OSError as error:
                self._report(f"{path} cannot be read: {error.strerror or error}.")
                continue
            seat = _decoded(content)
            if seat is None:
                self._rename_damaged(path)
            else:
                yield seat

    def _rename_damaged(self, path: Path) -> None:
        renamed = path.with_suffix(".damaged")
        with suppress(OSError):
            path.replace(renamed)
        self._report(f"A saved seat was damaged and cannot be used. Its file is now {renamed}.")

    def _report(self, trouble: str) -> None:
        if trouble not in self.troubles:
            self.troubles.append(trouble)


def _decoded(content: bytes) -> SavedSeat | None:
    """The seat in a file, or None if the file is damaged. What is said about the seat is left out if only that is."""
    try:
        value = load(content)
    except MalformedError:
        return None
    if not isinstance(value, dict):
        return None
    seat_alone = {name: part for name, part in value.items() if name not in ("about", "host_command", "secrets")}
    for parts in (value, seat_alone):
        with suppress(MalformedError):
            seat: SavedSeat = read(FROM_FILE, SavedSeat, parts)
            return seat if seat.host_command[:1] in ((), ("host",)) else evolve(seat, about="", host_command=())
    return None
