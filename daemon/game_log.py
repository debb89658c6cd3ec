"""A game as its table keeps it in memory: the entries that the journal holds, folded, and their lines for the wire.

Lives here: what a connection's cursor reads. What all may see is encoded once for everybody; a deal or a draw once for
each seat and once for all who look on. Not here: storing (`journal`) and sending (`connection`).
"""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

import trio

from daemon.entries import Entries
from protocol.log.consequences import Deed
from protocol.log.events import (
    Entry,
    Event,
    Knocked,
    RoundDealt,
    Scored,
    SeatLeft,
    SeatTaken,
    TileDrawn,
    TilePlayed,
)
from protocol.log.sight import HIDE_TILES, SPECTATOR, Viewer, is_public, see
from protocol.log.table import Table, empty_table, evolve
from protocol.wire.codec import encode_sight
from protocol.wire.record import Header


def time_of_day() -> str:
    """The time as entries carry it: UTC, ISO 8601, milliseconds."""
    return _as_text(int(time.time() * 1000))


@lru_cache(maxsize=1)
def _as_text(milliseconds: int) -> str:
    """Many tables ask in the same millisecond."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{_second_as_text(seconds)}.{rest:03}Z"


@lru_cache(maxsize=1)
def _second_as_text(seconds: int) -> str:
    """To write a date takes ten times as long as to add the milliseconds to one."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"


FOLDED_AT_ONCE: Final = 100
"""Entries that are folded before others have a turn: some two milliseconds."""
_ONE_AT_A_TIME: Final = trio.CapacityLimiter(1)
LINES_OF_A_PIECE: Final = 16
Piece = tuple[int, int, bytes]
"""The lines of the entries from one number to another."""
NOTHING: Final[Piece] = (0, 0, b"")
_OF_A_TURN: Final[frozenset[type[Event]]] = frozenset((TilePlayed, TileDrawn, Knocked, Scored))
"""What most turns bring, a deed first: nothing more has to be noted of it."""


class GameLog:
    """A game's entries. Only what is durable is added."""

    def __init__(self, header: Header, entries: Sequence[Entry] = ()) -> None:
        self.header = header
        self.entries = Entries()
        self.head = 0
        """The number of the last entry."""
        self.table: Table = empty_table()
        self.last_deed = 0
        """The number of the last deal, play, draw or knock: a command from before it is stale."""
        self.before_deal: Table = self.table
        """The table as the last deal found it: with nothing hidden from anybody."""
        self.last_deal = 1
        """The number of that deal."""
        self.first_person: int | None = None
        """The seat of the person who sat down first, of those who still have their seats."""
        self.news = NOTHING
        """What was added last, where all see it alike: as a rule what everybody at the table is told next."""
        self._people: list[int] = []
        self._for_all = self._for_who_looks_on = NOTHING
        """Of what others are sent as well, the last piece is kept; more is made again."""
        self.add(entries)

    @property
    def game(self) -> str:
        """The game's id."""
        return self.header.game

    def add(self, entries: Sequence[Entry], after: Table | None = None) -> None:
        """Fold entries that the journal holds, or take over the table `after` them where it is known."""
        if not entries:
            return
        kinds = {type(entry.event) for entry in entries}
        if after is not None and kinds <= _OF_A_TURN:
            self.table = after
            self.last_deed = entries[0].seq
        else:
            self._fold(entries)
        self.entries.extend(entries)
        self.head += len(entries)
        if len(entries) <= LINES_OF_A_PIECE and kinds.isdisjoint(HIDE_TILES):
            self.news = entries[0].seq, self.head, _lines_for(SPECTATOR, entries)
        else:
            self.news = NOTHING

    def _fold(self, entries: Sequence[Entry]) -> None:
        table = self.table
        for entry in entries:
            event = entry.event
            if isinstance(event, Deed):
                self.last_deed = entry.seq
            elif isinstance(event, RoundDealt):
                self.last_deed = self.last_deal = entry.seq
                self.before_deal = table
            elif isinstance(event, SeatTaken | SeatLeft):
                self._note_seat(event)
            table = evolve(table, event)
        self.table = table

    def _note_seat(self, event: SeatTaken | SeatLeft) -> None:
        if event.seat in self._people:
            self._people.remove(event.seat)
        if isinstance(event, SeatTaken) and event.bot is None:
            self._people.append(event.seat)
        self.first_person = self._people[0] if self._people else None

    def lines(self, first: int, last: int, viewer: Viewer) -> tuple[bytes, int]:
        """The lines of the entries from `first` on for this viewer, and the number of the last of them.

        It is `last`, unless there are more than one piece should have: a pack, or some lines. Whoever is told the same
        is told the same bytes.
        """
        last = min(last, self.entries.end_of_pack(first) or first + LINES_OF_A_PIECE - 1)
        return self._kept(first, last, viewer) or self._put_together(first, last, viewer), last

    def _kept(self, first: int, last: int, viewer: Viewer) -> bytes:
        kept = (self.news, self._for_all, self._for_who_looks_on) if viewer == SPECTATOR else (self.news, self._for_all)
        for starts, ends, piece in kept:
            if starts == first and ends == last:
                return piece
        return b""

    def _put_together(self, first: int, last: int, viewer: Viewer) -> bytes:
        entries = self.entries[first - 1 : last]
        piece = _lines_for(viewer, entries)
        if all(is_public(each.event) for each in entries):
            self._for_all = first, last, piece
        elif viewer == SPECTATOR:
            self._for_who_looks_on = first, last, piece
        return piece


async def folded(header: Header, entries: Sequence[Entry]) -> GameLog:
    """The log of a game that was read from the journal, folded bit by bit: others have their turn in between."""
    log = GameLog(header)
    async with _ONE_AT_A_TIME:
        for first in range(0, len(entries), FOLDED_AT_ONCE):
            log.add(entries[first : first + FOLDED_AT_ONCE])
            await trio.lowlevel.checkpoint()
    return log


def _lines_for(viewer: Viewer, entries: Sequence[Entry]) -> bytes:
    return b"".join([encode_sight(each.seq, each.at, see(each.event, viewer)) for each in entries])
