"""A table's game in memory: its stored entries, the table folded from them, and their lines for viewers.

Here: the log that every guest's outbox reads. A public entry is encoded once for everybody; a deal or a draw is encoded
for each viewer. Not here: storing (`journal`) and sending (`outbox`, `net`).
"""

import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import trio

from daemon.game_history import GameHistory
from protocol.log import events
from protocol.log.dealing import MixedDeals
from protocol.log.events import Entry, Event
from protocol.log.participation import still_undecided
from protocol.log.sight import SPECTATOR, Viewer, is_public, see
from protocol.log.succession import Succession
from protocol.log.table import Table, empty_table, evolve
from protocol.wire.codec import ViewerLine, encode_sight
from protocol.wire.record import Header

FOLDED_AT_ONCE: Final = 100
"""How many entries are folded before other tasks have a turn, which takes about two milliseconds."""
LINES_KEPT: Final = 50
"""How many of the last entries keep their encoded lines: about a round. An older one is encoded again for each guest.

A line takes as much memory as its entry. Only guests who join late or come back after a long time read old ones.
"""
_ONE_AT_A_TIME: Final = trio.CapacityLimiter(1)


def time_of_day() -> str:
    """The current time in the form that entries have: UTC, ISO 8601, milliseconds."""
    return datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_game_id(table: str) -> str:
    """A game's id: its day and table, for people to read, and enough randomness to be unique."""
    return f"{time_of_day()[:10]}-{table}-{secrets.token_hex(3)}"


class GameLog:
    """A game's entries. Only what is durable is added."""

    def __init__(self, header: Header, entries: Sequence[Entry] = ()) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self.history = GameHistory(self.entries)
        """What the entries come to, as far as a client has asked."""
        self.head = 0
        """The number of the last entry, or 0."""
        self.table: Table = empty_table()
        self.last_move = 0
        """The number of the last deal, play, draw or knock: a command from before it is stale."""
        self.turn_began = 0
        """The number of the entry with which the turn began: the last deal, play or knock."""
        self.before_deal: Table = self.table
        """The table before the last deal: nothing in it is hidden from anybody."""
        self.last_deal = 1
        """The number of that deal."""
        self.deals = MixedDeals()
        """Who is bound by what in mixed deals."""
        self.succession = Succession()
        """The hosts that the game had before."""
        self._public_lines: dict[int, ViewerLine] = {}
        """By number, the lines of the last entries that are the same for all viewers."""
        self._people: list[int] = []
        self.undecided: frozenset[int] = frozenset()
        """The seats of people who have not agreed to the match."""
        self.add(entries)

    @property
    def game(self) -> str:
        """The game's id."""
        return self.header.game

    def next_entries(self, happened: Sequence[Event]) -> list[Entry]:
        """The entries for these events, to be stored after the last one.

        Their time is now, but never earlier than the last entry's: the machine's clock may have been set back.
        """
        at = max(time_of_day(), self.entries[-1].at if self.entries else self.header.at)
        return [Entry(nth, at, event) for nth, event in enumerate(happened, start=self.head + 1)]

    @property
    def first_person(self) -> int | None:
        """The seat of the person who sat down first among those who still have their seats."""
        return self._people[0] if self._people else None

    def add(self, entries: Sequence[Entry]) -> None:
        """Fold entries that have been stored."""
        for entry in entries:
            event = entry.event
            match event:
                case events.RoundDealt():
                    self.last_move = self.turn_began = self.last_deal = entry.seq
                    self.before_deal = self.table
                case events.SeatTaken() | events.SeatLeft():
                    self._note_seat(event)
                case events.PlayedOn():
                    self._people = [event.seat]
                case events.TilePlayed() | events.Knocked():
                    self.last_move = self.turn_began = entry.seq
                case events.TileDrawn():
                    self.last_move = entry.seq
                case _:
                    pass
            self.undecided = still_undecided(self.undecided, event)
            self.deals.note(self.table, event)
            self.succession.note(self.table, entry)
            self.table = evolve(self.table, event)
            self.entries.append(entry)
            self.head = entry.seq
            if is_public(event):
                self._public_lines[entry.seq] = line_for(entry, SPECTATOR)
            self._public_lines.pop(entry.seq - LINES_KEPT, None)

    def _note_seat(self, event: events.SeatTaken | events.SeatLeft) -> None:
        if event.seat in self._people:
            self._people.remove(event.seat)
        if isinstance(event, events.SeatTaken) and event.bot is None:
            self._people.append(event.seat)

    def line(self, seq: int, viewer: Viewer) -> ViewerLine:
        """The line of entry `seq` for this viewer."""
        return self._public_lines.get(seq) or line_for(self.entries[seq - 1], viewer)


def line_for(entry: Entry, viewer: Viewer) -> ViewerLine:
    """The line of an entry for this viewer."""
    return encode_sight(entry.seq, entry.at, see(entry.event, viewer))


async def folded(header: Header, entries: Sequence[Entry]) -> GameLog:
    """The log of a game read from the journal, folded in small steps, between which other tasks run."""
    log = GameLog(header)
    async with _ONE_AT_A_TIME:
        for first in range(0, len(entries), FOLDED_AT_ONCE):
            log.add(entries[first : first + FOLDED_AT_ONCE])
            await trio.lowlevel.checkpoint()
    return log
