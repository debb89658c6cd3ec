"""A cursor over a record: which entry is shown, from whose seat, and how fast it runs on by itself.

Lives here: stepping, rounds, views, playing with a time that is passed in, and what else a seat might have done. The
tables come from the one fold over what `see` leaves of each entry, so a seat's view hides what that seat did not
know. Pure: no file, no clock, no terminal. Not here: where records are kept (`records`), sentences
(`replay.replay_words`), the front ends (`replay.replay_lines`, `replay.replay_screen`).

An entry is *shown* once it is folded: position 12 is the table after entry 12. A step goes to the next position worth
a look: a play with its score is one step, and the filling of the seats is passed over.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from attrs import frozen

from client.model.sheet import Sheet
from client.replay.record_view import Sighted, beside
from client.view.view import View
from protocol.game.scoring import Award
from protocol.game.table_options import Assist
from protocol.game.tiles import HIDDEN
from protocol.log.choices import Choices, Play, choices, worth
from protocol.log.events import (
    Entry,
    MatchStarted,
    MoveEvent,
    RoundDealt,
    Scored,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TilePlayed,
)
from protocol.log.sight import READER, Viewer
from protocol.log.table import Table
from protocol.wire.analysis import Analysis
from protocol.wire.record import Record

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps a second that faster and slower go through."""

_BEFORE_THE_DEAL = TableOpened | SeatTaken | SeatLeft | MatchStarted


class Told(NamedTuple):
    """An entry and the table round it, seen from beside the table: in a replay nobody is "you"."""

    before: View
    entry: Entry
    after: View


class Alternative(NamedTuple):
    """A play that was legal, what it would have earned, and whether it is the one that was made."""

    play: Play
    award: Award
    was_made: bool


@frozen
class Alternatives:
    """What a seat might have done instead of `entry`: `plays` best first, or a draw or a knock as `may` says."""

    entry: Entry
    seat: int
    may: Choices
    plays: tuple[Alternative, ...]


class Replay:
    """A record, the entry that is shown, and the eyes that it is seen with; `analysis`: what was found in it."""

    def __init__(self, record: Record, analysis: Analysis | None = None) -> None:
        self.record = record
        self.analysis = analysis
        self.judged = {} if analysis is None else {play.seq: play for play in analysis.plays}
        self.viewed: int | None = None
        """The seat whose eyes these are, or None with every tile open."""
        self.is_playing = False
        self.speed = 1.0
        self._owed = 0.0
        self._sighted = Sighted(record.entries, READER)
        self._stops = tuple(_stops(record.entries))
        self._deals = tuple(entry.seq for entry in record.entries if isinstance(entry.event, RoundDealt))
        self._scores = tuple(entry.seq for entry in record.entries if isinstance(entry.event, Scored))
        self.position = 0
        self.to_start()

    # What is shown.

    @property
    def head(self) -> int:
        """The number of the last entry."""
        return len(self.record.entries)

    @property
    def is_at_end(self) -> bool:
        """Whether nothing follows."""
        return self.position == self.head

    @property
    def entry(self) -> Entry | None:
        """The last entry shown, as these eyes see it; None for a record without entries."""
        return self._sighted.entries[self.position - 1] if self.position else None

    @property
    def table(self) -> Table:
        """The table as these eyes see it now."""
        return self._sighted.table_at(self.position)

    @property
    def seat(self) -> int | None:
        """The seat whose hand is in front: the one viewed, or with all open the one in turn or the last to act."""
        if self.viewed is not None:
            return self.viewed
        if self.table.turn is not None:
            return self.table.turn
        move = self._last_move()
        return None if move is None else move.seat

    @property
    def view(self) -> View:
        """The table from that seat, with all help: a replay gives nothing away that these eyes do not see."""
        return View(self.table, self.seat, Assist.POINTS)

    @property
    def sheet(self) -> Sheet:
        """The sheet of rounds and the log of plays, up to the entry shown."""
        return self._sighted.sheet_at(self.position)

    def told(self, first: int, last: int) -> Iterator[Told]:
        """Entries `first` to `last`, each between the table before it and the table after it."""
        for number in range(max(first, 1), min(last, self.head) + 1):
            yield Told(
                beside(self._sighted.table_at(number - 1)),
                self._sighted.entries[number - 1],
                beside(self._sighted.table_at(number)),
            )

    # Moving.

    def forward(self) -> bool:
        """One step on; False at the end."""
        at = bisect_right(self._stops, self.position)
        return self._move(self._stops[at] if at < len(self._stops) else self.head)

    def back(self) -> bool:
        """One step back; False at the first deal."""
        at = bisect_left(self._stops, self.position)
        return self._move(self._stops[at - 1] if at else min(self.position, self._first))

    def next_round(self) -> bool:
        """To the next deal, or to the end where there is none."""
        return self._move(_after(self._deals, self.position) or self.head)

    def previous_round(self) -> bool:
        """To the deal of this round, or from there to the deal before it."""
        return self._move(_before(self._deals, self.position) or self._first)

    def next_score(self) -> bool:
        """To the next play that scored; False where no other did."""
        return self._move(_after(self._scores, self.position) or self.position)

    def previous_score(self) -> bool:
        """To the play that scored before this; False where none did."""
        return self._move(_before(self._scores, self.position) or self.position)

    def go_to(self, number: int) -> bool:
        """To the entry of this number, or the nearest there is."""
        return self._move(max(min(number, self.head), min(1, self.head)))

    def to_start(self) -> bool:
        """To the first deal."""
        return self._move(self._first)

    def to_end(self) -> bool:
        """To the last entry."""
        return self._move(self.head)

    @property
    def _first(self) -> int:
        return self._stops[0] if self._stops else 0

    def _move(self, position: int) -> bool:
        moved = position != self.position
        self.position = position
        return moved

    # Whose eyes.

    def look_from(self, seat: int | None) -> None:
        """See it with the eyes of this seat, or with every tile open."""
        self.viewed = seat
        self._sighted = Sighted(self.record.entries, READER if seat is None else Viewer(seat))

    def next_view(self) -> None:
        """All open, then each seat in turn, then all open again."""
        following = 0 if self.viewed is None else self.viewed + 1
        self.look_from(following if following < len(self.table.seats) else None)

    # Running by itself.

    def play(self) -> None:
        """Run on by itself; from the end, from the start again."""
        if self.is_at_end:
            self.to_start()
        self.is_playing = True
        self._owed = 0.0

    def pause(self) -> None:
        """Stand still."""
        self.is_playing = False

    def faster(self) -> None:
        """The next higher speed."""
        self.speed = min((speed for speed in SPEEDS if speed > self.speed), default=self.speed)

    def slower(self) -> None:
        """The next lower speed."""
        self.speed = max((speed for speed in SPEEDS if speed < self.speed), default=self.speed)

    @property
    def seconds_to_next_step(self) -> float:
        """How long it takes to the next step by itself."""
        return max(0.0, (1.0 - self._owed) / self.speed)

    def tick(self, seconds: float) -> bool:
        """So much time has passed: take the steps that are due, and pause at the end. True where anything moved."""
        if not self.is_playing:
            return False
        self._owed += seconds * self.speed
        moved = False
        while self._owed >= 1.0 and self.forward():
            self._owed -= 1.0
            moved = True
        if self.is_at_end:
            self.pause()
        return moved

    # What else there was.

    def alternatives(self) -> Alternatives | None:
        """What else could have been done at the last play, draw or knock of this round.

        None where there was none yet, or where these eyes do not see the hand it was done from.
        """
        move = self._last_move()
        if move is None:
            return None
        return self._alternatives_to(move)

    def _alternatives_to(self, move: "_MoveShown") -> Alternatives | None:
        before = self._sighted.table_at(move.entry.seq - 1)
        if before.round is None or HIDDEN in before.round.hands[move.seat]:
            return None
        may = choices(before, move.seat)
        made = move.entry.event
        plays = [
            Alternative(
                play,
                worth(before, move.seat, play),
                isinstance(made, TilePlayed) and play == Play(made.tile, made.arm),
            )
            for play in may.plays
        ]
        plays.sort(key=lambda each: (-each.award.awarded, -each.award.offered, each.play))
        return Alternatives(move.entry, move.seat, may, tuple(plays))

    def _last_move(self) -> "_MoveShown | None":
        for at in range(self.position - 1, -1, -1):
            entry = self._sighted.entries[at]
            if isinstance(entry.event, MoveEvent):
                return _MoveShown(entry, entry.event.seat)
            if isinstance(entry.event, RoundDealt):
                return None
        return None


class _MoveShown(NamedTuple):
    """An entry that is a move, and the seat that did it."""

    entry: Entry
    seat: int


def _stops(entries: Sequence[Entry]) -> Iterator[int]:
    """The positions that are worth a look, in order."""
    dealt = any(isinstance(entry.event, RoundDealt) for entry in entries)
    for number, entry in enumerate(entries, start=1):
        if number < len(entries) and isinstance(entries[number].event, Scored):
            continue
        if dealt and isinstance(entry.event, _BEFORE_THE_DEAL):
            continue
        dealt = dealt and not isinstance(entry.event, RoundDealt)
        yield entry.seq


def _after(numbers: Sequence[int], position: int) -> int | None:
    at = bisect_right(numbers, position)
    return numbers[at] if at < len(numbers) else None


def _before(numbers: Sequence[int], position: int) -> int | None:
    at = bisect_left(numbers, position)
    return numbers[at - 1] if at else None
