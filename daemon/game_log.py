"""A game as its table keeps it in memory: the entries that the journal holds, folded, and their lines for the wire.

Lives here: what a connection's cursor reads. A new public entry is encoded once for everybody; a deal or a draw once
for each seat and once for all who look on. Not here: storing (`journal`) and sending (`connection`).
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar

from protocol.codec import encode_sight
from protocol.events import Entry, Knocked, RoundDealt, SeatLeft, SeatTaken, TileDrawn, TilePlayed
from protocol.record import Header
from protocol.sight import Viewer, is_public, see
from protocol.table import Table, empty_table, evolve


def now() -> str:
    """The time as entries carry it: UTC, ISO 8601, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


K = TypeVar("K")

LINES_KEPT: Final = 32
"""The lines that were asked for last: as a rule everybody is sent them now. Others are written again when they are."""


class GameLog:
    """A game's entries. Only what is durable is added."""

    def __init__(self, header: Header, entries: Sequence[Entry] = ()) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self.table: Table = empty_table()
        self.last_deed = 0
        """The number of the last deal, play, draw or knock: a command from before it is stale."""
        self.before_deal: Table = self.table
        """The table as the last deal found it: with nothing hidden from anybody."""
        self.last_deal = 1
        """The number of that deal."""
        self._people: list[int] = []
        self._public_lines: dict[int, bytes] = {}
        self._lines_by_viewer: dict[tuple[int, Viewer], bytes] = {}
        self.add(entries)

    @property
    def game(self) -> str:
        """The game's id."""
        return self.header.game

    @property
    def head(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    def add(self, entries: Sequence[Entry], after: Table | None = None) -> None:
        """Fold entries that the journal holds, or take over the table `after` them where it is known."""
        table = self.table
        if after is not None and entries and isinstance(entries[-1].event, RoundDealt):
            after = None  # the table before the deal has to be known as well
        for entry in entries:
            self.entries.append(entry)
            event = entry.event
            match event:
                case TilePlayed() | TileDrawn() | Knocked():
                    self.last_deed = entry.seq
                case RoundDealt():
                    self.last_deed = self.last_deal = entry.seq
                    self.before_deal = table
                case SeatTaken() | SeatLeft():
                    self._note_seat(event)
                case _:
                    pass
            if after is None:
                table = evolve(table, event)
        self.table = table if after is None else after

    def _note_seat(self, event: SeatTaken | SeatLeft) -> None:
        if event.seat in self._people:
            self._people.remove(event.seat)
        if isinstance(event, SeatTaken) and event.bot is None:
            self._people.append(event.seat)

    @property
    def first_person(self) -> int | None:
        """The seat of the person who sat down first, of those who still have their seats."""
        return self._people[0] if self._people else None

    def line(self, seq: int, viewer: Viewer) -> bytes:
        """The line of entry `seq` for this viewer."""
        line = self._public_lines.get(seq) or self._lines_by_viewer.get((seq, viewer))
        if line is None:
            entry = self.entries[seq - 1]
            line = encode_sight(entry.seq, entry.at, see(entry.event, viewer))
            if is_public(entry.event):
                _keep(self._public_lines, seq, line)
            else:
                _keep(self._lines_by_viewer, (seq, viewer), line)
        return line


def _keep(lines: dict[K, bytes], of: K, line: bytes) -> None:
    lines[of] = line
    if len(lines) > LINES_KEPT:
        del lines[next(iter(lines))]
