"""The table at the end of the last round, kept for reading, because the daemon deals the next round at once.

Here: finding that end among the entries, and the table there. Not here: how long it is shown (`screen.lookbacks`),
drawing it (`screen.round_end`).
"""

from collections.abc import Sequence
from typing import Final

from client.model.recent import Recent, since_my_move
from client.model.sheet import LogLine, Sheet
from client.view.highlights import Highlights, highlights
from client.view.score_sheet import RoundRow
from client.view.view import View
from client.words import event_words
from client.words.say import together
from protocol.frozen import define, frozen
from protocol.game.tiles import Tile
from protocol.log.events import Entry, MatchAbandoned, MatchWon, RoundDealt, RoundEnded, Said, TilePlayed
from protocol.log.table import Stage, Table, empty_table, evolve


@frozen
class Lookback:
    """The table at the end of a round or match, with its row of the score sheet.

    `verdict`: how it ended, in a sentence or two. `recent`: the plays since the viewer's last move. `log`: the plays up
    to there. `highlights`: those of the match if it has ended, else None.
    """

    game: str | None
    view: View
    row: RoundRow
    verdict: str
    recent: Recent
    log: tuple[LogLine, ...] = ()
    highlights: Highlights | None = None


@frozen
class AboutEnd:
    """What is known of the last end of a game beside its entries.

    `round`: the number of the last round that has ended. `evening`: who has won what this evening, in a sentence, once
    the match is over. `words`: of its deal. `is_checked`: the deal has been checked.
    """

    game: str | None
    round: int
    evening: str
    words: tuple[str, ...]
    is_checked: bool


def last_end(game: str | None, seat: int | None, entries: Sequence[Entry], after: int = 0) -> Lookback | None:
    """The last end of a round or match among the entries after number `after`, or None."""
    at = next((entry.seq for entry in reversed(entries[after:]) if isinstance(entry.event, _ENDS)), None)
    if at is None:
        return None
    end, sheet, view = LastEnd(), Sheet(), View(empty_table(), seat, is_drawn=True)
    for entry in entries[:at]:
        if isinstance(entry.event, Said):
            continue  # chat may outnumber everything else, and changes nothing here
        before, view = view, View(evolve(view.table, entry.event), seat, is_drawn=True)
        sheet.note(entry.seq, before, entry.event)
        end.note(before, entry, view, sheet)
    return end.lookback(game, entries, sheet)


_ENDS: Final = (RoundEnded, MatchWon, MatchAbandoned)


@define
class LastEnd:
    """The last end of a round or match, noted as the entries are folded: finding it later takes another fold.

    `seq`: the number of its entry, 0 if there is none.
    """

    seq: int = 0
    _view: View | None = None
    _row: RoundRow | None = None
    _lines: int = 0
    """How many lines the log of plays had."""
    _sentences: tuple[str, ...] = ()

    def note(self, before: View, entry: Entry, after: View, sheet: Sheet) -> None:
        """Note this entry if it is an end; `sheet` has noted it already."""
        if not isinstance(entry.event, _ENDS):
            return
        sentences = _verdict(before, entry)
        self._sentences = (*self._sentences, *sentences) if entry.seq == self.seq + 1 else tuple(sentences)
        self.seq, self._view, self._lines = entry.seq, after, len(sheet.log)
        self._row = sheet.rounds[-1] if sheet.rounds else None

    def lookback(self, game: str | None, entries: Sequence[Entry], sheet: Sheet) -> Lookback | None:
        """This end, for reading; `entries` and `sheet` may go on after it. None if no round had been dealt."""
        view, row = self._view, self._row
        if view is None or row is None:
            return None
        sentences = (event_words.you_won(), *self._sentences) if has_won(view) else self._sentences
        until = entries[: self.seq]
        recent = since_my_move(until, view.seat)
        found = highlights(until) if view.table.stage is Stage.OVER else None
        return Lookback(game, view, row, together(*sentences), recent, tuple(sheet.log[: self._lines]), found)


def _verdict(before: View, entry: Entry) -> list[str]:
    match entry.event:
        case RoundEnded():
            return [event_words.round_ended_briefly(before, entry.event)]
        case MatchWon():
            return [event_words.match_won(before, entry.event)]
        case MatchAbandoned():
            return [event_words.abandoned(before, entry.event)]
        case _:
            return []


def has_won(view: View) -> bool:
    """Whether the match is over and the viewer has won it, alone or with partners."""
    won_by = view.table.won_by
    return view.seat is not None and won_by == (view.table.side_of(view.seat),)


def last_tile_played(entries: Sequence[Entry]) -> Tile | None:
    """The last tile played in the last round of these entries, or None."""
    for entry in reversed(entries):
        if isinstance(entry.event, TilePlayed):
            return entry.event.tile
        if isinstance(entry.event, RoundDealt):
            return None
    return None


def is_at_an_end(table: Table) -> bool:
    """Whether the round has ended and the next one has not been dealt."""
    return table.round is not None and table.round.ended is not None
