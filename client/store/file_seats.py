"""The saved seats of a player in files, one for each.

Here: what is in these files, and how many are kept. Not here: what a saved seat is (`saved_seats`), which seat to use
at a host (`host_seats`), reading and writing them (`documents`).
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field

from client.store.disk_limits import FileUsage, surplus
from client.store.documents import Contents, ManyDocuments
from client.store.files import SEATS
from client.store.saved_seats import SavedSeat
from protocol.frozen import define
from protocol.wire.codec import MalformedError
from protocol.wire.converter import FROM_FILE, read

MOST_SEATS: Final = 200
MOST_OF_A_TABLE: Final = 3
"""Saved seats for one name at one table: a host with several data folders has a table of the same name in each."""

_MORE: Final = ("about", "host_command", "secrets", "older_tokens")
"""What a seat in a file can do without."""
_HOSTING: Final = ((), ("host",), ("take-over",))
"""How a command may begin that hosts again."""


@define
class FileSeats:
    """The `SavedSeats` in one data folder."""

    folder: Path
    _files: ManyDocuments[SavedSeat] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._files = ManyDocuments(self.folder / SEATS, Contents.SEAT, _decoded)

    @property
    def troubles(self) -> Sequence[str]:
        """As `SavedSeats.troubles`."""
        return self._files.place.troubles

    def all(self) -> list[SavedSeat]:
        """As `SavedSeats.all`."""
        return [*self._files.newest_first()]

    def save(self, seat: SavedSeat) -> None:
        """As `SavedSeats.save`."""
        self._files.write(_file_name(seat), seat)
        newest_first = self.all()
        oldest_first = newest_first[::-1]
        for at in surplus([FileUsage(saved.host) for saved in oldest_first], MOST_SEATS):
            self.delete(oldest_first[at])
        of_table = [saved for saved in newest_first if saved.place[:3] == seat.place[:3]]
        of_table.sort(key=lambda saved: saved.is_over)  # a seat in a finished match is worth less
        for saved in of_table[MOST_OF_A_TABLE:]:
            self.delete(saved)

    def delete(self, seat: SavedSeat) -> None:
        """As `SavedSeats.delete`."""
        self._files.delete(_file_name(seat))


def _file_name(seat: SavedSeat) -> str:
    named = json.dumps(seat.place if seat.game else seat.place[:3]).encode()
    return hashlib.sha256(named).hexdigest()[:32]


def _decoded(value: Any) -> SavedSeat:
    """The seat in a file. What is said about the seat is left out if only that is damaged. Raises `MalformedError`."""
    try:
        seat: SavedSeat = read(FROM_FILE, SavedSeat, value)
    except MalformedError:
        if not isinstance(value, dict):
            raise
        seat = read(FROM_FILE, SavedSeat, {name: part for name, part in value.items() if name not in _MORE})
    return seat if seat.host_command[:1] in _HOSTING else evolve(seat, about="", host_command=())
