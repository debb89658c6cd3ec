"""A cursor over a record: the entry shown, the view, and the speed at which it plays.

Here: steps, rounds, views, and playing with the time as an argument. The tables are folded from what `see` leaves of
each entry, so a seat's view hides what that seat did not know. Pure: no file, no clock, no terminal. Not here:
alternatives to a move (`alternatives`), records on disk (`store.saved_records`), sentences (`replay_words`, `answers`),
the front ends.

Position 12 shows the table after entry 12. A step goes to the next position of interest: a play and its score are one
step. The entries before the first deal are skipped, except chat, which can be reached by going back.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from client.model.recent import Recent, since_my_move
from client.model.sheet import Sheet
from client.replay.alternatives import Alternatives, alternatives_to
from client.replay.continuation import Continuation
from client.replay.record_view import RecordView, spectator_view
from client.view.view import View
from protocol.game.table_options import Assist
from protocol.log.events import (
    Entry,
    MatchStarted,
    MoveEvent,
    RoundDealt,
    Said,
    Scored,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TilePlayed,
)
from protocol.log.playing_on import turns_in
from protocol.log.sight import READER, Viewer
from protocol.log.table import Table, evolve, fold
from protocol.wire.analysis import Analysis, JudgedPlay
from protocol.wire.record import Record

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps a second, from the slowest to the fastest."""

MOST_COSTLY: Final = 3
"""How many of the costliest plays are listed."""

_BEFORE_THE_DEAL = TableOpened | SeatTaken | SeatLeft | MatchStarted


class SeenEntry(NamedTuple):
    """An entry, with the table before and after it as a spectator sees them, or who played on a seat there."""

    before: View
    entry: Entry
    after: View


class PlayedRound(NamedTuple):
    """A round of a record. `deal`: the number of its first entry; `scores`: by side, after the round."""

    number: int
    deal: int
    scores: tuple[int, ...]


class Replay:
    """A cursor over a record: the entry shown, the seat whose view it is, and the game's `analysis` if there is one.

    `has_chat`: whether chat has steps and sentences. The entries keep their numbers without it. `is_drawn`: the reader
    sees a board (`View.is_drawn`). `own`: the seat on which the reader played, None for others: it is "you", and the
    replay begins with what it saw.
    """

    def __init__(
        self,
        record: Record,
        analysis: Analysis | None = None,
        *,
        has_chat: bool = True,
        is_drawn: bool = False,
        own: int | None = None,
    ) -> None:
        self.record = record
        self.has_chat = has_chat
        self.is_drawn = is_drawn
        self.own = own
        self.analysis: Analysis | None = None
        self.judged: dict[int, JudgedPlay] = {}
        self.costliest: tuple[JudgedPlay, ...] = ()
        """The plays of people that lost the most, or of bots if no person played."""
        self.shows_better = False
        """Whether the table has the better play in place of the one that was made."""
        self.viewed = own
        """The seat whose view this is; None shows every tile."""
        self.is_playing = False
        self.speed = 1.0
        self._steps_due = 0.0
        self._record_view = self._view_of(own)
        self._stops = tuple(_stops(record.entries, has_chat=has_chat))
        self._deals = tuple(entry.seq for entry in record.entries if isinstance(entry.event, RoundDealt))
        self._scores = tuple(entry.seq for entry in record.entries if isinstance(entry.event, Scored))
        self._plays = tuple(entry.seq for entry in record.entries if isinstance(entry.event, TilePlayed))
        self.position = 0
        self.to_start()
        if analysis is not None:
            self.take_analysis(analysis)

    # The position.

    @property
    def head(self) -> int:
        """The number of the last entry; without chat, of the last one that is not chat."""
        return self._stops[-1] if self._stops else len(self.record.entries)

    @property
    def plays(self) -> tuple[int, int]:
        """How many tiles have been played up to the entry shown, and in the whole game."""
        return bisect_right(self._plays, self.position), len(self._plays)

    @property
    def steps(self) -> tuple[int, int]:
        """The number of the step shown, and that of the last one. The first one is 0."""
        return max(0, bisect_right(self._stops, self.position) - 1), max(0, len(self._stops) - 1)

    @cached_property
    def rounds(self) -> tuple[PlayedRound, ...]:
        """The rounds of the whole record, also after the entry shown."""
        table_at, ends = self._record_view.table_at, (*self._deals, len(self.record.entries) + 1)
        return tuple(
            PlayedRound(number, deal, table_at(next_deal - 1).scores)
            for number, (deal, next_deal) in enumerate(pairwise(ends), start=1)
        )

    @property
    def is_at_end(self) -> bool:
        """Whether the last entry is shown."""
        return self.position == self.head

    @property
    def entry(self) -> Entry | None:
        """The last entry shown, in this view; None for a record without entries."""
        return self._record_view.entries[self.position - 1] if self.position else None

    @property
    def table(self) -> Table:
        """The table at this position, in this view; with the better play on it if that is shown."""
        judged = self.judged_here if self.shows_better else None
        if judged is None or judged.better is None:
            return self._record_view.table_at(self.position)
        before = self._record_view.table_at(judged.seq - 1)
        return evolve(before, TilePlayed(judged.seat, judged.better.tile, judged.better.arm))

    @property
    def judged_here(self) -> JudgedPlay | None:
        """The verdict on the play shown, if it has one."""
        for number in (self.position, self.position - 1):
            if number in self.judged:
                return self.judged[number]
            if number < 1 or not isinstance(self.record.entries[number - 1].event, Scored):
                return None
        return None

    @property
    def recent(self) -> Recent:
        """The last play in this round, or the better one if that is shown."""
        judged = self.judged_here if self.shows_better else None
        if judged is not None and judged.better is not None:
            return Recent(frozenset([judged.better.tile]))
        return since_my_move(self.record.entries[: self.position], None)

    @property
    def seat(self) -> int | None:
        """The seat whose hand is in front: the one viewed, or the one in turn, or the last to move."""
        if self.viewed is not None:
            return self.viewed
        if self.table.turn is not None:
            return self.table.turn
        move = self._last_move()
        return None if move is None else move[1].seat

    @property
    def view(self) -> View:
        """The table from that seat, with every assistance, because no game is at stake."""
        return View(self.table, self.seat, Assist.POINTS, self.is_drawn, self.own)

    @property
    def sheet(self) -> Sheet:
        """The score sheet and the log of plays, up to the entry shown."""
        return self._record_view.sheet_at(self.position)

    def seen(self, first: int, last: int) -> Iterator[SeenEntry]:
        """Entries `first` to `last`, each with the table before and after it; chat only if this replay has it."""
        for number in range(max(first, 1), min(last, self.head) + 1):
            entry = self._record_view.entries[number - 1]
            if self.has_chat or not isinstance(entry.event, Said):
                yield SeenEntry(
                    self.names(self._record_view.table_at(number - 1)),
                    entry,
                    self.names(self._record_view.table_at(number)),
                )

    # Playing on.

    @cached_property
    def _turns(self) -> tuple[Sequence[int], bool]:
        return turns_in(self.record.entries)

    @property
    def is_whole(self) -> bool:
        """Whether the record follows the rules and shows every tile."""
        return self._turns[1]

    @property
    def turn_to_play_on(self) -> int | None:
        """The number of the entry from which the match can be played on; None if no turn begins here or later.

        While the better play is shown, that is the turn in which it could have been made.
        """
        turns, _ = self._turns
        judged = self.judged_here if self.shows_better else None
        at = bisect_left(turns, self.position if judged is None else judged.seq - 1)
        return turns[at] if at < len(turns) else None

    def continuation(self, seat: int, path: Path | None) -> Continuation:
        """Playing on from here on this seat; `path`: the file of the record, if it has one."""
        return Continuation(self.record, path, self.turn_to_play_on or self.head, seat)

    def table_for_all(self, position: int) -> Table:
        """The table after this number of entries, with every tile, whatever this view hides."""
        return fold(entry.event for entry in self.record.entries[:position])

    # Moves. Each returns whether the position has changed.

    def forward(self) -> bool:
        """Go one step forward."""
        at = bisect_right(self._stops, self.position)
        return self._move(self._stops[at] if at < len(self._stops) else self.head)

    def back(self) -> bool:
        """Go one step back."""
        at = bisect_left(self._stops, self.position)
        return self._move(self._stops[at - 1] if at else min(self.position, self._first_stop))

    def next_round(self) -> bool:
        """Go to the next deal, or to the end if there is none."""
        return self._move(_after(self._deals, self.position) or self.head)

    def previous_round(self) -> bool:
        """Go to the deal of this round, or from there to the previous deal."""
        return self._move(_before(self._deals, self.position) or self._first)

    def next_score(self) -> bool:
        """Go to the next play that scored."""
        return self._move(_after(self._scores, self.position) or self.position)

    def previous_score(self) -> bool:
        """Go to the previous play that scored."""
        return self._move(_before(self._scores, self.position) or self.position)

    def go_to_play(self, number: int) -> bool:
        """Go to the play with this number, counted from 1 over all rounds, or the nearest one; 0: to the first deal."""
        if number < 1 or not self._plays:
            return self.to_start()
        return self._move(self._step_of(self._plays[min(number, len(self._plays)) - 1]))

    def go_to_step(self, number: int) -> bool:
        """Go to the step with this number, or to the nearest one."""
        return bool(self._stops) and self._move(self._stops[min(max(number, 0), len(self._stops) - 1)])

    def go_to_entry(self, number: int) -> bool:
        """Go to the entry with this number, or to the nearest one."""
        return self._move(max(min(number, self.head), min(1, self.head)))

    def take_analysis(self, analysis: Analysis) -> None:
        """Show this analysis of the game."""
        self.analysis = analysis
        self.judged = {play.seq: play for play in analysis.plays}
        people = [player.seat for player in analysis.players if player.bot is None]
        self.costliest = analysis.costliest(MOST_COSTLY, people or None)

    def to_costly(self, play: JudgedPlay) -> bool:
        """Go to this play, with the better one on the table."""
        moved = self._move(self._step_of(play.seq))
        self.shows_better = True
        return moved

    def _step_of(self, entry: int) -> int:
        """Where the step with this entry ends."""
        at = bisect_left(self._stops, entry)
        return self._stops[at] if at < len(self._stops) else self.head

    def toggle_better(self) -> bool:
        """Show the better play in place of the one that was made, or that one again. False if none was better."""
        judged = self.judged_here
        if judged is None or judged.better is None:
            return False
        self.shows_better = not self.shows_better
        return True

    def to_start(self) -> bool:
        """Go to the first deal; in a game without one, to the first step."""
        return self._move(self._first)

    def to_first_step(self) -> bool:
        """Go to the first step, which is chat if there was any before the first deal."""
        return self._move(self._first_stop)

    def to_last_board(self) -> bool:
        """Go to the last entry with a tile on the table; to the last entry if no tile was ever played."""
        return self._move(next(filter(self._has_tiles, range(self.head, 0, -1)), self.head))

    def to_end(self) -> bool:
        """Go to the last entry."""
        return self._move(self.head)

    def _has_tiles(self, number: int) -> bool:
        round_ = self._record_view.table_at(number).round
        return round_ is not None and round_.layout.lead is not None

    @property
    def _first(self) -> int:
        return self._deals[0] if self._deals else self._first_stop

    @property
    def _first_stop(self) -> int:
        return self._stops[0] if self._stops else 0

    def _move(self, position: int) -> bool:
        moved = position != self.position
        self.position = position
        self.shows_better = False
        return moved

    # Views.

    def look_from(self, seat: int | None) -> None:
        """Show the view of this seat; None shows every tile."""
        self.viewed = seat
        self._record_view = self._view_of(seat)

    def _view_of(self, seat: int | None) -> RecordView:
        viewer = READER if seat is None else Viewer(seat)
        return RecordView(self.record.entries, viewer, is_drawn=self.is_drawn, own=self.own)

    def names(self, table: Table) -> View:
        """A table as sentences speak of it: the reader's own seat is "you", and what it may see is the table's."""
        return spectator_view(table, is_drawn=self.is_drawn, own=self.own)

    def next_view(self) -> None:
        """Show the next view: every tile, then the view of each seat in order, then every tile again.

        The reader's own comes before that of every tile.
        """
        others = [seat for seat in range(len(self.table.seats)) if seat != self.own]
        views = [None, *others, *([] if self.own is None else [self.own])]
        at = views.index(self.viewed) if self.viewed in views else 0
        self.look_from(views[(at + 1) % len(views)])

    # Playing.

    def play(self) -> None:
        """Start playing; at the end, from the first deal."""
        if self.is_at_end:
            self.to_start()
        self.is_playing = True
        self._steps_due = 0.0

    def pause(self) -> None:
        """Stop playing."""
        self.is_playing = False

    def faster(self) -> None:
        """The next higher speed."""
        self.speed = min((speed for speed in SPEEDS if speed > self.speed), default=self.speed)

    def slower(self) -> None:
        """The next lower speed."""
        self.speed = max((speed for speed in SPEEDS if speed < self.speed), default=self.speed)

    @property
    def seconds_to_next_step(self) -> float:
        """Seconds until the next step, while playing."""
        return max(0.0, (1.0 - self._steps_due) / self.speed)

    def tick(self, seconds: float) -> bool:
        """Take the steps due after so many seconds, and stop at the end; returns whether the position changed."""
        if not self.is_playing:
            return False
        self._steps_due += seconds * self.speed
        moved = False
        while self._steps_due >= 1.0 and self.forward():
            self._steps_due -= 1.0
            moved = True
        if self.is_at_end:
            self.pause()
        return moved

    def alternatives(self) -> Alternatives | None:
        """The alternatives to the last move of this round.

        None before its first move, or if this view hides the hand of the seat that moved.
        """
        move = self._last_move()
        if move is None:
            return None
        entry, made = move
        return alternatives_to(entry, made, self.names(self._record_view.table_at(entry.seq - 1)))

    def _last_move(self) -> tuple[Entry, MoveEvent] | None:
        """The last move of this round and its entry."""
        for at in range(self.position - 1, -1, -1):
            entry = self._record_view.entries[at]
            if isinstance(entry.event, MoveEvent):
                return entry, entry.event
            if isinstance(entry.event, RoundDealt):
                return None
        return None


def _stops(entries: Sequence[Entry], *, has_chat: bool) -> Iterator[int]:
    """The positions where a step stops, in order."""
    dealt = any(isinstance(entry.event, RoundDealt) for entry in entries)
    for number, entry in enumerate(entries, start=1):
        if number < len(entries) and isinstance(entries[number].event, Scored):
            continue
        if dealt and isinstance(entry.event, _BEFORE_THE_DEAL):
            continue
        if not has_chat and isinstance(entry.event, Said):
            continue
        dealt = dealt and not isinstance(entry.event, RoundDealt)
        yield entry.seq


def _after(numbers: Sequence[int], position: int) -> int | None:
    at = bisect_right(numbers, position)
    return numbers[at] if at < len(numbers) else None


def _before(numbers: Sequence[int], position: int) -> int | None:
    at = bisect_left(numbers, position)
    return numbers[at - 1] if at else None
