"""The player's saved seats: one file for each, with the token that opens the seat again.

Here: reading and writing these files; a damaged one never stops a game. One file per seat, so that two clients of one
player never overwrite each other. Not here: which seat to use at a host (`host_seats`), the data folder (`files`).
"""

import hashlib
import json
from collections.abc import Container, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import asdict, define, evolve, field

from client.store.disk_limits import Usage, surplus
from client.store.files import SEATS, write_whole
from protocol.frozen import frozen
from protocol.wire.codec import MalformedError, load
from protocol.wire.converter import FROM_FILE, read

MOST_SEATS: Final = 200
MOST_OF_A_TABLE: Final = 3
"""Saved seats for one name at one table: a host with several data folders has a table of the same name in each."""


@frozen
class SavedSeat:
    """A seat at the daemon of this address. `is_over`: its match has ended.

    `about`: the game in words, as far as it was known. `host_command`: the words after `fives` that host it again, if
    the player hosts it. Neither says which seat it is.
    """

    address: str
    table: str
    name: str
    token: str = field(repr=False)
    game: str = ""
    is_over: bool = False
    about: str = field(default="", eq=False)
    host_command: tuple[str, ...] = field(default=(), eq=False)

    def is_saved_as(self, other: "SavedSeat") -> bool:
        """Whether the file of the other seat would be the same."""
        return self == other and (self.about, self.host_command) == (other.about, other.host_command)


@define
class SavedSeats:
    """All saved seats in one data folder. `troubles`: lines for the player about files that failed."""

    folder: Path
    troubles: list[str] = field(factory=list)

    def seat(
        self, address: str, name: str, table: str | None = None, but: Container[SavedSeat] = ()
    ) -> SavedSeat | None:
        """The most recent seat of this name at this daemon and table (None: any table), except those in `but`."""
        return next((each for each in self.seats(address, name, but) if table in (None, each.table)), None)

    def seats(self, address: str, name: str, but: Container[SavedSeat] = ()) -> list[SavedSeat]:
        """The seats of this name at this daemon except those in `but`, most recent first."""
        return [each for each in self._read() if (each.address, each.name) == (address, name) and each not in but]

    def all(self) -> list[SavedSeat]:
        """Every saved seat, most recent first."""
        return [*self._read()]

    def names(self, address: str) -> list[str]:
        """The names that have saved seats at this daemon, most recent first."""
        return list(dict.fromkeys(each.name for each in self._read() if each.address == address))

    def save(self, seat: SavedSeat) -> None:
        """Save a seat, replacing an older token of the same seat, and delete the surplus."""
        try:
            (self.folder / SEATS).mkdir(parents=True, exist_ok=True)
            write_whole(self._path(seat), json.dumps(asdict(seat), ensure_ascii=False).encode())
        except OSError as error:
            self._report(f"Your seat could not be saved in {self.folder}: {error.strerror or error}.")
        newest_first = [*self._read()]
        oldest_first = newest_first[::-1]
        for at in surplus([Usage(each.address) for each in oldest_first], MOST_SEATS):
            self.delete(oldest_first[at])
        at_table = (seat.address, seat.table, seat.name)
        of_table = [each for each in newest_first if (each.address, each.table, each.name) == at_table]
        of_table.sort(key=lambda each: each.is_over)  # a seat in a finished match is worth less
        for each in of_table[MOST_OF_A_TABLE:]:
            self.delete(each)

    def delete(self, seat: SavedSeat) -> None:
        """Delete a saved seat, if it is there."""
        with suppress(OSError):
            self._path(seat).unlink(missing_ok=True)

    def _path(self, seat: SavedSeat) -> Path:
        parts = [seat.address, seat.table, seat.name]
        named = json.dumps([*parts, seat.game] if seat.game else parts).encode()
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
    """The seat in a file, or None if the file is damaged. A seat is worth more than what is said about it."""
    try:
        value = load(content)
    except MalformedError:
        return None
    if not isinstance(value, dict):
        return None
    seat_alone = {name: part for name, part in value.items() if name not in ("about", "host_command")}
    for parts in (value, seat_alone):
        with suppress(MalformedError):
            seat: SavedSeat = read(FROM_FILE, SavedSeat, parts)
            return seat if seat.host_command[:1] in ((), ("host",)) else evolve(seat, about="", host_command=())
    return None
