"""The keys to this client's seats, kept on disk.

Lives here: a file for each key, which only its owner may read. A damaged file never stops a game. A file a seat, not
one for all: so two clients of one player never overwrite each other's keys.
Not here: where the data folder is (`folders`), writing records (`records`).
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Container, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from attrs import asdict, define, field, frozen

from client.net import record_words as words
from client.net.folders import RESULTS
from client.net.room import Kept, Room, too_many

SEATS: Final = "seats"
MOST_KEPT: Final = 200
MOST_OF_A_TABLE: Final = 3
"""Keys for one name at one table: a host who keeps several games has a table of the same name in each."""


@frozen
class KeptSeat:
    """The key to a seat: at which daemon, at which table, under which name, in which game, and whether that is over."""

    address: str
    table: str
    name: str
    token: str = field(repr=False)
    game: str = ""
    is_over: bool = False


@define
class Keeping:
    """The data folder of one client, and the folder of its records, None where somebody else keeps those.

    `room`: how many records are kept there. `troubles` are lines for the player: what could not be read or written.
    """

    folder: Path
    records: Path | None = None
    room: Room = field(factory=Room)
    troubles: list[str] = field(factory=list)

    @property
    def results(self) -> Path:
        """The file of results: beside the records, where this client keeps those."""
        return (self.folder if self.records is None else self.records.parent) / RESULTS

    def seat(self, address: str, name: str, table: str | None = None, but: Container[KeptSeat] = ()) -> KeptSeat | None:
        """The key used last for this name at this daemon, at this table where one is named, but none of these."""
        return next((each for each in self.seats(address, name, but) if table in (None, each.table)), None)

    def seats(self, address: str, name: str, but: Container[KeptSeat] = ()) -> list[KeptSeat]:
        """The keys for this name at this daemon but these, the one used last first."""
        return [each for each in self._read() if (each.address, each.name) == (address, name) and each not in but]

    def names(self, address: str) -> list[str]:
        """The names for which keys to seats at this daemon are kept, the one used last first."""
        return list(dict.fromkeys(each.name for each in self._read() if each.address == address))

    def keep(self, seat: KeptSeat) -> None:
        """Keep a key, in place of the one before it."""
        try:
            (self.folder / SEATS).mkdir(parents=True, exist_ok=True)
            write_whole(self._path(seat), json.dumps(asdict(seat), ensure_ascii=False).encode())
        except OSError as error:
            self._tell(words.key_not_kept(self.folder, error))
        oldest_first = [*self._read()][::-1]
        for at in too_many([Kept(each.address) for each in oldest_first], MOST_KEPT):
            self.forget(oldest_first[at])
        at_table = (seat.address, seat.table, seat.name)
        kept = [each for each in oldest_first[::-1] if (each.address, each.table, each.name) == at_table]
        kept.sort(key=lambda each: each.is_over)  # of games that are over, keys are worth less
        for each in kept[MOST_OF_A_TABLE:]:
            self.forget(each)

    def forget(self, seat: KeptSeat) -> None:
        """Keep this key no longer."""
        with suppress(OSError):
            self._path(seat).unlink(missing_ok=True)

    def _path(self, seat: KeptSeat) -> Path:
        parts = [seat.address, seat.table, seat.name]
        named = json.dumps([*parts, seat.game] if seat.game else parts).encode()
        return self.folder / SEATS / f"{hashlib.sha256(named).hexdigest()[:32]}.json"

    def _newest_first(self) -> list[Path]:
        paths = (self.folder / SEATS).glob("*.json")
        return sorted(paths, key=lambda path: path.stat().st_mtime_ns, reverse=True)

    def _read(self) -> Iterator[KeptSeat]:
        try:
            paths = self._newest_first()
        except OSError as error:
            self._tell(words.keys_not_read(self.folder / SEATS, error))
            return
        for path in paths:
            try:
                content = path.read_bytes()
            except OSError as error:
                self._tell(words.keys_not_read(path, error))
                continue
            seat = _decoded(content)
            if seat is None:
                self._set_aside(path)
            else:
                yield seat

    def _set_aside(self, path: Path) -> None:
        aside = path.with_suffix(".damaged")
        with suppress(OSError):
            path.replace(aside)
        self._tell(words.key_damaged(aside))

    def _tell(self, trouble: str) -> None:
        if trouble not in self.troubles:
            self.troubles.append(trouble)


def _decoded(content: bytes) -> KeptSeat | None:
    """The key in a file, or None where it is damaged."""
    try:
        value: Any = json.loads(content)
        parts = [value[name] for name in ("address", "table", "name", "token")] + [value.get("game", "")]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    if not all(isinstance(part, str) for part in parts):
        return None
    address, table, name, token, game = parts
    return KeptSeat(address, table, name, token, game, is_over=value.get("is_over") is True)


def write_whole(path: Path, content: bytes) -> None:
    """There whole or not at all; `mkstemp` makes a file that only its owner may read."""
    number, beside = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(path)
    finally:
        Path(beside).unlink(missing_ok=True)
