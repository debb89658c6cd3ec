"""The score sheet of a game and the log of its plays.

Here: points by round, side and kind, and a short line for each play, both folded event by event, in a running game and
in a replay. Not here: the current scores (the table has them).
"""

from attrs import evolve, field

from client.view.score_sheet import RoundRow, SideRow
from client.view.view import View
from client.words import event_words
from protocol.frozen import define, frozen
from protocol.log.events import (
    Event,
    Knocked,
    MatchAbandoned,
    MatchWon,
    RoundDealt,
    RoundEnded,
    Scored,
    TileDrawn,
    TilePlayed,
)


@frozen
class LogLine:
    """A line of the log of plays. `seat`: who acted, None for the table itself. `brief`: a shorter form, or empty.

    `points`: those that counted; `is_deal`: it begins a round.
    """

    seq: int
    seat: int | None
    text: str
    brief: str = ""
    points: int = 0
    is_deal: bool = False


@define
class Sheet:
    """The rounds so far, and the log of plays."""

    rounds: list[RoundRow] = field(factory=list)
    log: list[LogLine] = field(factory=list)
    _draws: int = 0

    def note(self, seq: int, before: View, event: Event) -> None:
        """Add an event; `before` is the table before it, `seq` its number."""
        self._note_points(before, event)
        draws = self._draws + 1 if isinstance(event, TileDrawn) else 0
        line = _log_line(before, event, draws)
        if line is not None:
            if draws > 1:
                self.log.pop()
            brief = event_words.played_brief(before, event) if isinstance(event, TilePlayed) else ""
            points = event.pips if isinstance(event, RoundEnded) else 0
            self.log.append(LogLine(seq, *line, brief, points, isinstance(event, RoundDealt)))
        self._draws = draws

    def _note_points(self, before: View, event: Event) -> None:
        match event:
            case RoundDealt():
                sides = (SideRow(),) * len(before.table.scores)
                self.rounds.append(RoundRow(event.round, event.leader, sides, scores=before.table.scores))
            case Scored() if self.rounds:
                self._add(before.table.side_of(event.seat), event)
                self.log[-1] = evolve(self.log[-1], points=event.awarded)
            case RoundEnded() if self.rounds:
                row = self.rounds[-1]
                if event.winner is not None:
                    side = row.sides[event.winner]
                    row = _with_side(row, event.winner, evolve(side, pips=side.pips + event.pips), event.pips)
                self.rounds[-1] = evolve(row, how=event.how)
            case _:
                pass

    def _add(self, at: int, scored: Scored) -> None:
        row = self.rounds[-1]
        side = row.sides[at]
        refused = scored.play + scored.knocks + scored.chip_out - scored.awarded
        more = SideRow(
            side.play + scored.play,
            side.knocks + scored.knocks,
            side.chip_out + scored.chip_out,
            side.pips,
            side.refused + refused,
        )
        self.rounds[-1] = _with_side(row, at, more, scored.awarded)


def _with_side(row: RoundRow, at: int, side: SideRow, points: int) -> RoundRow:
    sides = (*row.sides[:at], side, *row.sides[at + 1 :])
    scores = tuple(score + points if nth == at else score for nth, score in enumerate(row.scores))
    return evolve(row, sides=sides, scores=scores)


def _log_line(before: View, event: Event, draws: int) -> tuple[int | None, str] | None:
    match event:
        case TilePlayed():
            return event.seat, event_words.played_short(before, event)
        case Knocked():
            return event.seat, event_words.knocked_short(before, event)
        case TileDrawn():
            return event.seat, event_words.drew_short(before, event.seat, draws)
        case RoundDealt():
            return None, event_words.led_short(before, event)
        case RoundEnded():
            return None, event_words.round_short(before, event)
        case MatchWon():
            return None, event_words.match_won(before, event)
        case MatchAbandoned():
            return None, event_words.abandoned(before, event)
        case _:
            return None
